/** Returns the problems of a site for the API, numbered and named, with the people of each role. */

import type { ProblemQuery } from '../../../core/api/problems.ts';
import { badFilter } from '../../../core/errors/failure.ts';
import { getOwn } from '../../../core/getOwn.ts';
import { STATUS, TYPE } from '../../../core/problems/log.ts';
import { isBlank } from '../../../core/text/clean.ts';
import { problemsView } from '../../../core/views/record/show.ts';
import type { Call } from '../call.ts';
import { readsOf } from '../reads.ts';

const FILTERS = new Set([
  'text',
  'from_date',
  'to_date',
  'fromDate',
  'toDate',
  'status',
  STATUS,
  TYPE,
  'type_id',
  'open',
]);

/** Longest text that is searched for. */
const MOST_WORDS = 200;

export async function problems(call: Call, id: string) {
  await call.services.records.get(call.form, id, call.actor);
  return problemsView(readsOf(call), id, readFilters(call));
}

function readFilters({ query }: Call): ProblemQuery {
  const raw = typeof query.filters === 'string' && query.filters ? parse(query.filters) : (query.filters ?? {});
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) throw badFilter('filters');
  const given = { ...query, ...raw } as Record<string, unknown>;
  for (const name of Object.keys(raw)) if (!FILTERS.has(name)) throw badFilter(name);
  const open = read(given, ['open'], (value) => [true, '1', 'true'].includes(value as string));
  return {
    open,
    from: read(given, ['from_date', 'fromDate'], asDay),
    to: read(given, ['to_date', 'toDate'], asDay),
    status: read(given, [STATUS, 'status'], asIds),
    types: read(given, [TYPE, 'type_id'], asIds),
    text: read(given, ['text'], asWords),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badFilter('filters');
  }
}

/** Reads the first of these names that the query gives. Throws bad_filter if its value is invalid. */
function read<T>(
  given: Record<string, unknown>,
  names: readonly string[],
  as: (value: unknown) => T | undefined,
): T | undefined {
  const name = names.find((one) => !isBlank(getOwn(given, one)));
  if (name === undefined) return undefined;
  const value = as(getOwn(given, name));
  if (value === undefined) throw badFilter(name);
  return value;
}

function asDay(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined;
}

function asWords(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= MOST_WORDS ? value : undefined;
}

function asIds(value: unknown): string[] | undefined {
  const list = [value].flat();
  const isId = (one: unknown): one is string => typeof one === 'string' && one.length <= 64 && !one.includes('\0');
  return list.length <= 100 && list.every(isId) ? list : undefined;
}
