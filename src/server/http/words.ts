/** Texts that the server itself writes, from locales/<language>/{errors,server,definitions,xlsform}.json. Each file is read once. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IssueWords } from '../../core/check/issues/text.ts';
import type { DiffWords } from '../../core/definitions/diff/text.ts';
import { type ErrorParams, interpolate } from '../../core/errors/recordErrors.ts';
import { getOwn } from '../../core/json.ts';
import type { TranslationSheetTexts } from '../../core/spreadsheet/wordsSheet.ts';
import { LANGUAGES, type Language } from '../../core/text/languages.ts';
import type { AddedWords } from '../../core/xlsform/making.ts';
import type { DoctorWords, NoteWords } from '../../core/xlsform/text.ts';
import { ROOT } from '../root.ts';

type Tree = { [key: string]: string | Tree };

const loaded = new Map<string, Tree>();

function tree(language: Language, namespace: string): Tree {
  const key = `${language}/${namespace}`;
  let known = loaded.get(key);
  if (!known) {
    known = JSON.parse(readFileSync(join(ROOT, 'locales', `${key}.json`), 'utf8')) as Tree;
    loaded.set(key, known);
  }
  return known;
}

function find(from: Tree, path: string): string | undefined {
  const exact = getOwn(from, path);
  if (typeof exact === 'string') return exact;
  let at: string | Tree | undefined = from;
  for (const part of path.split('.')) at = typeof at === 'object' ? getOwn(at, part) : undefined;
  return typeof at === 'string' ? at : undefined;
}

/** Returns the sentence of `namespace:key` with `{{param}}` filled in. Falls back to English, then undefined. */
export function wordsIfAny(language: Language, name: string, params: ErrorParams = {}): string | undefined {
  const [namespace, key] = name.split(':') as [string, string];
  const sentence = find(tree(language, namespace), key) ?? find(tree('en', namespace), key);
  return sentence === undefined ? undefined : interpolate(sentence, params, language);
}

/** As above, but a missing key returns the key itself, so that somebody notices it. */
export function words(language: Language, name: string, params: ErrorParams = {}): string {
  return wordsIfAny(language, name, params) ?? name;
}

/** Returns the sentences for findings of a definitions check. */
export function issueWords(language: Language): IssueWords {
  return tree(language, 'definitions').issues as IssueWords;
}

/** Returns the sentences about a workbook of XLSForm, and the words that are added to it in each language of the interface. */
export function xlsformWords(language: Language): NoteWords & { added: AddedWords; doctor: DoctorWords } {
  const { notes, meant, mends, doctor } = tree(language, 'xlsform') as unknown as NoteWords & { doctor: DoctorWords };
  const in3 = (key: string) =>
    Object.fromEntries(LANGUAGES.map((tag) => [tag, words(tag, `xlsform:added.${key}`)])) as Record<string, string>;
  return {
    notes,
    meant,
    mends,
    doctor,
    added: { constraint: in3('constraint'), other: in3('other'), which: in3('which') },
  };
}

/** Returns the words of a workbook of a form's words. */
export function sheetWords(language: Language): TranslationSheetTexts {
  const { columns, keys, states, holds } = tree(language, 'definitions').words as unknown as TranslationSheetTexts & {
    holds: string;
  };
  const { places } = diffWords(language);
  const asPlaces = Object.fromEntries(
    ['title', 'plural', 'new', 'description'].map((key) => [key, getOwn(places, key)]),
  );
  return {
    language,
    columns,
    keys: { ...keys, ...asPlaces },
    states,
    holds: (names) => interpolate(holds, { names }, language),
  };
}

/** Returns the names of the kinds of difference. */
export function diffWords(language: Language): DiffWords {
  return tree(language, 'definitions').diff as DiffWords;
}
