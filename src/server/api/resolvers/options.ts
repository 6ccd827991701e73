/** Closed options of a field: `options:survey_type`; `value` repeats the id for clients that ask for it. */
import { named } from '../names.ts';
import { choiceItems } from './choices.ts';
import type { Resolver } from './resolver.ts';

export const options: Resolver = (name, call) => {
  const node = call.form.byProperty.get(name) ?? call.form.fields.get(name);
  if (node?.def.choices) return choiceItems(node.def.choices, call).map((item) => ({ ...item, value: item.id }));
  const { ratings, yesNo, yesNoDontKnow, currencies } = call.services.registry.common().constants;
  const scale = { rating: ratings, yesno: yesNo, 'yes-no-dontknow': yesNoDontKnow, money: currencies }[
    node?.type as string
  ];
  return (node?.def.options ?? scale ?? []).map(({ value, label }) => ({
    ...named(value, label, call.language),
    value,
  }));
};
