/** Stored names and ids of questions that are written on a screen, and what follows when one changes. */

import { propertiesByPart } from '../definitions/inputs.ts';
import type { Field } from '../definitions/types.ts';
import { getOwn, isObject } from '../json.ts';
import {
  type DraftDefinition,
  type DraftFields,
  type FormDraft,
  fieldAt,
  nameInPath,
  siblingFields,
  tablePath,
  withSiblingFields,
} from './draft.ts';

const LONGEST = 40;

/** Names of questions that nobody has chosen. */
export const GENERATED_NAME = /(^|\.)question(_\d+)?$/;

/** Returns a name for words in Latin letters: `How many wells?` becomes `how_many_wells`. Empty if there are no such letters. */
export function nameOfWords(words: string): string {
  const parts = words.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const name = parts
    .join('_')
    .replace(/^[^a-z]+/, '')
    .slice(0, LONGEST);
  return name.replace(/_[^_]*$/, (last) => (name.length === LONGEST ? '' : last)).replace(/_$/, '');
}

/** Returns the name, or the first of `name_2`, `name_3` … that is not taken. */
export function freeName(stem: string, taken: Pick<ReadonlySet<string>, 'has'>): string {
  let free = stem;
  for (let number = 2; taken.has(free); number += 1) free = `${stem}_${number}`;
  return free;
}

/** Returns every id of a question, column or row. */
export function idsIn(fields: DraftFields): string[] {
  return Object.values(fields).flatMap((field) => [
    field.id,
    ...rowsOf(field).map(({ id }) => id),
    ...idsIn((field.columns ?? {}) as DraftFields),
  ]);
}

/** Returns every stored name among these questions. */
export function allStoredNames(fields: DraftFields): string[] {
  return Object.entries(fields).flatMap(([name, field]) => [name, ...storedNamesOfField(name, field)]);
}

/** Returns the names under which the parts of a question are stored. */
export function storedNamesOfField(name: string, field: Field): string[] {
  if (!isObject(field.bind) && !Array.isArray(field.rows)) return [name];
  return Object.values(propertiesByPart(name, field)).filter((one) => typeof one === 'string');
}

function rowsOf({ rows }: Field): { id: string; name: string }[] {
  return Array.isArray(rows) ? rows.filter((one) => isObject(one)) : [];
}

/** Returns the id that a new question of this name has. */
export function freeId({ form, fields }: DraftDefinition, path: string): string {
  const stem = `q_${String(form ?? 'form').replaceAll('-', '_')}_${path.replaceAll('.', '_')}`.toLowerCase();
  return freeName(stem, new Set(idsIn(fields)));
}

/** Keys whose texts are expressions. */
const EXPRESSIONS = new Set(['expr', 'default', 'filter']);

/** Keys whose texts, alone or in a list, are stored names. */
const NAMED = new Set([
  ...[
    'field',
    'fields',
    'at',
    'reason',
    'name',
    'date',
    'place',
    'organization',
    'site',
    'assigned',
    'key',
    'of',
    'by',
  ],
  ...['columns', 'filters', 'search', 'sort', 'rows', 'rowOf', 'same', 'notBefore', 'remarkOf', 'done', 'level'],
  ...['picture', 'captions', 'narrow', 'description', 'cover', 'order'],
  ...['sum', 'count', 'product', 'average', 'difference', 'concat', 'age', 'collect'],
]);

/**
 * Gives a question another stored name, everywhere in the definition: its section, conditions, expressions, words with its answer,
 * list, and the form's own keys. Its part of the contract is written anew. The same draft if the name is taken or is none.
 */
export function renameQuestion(draft: FormDraft, path: string, name: string): FormDraft {
  const [before, table] = [nameInPath(path), tablePath(path)];
  const beside = siblingFields(draft, path);
  if (!fieldAt(draft, path) || name === before || !NAME.test(name) || allStoredNames(beside).includes(name))
    return draft;
  const moved = Object.fromEntries(Object.entries(beside).map(([key, one]) => [key === before ? name : key, one]));
  const keyed = withSiblingFields(withoutContract(draft, path), path, moved);
  return { ...keyed, definition: new Renaming(before, name, table).definition(keyed.definition) };
}

const NAME = /^[A-Za-z][A-Za-z0-9_]*$/;

/** What names a question: a column is named alone in its table, and with its table elsewhere. */
class Renaming {
  readonly #before: string;
  readonly #after: string;
  /** Path of the table; empty for a question of the form. */
  readonly #table: string;

