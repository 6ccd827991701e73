/** What a person can find without the server: actions by their words, records opened lately. Pure functions. */
import { foldText, searchWords } from '../../../core/text/letters.ts';

export interface FinderItem {
  key: string;
  icon: string;
  label: string;
  /** What kind of thing it is, or where it lies. */
  detail?: string | undefined;
  code?: string | null;
  to: string;
}

export interface FinderGroup {
  id: string;
  title: string;
  items: FinderItem[];
}

/** Something that can be found by any of its words. */
export interface Findable extends FinderItem {
  /** In all languages. */
  words: readonly (string | null | undefined)[];
}

/** Returns those that have all the words, those that begin with the first word in front. All of them without a word. */
export function searchFindables(typed: string, all: readonly Findable[]): Findable[] {
  const words = searchWords(typed);
  const found = all.flatMap((one) => {
    const names = one.words.map((name) => foldText(name ?? ''));
    const hay = names.join(' ');
    if (!words.every((word) => hay.includes(word))) return [];
    return [{ one, rank: names.some((name) => name.startsWith(words[0] ?? '')) ? 0 : 1 }];
  });
  return found.sort((a, b) => a.rank - b.rank).map(({ one }) => one);
}
