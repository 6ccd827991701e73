/** Ids of questions that come in: those that have one keep it. */
import type { Field } from '../definitions/types.ts';
import { withNewFormIds } from '../edit/begin.ts';
import { getOwn } from '../json.ts';

type Fields = Record<string, Field>;

/** With what the ids of a form begin, after `q_`. */
export const stemOf = (form: string): string => form.replaceAll('-', '_');

/** Gives ids to questions without one, none of which is among those of `others`. */
export function withNewIds(fields: Fields, form: string, others: Fields = {}): Fields {
  const taken = new Set([...idsIn(fields), ...idsIn(others)]);
  const give = (inside: Fields, around: string): Fields =>
    Object.fromEntries(
      Object.entries(inside).map(([name, field]) => {
        if (field.id === undefined)
          return [name, getOwn(withNewFormIds({ [name]: field }, around, taken), name) as Field];
        return [name, field.columns ? { ...field, columns: give(field.columns, `${around}_${name}`) } : field];
      }),
    );
  return give(fields, stemOf(form));
}

function idsIn(fields: Fields): string[] {
  return Object.values(fields).flatMap(({ id, rows, columns }) => [
    ...(id === undefined ? [] : [id]),
    ...((rows ?? []) as { id: string }[]).map((row) => row.id),
    ...idsIn(columns ?? {}),
  ]);
}
