/** Converts conditions of definitions to list filters. Days are counted back from today. */

import type { FormDefinition } from '../definitions/types.ts';
import type { Operator } from '../form/operators.ts';
import type { Where } from '../generated/form.ts';
import { equalJson } from '../json.ts';
import { addDays } from '../text/dates.ts';

export type { Where };
export type Figure = NonNullable<FormDefinition['figures']>['items'][number];

export interface ListFilter {
  field: string;
  op: Operator;
  value: unknown;
}

/** `today` is an ISO date in Kabul. */
export function whereFilters(where: Where | undefined, today: string): ListFilter[] {
  return (where ?? []).map(({ field, op, value, daysAgo }) => ({
    field,
    op,
    value: daysAgo === undefined ? (value ?? (op === 'empty' ? true : null)) : addDays(today, -daysAgo),
  }));
}

/** Joins sets of filters: all of them hold. Leaves out those that say no more than another one. */
export function joinedFilters(...sets: readonly (readonly ListFilter[])[]): ListFilter[] {
  const all: ListFilter[] = [];
  for (const filter of sets.flat()) {
    if (all.some((one) => implies(one, filter))) continue;
    const at = all.findIndex((one) => implies(filter, one));
    if (at < 0) all.push(filter);
    else all[at] = filter;
  }
  return all;
}

/** Returns true if every record for which the first holds also fits the second. */
function implies(first: ListFilter, second: ListFilter): boolean {
  if (first.field !== second.field) return false;
  const [values, allowed] = [chosen(first), chosen(second)];
  if (values && allowed) return values.every((one) => allowed.includes(one));
  if (values && second.op === 'empty' && second.value === false) return !values.includes('');
  if (first.op !== second.op) return false;
  const [now, then] = [first.value as string | number, second.value as string | number];
  if (first.op === 'gte') return now >= then;
  if (first.op === 'lte') return now <= then;
  return equalJson(now, then);
}

function chosen({ op, value }: ListFilter): string[] | undefined {
  return op === 'eq' || op === 'in' ? [value].flat().map(String) : undefined;
}
