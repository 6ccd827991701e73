/** Reads definition files with the data contracts that follow from them: what every command and the server work with. */
import { bundle, DanglingReference } from '../definitions/bundle.ts';
import { readFiles, type SourceFiles, type SourceIo, schemaMap, schemaPathOf } from '../definitions/files.ts';
import { type ContractLock, versionKey } from '../definitions/freeze.ts';
import { withLists } from '../definitions/lists.ts';
import { type Sources, sourcesOf } from '../definitions/load.ts';
import { rowKey } from '../definitions/rows.ts';
import type { Constants, Field, FormDefinition, JsonSchema } from '../definitions/types.ts';
import { isObject } from '../errors/json.ts';
import { FIELD_TYPES } from '../form/types/index.ts';
import { getOwn } from '../getOwn.ts';
import { allSteps, type Steps } from '../steps.ts';
import type { Part, Writing } from './property.ts';
import { type Contract, writeContract } from './write.ts';

/** Reads definition files. The contracts of the versions in `lock` stay as they are. */
export async function readDefinitions(
  io: SourceIo,
  folders?: readonly string[],
  lock: ContractLock = {},
): Promise<SourceFiles> {
  return withContracts(await readFiles(io, folders), lock);
}

/** Loads everything below `forms/` and `schemas/`, as it is served. Throws as `sourcesOf`. */
export async function loadSources(io: SourceIo): Promise<Sources> {
  return sourcesOf(await readDefinitions(io));
}

/** Returns the files with the contract of every newest version. Files in which nothing changes are the same objects. */
export function withContracts(files: SourceFiles, lock: ContractLock = {}): SourceFiles {
  const written = new Map(files);
  for (const { kind, frozen, path, form, json } of files.values()) {
    if (kind !== 'form' || frozen !== undefined || !isDefinition(json)) continue;
    if (Object.hasOwn(lock, versionKey({ definition: json }))) continue;
    const schemaPath = schemaPathOf(path);
    const there = files.get(schemaPath);
    const found = allSteps(contractFor(json, schemaPath, files));
    if (!found || found.schema === there?.json) continue;
    const text = there?.text ?? JSON.stringify(found.schema);
    const own = { path: schemaPath, kind: 'schema' as const, text, ...(form && { form }) };
    written.set(schemaPath, { ...own, ...there, json: found.schema, wrote: found.wrote });
  }
  return written;
}

/**
 * Returns the contract of a definition at a path, and what was written into the one that stands there. Undefined if it cannot be
 * written: the shared types are missing, a reference of what stands there has no target, or the definition has not the shape of one.
 */
export function* contractFor(
  given: FormDefinition,
  schemaPath: string,
  files: SourceFiles,
): Steps<Contract | undefined> {
  const definition = withLists(given);
  const constants = files.get('forms/common/constants.json')?.json;
  const there = files.get(schemaPath)?.json;
  if (!isObject(constants) || !isDefinition(definition) || (there !== undefined && !isObject(there))) return undefined;
  const schemas = schemaMap(files);
  try {
    const isBegun = there !== undefined && Object.keys(there).length > 0;
    const before = isBegun ? { raw: there, resolved: bundle(schemaPath, schemas) } : undefined;
    if (before && !isContract(before.resolved)) return undefined;
    const writing = writingAt(schemaPath, definition, schemas, constants as unknown as Constants, files);
    return yield* writeContract(definition, before, writing);
  } catch (error) {
    // The check tells the reference and its place.
    if (error instanceof DanglingReference) return undefined;
    throw error;
  }
}

const SHARED = 'schemas/common/types.schema.json';

function writingAt(
  schemaPath: string,
  definition: FormDefinition,
  schemas: Map<string, JsonSchema>,
  constants: Constants,
  files: SourceFiles,
): Writing {
  const up = '../'.repeat(schemaPath.split('/').length - 2);
  const referred = ($ref: string): Part => {
    const raw = { $ref: `${up}${$ref}` };
    // Beside the contract, so that its path leads to the same files.
    const beside = `${schemaPath}#`;
    schemas.set(beside, { properties: { one: raw } });
    const { properties } = bundle(beside, schemas) as { properties: { one: JsonSchema } };
    return { raw, resolved: properties.one };
  };
  const known = new Map<string, Part>();
  return {
    constants,
    shared(name) {
      const found = known.get(name) ?? referred(`${SHARED.replace('schemas/', '')}#/$defs/${name}`);
      known.set(name, found);
      return found;
    },
    problems() {
      const key = rowKey(definition);
      const row = [...files.values()].find(
        ({ kind, json }) => kind === 'form' && isDefinition(json) && versionKey({ definition: json }) === key,
      );
      return row && referred(schemaPathOf(row.path).replace('schemas/', ''));
    },
  };
}

/** True if what questions are made of has its shape. Everything else of a definition is no matter here. */
function isDefinition(json: unknown): json is FormDefinition {
  return isObject(json) && typeof json.form === 'string' && isObject(json.fields) && areFields(json.fields, 0);
}

/** Tables stand in tables, but a form of a thousand of them is none. */
const DEEPEST = 8;

function areFields(fields: Record<string, unknown>, depth: number): fields is Record<string, Field> {
  return depth < DEEPEST && Object.values(fields).every((field) => isField(field, depth));
}

function isField(field: unknown, depth: number): boolean {
  if (!isObject(field) || typeof field.type !== 'string' || !Object.hasOwn(FIELD_TYPES, field.type)) return false;
  const { bind, rows, columns, options, limits, derived, default: initial } = field;
  const areTexts = (values: unknown[]) => values.every((one) => typeof one === 'string');
  const have = (list: unknown, key: string) =>
    Array.isArray(list) && list.every((one) => isObject(one) && typeof getOwn(one, key) === 'string');
  return (
    (bind === undefined || (isObject(bind) && areTexts(Object.values(bind)))) &&
    (rows === undefined || have(rows, 'name')) &&
    (options === undefined || have(options, 'value')) &&
    (limits === undefined || isObject(limits)) &&
    (derived === undefined || isDerivation(derived)) &&
    (initial === undefined || typeof initial === 'string') &&
    (columns === undefined || (isObject(columns) && areFields(columns, depth + 1)))
  );
}

/** True if expression and names are texts. */
function isDerivation(derived: unknown): boolean {
  return (
    isObject(derived) && Object.values(derived).every((rule) => [rule].flat().every((one) => typeof one === 'string'))
  );
}

/** True if properties, required names and rows have their shape. The check tells what has not. */
function isContract(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  const { properties = {}, required = [], items } = schema;
  return (
    isObject(properties) &&
    Object.values(properties).every(isContract) &&
    Array.isArray(required) &&
    (!isObject(items) || isContract(items))
  );
}
