/** What the makers of questions share: names, lists, words that are added, and what answers hold. */
import type { FormDefinition } from '../definitions/types.ts';
import { getOwn } from '../json.ts';
import type { Ledger } from './ledger.ts';
import type { ListResolver } from './lists.ts';
import type { EntryNames } from './names.ts';
import { toFormText } from './words.ts';
import type { AnswerKind } from './xpath/scope.ts';

/** Words that an import adds where a workbook has none, by language. */
export interface AddedWords {
  /** A constraint without a message. */
  constraint: Readonly<Record<string, string>>;
  /** The option and the question of `or_other`. */
  other: Readonly<Record<string, string>>;
  which: Readonly<Record<string, string>>;
}

export interface ImportContext {
  ledger: Ledger;
  names: EntryNames;
  lists: ListResolver;
  languages: readonly string[];
  added: AddedWords;
  constraints: NonNullable<FormDefinition['constraints']>[number][];
  /** Initial answers that stand in the data contract. */
  initial: Map<string, string>;
}

/** What a value must be for an answer. */
export const VALUE_TYPE: Readonly<Partial<Record<AnswerKind, 'number' | 'text' | 'texts'>>> = {
  number: 'number',
  text: 'text',
  date: 'text',
  instant: 'text',
  texts: 'texts',
};

/** Texts in the words of the three languages, or in English for others. */
export function addedText(words: Readonly<Record<string, string>>, languages: readonly string[]) {
  const found = Object.fromEntries(
    languages.flatMap((tag) => (Object.hasOwn(words, tag) ? [[tag, getOwn(words, tag)]] : [])),
  );
  return toFormText(found as Record<string, string>, languages, words.en ?? '');
}
