/** Turns issues into messages. The caller passes in the translations (locales/<language>/definitions.json, `issues`). */
import { interpolate } from '../../errors/recordErrors.ts';
import { isolateName, type Language, listComma } from '../../text/languages.ts';
import type { IssueCode, IssueParams, IssuePhrase } from './issue.ts';

export type IssueWords = Record<IssueCode | 'meant' | 'quote', string>;

/** Returns one plain sentence. Names, codes and pointers stay as written; numbers get the digits of the language. */
export function issueText({ code, params = {} }: IssuePhrase, words: IssueWords, language: Language): string {
  const said: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(params)) said[name] = inWords(value, words, language);
  const sentence = interpolate(words[code], said, language);
  return said.meant === undefined
    ? sentence
    : `${sentence} ${interpolate(words.meant, { name: said.meant }, language)}`;
}

function inWords(value: IssueParams[string], words: IssueWords, language: Language): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (isPhrase(value)) return issueText(value, words, language);
  // Without its own direction, a list of names in Latin letters falls apart at the end of a line.
  const apart = language === 'en' ? (name: string) => name : isolateName;
  const quoted = value.map((name) => interpolate(words.quote, { name: apart(name) }, language));
  return quoted.join(listComma(language));
}

function isPhrase(value: readonly string[] | IssuePhrase): value is IssuePhrase {
  return !Array.isArray(value);
}
