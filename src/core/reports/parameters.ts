/** Reads the filters of a report from a query: dates, places, organisations and the choices of the report's own. */

import type { CompiledForm } from '../definitions/types.ts';
import { badFilter, Failure } from '../errors/failure.ts';
import type { OwnFilter, ReportDefinition } from '../generated/report.ts';
import { getOwn, isObject } from '../json.ts';
import type { Filter } from '../query/filter.ts';
import { type CanonicalLookup, canonicalFilters } from '../query/listQuery.ts';
import { dayNumberOfIso } from '../text/calendar.ts';
import { type Calendar, periodDays } from '../text/dates.ts';
import { cleanText, toLatinDigits, truncate } from '../text/letters.ts';
import { formsOfReport, ownFilters } from './sources.ts';

/** What the documented calls list first among the organisations. Choosing it narrows nothing. */
export const NO_ORGANIZATION = '2';

/** Names under which the documents list some of these filters. */
const OTHER_NAMES: Readonly<Record<string, string>> = { from_date: 'from', to_date: 'to', provinces: 'province' };

const MOST_VALUES = 500;
const LONGEST_VALUE = 200;
const PERIODS = ['today', 'week', 'month', 'quarter'] as const;

export type PeriodChoice = (typeof PERIODS)[number];

export interface ReportParameters {
  /** Inclusive ISO days. */
  from?: string;
  to?: string;
  period?: PeriodChoice;
  organizations: string[];
  provinces: string[];
  own: { filter: OwnFilter; values: string[] }[];
  /** True if a filter that the report needs is not chosen. Nothing is counted then. */
  isIncomplete: boolean;
}

/** Knows forms, and what choices and places were merged into. */

/**
 * Reads single values of a query, and `filters` as JSON with the same keys. Throws `bad_filter` for a key of `filters` that
 * the report does not have, and for a value that does not fit; `days_reversed` for a last day before the first one.
 */
export function readParameters(
  report: ReportDefinition,
  query: Readonly<Record<string, unknown>>,
  { today, calendar, registry }: { today: string; calendar: Calendar; registry: CanonicalLookup },
): ReportParameters {
  const own = ownFilters(report);
  const ids = report.filters.map((filter) => (typeof filter === 'string' ? filter : filter.id));
  const namesOf = (id: string): string[] => [id, getOwn(OTHER_NAMES, id) ?? id];
  const sent = new Map([...Object.entries(query), ...innerOf(query.filters, ids.flatMap(namesOf))]);
  const given = (id: string): string[] => {
    const name = namesOf(id).find((one) => sent.get(one) !== undefined);
    return valuesOf(name && sent.get(name), id);
  };
  const has = (id: ReportDefinition['filters'][number]) => report.filters.includes(id);
  const day = (id: 'from_date' | 'to_date') => (has(id) ? dayOf(given(id), id) : undefined);
  const chosen = has('period') ? given('period')[0] : undefined;
  if (chosen !== undefined && !isPeriod(chosen)) throw badFilter('period');
  const range = chosen === undefined ? undefined : periodDays(chosen, today, calendar);
  const from = day('from_date') ?? range?.from;
  const to = day('to_date') ?? range?.to;
  if (from !== undefined && to !== undefined && from > to) throw new Failure('days_reversed');
  const forms = formsOfReport(report).flatMap((name) => registry.form(name) ?? []);
  const now = (field: string, of: readonly CompiledForm[], values: string[]) =>
    of.length === 0 ? values : valuesNow({ field, op: 'in', value: values }, of, registry);
  const organizations = now('organization_id', forms, has('organizations') ? given('organizations') : []);
  const asked = own.map((filter) => {
    const of = forms.filter(({ form }) => filter.of?.includes(form) ?? true);
    return { filter, values: now(filter.by, of, given(filter.id)) };
  });
  return {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(chosen !== undefined && { period: chosen }),
    organizations: organizations.filter((id) => id !== NO_ORGANIZATION),
    provinces: has('provinces') ? given('provinces') : [],
    own: asked.filter(({ values }) => values.length > 0),
    isIncomplete: asked.some(({ filter, values }) => filter.required && values.length === 0),
  };
}

/** Returns the values of a filter on some forms, of what was merged those that it was merged into. */
function valuesNow(filter: Filter, forms: readonly CompiledForm[], registry: CanonicalLookup): string[] {
  const values = forms.flatMap((form) => canonicalFilters([filter], form, registry)).flatMap(({ value }) => value);
  return [...new Set(values as string[])];
}

/** Returns the filters as they were understood, by name. */
export function appliedFilters({
  from,
  to,
  period: chosen,
  organizations,
  provinces,
  own,
}: ReportParameters): Record<string, string[]> {
  const all: [string, string[]][] = [
    ['from_date', from === undefined ? [] : [from]],
    ['to_date', to === undefined ? [] : [to]],
    ['period', chosen === undefined ? [] : [chosen]],
    ['organizations', organizations],
    ['provinces', provinces],
    ...own.map(({ filter, values }): [string, string[]] => [filter.id, values]),
  ];
  return Object.fromEntries(all.filter(([, values]) => values.length > 0));
}

function innerOf(text: unknown, ids: readonly string[]): Map<string, unknown> {
  if (text === undefined || text === '') return new Map();
  const filters = typeof text === 'string' ? parsed(text) : text;
  if (!isObject(filters)) throw badFilter('filters');
  for (const key of Object.keys(filters)) if (!ids.includes(key)) throw badFilter(truncate(key, LONGEST_VALUE));
  return new Map(Object.entries(filters));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badFilter('filters');
  }
}

function valuesOf(value: unknown, id: string): string[] {
  if (value === undefined || value === null) return [];
  const list = Array.isArray(value) ? value : String(isWord(value, id)).split(',');
  const values = list.map((one) => cleanText(String(isWord(one, id)))).filter((one) => one !== '');
  if (values.length > MOST_VALUES) throw badFilter(id);
  return [...new Set(values)];
}

function isWord(value: unknown, id: string): string | number | boolean {
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (!isPlain || String(value).includes('\0')) throw badFilter(id);
  if (String(value).length > LONGEST_VALUE * MOST_VALUES) throw badFilter(id);
  return value;
}

function dayOf(values: readonly string[], id: string): string | undefined {
  if (values.length === 0) return undefined;
  const day = toLatinDigits(values[0] as string);
  if (values.length > 1 || !/^\d{4}-\d{2}-\d{2}$/.test(day) || dayNumberOfIso(day) === null) throw badFilter(id);
  return day;
}

function isPeriod(value: string): value is PeriodChoice {
  return (PERIODS as readonly string[]).includes(value);
}
