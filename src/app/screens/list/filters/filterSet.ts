/** Pure functions on the filters of a list. Each field is filtered in only one way. */
import type { Filter } from '../../../../core/generated/api.ts';
import { type Calendar, type PeriodName, periodDays, toDateParts } from '../../../../core/text/dates.ts';

/**
 * Changes the filters as they are at that moment. Those that were drawn may be older: after a quick first tap, a second one worked
 * out from them would take the first back.
 */
export type ChangeFilters = (change: (filters: readonly Filter[]) => Filter[]) => void;

/** Returns the chosen values of a field from its `in` and `eq` filters. */
export function chosenValues(filters: readonly Filter[], field: string): string[] {
  return filters
    .filter((one) => one.field === field && (one.op === 'in' || one.op === 'eq'))
    .flatMap((one) => (Array.isArray(one.value) ? one.value : [one.value]))
    .map(String);
}

/** Filters a field by these values, or removes its filter if there are none. Keeps its position in the order. */
export function withChosenValues(filters: readonly Filter[], field: string, values: string[]): Filter[] {
  return replaced(filters, field, values.length > 0 ? [{ field, op: 'in', value: values }] : []);
}

export interface FilterBounds {
  from?: string | number;
  to?: string | number;
}

export function filterBoundsOf(filters: readonly Filter[], field: string): FilterBounds {
  const bound = (op: Filter['op']) => filters.find((one) => one.field === field && one.op === op)?.value;
  const exact = bound('eq');
  const from = bound('gte') ?? exact;
  const to = bound('lte') ?? exact;
  return {
    ...(from !== undefined && { from: from as string | number }),
    ...(to !== undefined && { to: to as string | number }),
  };
}

export function withFilterBounds(filters: readonly Filter[], field: string, { from, to }: FilterBounds): Filter[] {
  const bounds: Filter[] = [];
  if (from !== undefined && from !== '') bounds.push({ field, op: 'gte', value: from });
  if (to !== undefined && to !== '') bounds.push({ field, op: 'lte', value: to });
  return replaced(filters, field, bounds);
}

export function withTextFilter(filters: readonly Filter[], field: string, words: string): Filter[] {
  return replaced(filters, field, words ? [{ field, op: 'contains', value: words }] : []);
}

/** Returns `yes` or `no` if a field is filtered by whether it has an answer, else an empty text. */
export function answeredFilter(filters: readonly Filter[], field: string): '' | 'yes' | 'no' {
  const found = filters.find((one) => one.field === field && one.op === 'empty');
  return found ? (found.value === false ? 'yes' : 'no') : '';
}

export function withAnsweredFilter(filters: readonly Filter[], field: string, answered: string): Filter[] {
  return replaced(filters, field, answered ? [{ field, op: 'empty', value: answered === 'no' }] : []);
}

/** Returns the filters without those of the given fields. */
export function withoutFieldFilters(filters: readonly Filter[], ...fields: string[]): Filter[] {
  return filters.filter((one) => !fields.includes(one.field));
}

function replaced(filters: readonly Filter[], field: string, own: Filter[]): Filter[] {
  const at = filters.findIndex((one) => one.field === field);
  const others = withoutFieldFilters(filters, field);
  return at < 0 ? [...others, ...own] : [...others.slice(0, at), ...own, ...others.slice(at)];
}

export const PERIOD_NAMES: PeriodName[] = ['today', 'week', 'month', 'quarter', 'year'];

/** Filters a field by the days of one month, which is named by any of its days. */
export function monthFilter(field: string, day: string, calendar: Calendar): Filter[] {
  return withFilterBounds([], field, periodDays('month', day, calendar));
}

/** Returns the first day of the month whose days are these bounds, if they are those of one month. */
export function monthOfBounds({ from, to }: FilterBounds, calendar: Calendar): string | undefined {
  if (typeof from !== 'string' || !toDateParts(from, calendar)) return undefined;
  const days = periodDays('month', from, calendar);
  return days.from === from && days.to === to ? from : undefined;
}

/** Returns the name of the period that has these bounds, if any. */
export function periodOfBounds({ from, to }: FilterBounds, today: string, calendar: Calendar): PeriodName | undefined {
  return PERIOD_NAMES.find((name) => {
    const days = periodDays(name, today, calendar);
    return days.from === from && days.to === to;
  });
}
