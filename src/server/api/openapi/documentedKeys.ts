/** Schemas of the keys that a definition documents (`api.create`, `api.show`, `api.meta` …), by their source. */

import type { CompiledForm, FieldNode, JsonSchema } from '../../../core/definitions/types.ts';
import { getOwn } from '../../../core/json.ts';
import { closedObject, componentRef, isSelectSource, type SchemasByName } from '../contract/calls.ts';

const list = (name: string): JsonSchema => ({ type: 'array', items: componentRef(name) });
const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });
const TEXT: JsonSchema = { type: ['string', 'null'] };

const PROBLEM_PARTS: SchemasByName = {
  types: list('ChoiceItem'),
  statuses: list('ProblemStatusItem'),
  roles: list('ProblemRoleItem'),
  people: list('RecordItem'),
  ongoing: list('OngoingProblem'),
};

/** Returns the schemas of a form's stored answers, by property name. */
export type AnswerSchemas = (form: CompiledForm) => SchemasByName;

/** By the word before the colon. `argument` is what follows the colon. */
const SHAPES: Record<string, (argument: string, form: CompiledForm, answers: AnswerSchemas) => JsonSchema> = {
  children: (type, form) => list(`${getOwn(form.definition.api.formTypes, type)?.form}.Row`),
  choices: () => list('ChoiceItem'),
  counts: () => ({ type: 'object', additionalProperties: { type: 'integer' } }),
  definition: () => closedObject({ form: { type: 'string' }, version: { type: 'integer' } }),
  download: () => TEXT,
  field: answerOf,
  null: () => ({ type: 'null' }),
  options: (name, form) => list(fieldOf(form, name)?.def.choices ? 'ChoiceOption' : 'OptionItem'),
  pairs: () => list('OptionPair'),
  parent: () => orNull(componentRef('ParentView')),
  people: () => list('RecordItem'),
  places: () => list('PlaceView'),
  problems: (part) => getOwn(PROBLEM_PARTS, part) as JsonSchema,
  public: () => TEXT,
  questions: () => list('QuestionGroup'),
  record: (_argument, form) => orNull(componentRef(`${form.form}.Record`)),
  records: () => list('RecordItem'),
  scope: () => componentRef('RecordScope'),
  sections: () => list('SectionView'),
  sites: () => list('RecordItem'),
  state: () => componentRef('StateView'),
};

/** A schema with its documented key. */
export type KeyedSchema = readonly [key: string, schema: JsonSchema, isOptional?: boolean];

/** Lists to choose from are optional: a caller may ask for none of them (`selects=0`). */
export function documentedKeySchemas(
  form: CompiledForm,
  answers: AnswerSchemas,
  keys: Record<string, string> = {},
): KeyedSchema[] {
  return Object.entries(keys).map(([key, source]) => {
    const [name = '', ...rest] = source.split(':');
    const shape = getOwn(SHAPES, name);
    if (!shape) throw new Error(`${form.key}: the API names an unknown source ${source}`);
    return [key, shape(rest.join(':'), form, answers), isSelectSource(source)];
  });
}

/** Returns an object schema with exactly these keys. Keys with a dot are nested in their group. */
export function schemaOfKeys(
  entries: Iterable<KeyedSchema>,
  base: { properties?: SchemasByName; required?: string[] } = {},
): JsonSchema {
  const properties: SchemasByName = { ...base.properties };
  const required = new Set(base.required);
  const groups = new Map<string, KeyedSchema[]>();
  for (const [key, schema, isOptional = false] of entries) {
    const [first = '', ...rest] = key.split('.');
    if (rest.length > 0) groups.set(first, [...(groups.get(first) ?? []), [rest.join('.'), schema, isOptional]]);
    else properties[first] = schema;
    if (!isOptional) required.add(first);
  }
  for (const [name, inner] of groups) properties[name] = schemaOfKeys(inner);
  return closedObject(
    properties,
    Object.keys(properties).filter((name) => !required.has(name)),
  );
}

function fieldOf(form: CompiledForm, name: string): FieldNode | undefined {
  return form.byProperty.get(name) ?? form.fields.get(name);
}

/** Returns the schema of one answer. Ids of places, people and records come with names. */
function answerOf(name: string, form: CompiledForm, answers: AnswerSchemas): JsonSchema {
  const node = fieldOf(form, name);
  if (!node) return { type: 'null' };
  const stored = answers(form);
  const named = [componentRef('NamedItem'), list('NamedItem')];
  const one = (property: string): JsonSchema => ({
    anyOf: [...named, getOwn(stored, property) ?? {}, { type: 'null' }],
  });
  const [only, ...others] = node.properties;
  if (only !== undefined && others.length === 0) return one(only);
  return orNull(closedObject(Object.fromEntries(node.properties.map((property) => [property, one(property)]))));
}
