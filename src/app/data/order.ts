/** Lists that users sort by hand, and sets that they choose. */

/** Returns the list with `one` at index `to`. An index outside the list changes nothing. */
export function moveItem<T>(all: readonly T[], one: T, to: number): readonly T[] {
  const from = all.indexOf(one);
  if (from < 0 || to < 0 || to >= all.length || to === from) return all;
  const next = all.filter((other) => other !== one);
  next.splice(to, 0, one);
  return next;
}

/** Returns the set with `one` added, or removed if it was in the set. */
export function toggleInSet<T>(all: ReadonlySet<T>, one: T): ReadonlySet<T> {
  const next = new Set(all);
  if (!next.delete(one)) next.add(one);
  return next;
}
