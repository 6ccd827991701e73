/** Takes words that somebody wrote outside back into a form, cell by cell: what changed there, unless it also changed here. */
import { getOwn } from '../../getOwn.ts';
import { wellFormed } from '../../text/clean.ts';
import { languagesOf, textsOf } from '../texts.ts';
import type { GivenState } from './status.ts';

/** Words of one text in one language, as they were read and as they are now. */
export interface WordsCell {
  /** JSON Pointer of the text. */
  pointer: string;
  language: string;
  was: string;
  words: string;
  /** Given by whoever wrote the words or read them. Without it, changed words are a draft. */
  state?: GivenState;
}

export interface TakenCell extends WordsCell {
  state: GivenState;
}

/**
 * Why a cell is not taken: its text is gone from the form; it changed there as well; it stands twice with different words; it is
 * too long; the source would be left without words; a state is given to the source or to words that are missing; its formula failed.
 */
export type RefusalReason = 'gone' | 'changed' | 'twice' | 'too_long' | 'source_empty' | 'no_state' | 'failed';

export interface RefusedCell extends WordsCell {
  reason: RefusalReason;
  /** Words in the form, of one that changed there. */
  now?: string;
}

export interface TakenWords<T extends object> {
  /** Texts that nobody changed are the same, with their keys in the same order. */
  definition: T;
  taken: TakenCell[];
  refused: RefusedCell[];
  /** Languages of cells that the form has not. Nothing of them is taken. */
  unknown: string[];
  /** By the source of what was reworded: languages that have other words of it, none of which was changed too. */
  unfollowed: { pointer: string; languages: string[] }[];
}

/** Characters of one text. No question is a page long. */
const LONGEST = 10_000;

/** Returns words as a cell of a spreadsheet can hold them, in which the two sides are compared. */
export function asCell(words: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
  return wellFormed(words.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''));
}

export function takeWords<T extends object>(definition: T, cells: readonly WordsCell[]): TakenWords<T> {
  const languages = languagesOf(definition);
  const next = structuredClone(definition);
  const before = new Map(textsOf(definition).map((one) => [one.pointer, one.text]));
  const texts = new Map(textsOf(next).map((one) => [one.pointer, one.text as Record<string, string>]));
  const taken = new Map<string, TakenCell>();
  const refused: RefusedCell[] = [];
  const unknown = new Set<string>();
  for (const cell of cells) {
    const { pointer, language, state } = cell;
    const words = asCell(cell.words);
    const isReworded = words !== asCell(cell.was);
    if (!isReworded && state === undefined) continue;
    if (!languages.includes(language)) {
      unknown.add(language);
      continue;
    }
    const text = before.get(pointer);
    const now = getOwn(text, language) ?? '';
    const earlier = taken.get(`${language} ${pointer}`);
    const given: GivenState | undefined = state ?? (words.trim() === '' ? undefined : 'draft');
    const reason = whyNot(
      { ...cell, words },
      { isThere: text !== undefined, now, isSource: language === languages[0] },
    );
    if (reason) refused.push({ ...cell, reason, ...(reason === 'changed' && { now }) });
    else if (earlier && (earlier.words !== words || earlier.state !== given))
      refused.push({ ...cell, reason: 'twice' });
    else if (!earlier && (words !== asCell(now) || state !== undefined)) {
      taken.set(`${language} ${pointer}`, { ...cell, words, state: given ?? 'draft' });
      if (words !== asCell(now)) setWords(texts.get(pointer) ?? {}, languages, language, words);
    }
  }
  const all = [...taken.values()];
  return {
    definition: next,
    taken: all,
    refused,
    unknown: [...unknown],
    unfollowed: unfollowed(all, before, languages),
  };
}

interface Here {
  isThere: boolean;
  now: string;
  isSource: boolean;
}

function whyNot({ was, words, state }: WordsCell, { isThere, now, isSource }: Here): RefusalReason | undefined {
  if (!isThere) return 'gone';
  // What was written in both places alike is no conflict.
  if (asCell(now) !== asCell(was) && asCell(now) !== words) return 'changed';
  if (words.length > LONGEST) return 'too_long';
  const isEmpty = words.trim() === '';
  if (isSource && isEmpty) return 'source_empty';
  return state !== undefined && (isSource || isEmpty) ? 'no_state' : undefined;
}

/** Sets words in the order of the form's languages; other words keep their order. No words take the language out. */
function setWords(text: Record<string, string>, languages: readonly string[], language: string, words: string): void {
  if (words.trim() === '') {
    delete text[language];
    return;
  }
  const isNew = !Object.hasOwn(text, language);
  text[language] = words;
  if (!isNew) return;
  const ordered = [...languages.filter((tag) => Object.hasOwn(text, tag)), ...Object.keys(text)];
  const all = [...new Set(ordered)].map((tag) => [tag, getOwn(text, tag) ?? ''] as const);
  for (const [tag] of all) delete text[tag];
  for (const [tag, one] of all) text[tag] = one;
}

function unfollowed(
  taken: readonly TakenCell[],
  before: ReadonlyMap<string, Readonly<Record<string, string>>>,
  [source, ...others]: readonly string[],
): TakenWords<object>['unfollowed'] {
  const changed = new Set(taken.map(({ language, pointer }) => `${language} ${pointer}`));
  return taken.flatMap(({ pointer, language, words, was }) => {
    if (language !== source || words === was) return [];
    const text = before.get(pointer);
    const languages = others.filter((tag) => getOwn(text, tag) !== undefined && !changed.has(`${tag} ${pointer}`));
    return languages.length > 0 ? [{ pointer, languages }] : [];
  });
}
