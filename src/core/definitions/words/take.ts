/** Takes words that somebody wrote outside back into a form, cell by cell: what changed there, unless it also changed here. */
import { getOwn } from '../../json.ts';
import { isBlankText, wellFormed } from '../../text/letters.ts';
import { languagesOf, type TextAt, textsOf } from '../texts.ts';
import type { GivenState } from './status.ts';
import type { StateOf } from './table.ts';

/** Words of one text in one language, as they were read and as they are now. */
export interface TranslationCell {
  /** JSON Pointer of the text. */
  pointer: string;
  language: string;
  was: string;
  words: string;
  /** Given by whoever wrote the words or read them. Without it, changed words are a draft. */
  state?: GivenState;
  /** The state that stood beside the words when they were read. */
  stateWas?: string;
}

export interface TakenCell extends TranslationCell {
  state: GivenState;
}

/**
 * Why a cell is not taken: its text is gone from the form; its words or its state changed there as well; it stands twice with different words; it is
 * too long; the source would be left without words; a state is given to the source or to words that are missing; its formula failed.
 */
export type CellRefusalReason =
  | 'gone'
  | 'changed'
  | 'state_changed'
  | 'twice'
  | 'too_long'
  | 'source_empty'
  | 'no_state'
  | 'failed';

export interface RefusedCell extends TranslationCell {
  reason: CellRefusalReason;
  /** Words in the form, of one that changed there. */
  now?: string;
}

export interface AppliedTranslations<T extends object> {
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
export function toCellText(words: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
  return wellFormed(words.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''));
}

/** Returns the form with the cells that can be taken. `stateOf` says the present states. */
export function applyTranslations<T extends object>(
  definition: T,
  cells: readonly TranslationCell[],
  stateOf: StateOf,
): AppliedTranslations<T> {
  const languages = languagesOf(definition);
  const next = structuredClone(definition);
  const before = new Map(textsOf(definition).map((one) => [one.pointer, one]));
  const texts = new Map(textsOf(next).map((one) => [one.pointer, one.text as Record<string, string>]));
  const taken = new Map<string, TakenCell>();
  const refused: RefusedCell[] = [];
  const unknown = new Set<string>();
  for (const given of cells) {
    const cell = { ...given, words: toCellText(given.words), was: toCellText(given.was) };
    const { pointer, language, words, state } = cell;
    if (words === cell.was && state === undefined) continue;
    if (!languages.includes(language)) {
      unknown.add(language);
      continue;
    }
    const found = before.get(pointer);
    const now = toCellText(getOwn(found?.text, language) ?? '');
    const here = { found, now, state: found && (stateOf(found, language)?.state ?? 'draft') };
    const known = taken.get(`${language} ${pointer}`);
    const reason = refusalOf(cell, here, language === languages[0]);
    if (reason) refused.push({ ...given, reason, ...(reason === 'changed' && { now }) });
    else if (words === now && (state === undefined || state === here.state)) continue;
    else if (!known) {
      taken.set(`${language} ${pointer}`, { ...cell, state: state ?? 'draft' });
      if (words !== now) setWords(texts.get(pointer) ?? {}, languages, language, words);
    } else if (known.words !== words || known.state !== (state ?? 'draft')) refused.push({ ...given, reason: 'twice' });
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

/** A text as it is in the form. */
interface Here {
  found: TextAt | undefined;
  now: string;
  state: string | undefined;
}

function refusalOf(
  { was, words, state, stateWas }: TranslationCell,
  here: Here,
  isSource: boolean,
): CellRefusalReason | undefined {
  if (!here.found) return 'gone';
  // What was written in both places alike is no conflict.
  if (here.now !== was && here.now !== words) return 'changed';
  if (words.length > LONGEST) return 'too_long';
  const isEmpty = isBlankText(words);
  if (isSource && isEmpty) return 'source_empty';
  if (state === undefined) return undefined;
  if (isSource || isEmpty) return 'no_state';
  const isOther = here.state !== state && stateWas !== undefined && here.state !== stateWas;
  return words === here.now && isOther ? 'state_changed' : undefined;
}

/** Sets words in the order of the form's languages; other words keep their order. No words take the language out. */
function setWords(text: Record<string, string>, languages: readonly string[], language: string, words: string): void {
  if (isBlankText(words)) {
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
  before: ReadonlyMap<string, TextAt>,
  [source, ...others]: readonly string[],
): AppliedTranslations<object>['unfollowed'] {
  const changed = new Set(taken.map(({ language, pointer }) => `${language} ${pointer}`));
  return taken.flatMap(({ pointer, language, words, was }) => {
    if (language !== source || words === was) return [];
    const text = before.get(pointer)?.text;
    const languages = others.filter((tag) => getOwn(text, tag) !== undefined && !changed.has(`${tag} ${pointer}`));
    return languages.length > 0 ? [{ pointer, languages }] : [];
  });
}
