/** Writes differences as lines of text: what changed, the question, and the texts before and after. */
import { LANGUAGES, type Language, pick, type Text } from '../text/languages.ts';
import type { Difference, DiffKind } from './diff.ts';

/** Names of the kinds of difference, from locales/<language>/definitions.json. */
export type DiffWords = Record<DiffKind, string>;

/** Returns lines in one language. Changed texts are shown in all three, so that an outdated translation is noticed. */
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
