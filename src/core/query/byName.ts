/** Orders what a search by name found. */

/** How well a name fits: 0 its whole code or name, 1 it begins with the words, 2 it has them. */
export type NameRank = 0 | 1 | 2;

/** `texts` are folded, like what was typed. */
export function nameRank(typed: string, texts: readonly string[]): NameRank {
  if (texts.includes(typed)) return 0;
  return texts.some((text) => text.startsWith(typed)) ? 1 : 2;
}

interface FoundOfForm {
  form: { definition: { kind: string } };
  rows: readonly { fit: NameRank }[];
}

/** Sorts forms by the record that fits best. Of equally good ones, sites come first, then people. */
export function byNameRank(a: FoundOfForm, b: FoundOfForm): number {
  const key = ({ form, rows }: FoundOfForm) => `${rows[0]?.fit}${ranked(form.definition.kind)}`;
  return key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;
}

function ranked(kind: string): number {
  return kind === 'site' ? 0 : kind === 'person' ? 1 : 2;
}
