/** The sums of the amounts that a list shows, over all of its pages. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { amountsOf, optionsOf } from '../../../core/form/types/question.ts';
import type { TotalsResponse } from '../../../core/generated/api.ts';
import { call } from '../../data/http.ts';
import { keys } from '../../data/queries.ts';
import { listParams } from '../../data/source.ts';
import { number, text } from '../../data/words.ts';
import type { ListColumn } from '../record/columns.ts';
import type { RecordList } from './RecordListContext.ts';
import type { Records } from './useRecords.ts';

export interface Sum {
  total: string;
  /** Name of the currency. */
  unit: string;
}

export interface Totals {
  /** One for each currency. Undefined if the column is not added up. */
  of(column: ListColumn): Sum[] | undefined;
  /** True if a search was too wide to add anything up. */
  isPartial: boolean;
}

/** Returns undefined for a list without amounts, and until their sums are there. */
export function useTotals(
  { entry, form, constants, columns }: Pick<RecordList, 'entry' | 'form' | 'constants' | 'columns'>,
  { filters, text: words, deleted }: Records['state'],
): Totals | undefined {
  const amounts = amountsOf(form).filter(({ node, amount }) =>
    columns.some(({ source }) => source === amount || source === node.name),
  );
  const query = listParams({ filters, text: words, columns: amounts.map(({ amount }) => amount).join() });
  const { data } = useQuery({
    queryKey: keys.list(entry.api.base, 'totals', query),
    queryFn: ({ signal }) => call<TotalsResponse>(`${entry.api.base}/totals`, { query, signal, quiet: true }),
    enabled: amounts.length > 0 && !deleted,
    placeholderData: keepPreviousData,
  });
  if (!data || deleted || amounts.length === 0) return undefined;
  return {
    isPartial: data.partial,
    of({ source }) {
      const asked = amounts.find(({ node, amount }) => source === amount || source === node.name);
      if (!asked) return undefined;
      const found = data.data.find(({ amount }) => amount === asked.amount);
      const currencies = optionsOf(asked.node, constants, asked.per);
      return found?.groups.map(({ currency, total }) => ({
        total: number(total, Number.isInteger(total) ? 0 : 2),
        unit: text(currencies?.find(({ value }) => value === currency)?.label) || currency,
      }));
    },
  };
}
