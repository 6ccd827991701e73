/** What choices and places have in common: names in three languages, aliases, and merging of duplicates. */

export const NAME_COLUMNS = ['name_en', 'name_fa', 'name_ps'] as const;

export interface Named extends Record<(typeof NAME_COLUMNS)[number], string> {
  aliases: string[];
}

export interface Mergeable extends Named {
  id: string;
  /** Id of the canonical item that this duplicate was merged into. */
  merged_into?: string | null;
}

export function canonicalItem<T extends Mergeable>(item: T, byId: ReadonlyMap<string, T>): T {
  let at = item;
  for (let steps = 0; at.merged_into && steps < byId.size; steps += 1) {
    const next = byId.get(at.merged_into);
    if (!next) return at;
    at = next;
  }
  return at;
}

/** Gives a duplicate the names of its canonical item, wherever it is shown. */
export function withCanonicalNames<T extends Mergeable>(item: T, byId: ReadonlyMap<string, T>): T {
  const canonical = canonicalItem(item, byId);
  if (canonical === item) return item;
  const { id, name_en, name_fa, name_ps } = canonical;
  return { ...item, name_en, name_fa, name_ps, merged_into: id };
}

/** Returns true if rows that show the item must be refreshed. */
export function isDisplayChanged(before: Mergeable | undefined, now: Mergeable): boolean {
  return before !== undefined && [...NAME_COLUMNS, 'merged_into' as const].some((name) => before[name] !== now[name]);
}
