/**
 * Several of the form's closed options, of the items of an open list, or of the places of one level. Exclusive options, such as “none
 * of these”, are chosen alone or not at all.
 */

import type { Field } from '../../../definitions/types.ts';
import { type FieldType, isUnanswered, joinWithComma, type Option, storedValue, toIdList } from '../fieldType.ts';
import { optionText } from './family.ts';

export const multi: FieldType = {
  icon: 'checks',
  group: 'usual',

  parts: ({ def }) => (def.choices ? 'items' : 'options'),
  offers: ['options', 'choices', 'places'],
  combines: true,
  optionMedia: true,
  looks: ['checkboxes', 'search'],
  contract: ({ options }) => ({ type: 'array', items: 'string', enum: options ? 'some' : 'none' }),
  writes: ({ options }) => (options ? undefined : 'choices'),
  text: (node, data, context) =>
    joinWithComma(
      toIdList(storedValue(node, data)).map((id) => optionText(node, id, context)),
      context,
    ),
  isEmpty: isUnanswered,
  read: 'name',
};

function isExclusive({ options }: Pick<Field, 'options'>, value: unknown): boolean {
  return options?.some((option) => option.exclusive && option.value === value) === true;
}

/** Returns an exclusive option that is chosen together with others; undefined if the answer is possible. */
export function violatedExclusiveOption(def: Pick<Field, 'options'>, chosen: readonly unknown[]): Option | undefined {
  const found = chosen.length > 1 ? chosen.find((value) => isExclusive(def, value)) : undefined;
  return def.options?.find(({ value }) => value === found);
}

/** Returns what stays chosen after a change: an exclusive option clears the others, and another option clears it. */
export function applyExclusiveOptions(
  def: Pick<Field, 'options'>,
  before: readonly string[],
  after: readonly string[],
) {
  const added = after.filter((value) => !before.includes(value));
  if (added.length === 0) return [...after];
  const alone = added.find((value) => isExclusive(def, value));
  return alone === undefined ? after.filter((value) => !isExclusive(def, value)) : [alone];
}
