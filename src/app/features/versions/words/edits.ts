/** What somebody has changed on the screen of a draft's words and not saved yet, cell by cell. */
import type { DraftWordsBody, GivenState, WordsText } from '../../../../core/generated/api.ts';
import { getOwn } from '../../../../core/json.ts';

type Cell = DraftWordsBody['cells'][number];

/** By text and language. `was` is what stood there when the editing began, so that somebody else's words are noticed. */
export type TranslationEdits = ReadonlyMap<string, Cell>;

const keyOf = (pointer: string, language: string) => `${language} ${pointer}`;

export function cellEditOf(edits: TranslationEdits, { pointer }: WordsText, language: string): Cell | undefined {
  return edits.get(keyOf(pointer, language));
}

export function wordsOfText({ words }: WordsText, language: string): string {
  return getOwn(words, language) ?? '';
}

export function stateOfText({ states }: WordsText, language: string): string | undefined {
  return getOwn(states, language)?.state;
}

/** Returns the edits with a cell changed further; one that is as it stands in the draft again is none. */
export function withEdit(
  edits: TranslationEdits,
  text: WordsText,
  language: string,
  change: { words?: string; state?: GivenState | undefined },
): TranslationEdits {
  const { pointer } = text;
  const key = keyOf(pointer, language);
  const was = wordsOfText(text, language);
  const state = stateOfText(text, language);
  const before: Cell = edits.get(key) ?? { pointer, language, was, words: was, ...(state && { state_was: state }) };
  const { state: given, ...cell } = { ...before, ...change };
  const next = new Map(edits);
  if (cell.words === was && (given === undefined || given === state)) next.delete(key);
  else next.set(key, given === undefined ? cell : { ...cell, state: given });
  return next;
}

/** Returns the edits without those of one cell: somebody else's words are kept. */
export function withoutEdit(edits: TranslationEdits, { pointer }: WordsText, language: string): TranslationEdits {
  const next = new Map(edits);
  next.delete(keyOf(pointer, language));
  return next;
}

/** Returns the edits with one based on what stands there now: it replaces somebody else's words. */
export function rebasedEdit(edits: TranslationEdits, text: WordsText, language: string): TranslationEdits {
  const { words, state } = cellEditOf(edits, text, language) ?? {};
  const rest = withoutEdit(edits, text, language);
  return words === undefined ? rest : withEdit(rest, text, language, { words, state });
}

/** Returns the edits that were not taken. */
export function remainingEdits(
  edits: TranslationEdits,
  taken: readonly { pointer: string; language: string }[],
): TranslationEdits {
  const done = new Set(taken.map(({ pointer, language }) => keyOf(pointer, language)));
  return new Map([...edits].filter(([key]) => !done.has(key)));
}

/** Returns the other languages of a text whose source is reworded here while they are not. */
export function staleLanguages(
  edits: TranslationEdits,
  text: WordsText,
  [source = '', ...others]: readonly string[],
): string[] {
  const edit = cellEditOf(edits, text, source);
  if (!edit || edit.words === edit.was) return [];
  return others.filter((language) => wordsOfText(text, language) !== '' && !cellEditOf(edits, text, language));
}
