/** Calculates derived values from answers: a small closed set of derivations, and expressions. */

import { readsDay } from '../definitions/inputs.ts';
import type { CompiledForm, FieldNode, RecordData } from '../definitions/types.ts';
import { equal } from '../definitions/validatorRuntime.ts';
import type { Programs } from '../expressions/load.ts';
import type { Program } from '../expressions/program.ts';
import type { EvaluationContext } from '../expressions/types.ts';
import type { Derivation } from '../generated/form.ts';
import { daysBetween, toDateParts } from '../text/dates.ts';
import { cleanText, isBlank } from '../text/letters.ts';
import { ratingPointsOf } from './ratingPoints.ts';
import { propertyKindOf } from './types/question.ts';

/** Ages are counted to `today` if the record has no date of its own. */
export type DeriveContext = EvaluationContext;

/** Returns the derived value of a field for these answers. Days are counted to the date of the record. */
export function derivedValue(
  form: CompiledForm,
  node: FieldNode,
  data: RecordData,
  today: string,
  programs?: Programs,
): unknown {
  const day = readsDay(node.def) ? dayOfRecord(form, data, today) : today;
  return derive(node, data, day, programs?.values.get(node.name));
}

/** Returns the derived value of a column for the cells of its row. Only expressions count days to the date of the record. */
export function derivedCell(
  column: FieldNode,
  row: RecordData,
  { today, day }: { today: string; day: string },
  program: Program | undefined,
): unknown {
  return derive(column, row, program ? day : today, program);
}

/** Returns the date of the record, or `today` if it has none. */
export function dayOfRecord({ definition }: CompiledForm, data: RecordData, today: string): string {
  const date = definition.date ? data[definition.date] : undefined;
  return typeof date === 'string' && toDateParts(date, 'gregorian') ? date : today;
}

function derive(node: FieldNode, data: RecordData, day: string, program: Program | undefined): unknown {
  const { collect, expr } = node.def.derived as Derivation;
  if (collect) {
    const found = [...new Set(collect.flatMap((path) => valuesAt(path, data)))];
    const before = data[node.name];
    // Keep the same object for an equal list, so that nothing counts as changed.
    if (equal(before, found)) return before;
    return found.length > 0 ? found : undefined;
  }
  const value = expr ? ofProgram(program, data, day) : valueFor(node.def.derived as Derivation, data, day);
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (value === undefined || !Number.isFinite(value)) return undefined;
  return propertyKindOf(node) === 'integer' ? Math.round(value) : value;
}

/** Runs an expression. A result of another type counts as none. */
function ofProgram(program: Program | undefined, data: RecordData, day: string): number | string | undefined {
  const value = program?.run(data, { today: day });
  if (typeof value === 'number') return roundFloat(value);
  return typeof value === 'string' ? value : undefined;
}

function valueFor(rule: Derivation, data: RecordData, day: string): number | string | undefined {
  if (rule.sum) {
    const filled = rule.sum.flatMap((name) => numbersAt(name, data));
    return filled.length === 0 ? undefined : roundFloat(filled.reduce((a, b) => a + b, 0));
  }
  if (rule.count !== undefined) {
    const rows = data[rule.count];
    return Array.isArray(rows) ? rows.length : isBlank(rows) ? 0 : 1;
  }
  if (rule.product) {
    const factors = rule.product.map((name) => factorOf(data[name]));
    return factors.some((one) => one === undefined)
      ? undefined
      : roundFloat((factors as number[]).reduce((a, b) => a * b, 1));
  }
  if (rule.average) {
    const filled = rule.average.flatMap((name) => numbersAt(name, data));
    return filled.length === 0
      ? undefined
      : Math.round((filled.reduce((a, b) => a + b, 0) / filled.length) * 100) / 100;
  }
  if (rule.difference) return difference(data[rule.difference[0]], data[rule.difference[1]]);
  if (rule.concat) {
    return rule.concat
      .map((name) => data[name])
      .filter((one) => !isBlank(one) && typeof one !== 'object')
      .map((one) => cleanText(String(one)))
      .filter(Boolean)
      .join(' ');
  }
  if (rule.age !== undefined) return yearsBetween(data[rule.age], day);
  return undefined;
}

/** Returns every non-empty value of a property or `table.column`. Lists are flattened. */
function valuesAt(path: string, data: RecordData): unknown[] {
  const [name = '', column] = path.split('.');
  const value = data[name];
  const cells =
    column === undefined ? value : Array.isArray(value) ? value.map((row) => (row as RecordData | null)?.[column]) : [];
  return [cells].flat(2).filter((one) => !isBlank(one));
}

/** Returns the numbers of a property or `table.column`. Ratings count as their points. */
function numbersAt(path: string, data: RecordData): number[] {
  const [name = '', column] = path.split('.');
  const value = data[name];
  if (column === undefined) return [numberOf(value)].filter((one) => one !== undefined);
  if (!Array.isArray(value)) return [];
  return value.map((row) => numberOf((row as RecordData | null)?.[column])).filter((one) => one !== undefined);
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return ratingPointsOf(value);
}

/** In a product, options with numbers as codes count as these numbers. */
function factorOf(value: unknown): number | undefined {
  return typeof value === 'string' && /^-?\d{1,6}(\.\d{1,6})?$/.test(value) ? Number(value) : numberOf(value);
}

function difference(first: unknown, second: unknown): number | undefined {
  if (typeof first === 'string' && typeof second === 'string') return daysBetween(second, first) ?? undefined;
  const a = numberOf(first);
  const b = numberOf(second);
  return a === undefined || b === undefined ? undefined : roundFloat(a - b);
}

/** Returns whole years from a birthday to a date; undefined if the birthday is later. */
function yearsBetween(from: unknown, day: string): number | undefined {
  if (typeof from !== 'string') return undefined;
  const a = toDateParts(from, 'gregorian');
  const b = toDateParts(day, 'gregorian');
  if (!a || !b) return undefined;
  const years = b.year - a.year - (b.month < a.month || (b.month === a.month && b.day < a.day) ? 1 : 0);
  return years < 0 ? undefined : years;
}

/** Removes floating-point errors: 0.1 + 0.2 becomes 0.3, and 0 times -1 becomes 0. */
export function roundFloat(value: number): number {
  return Math.round(value * 1e6) / 1e6 + 0;
}
