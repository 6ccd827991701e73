/**
 * Converts a request body to answers. Form-encoded texts get the types of the contract, alternative documented names become
 * property names, and the documented `ratings` and `answers` shapes become flat. It never throws. A value that cannot be
 * read stays as it is, so that the validator names the field. Unknown names are errors here.
 */

import type { CompiledForm, FieldNode, JsonSchema, RecordData } from '../definitions/types.ts';
import { addError, countUncheckedIfFull, type RecordErrors } from '../errors/recordErrors.ts';
import { escapePointer, getOwn, isObject } from '../json.ts';
import { isBlank } from '../text/letters.ts';
import { readAnswerGroup, readGroupedAnswers, toPropertyName } from './answerGroups.ts';
import { coerceList, coerceValue } from './coerceValue.ts';
import { FIELD_TYPES } from './types/index.ts';

/** Documented groups of answers by question. */
const GROUPS = ['ratings', 'answers'];

export interface CoercedAnswers {
  data: RecordData;
  errors: RecordErrors;
  /** Property names that the body contains, also those it empties. */
  named: ReadonlySet<string>;
}

export function coerceAnswers(form: CompiledForm, raw: unknown): CoercedAnswers {
  const data: RecordData = {};
  const named = new Set<string>();
  const errors: RecordErrors = {};
  if (!isObject(raw)) {
    addError(errors, '', 'type');
    return { data, errors, named };
  }
  const properties = (form.contract.properties ?? {}) as Record<string, JsonSchema>;
  const groups = groupNames(form);
  const put = (name: string, value: unknown, pointer: string): boolean => {
    const stored = toPropertyName(form, name);
    if (stored === undefined || !Object.hasOwn(properties, stored)) return false;
    named.add(stored);
    const node = form.byProperty.get(stored);
    const row = stored === form.definition.problems?.field ? form.row : undefined;
    const given = row || node?.def.rowIds ? storedRows(node?.def.rowIds ?? [], row, value) : value;
    const own = node ? readByType(node, given) : given;
    const read = coerceValue(own, getOwn(properties, stored) as JsonSchema, 0, pointer, errors);
    if (read === undefined) return true;
    // An alternative name never overwrites the property name itself.
    if (stored === name || data[stored] === undefined) data[stored] = read;
    return true;
  };
  // A response has each answer under its own name and in its group. Sent back, the own name counts, also if it is empty.
  const putGrouped: typeof put = (name, value, pointer) => {
    const stored = toPropertyName(form, name);
    return (stored !== undefined && Object.hasOwn(raw, stored)) || put(name, value, pointer);
  };
  const target = { form, put: putGrouped, errors };
  const names = Object.keys(raw);
  for (const [index, name] of names.entries()) {
    if (countUncheckedIfFull(errors, names.length - index)) break;
    const value = getOwn(raw, name);
    const pointer = `/${escapePointer(name)}`;
    if (put(name, value, pointer)) continue;
    if (groups.dotted.has(name)) readAnswerGroup(target, name, value, pointer);
    else if (groups.plain.has(name)) readGroupedAnswers(target, value, pointer);
    else addError(errors, pointer, 'unknown_field');
  }
  return { data, errors, named };
}

/**
 * Returns the names under which answers are grouped. `plain` names are those of all forms and of sections. `dotted` names
 * are the part before a dot in documented names (`accessibility.budget`, `logs.1`).
 */
function groupNames(form: CompiledForm): Record<'plain' | 'dotted', ReadonlySet<string>> {
  return {
    plain: new Set([...GROUPS, ...form.sections.flatMap((section) => section.def.aliases ?? [])]),
    // The group itself may contain a dot.
    dotted: new Set(
      Object.keys(form.aliases).flatMap((alias) =>
        [...alias.matchAll(/\./g)].map(({ index }) => alias.slice(0, index)),
      ),
    ),
  };
}

/** Lets the type of a question read an answer in its own way, also in rows and in rows of rows. */
function readByType(node: FieldNode, given: unknown): unknown {
  const own = FIELD_TYPES[node.type].coerce;
  if (own) return own(given);
  const columns = node.columns ?? [];
  if (!columns.some((column) => column.columns || FIELD_TYPES[column.type].coerce)) return given;
  const rows = coerceList(given, { type: 'object' });
  if (!Array.isArray(rows)) return given;
  return rows.map((row) => {
    if (!isObject(row)) return row;
    const read = { ...row };
    for (const column of columns)
      for (const name of column.properties)
        if (Object.hasOwn(row, name)) read[name] = readByType(column, getOwn(row, name));
    return read;
  });
}

/** Returns rows by property name, without the ids and names that only documented bodies have. */
function storedRows(ids: readonly string[], definition: CompiledForm | undefined, value: unknown): unknown {
  const rows = coerceList(value, { type: 'object' });
  if (!Array.isArray(rows)) return value;
  // The lasting code of a problem is the server's, and stands in every row that it sends.
  const code = definition && !definition.byProperty.has('code') ? ['code'] : [];
  const dropped = new Set([...ids, ...code, ...Object.keys(definition?.definition.readOnly ?? {})]);
  return rows.map((row) => {
    if (!isObject(row)) return row;
    const stored: RecordData = {};
    for (const [given, inner] of Object.entries(row)) {
      if (dropped.has(given)) continue;
      const name = definition && getOwn(definition.aliases, given);
      if (name === undefined) stored[given] = isBlank(inner) ? (stored[given] ?? inner) : inner;
      else if (isBlank(stored[name])) stored[name] = idsOf(inner);
    }
    return stored;
  });
}

/** Replaces `{id, name}` from a response by its id. */
function idsOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(idsOf);
  return isObject(value) && typeof value.id === 'string' ? value.id : value;
}
