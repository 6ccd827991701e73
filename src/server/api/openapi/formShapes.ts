/** Schemas from a form's contract and definition: its record, the responses of its calls, and what may be sent. */

import type { CompiledForm, JsonSchema } from '../../../core/definitions/types.ts';
import { isRatingQuestion } from '../../../core/form/types/question.ts';
import { equalJson, getOwn } from '../../../core/json.ts';
import { closedObject, componentRef, type SchemasByName, toComponents } from '../contract/calls.ts';
import { type AnswerSchemas, documentedKeySchemas, type KeyedSchema, schemaOfKeys } from './documentedKeys.ts';

/** Keys that may be sent beside answers. Everything else that reading a record adds may be sent back and is ignored. */
const SENT: SchemasByName = {
  id: { type: 'string', description: 'Of a record that is there: it is changed' },
  client_id: { type: 'string', description: 'Id the client chooses for a new record; sent twice, it is made once' },
  version: { type: 'integer', description: 'The version that was seen; an older one is a conflict' },
  form_version: { type: 'integer', description: 'Version of the form the answers are of' },
  transition: { type: 'string', description: 'Workflow step with after_edit, taken with the update' },
  captured_at: { type: 'string', description: 'When it was filled in (`record.saved` of lists)' },
  device_clock: {
    enum: ['checked', 'wrong'],
    description: 'Whether the device compared its clock with the server’s, or knows that it is wrong',
  },
  filling: {
    type: 'object',
    description:
      'Of a new record: when filling in began (`record.started` of lists), and how many seconds the form was open; these for review only',
    properties: { started_at: { type: 'string' }, seconds: { type: 'number' } },
  },
  not_taken: {
    type: 'object',
    description: 'Answers that the writer gave up at a conflict, by property name; the history keeps them',
  },
  device_id: { type: 'string', description: 'Id or name of the device (`record.device` of lists)' },
};

/** Returns the schemas of the stored answers of all versions of a form, by property name. */
export function answerSchemasOf(versions: readonly CompiledForm[]): SchemasByName {
  const found = new Map<string, JsonSchema[]>();
  for (const version of versions) {
    const name = componentOf(version, versions);
    const { properties = {} } = getOwn(toComponents(name, version.contract), name) as { properties?: SchemasByName };
    for (const [stored, schema] of Object.entries(properties)) {
      const known = found.get(stored) ?? [];
      if (!known.some((one) => equalJson(one, schema))) found.set(stored, [...known, schema]);
    }
  }
  return Object.fromEntries(
    [...found].map(([name, [one = {}, ...others]]) => [name, others.length > 0 ? { anyOf: [one, ...others] } : one]),
  );
}

/** Returns every schema of one form. The version that takes new records defines requests; all versions define responses. */
export function formSchemas(
  versions: readonly CompiledForm[],
  capture: CompiledForm,
  answers: AnswerSchemas,
  shared: SchemasByName,
): SchemasByName {
  const form = versions.at(-1) as CompiledForm;
  const name = form.form;
  const { api, title } = form.definition;
  const contracts = Object.assign(
    {},
    ...versions.map((one) => toComponents(componentOf(one, versions), one.contract)),
  ) as SchemasByName;
  const contract = getOwn(contracts, componentOf(capture, versions)) as JsonSchema;
  const key = api.record ?? 'data';
  const one: KeyedSchema = [key, componentRef(`${name}.Record`)];
  const keys = (sources: Record<string, string> = {}) =>
    documentedKeySchemas(form, answers, sources).filter(([at]) => !at.startsWith(`${key}.`));
  const onlyEdited = keys(api.create).filter(([at]) => !Object.hasOwn(api.show ?? {}, at));
  const base = (shape: string) => getOwn(shared, shape) as Base;
  const children = new Set(Object.values(api.formTypes ?? {}).map((type) => type.form));
  const record = (view: string): JsonSchema => ({
    allOf: [componentRef(view), componentRef(`${name}.Answered`)],
    unevaluatedProperties: false,
  });
  return {
    ...contracts,
    [`${name}.Input`]: {
      ...contract,
      properties: { ...SENT, ...(contract.properties as SchemasByName) },
      additionalProperties: true,
      description: `${title.en}: answers by stored or documented name, ${Object.keys(SENT).join(', ')} beside them`,
    },
    [`${name}.Answers`]: closedObject(answers(form), Object.keys(answers(form))),
    [`${name}.Answered`]: { type: 'object', properties: besideEnvelope(form, versions, answers, shared) },
    [`${name}.Record`]: record('RecordView'),
    [`${name}.Row`]: record('RowView'),
    [`${name}.Page`]: closedObject({
      data: { type: 'array', items: componentRef(`${name}.Row`) },
      meta: schemaOfKeys(documentedKeySchemas(form, answers, api.meta), base('ListMeta')),
    }),
    [`${name}.Shown`]: schemaOfKeys([...onlyEdited.map(optionally), one, ...keys(api.show)], base('ShownRecord')),
    [`${name}.New`]: schemaOfKeys([optionally(one), ...keys(api.create)], base('CreateResponse')),
    [`${name}.Saved`]: schemaOfKeys([one, ...keys(api.saved)], base('SaveResponse')),
    [`${name}.Transition`]: schemaOfKeys([optionally(['record', one[1]])], base('TransitionResponse')),
    ...(children.size > 0 && {
      [`${name}.Children`]: { anyOf: [...children].map((child) => componentRef(`${child}.Page`)) },
    }),
  };
}

