/**
 * Converts a value to the type of its schema: form-encoded and JSON texts, digits of three languages, lists as one text. A
 * value that cannot be read stays as it is, so that the validator names it.
 */

import type { JsonSchema, RecordData } from '../definitions/types.ts';
import { FORMATS } from '../definitions/validatorRuntime.ts';
import { addError, countUncheckedIfFull, type RecordErrors } from '../errors/recordErrors.ts';
import { escapePointer, getOwn, isObject, JSON_LIMITS, jsonExcess } from '../json.ts';
import { cleanText, isBlankText, readNumber, toLatinDigits, withoutMarks } from '../text/letters.ts';

/** An area in a row of a row is as deep as this. */
const MAX_DEPTH = 8;

/** Returns the value in the type of its schema; undefined if it is empty. */
export function coerceValue(
  value: unknown,
  schema: JsonSchema,
  depth: number,
  pointer: string,
  errors: RecordErrors,
): unknown {
  if (value === null || value === undefined || depth > MAX_DEPTH) return undefined;
  switch (schema.type) {
    case 'integer':
    case 'number':
      if (typeof value !== 'string') return onStep(value, schema);
      return isBlankText(value) ? undefined : onStep(readNumber(value) ?? value, schema);
    case 'boolean':
      return value === 'true' || value === '1' || value === 1
        ? true
        : value === 'false' || value === '0' || value === 0
          ? false
          : value;
    case 'array':
      return readList(value, schema, depth, pointer, errors);
    case 'object':
      return readObject(value, schema, depth, pointer, errors);
    default:
      return readText(value, schema);
  }
}

/** What adding decimals leaves behind them (0.1 + 0.2) is no other answer. */
const NEAR = 1e-9;

function onStep(value: unknown, { multipleOf: step }: JsonSchema): unknown {
  if (typeof value !== 'number' || typeof step !== 'number' || Number.isInteger(step)) return value;
  const near = Number((Math.round(value / step) * step).toFixed(10));
  return Math.abs(near - value) < NEAR ? near : value;
}

/** Marks go and digits become Latin where the schema has a format, a pattern or codes, because these use Latin digits. */
function readText(value: unknown, schema: JsonSchema): unknown {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return value;
  const clean = cleanText(value);
  if (clean === '') return undefined;
  if (schema.format === 'date-time') return inUtc(toLatinDigits(withoutMarks(clean)));
  return schema.format !== undefined || schema.pattern !== undefined || schema.enum !== undefined
    ? toLatinDigits(withoutMarks(clean))
    : clean;
}

/** Instants are stored in UTC, so that their text sorts by time. */
function inUtc(moment: string): string {
  return FORMATS['date-time']?.(moment) ? new Date(moment).toISOString() : moment;
}

function readList(value: unknown, schema: JsonSchema, depth: number, pointer: string, errors: RecordErrors): unknown {
  const items = (schema.items ?? {}) as JsonSchema;
  const { prefixItems } = schema as { prefixItems?: JsonSchema[] };
  const list = coerceList(value, items);
  if (!Array.isArray(list)) return list;
  const read = list.map((one, index) =>
    countUncheckedIfFull(errors, 1)
      ? one
      : coerceValue(one, prefixItems?.[index] ?? items, depth + 1, `${pointer}/${index}`, errors),
  );
  return read.filter((one) => one !== undefined);
}

/** Returns a list. Form-encoded bodies send one as `a[0]=…` (if long, an object with number keys) or as one text. */
export function coerceList(value: unknown, items: JsonSchema): unknown {
  if (Array.isArray(value)) return value;
  if (isObject(value)) {
    const keys = Object.keys(value);
    return keys.every((key) => /^\d{1,6}$/.test(key))
      ? keys.sort((a, b) => Number(a) - Number(b)).map((key) => getOwn(value, key))
      : value;
  }
  if (typeof value === 'string' && items.type !== 'object')
    return value.split(',', JSON_LIMITS.values).map(cleanText).filter(Boolean);
  if (typeof value === 'number' && items.type !== 'object') return [value];
  if (typeof value === 'string' && value.trim().startsWith('[')) return parseJsonText(value);
  return value === '' ? undefined : value;
}

/** Bodies may contain rows and groups as JSON text. One that is not JSON, or too much, stays a text, which is then refused. */
export function parseJsonText(text: string): unknown {
  if (jsonExcess(text, JSON_LIMITS)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

function readObject(value: unknown, schema: JsonSchema, depth: number, pointer: string, errors: RecordErrors): unknown {
  if (!isObject(value)) return value === '' ? undefined : value;
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const read: RecordData = {};
  for (const [name, inner] of Object.entries(value)) {
    if (countUncheckedIfFull(errors, 1)) continue;
    if (!Object.hasOwn(properties, name)) {
      addError(errors, `${pointer}/${escapePointer(name)}`, 'unknown_field');
      continue;
    }
    const made = coerceValue(inner, getOwn(properties, name) as JsonSchema, depth + 1, `${pointer}/${name}`, errors);
    if (made !== undefined) read[name] = made;
  }
  return read;
}
