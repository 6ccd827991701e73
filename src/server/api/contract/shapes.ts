/** Component schemas of the document: the shapes of schemas/api, and the parts of file formats that they use. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonSchema } from '../../../core/definitions/types.ts';
import { CATALOGUE, ERROR_CODES } from '../../../core/errors/catalogue.ts';
import { ALL_OPERATORS } from '../../../core/form/operators.ts';
import { getOwn } from '../../../core/getOwn.ts';
import { ROOT } from '../../root.ts';

export type Schemas = Record<string, JsonSchema>;

const FOLDER = join(ROOT, 'schemas/api');

export function readShape(name: string): JsonSchema {
  return JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as JsonSchema;
}

export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** Returns an object schema with exactly these keys. All are required except the optional ones. */
export function closed(properties: Schemas, optional: readonly string[] = []): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false };
}

/**
 * Converts a schema to components. Its inner definitions become components named `<name>.<definition>`, because client
 * generators use the names of components.
 */
export function placed(name: string, schema: JsonSchema): Schemas {
  const { $schema: _dialect, $id: _id, $defs = {}, ...own } = schema;
  const point = (target: string) => target.replace('#/$defs/', `#/components/schemas/${name}.`);
  return {
    [name]: rewritten(own, point),
    ...Object.fromEntries(
      Object.entries($defs as Schemas).map(([inner, definition]) => [`${name}.${inner}`, rewritten(definition, point)]),
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
export function sharedSchemas(): Schemas {
  const schemas: Schemas = {};
  const point = (target: string): string => {
    const [file = '', pointer = ''] = target.split('#');
    if (!file.startsWith('../meta/')) return `#/components/schemas/${pointer.replace('/$defs/', '')}`;
    const format = readShape(file);
    const name = String(format.title);
    if (!Object.hasOwn(schemas, name)) Object.assign(schemas, placed(name, format));
    if (pointer === '') return `#/components/schemas/${name}`;
    // A part of a file format gets its own name.
    const part = `${name}.${pointer.split('/').filter(isName).join('.')}`;
    schemas[part] = partOf(getOwn(schemas, name) as JsonSchema, pointer);
    return `#/components/schemas/${part}`;
  };
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.schema.json')))
    for (const [name, shape] of Object.entries(readShape(file).$defs as Schemas))
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
function amend(schemas: Schemas, name: string, property: string, known: JsonSchema): void {
  const properties = getOwn(schemas, name)?.properties as Schemas;
  properties[property] = { ...getOwn(properties, property), ...known };
}
