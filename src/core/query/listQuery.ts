/**
 * Reads what a list is asked for: filters, order, page, page size and search text.
 * The two documented shapes of `filters` are `{field: value}` and `[{field, op, value}]`, as JSON text or nested in the
 * query. In the first, a list means "one of", `from_…`/`to_…` bound a date or number, and empty values are ignored. A field may go by any of
 * its names, and a value by an id that was merged into another.
 */
import type { CompiledForm, RecordData } from '../definitions/types.ts';
import { badFilter } from '../errors/failure.ts';
import type { ListFilter } from '../figures/where.ts';
import { isOperator } from '../form/operators.ts';
import { holdsPlaces } from '../form/types/question.ts';
import type { ListMeta } from '../generated/api.ts';
import { getOwn } from '../json.ts';
import { organizationListOf } from '../records/place.ts';
import type { Registry } from '../records/registry.ts';
import type { Scope, StoredRecord } from '../records/types.ts';
import { textOrUndefined, truncate } from '../text/letters.ts';
import type { Filter } from './filter.ts';
import { MOST_PAGE_ROWS } from './pages.ts';

const MOST = 50;
const MOST_VALUES = 500;

/** Throws `bad_filter` (422) with the name of the invalid part. */
export function parseFilters(raw: unknown, form: CompiledForm): Filter[] {
  const given = decode(raw);
  if (given === undefined) return [];
  const list = Array.isArray(given) ? given.map((item) => fromRow(item, form)) : fromObject(given, form);
  if (list.length > MOST) throw badFilter('filters');
  return list;
}

function decode(raw: unknown): unknown[] | Record<string, unknown> | undefined {
  if (raw === undefined || raw === null || raw === '') return undefined;
  if (typeof raw === 'string') {
    try {
      return decode(JSON.parse(raw));
    } catch {
      throw badFilter('filters');
    }
  }
  if (Array.isArray(raw)) return raw;
  if (typeof raw === 'object') return raw as Record<string, unknown>;
  throw badFilter('filters');
}

function fromObject(given: Record<string, unknown>, form: CompiledForm): Filter[] {
  return Object.entries(given).flatMap(([name, value]): Filter[] => {
    if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return [];
    const bound = bounded(name, form);
    if (bound) return [{ field: bound.field, op: bound.op, value: scalar(name, value) }];
    const field = fieldName(name, form);
    if (!Array.isArray(value)) return [{ field, op: 'eq', value: scalar(name, value) }];
    if (value.length > MOST_VALUES) throw badFilter(name);
    return [{ field, op: 'in', value: value.map((item) => scalar(name, item)) }];
  });
}

function fromRow(item: unknown, form: CompiledForm): Filter {
  if (typeof item !== 'object' || item === null) throw badFilter('filters');
  const { field, op = 'eq', value = null } = item as Record<string, unknown>;
  if (typeof field !== 'string' || field.length > 200) throw badFilter('field');
  if (typeof op !== 'string' || !isOperator(op)) throw badFilter(field);
  if (op === 'in') {
    const values = Array.isArray(value) ? value : [value];
    if (values.length > MOST_VALUES) throw badFilter(field);
    return { field: fieldName(field, form), op, value: values.map((one) => scalar(field, one)) };
  }
  if (op === 'empty')
    return { field: fieldName(field, form), op, value: value !== false && value !== 'false' && value !== '0' };
  return { field: fieldName(field, form), op, value: scalar(field, value) };
}

function scalar(field: string, value: unknown): string | number | boolean {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string' && value.length <= 500 && !value.includes('\0')) return value;
  throw badFilter(truncate(field, 100));
}

/** `from_date`, `to_date`, `fromDate`, `toDate` bound the record's date; `from_<field>`, `to_<field>` bound that field. */
function bounded(name: string, form: CompiledForm): { field: string; op: 'gte' | 'lte' } | undefined {
  if (form.byProperty.has(name)) return undefined;
  const hit = /^(from|to)(?:_(\w+)|Date)$/.exec(name);
  if (!hit) return undefined;
  const op = hit[1] === 'from' ? 'gte' : 'lte';
  const target = hit[2] ?? 'date';
  return { field: target === 'date' ? 'date' : fieldName(target, form), op };
}

export interface ListQuery {
  form: CompiledForm;
  filters: Filter[];
  /** Column names, with `-` in front for descending. Empty for the form's default sort. */
  sort: string[];
  /** Answers that the rows shall carry besides those of the form's list. */
  columns?: string[];
  /** Starts at 1. */
  page: number;
  per_page: number;
  /** Cursor of the previous page's last row, for paging by key through everything (exports). */
  after?: string;
  /** Words to search for in code, name and listed texts. */
  text?: string;
  parent_id?: string;
  /** True to list deleted records instead of the others. Only for people who may restore. */
  deleted?: boolean;
}

export interface ListRow {
  /** Its answers are read as the newest version, like the columns that filters search. */
  record: StoredRecord;
  /** The answers as they are stored, in the version that the record was captured with. */
  stored: RecordData;
  name: string;
  /** Display values of list columns beside the answers: `parent.name`, `parent.<field>`, `record.started`. */
  columns: Record<string, unknown>;
  scope: Scope;
}

