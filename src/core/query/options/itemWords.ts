/** Finds items of a list by words, in any language or spelling. */

import type { ChoiceItem } from '../../records/registry.ts';
import { foldText } from '../../text/letters.ts';

const MOST_WORDS = 6;

interface Entry {
  item: ChoiceItem;
  /** Folded names, made by the first search. */
  names?: string;
}

/** Returns the items that have all words. Those that begin with the text come first. */
export function matchingItems<Found extends Entry>(entries: Found[], text: string): Found[] {
  const typed = foldText(text);
  const words = typed.split(' ').filter(Boolean).slice(0, MOST_WORDS);
  if (words.length === 0) return entries;
  const found = entries.filter((entry) => {
    entry.names ??= spellings(entry.item);
    return words.every((word) => entry.names?.includes(word));
  });
  const begins = ({ names }: Found) => names?.includes(`\n${typed}`);
  return [...found.filter(begins), ...found.filter((entry) => !begins(entry))];
}

/** Returns the folded names of an item, each behind a line break. */
function spellings({ name_en, name_fa, name_ps, code, aliases = [] }: ChoiceItem): string {
  return [name_en, name_fa, name_ps, code ?? '', ...aliases].map((name) => `\n${foldText(name)}`).join('');
}