/** Returns the component's name. The newest version has the form's own name. */
function componentOf(version: CompiledForm, versions: readonly CompiledForm[]): string {
  return version === versions.at(-1) ? version.form : `${version.form}.v${version.version}`;
}

/** Returns the answers beside the envelope of a record, by property and documented name, and keys the definition adds. */
function besideEnvelope(
  form: CompiledForm,
  versions: readonly CompiledForm[],
  answers: AnswerSchemas,
  shared: SchemasByName,
): SchemasByName {
  const stored = answers(form);
  const aliases = versions.flatMap((version) => Object.entries(version.aliases));
  const inside = `${form.definition.api.record ?? 'data'}.`;
  const added = Object.entries({ ...form.definition.api.create, ...form.definition.api.show }).flatMap(
    ([key, source]) => (key.startsWith(inside) ? [[key.slice(inside.length), source] as const] : []),
  );
  const documented = aliases.map(([alias, name]): KeyedSchema => [alias, getOwn(stored, name) ?? {}, true]);
  const { properties } = schemaOfKeys([
    ...documented,
    ...documentedKeySchemas(form, answers, Object.fromEntries(added)),
  ]);
  const all = {
    ...stored,
    ...(properties as SchemasByName),
    ...grouped(form, stored),
    data: componentRef(`${form.form}.Answers`),
  };
  const envelope = (shared.RecordView as Base).properties ?? {};
  return Object.fromEntries(Object.entries(all).filter(([name]) => name === 'data' || !Object.hasOwn(envelope, name)));
}

/** Returns the shapes that a single record has beside its answers: `ratings`, `answers`, problems with names. */
function grouped(form: CompiledForm, stored: SchemasByName): SchemasByName {
  const nodes = [...form.fields.values()];
  const problems = form.definition.problems?.field;
  const text = { type: 'string' };
  const rating = { category: text, id: text, rate: text };
  const named = { name: text, name_en: text, name_fa: text, name_ps: text };
  return {
    ...(nodes.some(isRatingQuestion) && {
      ratings: { type: 'array', items: closedObject(rating, Object.keys(rating)) },
    }),
    ...(nodes.some(({ def }) => def.remarkOf) && {
      answers: {
        type: 'object',
        additionalProperties: closedObject({ choice_id: {}, text: {} }, ['choice_id', 'text']),
      },
    }),
    ...(problems && {
      [problems]: {
        anyOf: [
          getOwn(stored, problems) ?? {},
          {
            description: 'Of a single record: the stored rows, and beside them the names of their types and people',
            type: 'array',
            items: { type: 'object', properties: named, required: Object.keys(named), additionalProperties: true },
          },
        ],
      },
    }),
  };
}

interface Base {
  properties?: SchemasByName;
  required?: string[];
}

const optionally = ([key, schema]: KeyedSchema): KeyedSchema => [key, schema, true];
