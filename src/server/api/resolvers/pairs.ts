/**
 * `pairs:<group>`: the chosen options as `{question_id, option_id}`, one pair each. Covers the questions that the definition
 * numbers in that group (`logs.1` among the aliases of a field).
 */
import type { Resolver } from './resolver.ts';

export const pairs: Resolver = (group, { form }, { view }) =>
  Object.entries(form.aliases)
    .filter(([alias]) => alias.startsWith(`${group}.`))
    .flatMap(([alias, stored]) => {
      const answer = view?.record.data[stored] ?? [];
      const options = Array.isArray(answer) ? answer : [answer];
      return options.map((option_id: unknown) => ({ question_id: Number(alias.slice(group.length + 1)), option_id }));
    })
    .sort((one, other) => one.question_id - other.question_id);
