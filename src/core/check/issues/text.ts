/** Turns issues into messages. The caller passes in the translations (locales/<language>/definitions.json, `issues`). */
import { interpolate } from '../../errors/words.ts';
import type { Language } from '../../text/languages.ts';
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
  return value.map((name) => interpolate(words.quote, { name }, language)).join(language === 'en' ? ', ' : '، ');
}

function isPhrase(value: readonly string[] | IssuePhrase): value is IssuePhrase {
  return !Array.isArray(value);
}
