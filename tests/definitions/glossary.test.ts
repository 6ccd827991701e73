/** Checks that no text uses a word that the glossary says to avoid. Each thing has one word. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { wordPattern } from '../../src/core/check/texts/words.ts';
import type { Glossary } from '../../src/core/generated/glossary.ts';

const root = new URL('../../', import.meta.url);
const json = (path: string): unknown => JSON.parse(readFileSync(new URL(path, root), 'utf8'));
const glossary = json('forms/common/glossary.json') as Glossary;

interface Words {
  where: string;
  language: 'fa' | 'ps';
  words: string;
}

function files(folder: string): string[] {
  return readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => `${folder}/${name}`);
}

/** Returns the Dari and Pashto of every text in a definition file. */
function definitionWords(value: unknown, where: string): Words[] {
  if (typeof value !== 'object' || value === null) return [];
  const { en, fa, ps } = value as Record<string, unknown>;
  if (typeof en === 'string' && typeof fa === 'string' && typeof ps === 'string') {
    return [
      { where, language: 'fa', words: fa },
      { where, language: 'ps', words: ps },
    ];
  }
  return Object.entries(value).flatMap(([key, inner]) => definitionWords(inner, `${where}/${key}`));
}

function interfaceWords(value: unknown, where: string, language: 'fa' | 'ps'): Words[] {
  if (typeof value === 'string') return [{ where, language, words: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => interfaceWords(inner, `${where}/${key}`, language));
}

/**
 * Not checked: place names are what people call them, the glossary itself contains the words to avoid, and published versions
 * keep their words.
 */
const APART = new Set(['forms/common/glossary.json', 'forms/common/places.json']);

const all: Words[] = [
  ...files('forms').flatMap((path) =>
    APART.has(path) || path.includes('/frozen/') ? [] : definitionWords(json(path), path),
  ),
  ...(['fa', 'ps'] as const).flatMap((language) =>
    files(`locales/${language}`).flatMap((path) => interfaceWords(json(path), path, language)),
  ),
];

const usesWord = (words: string, word: string) => wordPattern(word).pattern.test(words);

describe('the glossary', () => {
  it('finds whole words only', () => {
    expect(usesWord('نام استان را بنویسید', 'استان')).toBe(true);
    expect(usesWord('افغانستان', 'استان')).toBe(false);
    expect(usesWord('پرسش‌نامه', 'پرسش')).toBe(false);
  });

  it('finds a stem with any ending, and only at the beginning of a word', () => {
    expect(usesWord('از رانندگان بپرسید', 'رانندگ*')).toBe(true);
    expect(usesWord('جلسه برگزار می‌شود', 'برگزار*')).toBe(true);
    expect(usesWord('پرسش‌نامه', 'پرسش*')).toBe(true);
    expect(usesWord('چک‌لست', 'لست*')).toBe(false);
  });

  it('finds plurals, with and without a half-space', () => {
    expect(usesWord('دست‌شویی پاک است', 'دستشویی')).toBe(true);
    expect(usesWord('به پرسش‌ها جواب دهید', 'پرسش')).toBe(true);
    expect(usesWord('په لېستونو کې', 'لېست')).toBe(true);
  });

  it('reads texts of definitions and of the interface', () => {
    expect(all.some(({ where }) => where.startsWith('forms/schools/'))).toBe(true);
    expect(all.some(({ where }) => where.startsWith('locales/ps/'))).toBe(true);
  });

  it('has a word of its own for each thing', () => {
    const shared = (['en', 'fa', 'ps'] as const).flatMap((language) =>
      glossary.terms.flatMap(({ id, term }, at) =>
        glossary.terms
          .slice(at + 1)
          .flatMap((other) => (other.term[language] === term[language] ? [[language, id, other.id]] : [])),
      ),
    );
    // Pashto has one word for the blank form and the filled-in one; where both meet, the texts say which.
    expect(shared).toEqual([['ps', 'form', 'record']]);
  });

  it('does not avoid its own words', () => {
    const own = glossary.terms.flatMap(({ id, term, avoid_fa = [], avoid_ps = [] }) => [
      ...avoid_fa.filter((word) => usesWord(term.fa, word)).map((word) => `${id}: ${word}`),
      ...avoid_ps.filter((word) => usesWord(term.ps, word)).map((word) => `${id}: ${word}`),
    ]);
    expect(own).toEqual([]);
  });

  it('is kept by every text', () => {
    const slips = glossary.terms.flatMap(({ term, avoid_fa = [], avoid_ps = [] }) =>
      all.flatMap(({ where, language, words }) =>
        (language === 'fa' ? avoid_fa : avoid_ps)
          .filter((word) => usesWord(words, word))
          .map((word) => `${where}: “${word}” in “${words}”; write “${term[language]}”`),
      ),
    );
    expect(slips).toEqual([]);
  });
});
