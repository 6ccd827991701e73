/** Reads definition files with the data contracts that follow from them: what every command and the server work with. */
import { bundleSchema, DanglingReference } from '../definitions/bundle.ts';
import { readFiles, type SourceFiles, type SourceIo, schemaPathOf, schemasByPath } from '../definitions/files.ts';
import { type ContractLock, versionKey } from '../definitions/freeze.ts';
import { withLists } from '../definitions/lists.ts';
import { type Sources, sourcesOf } from '../definitions/load.ts';
import { problemRowKey } from '../definitions/rows.ts';
import { isWorthSharing } from '../definitions/sharedCodes.ts';
import type { Constants, Field, FormDefinition, JsonSchema } from '../definitions/types.ts';
import { areFieldDefinitions } from '../form/fieldShape.ts';
import { getOwn, isObject } from '../json.ts';
import { runAllSteps, type SteppedWork } from '../steps.ts';
import type { ContractContext, SchemaPart } from './property.ts';
import { type WrittenContract, writeContract } from './write.ts';

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
    const found = runAllSteps(contractFor(json, schemaPath, files));
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
): SteppedWork<WrittenContract | undefined> {
  const definition = withLists(given);
  const constants = files.get('forms/common/constants.json')?.json;
  const there = files.get(schemaPath)?.json;
  if (!isObject(constants) || !isDefinition(definition) || (there !== undefined && !isObject(there))) return undefined;
  const schemas = schemasByPath(files);
  try {
    const isBegun = there !== undefined && Object.keys(there).length > 0;
    const before = isBegun ? { raw: there, resolved: bundleSchema(schemaPath, schemas) } : undefined;
    if (before && !isContract(before.resolved)) return undefined;
    const others = isObject(there?.$defs) ? there.$defs : {};
    const lists = sharedLists(definition, others);
    const writing = writingAt(schemaPath, definition, schemas, constants as unknown as Constants, lists, files);
    return yield* writeContract(definition, before, writing);
  } catch (error) {
    // The check tells the reference and its place.
    if (error instanceof DanglingReference) return undefined;
    throw error;
  }
}

/** Returns the lists whose codes are written once, by their options. A name that stands for something else is left alone. */
function sharedLists({ fields, lists = {} }: FormDefinition, others: Readonly<JsonSchema>): ContractContext['lists'] {
  const questions = new Map<unknown, number>();
  const count = (all: Record<string, Field>): void => {
    for (const { options, columns } of Object.values(all)) {
      if (options) questions.set(options, (questions.get(options) ?? 0) + 1);
      if (columns) count(columns);
    }
  };
  count(fields);
  const isFree = (name: string) => isCodesOnly(getOwn(others, name) ?? { enum: [] });
  return new Map(
    Object.entries(lists).flatMap(([name, options]) =>
      isFree(name) && isWorthSharing(questions.get(options) ?? 0, options.length) ? [[options, name] as const] : [],
    ),
  );
}

function isCodesOnly(part: unknown): boolean {
  return isObject(part) && Array.isArray(part.enum) && Object.keys(part).length === 1;
}

const SHARED = 'schemas/common/types.schema.json';

function writingAt(
  schemaPath: string,
  definition: FormDefinition,
  schemas: Map<string, JsonSchema>,
  constants: Constants,
  lists: ContractContext['lists'],
  files: SourceFiles,
): ContractContext {
  const up = '../'.repeat(schemaPath.split('/').length - 2);
  const referred = ($ref: string): SchemaPart => {
    const raw = { $ref: `${up}${$ref}` };
    // Beside the contract, so that its path leads to the same files.
    const beside = `${schemaPath}#`;
    schemas.set(beside, { properties: { one: raw } });
    const { properties } = bundleSchema(beside, schemas) as { properties: { one: JsonSchema } };
    return { raw, resolved: properties.one };
  };
  const known = new Map<string, SchemaPart>();
  return {
    constants,
    lists,
    shared(name) {
      const found = known.get(name) ?? referred(`${SHARED.replace('schemas/', '')}#/$defs/${name}`);
      known.set(name, found);
      return found;
    },
    problems() {
      const key = problemRowKey(definition);
      const row = [...files.values()].find(
        ({ kind, json }) => kind === 'form' && isDefinition(json) && versionKey({ definition: json }) === key,
      );
      return row && referred(schemaPathOf(row.path).replace('schemas/', ''));
    },
  };
}

/** True if what questions are made of has its shape. Everything else of a definition is no matter here. */
function isDefinition(json: unknown): json is FormDefinition {
  return (
    isObject(json) && typeof json.form === 'string' && isObject(json.fields) && areFieldDefinitions(json.fields, 0)
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
