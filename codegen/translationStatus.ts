/** The state of every translation into one language, and how it changes when texts change or move. */
import { getOwn } from '../src/core/getOwn.ts';

export type State = 'draft' | 'checked' | 'approved' | 'stale';

/** State of one translation, with the hash of the English text that it was translated from. */
export interface Entry {
  en: string;
  state: State;
}

/** By file, then by JSON Pointer. */
export type Status = Record<string, Record<string, Entry>>;

/** The current texts of one file: JSON Pointer and hash of the English, in file order. */
export type Texts = readonly (readonly [pointer: string, english: string])[];

/**
 * Returns the new status of a file's texts, from its last known status.
 *
 * A text that did not move keeps its state. A text that only moved, because another was added or removed before it, takes
 * its state along. Where the English of a place changed, the translation is stale. All others are drafts.
 */
export function renewed(known: Record<string, Entry>, texts: Texts): Record<string, Entry> {
  const now = new Map(texts);
  const gone = new Map(Object.entries(known).filter(([pointer, { en }]) => now.get(pointer) !== en));
  const moved = new Map<string, Entry>();
  const left = new Set<string>();
  for (const [pointer, english] of texts) {
    if (getOwn(known, pointer)?.en === english) continue;
    const origin = [...gone].find(([from, { en }]) => en === english && !left.has(from));
    if (!origin) continue;
    left.add(origin[0]);
    moved.set(pointer, origin[1]);
  }
  const entry = (pointer: string, english: string): Entry => {
    const here = getOwn(known, pointer);
    if (here?.en === english) return here;
    const state = here && !left.has(pointer) ? 'stale' : 'draft';
    return moved.get(pointer) ?? { en: english, state };
  };
  return Object.fromEntries(texts.map(([pointer, english]) => [pointer, entry(pointer, english)]));
}
