/** Converts conditions of definitions to list filters. Days are counted back from today. */
import type { FormDefinition } from '../definitions/types.ts';
import type { Operator } from '../form/operators.ts';
import type { Where } from '../generated/form.ts';
import { addDays } from '../text/dates.ts';

export type { Where };
export type Figure = NonNullable<FormDefinition['figures']>['items'][number];

export interface ListFilter {
  field: string;
  op: Operator;
  value: unknown;
}

/** `today` is an ISO date in Kabul. */
export function filtersOf(where: Where | undefined, today: string): ListFilter[] {
  return (where ?? []).map(({ field, op, value, daysAgo }) => ({
    field,
    op,
    value: daysAgo === undefined ? (value ?? (op === 'empty' ? true : null)) : addDays(today, -daysAgo),
  }));
}

/**
 * Joins sets of filters. A later value replaces an earlier one of the same field, and of two bounds the narrower one holds.
 * A figure and the list behind it therefore count the same records.
 */
export function joined(...sets: readonly (readonly ListFilter[])[]): ListFilter[] {
  const all: ListFilter[] = [];
  for (const filter of sets.flat()) {
    const at = all.findIndex(({ field, op }) => field === filter.field && kindOf(op) === kindOf(filter.op));
    const before = all[at];
    if (!before) all.push(filter);
    else if (filter.op !== 'gte' && filter.op !== 'lte') all[at] = filter;
    else if (isNarrower(filter, before)) all[at] = filter;
  }
  return all;
}

function kindOf(op: Operator): string {
  return op === 'eq' || op === 'in' || op === 'empty' ? 'chosen' : op;
}

function isNarrower(filter: ListFilter, before: ListFilter): boolean {
  const [now, then] = [filter.value as string | number, before.value as string | number];
  return filter.op === 'gte' ? now > then : now < then;
}
