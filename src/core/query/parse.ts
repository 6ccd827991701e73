/**
 * Reads the two documented shapes of `filters`: `{field: value}` and `[{field, op, value}]`, as JSON text or nested in the
 * query. In the first, a list means "one of", `from_…`/`to_…` bound a date or number, and empty values are ignored.
 */

import type { CompiledForm } from '../definitions/types.ts';
import { badFilter } from '../errors/failure.ts';
import { fieldName } from '../figures/merged.ts';
import { isOperator } from '../form/operators.ts';
import { cut } from '../text/clean.ts';
import type { Filter } from './filter.ts';

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
  throw badFilter(cut(field, 100));
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
