/** Values of the record itself, as a whole, by answer, by section and by question, or of the form if there is no record yet. */

import { namedFromText, namedItem, namedRecord } from '../../../core/api/names.ts';
import { renderState } from '../../../core/api/render.ts';
import type { CompiledForm, FieldNode } from '../../../core/definitions/types.ts';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import { holdsPlaces, holdsRecords, isCountsQuestion, isRatingQuestion } from '../../../core/form/types/question.ts';
import { getOwn } from '../../../core/json.ts';
import { childrenView } from '../../../core/views/list/page.ts';
import { childCounts } from '../../../core/views/record/show.ts';
import type { ApiCall } from '../call.ts';
import { publicToken } from '../public/publicToken.ts';
import { createServerReads } from '../reads.ts';
import { textContext } from '../textContext.ts';
import type { Resolver } from './resolver.ts';
import { choiceItems } from './selects.ts';

/** The record itself: on show, and on create with an id. Null for a new one. */
export const recordResolver: Resolver = (_argument, _call, { rendered }) => rendered ?? null;

/** The parent record, with a few properties. */
export const parentResolver: Resolver = (_argument, _call, { rendered, parent: chosen }) => {
  if (rendered) return rendered.parent ?? null;
  if (!chosen) return null;
  const { id, form, code } = chosen.record;
  return { id, form, code, name: chosen.name };
};

/** The record's state. Without a record, the workflow's initial state. */
export const stateResolver: Resolver = (_argument, { services, form, language }, { view }) =>
  renderState(services.registry, form, view?.record.state ?? services.registry.workflow(form).initial, language);

/** The allowed actions. */
export const scopeResolver: Resolver = async (_argument, call, { view, parent: chosen }) =>
  view
    ? view.scope.allowed
    : (await call.services.records.scopeForNew(call.form, chosen?.record.id ?? null, call.actor)).allowed;

/** The number of children of each form_type. */
export const childCountsResolver: Resolver = (_argument, call, { view }) =>
  view ? childCounts(createServerReads(call), call.form, view.record.id) : {};

/** The form and version of an empty form. */
export const definitionResolver: Resolver = (_argument, { form }) => ({ form: form.form, version: form.version });

/** `download:<field>`: the address of the first file of a field; null if there is none. */
export const downloadResolver: Resolver = (field, { form }, { view }) => {
  const files = view?.record.data[field];
  return view && Array.isArray(files) && files.length > 0
    ? `/api/${form.definition.api.base}/download/${view.record.id}/${field}`
    : null;
};

/** Path of the page that proves the record to anybody. Null if there is no record or the form has no such page. */
export const publicPathResolver: Resolver = async (_argument, { services, form }, { view }) => {
  const page = form.definition.api.public?.page;
  if (!page || !view) return null;
  return page.replace(':token', await publicToken(services, view.record.id));
};

/** A documented key that has no value here. */
export const nullResolver: Resolver = () => null;

/** `field:<name>`: one answer, an empty list if a list is missing. Ids of places, people and records come with their names. */
export const fieldResolver: Resolver = (name, call, { view, refs }) => {
  const { form, services, language } = call;
  const node = form.byProperty.get(name) ?? form.fields.get(name);
  const empty = node?.schema.type === 'array' ? [] : null;
  if (!node) return empty;
  if (!view) return suggestedRows(node, call) ?? empty;
  const one = (value: unknown): unknown => {
    if (typeof value !== 'string') return value ?? null;
    if (holdsRecords(node)) return namedRecord(value, refs?.[value]?.name ?? '');
    const place = holdsPlaces(node) ? services.registry.place(value) : undefined;
    return place ? namedItem(place, language) : value;
  };
  if (node.properties.length > 1)
    return Object.fromEntries(node.properties.map((property) => [property, one(view.record.data[property])]));
  const value = view.record.data[node.properties[0] ?? node.name] ?? empty;
  return Array.isArray(value) ? value.map(one) : one(value);
};

/** Rows that a new record may begin with: an item of the choice list that a column of the table suggests in each. */
function suggestedRows({ columns }: FieldNode, call: ApiCall): Record<string, string>[] | undefined {
  const column = columns?.find(({ def }) => def.suggest?.choices);
  return column && choiceItems(column.def.suggest?.choices ?? '', call).map((item) => ({ [column.name]: item.name }));
}

/** `children:baseline`: the record's children of one form_type, newest first, first page. */
export const childrenResolver: Resolver = async (type, call, { view, refs }) => {
  if (!view) return [];
  const { data, meta } = await childrenView(createServerReads(call), { form: call.form, id: view.record.id }, type);
  // The record's own names stay, which are in the three languages.
  if (refs) Object.assign(refs, { ...(meta.refs as object), ...refs });
  return data;
};

