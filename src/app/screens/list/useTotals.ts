/** The sums of the amounts that a list shows, over all of its pages. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CompiledForm, Constants } from '../../../core/definitions/types.ts';
import { amountQuestions, closedOptionsOf } from '../../../core/form/types/question.ts';
import type { FormEntry } from '../../../core/generated/api.ts';
import { pageParams } from '../../../core/paths/calls.ts';
import type { ListState } from '../../../core/paths/listState.ts';
import { queryKeys } from '../../data/queries.ts';
import { source } from '../../data/source.ts';
import { number, text } from '../../data/words.ts';
import type { ListColumn } from '../record/columns.ts';

export interface ListSum {
  total: string;
  /** Name of the currency. */
  unit: string;
}

export interface ListTotals {
  /** One for each currency. Undefined if the column is not added up. */
  of(column: ListColumn): ListSum[] | undefined;
  /** True if a search was too wide to add anything up. */
  isPartial: boolean;
}

interface Shown {
  entry: FormEntry;
  form: CompiledForm;
  constants: Constants;
  columns: ListColumn[];
}

/** Returns undefined for a list without amounts, and until their sums are there. */
export function useListTotals(
  { entry, form, constants, columns }: Shown,
  { filters, text: words, deleted }: ListState,
): ListTotals | undefined {
  const amounts = amountQuestions(form).filter(({ node, amount }) =>
    columns.some(({ source }) => source === amount || source === node.name),
  );
  const query = { filters, text: words, columns: amounts.map(({ amount }) => amount).join() };
  const { data } = useQuery({
    queryKey: queryKeys.list(entry.api.base, 'totals', pageParams(query)),
    queryFn: ({ signal }) => source.totals(entry.api, query, signal),
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
      const currencies = closedOptionsOf(asked.node, constants, asked.per);
      return found?.groups.map(({ currency, total }) => ({
        total: number(total, Number.isInteger(total) ? 0 : 2),
        unit: text(currencies?.find(({ value }) => value === currency)?.label) || currency,
      }));
    },
  };
}
