/**
 * Questions grouped by section. Where a form has ratings these are what is meant: `rate` is 0 on a new form and NA where
 * a record has no answer; other answers stand under `value`. Counts named after a rated question
 * (`<question>_male_count`) stand in its row (`male_count`).
 */
import type { CompiledForm, FieldNode } from '../../../core/definitions/types.ts';
import { named } from '../names.ts';
import type { Source } from './answer.ts';

export const questions: Source = (_argument, { form, language, rooms }, { view }) => {
  const { ratings } = rooms.library.common().constants;
  const rated = [...form.fields.values()].some((node) => node.type === 'rating');
  const asked = (node: FieldNode) => (rated ? node.type === 'rating' : node.properties.length > 0);
  const question = (node: FieldNode) => ({
    ...named(node.id, node.def.label, language),
    field: node.properties[0] ?? node.name,
    type: node.type,
    required: node.required,
    ...(node.def.options && {
      options: node.def.options.map(({ value, label }) => ({ ...named(value, label, language), value })),
    }),
    ...(node.type === 'rating' && {
      rates: ratings.map(({ value, label }) => ({ ...named(value, label, language), value })),
    }),
    ...(node.type === 'rating'
      ? { rate: view ? (view.record.data[node.name] ?? 'NA') : 0 }
      : { value: answerOf(node, view?.record.data) }),
    ...(node.type === 'rating' && countsOf(form, node, view?.record.data)),
  });
  return form.sections
    .filter((section) => section.fields.some(asked))
    .map((section) => ({
      ...named(section.id, section.def.title, language),
      questions: section.fields.filter(asked).map(question),
    }));
};

function countsOf(form: CompiledForm, question: FieldNode, data: Record<string, unknown> | undefined) {
  const own = [...form.fields.values()].filter(
    (node) => node.type === 'counts' && node.properties.every((name) => name.startsWith(`${question.name}_`)),
  );
  return Object.fromEntries(
    own.flatMap((node) => node.properties).map((name) => [name.slice(question.name.length + 1), data?.[name] ?? null]),
  );
}

function answerOf(node: FieldNode, data: Record<string, unknown> | undefined): unknown {
  if (!data) return null;
  if (node.properties.length === 1) return data[node.properties[0] as string] ?? null;
  return Object.fromEntries(node.properties.map((property) => [property, data[property] ?? null]));
}