/**
 * `pairs:<group>`: the chosen options as `{question_id, option_id}`, one pair each. Covers the questions that the definition
 * numbers in that group (`logs.1` among the aliases of a field).
 */
export const pairsResolver: Resolver = (group, { form }, { view }) =>
  Object.entries(form.aliases)
    .filter(([alias]) => alias.startsWith(`${group}.`))
    .flatMap(([alias, stored]) => {
      const answer = view?.record.data[stored] ?? [];
      const options = Array.isArray(answer) ? answer : [answer];
      return options.map((option_id: unknown) => ({ question_id: Number(alias.slice(group.length + 1)), option_id }));
    })
    .sort((one, other) => one.question_id - other.question_id);

/** The record by section, each answer with its text. Documented clients build a detail screen from it. */
export const sectionsResolver: Resolver = (_argument, { form, language, services }, { view, refs = {} }) => {
  const context = textContext(services, language, refs);
  return form.sections.map((section) => ({
    ...namedFromText(section.id, section.def.title, language),
    fields: section.fields
      .filter((node) => node.properties.length > 0)
      .map((node) => ({
        ...namedFromText(node.id, node.def.label, language),
        field: node.name,
        type: node.type,
        value: view
          ? node.properties.length === 1
            ? (view.record.data[node.properties[0] as string] ?? null)
            : null
          : null,
        text: view ? FIELD_TYPES[node.type].text(node, view.record.data, context) : '',
      })),
  }));
};

/**
 * Questions grouped by section: those of the named sections (`questions:environment,council`), or of all. Without named
 * sections, a form with ratings returns only those. A rating has `rate`: 0 on a new form, NA if a record has no answer.
 * Other types have `value`. A question with a remark also has `choice_id` and `text`. Counts named after a rated question
 * (`<question>_male_count`) are in its row (`male_count`).
 */
export const questionsResolver: Resolver = (argument, { form, language, services }, { view }) => {
  const { ratings } = services.registry.common().constants;
  const rated = [...form.fields.values()].some(isRatingQuestion);
  const chosen = argument === '' ? undefined : new Set(argument.split(','));
  const asked = (node: FieldNode) =>
    chosen
      ? node.properties.length > 0 && node.def.remarkOf === undefined
      : rated
        ? isRatingQuestion(node)
        : node.properties.length > 0;
  const question = (node: FieldNode) => ({
    ...namedFromText(node.id, node.def.label, language),
    field: node.properties[0] ?? node.name,
    type: node.type,
    required: node.required,
    ...(node.def.options && {
      options: node.def.options.map(({ value, label }) => ({ ...namedFromText(value, label, language), value })),
    }),
    ...(isRatingQuestion(node) && {
      rates: ratings.map(({ value, label }) => ({ ...namedFromText(value, label, language), value })),
    }),
    ...(isRatingQuestion(node)
      ? { rate: view ? (view.record.data[node.name] ?? 'NA') : 0 }
      : { value: answerOf(node, view?.record.data) }),
    ...(isRatingQuestion(node) && countsOf(form, node, view?.record.data)),
    ...remarked(form, node, view?.record.data),
  });
  return form.sections
    .filter((section) => (chosen?.has(section.id) ?? true) && section.fields.some(asked))
    .map((section) => ({
      ...namedFromText(section.id, section.def.title, language),
      questions: section.fields.filter(asked).map(question),
    }));
};

function countsOf(form: CompiledForm, question: FieldNode, data: Record<string, unknown> | undefined) {
  const own = [...form.fields.values()].filter(
    (node) => isCountsQuestion(node) && node.properties.every((name) => name.startsWith(`${question.name}_`)),
  );
  return Object.fromEntries(
    own
      .flatMap((node) => node.properties)
      .map((name) => [name.slice(question.name.length + 1), getOwn(data, name) ?? null]),
  );
}

function answerOf(node: FieldNode, data: Record<string, unknown> | undefined): unknown {
  if (!data) return null;
  if (node.properties.length === 1) return getOwn(data, node.properties[0] as string) ?? null;
  return Object.fromEntries(node.properties.map((property) => [property, getOwn(data, property) ?? null]));
}

/** Returns the documented pair of a question with a remark. */
function remarked(form: CompiledForm, node: FieldNode, data: Record<string, unknown> | undefined) {
  const remark = [...form.fields.values()].find((one) => one.def.remarkOf === node.name);
  return remark && { choice_id: getOwn(data, node.name) ?? null, text: getOwn(data, remark.name) ?? null };
}
