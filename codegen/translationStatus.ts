/** The state of every translation into one language, and what becomes of it when texts change or move. */

export type State = 'draft' | 'checked' | 'approved' | 'stale';

/** One text: the hash of the English it was translated from, and the state of the translation. */
export interface Entry {
  en: string;
  state: State;
}

/** By file, then by JSON Pointer. */
export type Status = Record<string, Record<string, Entry>>;

/** The texts of one file as they are now: JSON Pointer and hash of the English, in the order of the file. */
export type Texts = readonly (readonly [pointer: string, english: string])[];

/**
 * The status of the texts of a file, from what was known of that file.
 *
 * A text that did not move keeps its state. One that only moved, because another was added or removed before it, takes its
 * state along. Where the English of a place changed, the translation is stale. All others are drafts.
 */
export function renewed(known: Record<string, Entry>, texts: Texts): Record<string, Entry> {
  const now = new Map(texts);
  const gone = new Map(Object.entries(known).filter(([pointer, { en }]) => now.get(pointer) !== en));
  const moved = new Map<string, Entry>();
  const left = new Set<string>();
  for (const [pointer, english] of texts) {
    if (known[pointer]?.en === english) continue;
    const origin = [...gone].find(([from, { en }]) => en === english && !left.has(from));
    if (!origin) continue;
    left.add(origin[0]);
    moved.set(pointer, origin[1]);
  }
  const entry = (pointer: string, english: string): Entry => {
    const here = known[pointer];
    if (here?.en === english) return here;
    const state = here && !left.has(pointer) ? 'stale' : 'draft';
    return moved.get(pointer) ?? { en: english, state };
  };
  return Object.fromEntries(texts.map(([pointer, english]) => [pointer, entry(pointer, english)]));
}
