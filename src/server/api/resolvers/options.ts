/** Closed options of a field: `options:survey_type`. `value` repeats the id for clients that expect it. */

import { namedFromText } from '../../../core/api/names.ts';
import { optionsOf } from '../../../core/form/types/question.ts';
import { choiceItems } from './choices.ts';
import type { Resolver } from './resolver.ts';

export const options: Resolver = (name, call) => {
  const node = call.form.byProperty.get(name) ?? call.form.fields.get(name);
  if (node?.def.choices) return choiceItems(node.def.choices, call).map((item) => ({ ...item, value: item.id }));
  const { constants } = call.services.registry.common();
  // The options of an amount are its currencies.
  const found = node?.properties.flatMap((property) => optionsOf(node, constants, property) ?? []) ?? [];
  const once = new Map(found.map((option) => [option.value, option]));
  return [...once.values()].map(({ value, label }) => ({
    ...namedFromText(value, label, call.language),
    value,
  }));
};
