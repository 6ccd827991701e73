/** Options of a filter and their names: closed options, states, list items, places and records by id. */

import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CompiledForm } from '../../../../core/definitions/types.ts';
import { closedOptionsOf } from '../../../../core/form/types/question.ts';
import type { FormEntry } from '../../../../core/generated/api.ts';
import { getOwn } from '../../../../core/json.ts';
import { useCommon, useForms, useRecordsById, useSession } from '../../../data/queries.ts';
import { source } from '../../../data/source.ts';
import { nameOf, recordName, text } from '../../../data/words.ts';
import type { ListColumn } from '../../record/columns.ts';
import { filterValueKind } from './kinds.ts';

export interface FilterChoice {
  value: string;
  label: string;
}

/** Returns short, known option sets: states, closed options, oneself, answered or not. Empty for values that are searched. */
export function useFilterOptions(form: CompiledForm, column: ListColumn, mine: string): FilterChoice[] {
  const common = useCommon();
  const me = useSession().data?.user.id;
  const kind = filterValueKind(column);
  const { t } = useTranslation();
  if (kind === 'answered')
    return (['yes', 'no'] as const).map((value) => ({ value, label: t(`filter.answered.${value}`) }));
  if (kind === 'mine') return me ? [{ value: me, label: mine }] : [];
  if (kind === 'status') {
    const { states = [] } = getOwn(common.data?.workflows, form.definition.workflow) ?? {};
    return states.map((state) => ({ value: state.id, label: text(state.label) }));
  }
  const constants = common.data?.constants;
  if (kind !== 'options' || !column.node || !constants) return [];
  const options = closedOptionsOf(column.node, constants, column.kind === 'property' ? column.source : undefined) ?? [];
  return options.map((option) => ({ value: option.value, label: text(option.label) }));
}

/** Returns the open list that the column's values come from. */
export function choiceListOf(column: ListColumn): string | undefined {
  if (filterValueKind(column) !== 'list') return undefined;
  return column.node?.def.choices ?? 'organization';
}

/** Returns the forms of the records that a column refers to. If it names no form, returns all person forms. */
export function formsOfColumn(column: ListColumn, forms: readonly FormEntry[]): string[] {
  const named = column.node?.def.record?.forms ?? column.node?.def.person?.forms ?? [];
  return named.length > 0 ? named : forms.filter((entry) => entry.kind === 'person').map((entry) => entry.form);
}

export function useListItems(list: string | undefined) {
  return useQuery({
    queryKey: ['items', 'choices', list],
    queryFn: () => source.masterTable(list as string),
    enabled: list !== undefined,
    staleTime: 5 * 60_000,
  });
}

/** Returns a function that names ids. It returns "…" while names load, and the id if there is no name. */
export function useValueNames(
  form: CompiledForm,
  column: ListColumn,
  ids: string[],
  mine: string,
): (id: string) => string {
  const forms = useForms().data ?? [];
  const kind = filterValueKind(column);
  const known = useFilterOptions(form, column, mine);
  const items = useListItems(choiceListOf(column));
  const wanted = [...ids].sort();
  const places = useQuery({
    queryKey: ['items', 'places by id', wanted],
    queryFn: () => source.places(wanted),
    enabled: kind === 'places' && wanted.length > 0,
    staleTime: 5 * 60_000,
  });
  const asked = formsOfColumn(column, forms);
  const records = useRecordsById(asked, kind === 'records' ? wanted : []);
  return (id) => {
    const option = known.find((one) => one.value === id);
    if (option) return option.label;
    const named = [...(items.data ?? []), ...(places.data ?? [])].find((one) => one.id === id);
    if (named) return nameOf(named);
    const record = records.data?.find((one) => one.id === id);
    if (record) return recordName(record.name);
    return (kind === 'places' ? places : records).isFetching ? '…' : id;
  };
}
