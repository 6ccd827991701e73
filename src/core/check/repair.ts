/**
 * Makes a file with mistakes checkable: what its meta schema refuses is replaced by the smallest value it takes, so that
 * the rest of the file, and the files that name it, are checked in the same run.
 */

import type { AjvError, JsonSchema } from '../definitions/types.ts';
import { escapePointer, getOwn, isObject, pointerSteps } from '../json.ts';
import { didYouMean } from './issues/issue.ts';

export interface RepairedFile {
  json: object;
  /** Pointers of what was replaced, added or removed. */
  broken: string[];
}

/** A repair can show another mistake behind it. After this many rounds the file is given up. */
const ROUNDS = 6;

/** Returns undefined if the file cannot be repaired. `meta` is its meta schema, `errorsOf` asks it. */
export function repairFile(
  json: object,
  meta: JsonSchema,
  errorsOf: (json: unknown) => readonly AjvError[],
): RepairedFile | undefined {
  const copy = structuredClone(json);
  const broken: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    // Misspelt keys come first: they may be what is missing.
    const errors = [...errorsOf(copy)].sort((a, b) => Number(isKeyError(b)) - Number(isKeyError(a)));
    if (errors.length === 0) return { json: copy, broken };
    for (const error of errors) if (!/\/(oneOf|anyOf)\/\d|^if$/.test(pathOf(error))) repair(copy, error, meta, broken);
  }
  return undefined;
}

/** Returns a data contract without the keywords that are wrong, undefined if more than single properties is wrong. */
export function withoutBrokenKeywords(json: object, broken: string[]): RepairedFile | undefined {
  if (!broken.every((pointer) => /^(\/\$defs\/[^/]+)?\/properties\/[^/]+\/|^\/\$defs\/[^/]+\//.test(pointer)))
    return undefined;
  const copy = structuredClone(json);
  for (const pointer of broken) {
    const parent = valueAt(copy, pointer.replace(/\/[^/]*$/, '')) as Record<string, unknown> | undefined;
    if (parent) delete parent[pointerSteps(pointer).at(-1) as string];
  }
  return { json: copy, broken };
}

function pathOf({ keyword, schemaPath = '' }: AjvError): string {
  return keyword === 'if' ? 'if' : schemaPath;
}

function isKeyError({ keyword }: AjvError): boolean {
  return keyword === 'additionalProperties' || keyword === 'propertyNames';
}

function repair(copy: object, error: AjvError, meta: JsonSchema, broken: string[]): void {
  const { instancePath, keyword, params, parentSchema = {} } = error;
  // What is wrong with a key is not wrong with the object that has it.
  if (error.propertyName !== undefined && !isKeyError(error)) return;
  const at = valueAt(copy, instancePath);
  const properties = { ...(meta.properties as object), ...(parentSchema.properties as object) } as JsonSchema;
  if (keyword === 'required' && isObject(at)) {
    const name = String(params.missingProperty);
    broken.push(`${instancePath}/${escapePointer(name)}`);
    if (getOwn(at, name) == null) at[name] = smallest((getOwn(properties, name) ?? {}) as JsonSchema, meta);
  } else if (isKeyError(error) && isObject(at)) {
    const name = String(params.additionalProperty ?? params.propertyName);
    const other = didYouMean(name, Object.keys((parentSchema.properties ?? {}) as object)).meant;
    broken.push(`${instancePath}/${escapePointer(name)}`);
    if (other !== undefined && getOwn(at, other) == null) at[other] = getOwn(at, name);
    delete at[name];
  } else {
    const parent = valueAt(copy, instancePath.replace(/\/[^/]*$/, '')) as Record<string, unknown> | undefined;
    const key = pointerSteps(instancePath).at(-1);
    if (parent === undefined || key === undefined || !Object.hasOwn(parent, key)) return;
    broken.push(instancePath);
    if (keyword === 'false schema') delete parent[key];
    else parent[key] = smallest(parentSchema, meta, at);
  }
}

const WORDS = ['x', '/x', '{seq}', 'x@1', '/:token'];

/** Returns the smallest value that a schema takes; of a list of names, the one that `given` was meant to be. */
function smallest(schema: JsonSchema, meta: JsonSchema, given?: unknown): unknown {
  if (typeof schema.$ref === 'string') return smallest(valueAt(meta, schema.$ref.slice(1)) as JsonSchema, meta, given);
  if ('const' in schema) return schema.const;
  const names = schema.enum as unknown[] | undefined;
  if (names) return didYouMean(String(given), names.map(String)).meant ?? names[0];
  if (Array.isArray(schema.oneOf)) return smallest(schema.oneOf[0] as JsonSchema, meta);
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const first = schema.minProperties ? Object.keys(properties).slice(0, 1) : [];
  const required = (schema.required ?? first) as string[];
  const type = String([schema.type].flat()[0]);
  if (type === 'object')
    return Object.fromEntries(required.map((name) => [name, smallest(getOwn(properties, name) ?? {}, meta)]));
  if (type === 'array')
    return Array.from({ length: Number(schema.minItems ?? 0) }, () =>
      smallest((schema.items ?? {}) as JsonSchema, meta),
    );
  if (type === 'boolean') return false;
  if (/number|integer/.test(type)) return schema.minimum ?? 0;
  return WORDS.find((word) => new RegExp(String(schema.pattern ?? '')).test(word)) ?? 'x';
}

function valueAt(json: unknown, pointer: string): unknown {
  return pointerSteps(pointer).reduce<unknown>(
    (value, part) => (typeof value === 'object' && value !== null ? getOwn(value as JsonSchema, part) : undefined),
    json,
  );
}
