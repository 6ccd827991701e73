/** Writes differences as lines of text: what changed, the question, and the texts before and after. */
import { LANGUAGES, type Language, pick, type Text } from '../text/languages.ts';
import type { Difference, DiffKind } from './diff.ts';

/** Names of the kinds of difference, from locales/<language>/definitions.json. */
export type DiffWords = Record<DiffKind, string>;

/** Returns lines in one language. Words are shown in every language in which they changed, so that the others are missed. */
export function diffLines(differences: readonly Difference[], words: DiffWords, language: Language): string[] {
  return differences.flatMap(({ kind, about, before, after, pointer }) => {
    const changed = changedLanguages(before, after);
    const head = `${sign(kind)} ${words[kind]}: ${inWords(about, language)}  (${pointer})`;
    return [head, ...sides('-', before, language, changed), ...sides('+', after, language, changed)];
  });
}

function sign(kind: DiffKind): string {
  if (kind.endsWith('_added')) return '+';
  return kind.endsWith('_removed') ? '-' : '~';
}

/** Returns the languages of words that changed; none if this is not about words. */
function changedLanguages(before: Text | string | undefined, after: Text | string | undefined): Language[] {
  if (typeof before !== 'object' || typeof after !== 'object') return [];
  return LANGUAGES.filter((one) => before[one] !== after[one]);
}

function sides(mark: string, side: Text | string | undefined, language: Language, changed: Language[]): string[] {
  if (side === undefined || side === '') return [];
  if (typeof side === 'string') return [`    ${mark} ${side}`];
  return changed.length > 0
    ? changed.map((one) => `    ${mark} ${one}  ${side[one]}`)
    : [`    ${mark} ${pick(side, language)}`];
}

function inWords(value: Text | string, language: Language): string {
  return typeof value === 'string' ? value : pick(value, language);
}
