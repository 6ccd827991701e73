/** The state of every translation, and what becomes of it when texts change or move. */

export type State = 'draft' | 'checked' | 'approved' | 'stale';

/** One text: the hash of the English its translations were made from, and the state of each. */
export interface Entry {
  en: string;
  fa: State;
  ps: State;
}

/** By file, then by JSON Pointer. */
export type Status = Record<string, Record<string, Entry>>;

/** The texts of one file as they are now: JSON Pointer and hash of the English, in the order of the file. */
export type Texts = readonly (readonly [pointer: string, english: string])[];

/**
 * The status of the texts of a file, from what was known of that file.
 *
 * A text that stands where it stood keeps its state. One that only moved, because something was put in or taken out before
 * it, takes its state along. Where the English of a place changed, its translations are stale. All others are drafts.
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
    return moved.get(pointer) ?? { en: english, fa: state, ps: state };
  };
  return Object.fromEntries(texts.map(([pointer, english]) => [pointer, entry(pointer, english)]));
}
