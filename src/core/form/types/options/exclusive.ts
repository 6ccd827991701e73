/** Exclusive options of a multiple choice, such as “none of these”: chosen alone or not at all. */
import type { Field } from '../../../definitions/types.ts';
import type { Option } from '../fieldType.ts';

function isExclusive({ options }: Pick<Field, 'options'>, value: unknown): boolean {
  return options?.some((option) => option.exclusive && option.value === value) === true;
}

/** Returns an exclusive option that is chosen together with others; undefined if the answer is possible. */
export function brokenExclusion(def: Pick<Field, 'options'>, chosen: readonly unknown[]): Option | undefined {
  const found = chosen.length > 1 ? chosen.find((value) => isExclusive(def, value)) : undefined;
  return def.options?.find(({ value }) => value === found);
}

/** Returns what stays chosen after a change: an exclusive option clears the others, and another option clears it. */
export function withoutExcluded(def: Pick<Field, 'options'>, before: readonly string[], after: readonly string[]) {
  const added = after.filter((value) => !before.includes(value));
  if (added.length === 0) return [...after];
  const alone = added.find((value) => isExclusive(def, value));
  return alone === undefined ? after.filter((value) => !isExclusive(def, value)) : [alone];
}
