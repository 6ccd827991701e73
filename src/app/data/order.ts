/** Lists that people put in order by hand, and sets they put things into. */

/** The same list with `one` at another place, counted from 0; a place beyond the ends changes nothing. */
export function moved<T>(all: readonly T[], one: T, to: number): readonly T[] {
  const from = all.indexOf(one);
  if (from < 0 || to < 0 || to >= all.length || to === from) return all;
  const next = all.filter((other) => other !== one);
  next.splice(to, 0, one);
  return next;
}

/** The same set with `one` in it, or without it if it was. */
export function toggled<T>(all: ReadonlySet<T>, one: T): ReadonlySet<T> {
  const next = new Set(all);
  if (!next.delete(one)) next.add(one);
  return next;
}
