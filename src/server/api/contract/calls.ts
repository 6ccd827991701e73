/**
 * The shapes and calls of the API as `schemas/api` states them. Routes, the checks of what is sent, the patterns of metrics and the
 * OpenAPI document follow from them.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonSchema } from '../../../core/definitions/types.ts';
import { CATALOGUE, ERROR_CODES } from '../../../core/errors/catalogue.ts';
import { ALL_OPERATORS } from '../../../core/form/operators.ts';
import { getOwn } from '../../../core/json.ts';
import { matchPathParams } from '../../../core/paths/pattern.ts';
import { ROOT } from '../../root.ts';

export type SchemasByName = Record<string, JsonSchema>;

const FOLDER = join(ROOT, 'schemas/api');

export function readApiSchema(name: string): JsonSchema {
  return JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as JsonSchema;
}

export const componentRef = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** Returns an object schema with exactly these keys. All are required except the optional ones. */
export function closedObject(properties: SchemasByName, optional: readonly string[] = []): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false };
}

/**
 * Converts a schema to components. Its inner definitions become components named `<name>.<definition>`, because client
 * generators use the names of components.
 */
export function toComponents(name: string, schema: JsonSchema): SchemasByName {
  const { $schema: _dialect, $id: _id, $defs = {}, ...own } = schema;
  const point = (target: string) => target.replace('#/$defs/', `#/components/schemas/${name}.`);
  return {
    [name]: rewritten(own, point),
    ...Object.fromEntries(
      Object.entries($defs as SchemasByName).map(([inner, definition]) => [
        `${name}.${inner}`,
        rewritten(definition, point),
      ]),
    ),
  };
}

function rewritten(value: unknown, point: (target: string) => string): JsonSchema {
  const walk = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(walk);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(
      Object.entries(one).map(([key, inner]) => [
        key,
        key === '$ref' && typeof inner === 'string' ? point(inner) : walk(inner),
      ]),
    );
  };
  return walk(value) as JsonSchema;
}

/** Returns the shapes of schemas/api by name. */
export function sharedSchemas(): SchemasByName {
  const schemas: SchemasByName = {};
  const point = (target: string): string => {
    const [file = '', pointer = ''] = target.split('#');
    if (!file.startsWith('../meta/')) return `#/components/schemas/${pointer.replace('/$defs/', '')}`;
    const format = readApiSchema(file);
    const name = String(format.title);
    if (!Object.hasOwn(schemas, name)) Object.assign(schemas, toComponents(name, format));
    if (pointer === '') return `#/components/schemas/${name}`;
    // A part of a file format gets its own name.
    const part = `${name}.${pointer.split('/').filter(isName).join('.')}`;
    schemas[part] = partOf(getOwn(schemas, name) as JsonSchema, pointer);
    return `#/components/schemas/${part}`;
  };
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.schema.json')))
    for (const [name, shape] of Object.entries(readApiSchema(file).$defs as SchemasByName))
      schemas[name] = rewritten(shape, point);
  const code = ERROR_CODES.map((one) => `${CATALOGUE[one].number} ${one}`).join('\n');
  amend(schemas, 'ErrorResponse', 'code', { enum: [...ERROR_CODES], description: code });
  amend(schemas, 'Filter', 'op', { enum: [...ALL_OPERATORS] });
  return schemas;
}

const isName = (step: string): boolean => step !== '' && step !== 'properties' && step !== 'items';

function partOf(schema: JsonSchema, pointer: string): JsonSchema {
  return pointer
    .split('/')
    .slice(1)
    .reduce((at, step) => getOwn(at, step) as JsonSchema, schema);
}

/** Adds to a property what the code knows and the file does not. */
function amend(schemas: SchemasByName, name: string, property: string, known: JsonSchema): void {
  const properties = getOwn(schemas, name)?.properties as SchemasByName;
  properties[property] = { ...getOwn(properties, property), ...known };
}

/** A call as described in schemas/api. */
export interface CallEntry {
  tag?: string;
  summary: string;
  /** Needs no login. */
  public?: true;
  /** Condition under which a form has the call. Without it, every form has the call. */
  when?: string;
  /** Schema by name of a part of the path that is not any text. What does not fit names no record. */
  params?: SchemasByName;
  /** Schema by parameter name. A mere description stands for a text. */
  query?: Record<string, string | JsonSchema>;
  /** Name of a shape, or `multipart` for files. */
  body?: string;
  /** Name of the shape of bodies that are also taken, and are written as `body` has it before they are checked. */
  loose?: string;
  /** How a body that does not fit is refused. Otherwise by field if the call refuses with 422, and with `bad_body` if not. */
  wrong?: 'bad_body';
  /** Name of a shape. `file` and `text` mean a file or a sentence, instead of it or as an alternative. */
  answer?: string;
  file?: true;
  text?: true;
  /** Name of the shape of each line of a response that is sent line by line. */
  lines?: string;
  /** Statuses of its own errors. */
  refusals: readonly number[];
}

type Calls = Readonly<Record<string, CallEntry>>;

/** Calls of fixed paths by `METHOD /path/{parameter}`. */
export const FIXED_CALLS = readApiSchema('calls.json') as unknown as Calls;
/** Calls of every form, below its bases. */
export const FORM_CALLS = readApiSchema('form-calls.json') as unknown as Calls;

/** Returns the schemas of the query parameters that a call names. */
export function querySchemas({ query = {} }: Pick<CallEntry, 'query'>): SchemasByName {
  return Object.fromEntries(
    Object.entries(query).map(([name, told]) => [
      name,
      typeof told === 'string' ? { description: told, type: 'string' } : told,
    ]),
  );
}

/** Writes the parameters of a path as routes and metrics do: `/:id/forms`. */
export function routePatternOf(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** Calls of forms with the parts of their paths; fixed words before parameters. */
const BELOW = Object.keys(FORM_CALLS)
  .map((name) => {
    const [method = '', path = ''] = name.split(' ');
    return { name, method, parts: routePatternOf(path).split('/').slice(1).filter(Boolean) };
  })
  .sort((a, b) => (a.parts.join('/').replaceAll(':', '~') < b.parts.join('/').replaceAll(':', '~') ? -1 : 1));

/** Words that begin a path, which are no ids. */
const WORDS = new Set(BELOW.flatMap(({ parts: [first = ':'] }) => (first.startsWith(':') ? [] : [first])));

export interface FormCall {
  /** As `FORM_CALLS` names it: `GET /{id}/forms`. */
  name: string;
  /** As metrics name its path: `/:id/forms`. */
  pattern: string;
  params: Record<string, string>;
}

/** Returns the call that a method and a path below a base make; undefined if forms have no such call. */
export function formCallOf(method: string, path: readonly string[]): FormCall | undefined {
  for (const { name, method: own, parts } of BELOW) {
    const params = own === method ? matchPathParams(parts, path) : undefined;
    const isWord = parts[0]?.startsWith(':') && WORDS.has(path[0] as string);
    if (params && !isWord) return { name, pattern: ['', ...parts].join('/'), params };
  }
  return undefined;
}

/** Sources of documented keys that are lists to choose from. Our own screens have these from definitions and lists. */
const SELECTS = new Set([
  'choices',
  'options',
  'people',
  'places',
  'problems',
  'questions',
  'records',
  'sections',
  'sites',
]);

/** Returns true for the source of a list to choose from, which a call leaves out on request (`selects=0`). The problems of a site are no choice. */
export function isSelectSource(source: string): boolean {
  return SELECTS.has(source.split(':')[0] ?? '') && source !== 'problems:ongoing';
}