export interface ListPage
  extends Pick<ListMeta, 'per_page' | 'current_page' | 'last_page' | 'total' | 'capped' | 'next_cursor'> {
  rows: ListRow[];
}

const MOST_PAGE = 1_000_000;
const MOST_LETTERS = 5000;

/** Reads a whole number from 1 to `most`. Throws `bad_filter` for any other. */
function whole(value: unknown, name: string, fallback: number, most: number): number {
  if (value === undefined || value === '') return fallback;
  const number = typeof value === 'string' && !/^\d{1,9}$/.test(value) ? Number.NaN : Number(value);
  if (typeof value === 'object' || !Number.isInteger(number) || number < 1 || number > most) throw badFilter(name);
  return number;
}

/** Reads the columns that a person chose. Names that the form does not know any more are left out. */
function columnsOf(raw: unknown, form: CompiledForm): string[] {
  if (typeof raw !== 'string' || raw.length > MOST_LETTERS) throw badFilter('columns');
  return raw.split(',').filter((name) => form.fields.has(name) || form.byProperty.has(name));
}

/** Reads the query of a list. Throws `bad_filter` for invalid values. */
export function readListQuery(
  query: Record<string, unknown>,
  form: CompiledForm,
  registry: CanonicalLookup,
): ListQuery {
  const sort = textOrUndefined(query.sort) ?? '';
  if (sort.length > 300 || (query.sort !== undefined && typeof query.sort !== 'string')) {
    throw badFilter('sort');
  }
  const after = textOrUndefined(query.after);
  const search = textOrUndefined(query.text);
  if (after && after.length > 2000) throw badFilter('after');
  return {
    form,
    filters: canonicalFilters(parseFilters(query.filters ?? query.filter, form), form, registry),
    sort: sort.split(',').flatMap((name) => textOrUndefined(name) ?? []),
    ...(query.columns !== undefined && { columns: columnsOf(query.columns, form) }),
    page: whole(query.page, 'page', 1, MOST_PAGE),
    per_page: whole(query.per_page, 'per_page', form.definition.list.perPage ?? 20, MOST_PAGE_ROWS),
    ...(after && { after }),
    ...(search && { text: truncate(search, 200) }),
    ...(query.deleted === '1' && { deleted: true }),
  };
}

/** Maps names that clients use for engine columns to the column names. */
const ENGINE_NAMES: Record<string, string> = {
  province: 'province_id',
  provinces: 'province_id',
  district: 'district_id',
  village: 'village_id',
  organization: 'organization_id',
  organizations: 'organization_id',
  current_state: 'status',
  record_status: 'status',
  state: 'status',
};

const PLACES: ReadonlySet<string> = new Set(['province_id', 'district_id', 'village_id']);
/** Begins the name of a field of the record that a record belongs to. */
const OF_PARENT = 'parent.';

/** What knows the forms, and what places and choices were merged into. */
export type CanonicalLookup = Pick<Registry, 'canonical' | 'canonicalPlace' | 'form'>;

/** Replaces ids of merged places and reference data items by the ids they were merged into. */
export function canonicalFilters<F extends ListFilter>(
  filters: readonly F[],
  form: CompiledForm,
  registry: CanonicalLookup,
): F[] {
  return filters.map((filter) => {
    const canonical = filter.op === 'empty' ? undefined : canonicalOf(filter.field, form, registry);
    if (!canonical) return filter;
    return { ...filter, value: Array.isArray(filter.value) ? filter.value.map(canonical) : canonical(filter.value) };
  });
}

/** Returns what gives the id of today for a value of the field. Undefined if its values are never merged. */
function canonicalOf(
  name: string,
  form: CompiledForm,
  registry: CanonicalLookup,
): ((value: unknown) => unknown) | undefined {
  if (name.startsWith(OF_PARENT)) {
    const ofParent = name.slice(OF_PARENT.length);
    const parents = (form.definition.parent?.forms ?? []).flatMap((one) => registry.form(one) ?? []);
    return parents.flatMap((parent) => canonicalOf(ofParent, parent, registry) ?? [])[0];
  }
  const field = fieldName(name, form);
  const property = field === 'organization_id' ? (form.definition.organization ?? field) : field;
  const node = form.byProperty.get(property);
  const isPlace = PLACES.has(property) || (node !== undefined && holdsPlaces(node));
  // A record without a question for it has the organisation of its place.
  const list = node?.def.choices ?? (field === 'organization_id' ? organizationListOf(form) : undefined);
  if (list === undefined && !isPlace) return undefined;
  return (value) => {
    if (typeof value !== 'string') return value;
    return list === undefined ? registry.canonicalPlace(value) : registry.canonical(list, value);
  };
}

/** Returns the name of a field or an engine column that a filter means. */
function fieldName(name: string, form: CompiledForm): string {
  // `status` always means the record status, also on forms with a documented status of their own.
  if (form.byProperty.has(name) || form.fields.has(name) || name === 'status') return name;
  return getOwn(form.aliases, name) ?? getOwn(ENGINE_NAMES, name) ?? name;
}
