/** Differences as lines to read: what happened, the question, and both wordings in three languages below each other. */
import { LANGUAGES, type Language, pick, type Text } from '../text/languages.ts';
import type { Difference, DiffKind } from './diff.ts';

/** Words for the kinds of difference, from locales/<language>/definitions.json. */
export type DiffWords = Record<DiffKind, string>;

/** Lines in one language; changed wordings show all three languages, so that a translation left behind is seen. */
export function diffLines(differences: readonly Difference[], words: DiffWords, language: Language): string[] {
  return differences.flatMap(({ kind, about, before, after, pointer }) => {
    const head = `${sign(kind)} ${words[kind]}: ${inWords(about, language)}  (${pointer})`;
    return [
      head,
      ...sides('-', before, language, isWorded(before, after)),
      ...sides('+', after, language, isWorded(before, after)),
    ];
  });
}

function sign(kind: DiffKind): string {
  if (kind.endsWith('_added')) return '+';
  return kind.endsWith('_removed') ? '-' : '~';
}

function isWorded(before: Text | string | undefined, after: Text | string | undefined): boolean {
  return typeof before === 'object' && typeof after === 'object';
}

function sides(mark: string, side: Text | string | undefined, language: Language, all: boolean): string[] {
  if (side === undefined || side === '') return [];
  if (typeof side === 'string') return [`    ${mark} ${side}`];
  return all ? LANGUAGES.map((one) => `    ${mark} ${one}  ${side[one]}`) : [`    ${mark} ${pick(side, language)}`];
}

function inWords(value: Text | string, language: Language): string {
  return typeof value === 'string' ? value : pick(value, language);
}
