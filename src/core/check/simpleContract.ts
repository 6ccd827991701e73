/** Adds the properties that a form's data contract lacks, where the type of a question alone says what they must be. */
import { partsOf } from '../definitions/inputs.ts';
import { withLists } from '../definitions/lists.ts';
import type { Constants, Field, FormDefinition, JsonSchema } from '../definitions/types.ts';
import { FIELD_TYPES } from '../form/types/index.ts';
import { geometrySchema } from '../form/types/places/shape.ts';
import { misfit } from './contract.ts';

export interface Completed {
  schema: JsonSchema;
  /** Names of the added properties. */
  added: string[];
  /** Names of missing properties that a person has to write: tables, references, and what needs bounds. */
  left: string[];
}

/** Keeps everything that the contract says already. The added properties come last, in the order of the fields. */
export function completeContract(
  definition: FormDefinition,
  schema: JsonSchema | undefined,
  constants: Constants | undefined,
): Completed {
  const { form, fields } = withLists(definition);
  const before = (schema?.properties ?? {}) as Record<string, JsonSchema>;
  const missing = Object.entries(fields).flatMap(([name, field]) =>
    Object.entries(partsOf(name, field)).flatMap(([part, stored]) =>
      Object.hasOwn(before, stored) ? [] : [{ stored, property: propertyOf(field, part, constants) }],
    ),
  );
  const simple = missing.flatMap(({ stored, property }) => (property ? [[stored, property] as const] : []));
  return {
    schema: { ...(schema ?? emptyContract(form)), properties: { ...before, ...Object.fromEntries(simple) } },
    added: simple.map(([stored]) => stored),
    left: missing.flatMap(({ stored, property }) => (property ? [] : [stored])),
  };
}

function emptyContract(form: string): JsonSchema {
  const title = form.replace(/(^|-)([a-z])/g, (_all, _dash, letter: string) => letter.toUpperCase());
  const $schema = 'https://json-schema.org/draft/2020-12/schema';
  return { $schema, title, type: 'object', required: [], additionalProperties: false };
}

/** Returns the simplest schema that fits a part of a field; undefined if more is needed than its type says. */
function propertyOf(field: Field, part: string, constants: Constants | undefined): JsonSchema | undefined {
  const { contract, options, refersTo } = FIELD_TYPES[field.type];
  if (!contract || refersTo) return undefined;
  const wanted = typeof contract === 'function' ? contract(field, part) : contract;
  const { type, format, pattern, items, bounds, geometry } = wanted;
  if (geometry) return constants && geometrySchema(geometry, constants);
  const scale = wanted.enum === 'scale' && constants ? options?.(constants, part) : undefined;
  const closed = wanted.enum === 'some' ? field.options : scale;
  const codes = closed && { enum: closed.map(({ value }) => value) };
  const property: JsonSchema = {
    type,
    ...(format !== undefined && { format }),
    ...(pattern !== undefined && { pattern }),
    ...(bounds && constants?.[bounds]),
    ...(items ? { items: { type: items, ...codes }, uniqueItems: true } : codes),
  };
  return items === 'object' || misfit(field, part, property, constants) ? undefined : property;
}
