/**
 * Writes the canonical text of a definition file. Keys follow the meta schema; a text in its languages and an option take
 * one line each; other values take one line if they fit in 120 columns. Analysts review line by line, so a new question must
 * only add lines.
 */
import { getOwn, isObject } from '../json.ts';
import { LANGUAGES } from '../text/languages.ts';
import { isTextOf, languagesOf, sourceFirst } from './texts.ts';
import type { JsonSchema } from './types.ts';

const WIDTH = 120;
/** Lists whose objects take one line each, however long they are. */
const ONE_LINE_ITEMS = new Set([
  'options',
  'rows',
  'items',
  'columns',
  'currencies',
  'ratings',
  'yesNo',
  'yesNoDontKnow',
  'provinces',
  'districts',
]);
/** Keys whose objects always take several lines. In a list, this applies to each item. */
const OPEN_ENTRIES = new Set([
  'fields',
  'columns',
  'sections',
  'states',
  'transitions',
  'roles',
  'departments',
  'list',
  'detail',
  'api',
]);
/** Order of the keywords in a data contract. */
const CONTRACT_ORDER = [
  '$schema',
  '$id',
  '$ref',
  'title',
  'type',
  'required',
  'additionalProperties',
  'properties',
  'items',
  'enum',
  'const',
  'default',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'uniqueItems',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'description',
  '$defs',
];
/** At the top of the file, the description follows the title. */
const CONTRACT_HEAD = ['$schema', '$id', 'title', 'description', ...CONTRACT_ORDER];

/** Returns the canonical text of a file. `meta` is its meta schema; data contracts have none and use CONTRACT_ORDER. */
export function formatDefinition(json: unknown, meta: JsonSchema | undefined): string {
  const isForm = meta?.title === 'FormDefinition' && isObject(json);
  const languages = isForm ? languagesOf(json) : LANGUAGES;
  const ordered = meta ? inOrder(json, meta, meta) : contractOrder(json, false, CONTRACT_HEAD);
  const isText = (value: object) =>
    isForm ? isTextOf(value, languages) : languages.every((language) => Object.hasOwn(value, language));
  return `${writer(isText)(isForm ? sourceFirst(ordered as object) : ordered, '', 0, undefined)}\n`;
}

/** Sorts keys in the order of the meta schema. Unknown keys come last, in their own order. */
function inOrder(value: unknown, schema: JsonSchema, root: JsonSchema): unknown {
  const known = resolve(schema, root);
  if (Array.isArray(value)) {
    const items = (known.items ?? {}) as JsonSchema;
    return value.map((one) => inOrder(one, items, root));
  }
  if (typeof value !== 'object' || value === null) return value;
  const shape = alternative(known, value, root);
  const properties = (shape.properties ?? {}) as Record<string, JsonSchema>;
  const rest = typeof shape.additionalProperties === 'object' ? (shape.additionalProperties as JsonSchema) : {};
  const order = Object.keys(properties);
  return Object.fromEntries(
    sorted(Object.keys(value), order).map((key) => [
      key,
      inOrder(getOwn(value as JsonSchema, key), getOwn(properties, key) ?? rest, root),
    ]),
  );
}

function sorted(keys: string[], order: readonly string[]): string[] {
  const place = (key: string): number => (order.includes(key) ? order.indexOf(key) : order.length);
  return keys
    .map((key, index) => ({ key, index }))
    .sort((a, b) => place(a.key) - place(b.key) || a.index - b.index)
    .map(({ key }) => key);
}

function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema {
  if (typeof schema.$ref !== 'string') return schema;
  let target: unknown = root;
  for (const part of schema.$ref.split('/').slice(1)) target = getOwn(target as JsonSchema, part);
  return resolve(target as JsonSchema, root);
}

/** Returns the first alternative of a `oneOf` with a required key that the value has; without one, the schema itself. */
function alternative(schema: JsonSchema, value: object, root: JsonSchema): JsonSchema {
  const choices = (schema.oneOf ?? []) as JsonSchema[];
  const found = choices
    .map((one) => resolve(one, root))
    .find((one) => ((one.required ?? []) as string[]).some((key) => Object.hasOwn(value, key)));
  return found ?? schema;
}

/** Sorts the keywords of a contract. Names under `properties` keep their order, which is that of the form. */
function contractOrder(value: unknown, names: boolean, order: readonly string[] = CONTRACT_ORDER): unknown {
  if (Array.isArray(value)) return value.map((one) => contractOrder(one, false));
  if (typeof value !== 'object' || value === null) return value;
  const keys = names ? Object.keys(value) : sorted(Object.keys(value), order);
  return Object.fromEntries(
    keys.map((key) => [
      key,
      contractOrder(getOwn(value as JsonSchema, key), !names && (key === 'properties' || key === '$defs')),
    ]),
  );
}

type Write = (value: unknown, indent: string, taken: number, key: string | undefined, parent?: string) => string;

/** Returns what writes a value: `key` is its property name; for items of a list, that of the list. */
function writer(isText: (value: object) => boolean): Write {
  /** A value that contains a text takes several lines even if one would do. */
  const holdsText = (value: object): boolean =>
    Object.values(value).some((one) => typeof one === 'object' && one !== null && (isText(one) || holdsText(one)));
  const isPlain = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null) return true;
    return (
      isText(value) || (Array.isArray(value) && value.every((one) => typeof one !== 'object')) || !holdsText(value)
    );
  };
  const write: Write = (value, indent, taken, key, parent) => {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const flat = oneLine(value);
    const short = indent.length + taken + flat.length <= WIDTH;
    if (isText(value) || (Array.isArray(value) && value.length === 0) || Object.keys(value).length === 0) return flat;
    const oneLineItem =
      !Array.isArray(value) &&
      parent === 'item' &&
      ONE_LINE_ITEMS.has(key ?? '') &&
      Object.values(value).every(isPlain);
    const open = !Array.isArray(value) && (taken === 0 || OPEN_ENTRIES.has(key ?? '') || parent === 'entry');
    if (oneLineItem || (short && !open && !holdsText(value))) return flat;
    const inner = `${indent}  `;
    const lines = Array.isArray(value)
      ? value.map(
          (one) =>
            inner +
            write(one, inner, 1, key, OPEN_ENTRIES.has(key ?? '') && !ONE_LINE_ITEMS.has(key ?? '') ? 'entry' : 'item'),
        )
      : Object.entries(value).map(([name, one]) => {
          const start = `${JSON.stringify(name)}: `;
          const entry = key === 'fields' || (key === 'columns' && !Array.isArray(value));
          const kind = key === 'lists' && Array.isArray(one) ? 'options' : name;
          return inner + start + write(one, inner, start.length + 1, kind, entry ? 'entry' : undefined);
        });
    const [before, after] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
    return `${before}\n${lines.join(',\n')}\n${indent}${after}`;
  };
  return write;
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${value.map(oneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${oneLine(inner)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}