  constructor(before: string, after: string, table: string) {
    this.#before = before;
    this.#after = after;
    this.#table = table;
  }

  definition(given: DraftDefinition): DraftDefinition {
    return Object.fromEntries(
      Object.entries(given).map(([key, one]) => [
        key,
        key === 'fields' ? this.#fields(one as DraftFields, '') : this.#follow(one, key, ''),
      ]),
    ) as DraftDefinition;
  }

  /** `within` is the path of the table whose columns these are. */
  #fields(fields: DraftFields, within: string): DraftFields {
    const inner = (name: string) => (within === '' ? name : `${within}.${name}`);
    const field = (name: string, one: Field) =>
      Object.entries(one).map(([key, value]) => [
        key,
        key === 'columns' ? this.#fields(value as DraftFields, inner(name)) : this.#follow(value, key, within),
      ]);
    return Object.fromEntries(
      Object.entries(fields).map(([name, one]) => [name, Object.fromEntries(field(name, one))]),
    );
  }

  #follow(value: unknown, key: string, within: string): unknown {
    if (typeof value === 'string') return this.#text(value, key, within);
    if (Array.isArray(value)) return value.map((one) => this.#follow(one, key, within));
    if (!isObject(value)) return value;
    if (isWords(value)) return this.#words(value, within);
    // A constraint on a column is over the rows of its table.
    const around = typeof value.at === 'string' ? tablePath(value.at) : within;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.#follow(one, name, around)]));
  }

  #text(value: string, key: string, within: string): string {
    if (EXPRESSIONS.has(key)) return this.#expression(value, within);
    if (!NAMED.has(key)) return value;
    const whole = this.#table === '' ? '' : `${this.#table}.`;
    if (value === whole + this.#before) return whole + this.#after;
    if (value.startsWith(`${whole}${this.#before}.`))
      return whole + this.#after + value.slice(whole.length + this.#before.length);
    return this.#isNear(within) && value === this.#before ? this.#after : value;
  }

  #isNear(within: string): boolean {
    return this.#table === '' || this.#table === within;
  }

  /** Leaves texts in quotes as they are, and what stands behind a dot unless it is a column behind its table. */
  #expression(expr: string, within: string): string {
    return expr.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\b[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/g, (token) => {
      const whole = this.#table === '' ? this.#before : `${this.#table}.${this.#before}`;
      const near = this.#isNear(within) ? [this.#before, whole] : [whole];
      const found = near.find((one) => token === one || token.startsWith(`${one}.`));
      if (found === undefined) return token;
      return found.slice(0, found.length - this.#before.length) + this.#after + token.slice(found.length);
    });
  }

  #words(words: Record<string, unknown>, within: string): Record<string, unknown> {
    if (!this.#isNear(within)) return words;
    const [from, to] = [`{${this.#before}}`, `{${this.#after}}`];
    return Object.fromEntries(Object.entries(words).map(([tag, one]) => [tag, String(one).replaceAll(from, to)]));
  }
}

const isWords = (value: Record<string, unknown>) =>
  Object.keys(value).length > 0 &&
  Object.entries(value).every(([key, one]) => /^[a-z]{2,3}(-|$)/.test(key) && typeof one === 'string');

/** Takes the part of a question out of the contract: the engine writes it anew from the definition. */
export function withoutContract(draft: FormDraft, path: string): FormDraft {
  const field = fieldAt(draft, path);
  if (!field) return draft;
  const names = storedNamesOfField(nameInPath(path), field);
  const tables = tablePath(path) === '' ? [] : tablePath(path).split('.');
  return { ...draft, schema: withoutProperties(draft.schema, tables, names) };
}

function withoutProperties(
  schema: FormDraft['schema'],
  [table, ...deeper]: readonly string[],
  names: readonly string[],
): FormDraft['schema'] {
  const properties = isObject(schema.properties) ? schema.properties : {};
  if (table === undefined) {
    const left = Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)));
    if (Object.keys(left).length === Object.keys(properties).length) return schema;
    const required = Array.isArray(schema.required) ? schema.required.filter((one) => !names.includes(one)) : undefined;
    return { ...schema, ...(required && { required }), properties: left };
  }
  const list = getOwn(properties, table);
  if (!isObject(list) || !isObject(list.items)) return schema;
  const items = withoutProperties(list.items, deeper, names);
  return items === list.items ? schema : { ...schema, properties: { ...properties, [table]: { ...list, items } } };
}
