/**
 * Questions grouped by section: those of the named sections (`questions:environment,council`), or of all. Without named
 * sections, a form with ratings returns only those. A rating has `rate`: 0 on a new form, NA if a record has no answer.
 * Other types have `value`. A question with a remark also has `choice_id` and `text`. Counts named after a rated question
 * (`<question>_male_count`) are in its row (`male_count`).
 */

import { namedFromText } from '../../../core/api/names.ts';
import type { CompiledForm, FieldNode } from '../../../core/definitions/types.ts';
import { isCounts, isRating } from '../../../core/form/types/question.ts';
import { getOwn } from '../../../core/getOwn.ts';
import type { Resolver } from './resolver.ts';

export const questions: Resolver = (argument, { form, language, services }, { view }) => {
  const { ratings } = services.registry.common().constants;
  const rated = [...form.fields.values()].some(isRating);
  const chosen = argument === '' ? undefined : new Set(argument.split(','));
  const asked = (node: FieldNode) =>
    chosen
      ? node.properties.length > 0 && node.def.remarkOf === undefined
      : rated
        ? isRating(node)
        : node.properties.length > 0;
  const question = (node: FieldNode) => ({
    ...namedFromText(node.id, node.def.label, language),
    field: node.properties[0] ?? node.name,
    type: node.type,
    required: node.required,
    ...(node.def.options && {
      options: node.def.options.map(({ value, label }) => ({ ...namedFromText(value, label, language), value })),
    }),
    ...(isRating(node) && {
      rates: ratings.map(({ value, label }) => ({ ...namedFromText(value, label, language), value })),
    }),
    ...(isRating(node)
      ? { rate: view ? (view.record.data[node.name] ?? 'NA') : 0 }
      : { value: answerOf(node, view?.record.data) }),
    ...(isRating(node) && countsOf(form, node, view?.record.data)),
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
    (node) => isCounts(node) && node.properties.every((name) => name.startsWith(`${question.name}_`)),
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
