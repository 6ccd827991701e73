/** Writes differences as lines of text: what changed, the question, and the texts before and after. */

import { interpolate } from '../../errors/recordErrors.ts';
import { getOwn } from '../../json.ts';
import { languageName } from '../../text/languageNames.ts';
import { type Language, pickText, type Text } from '../../text/languages.ts';
import type { WordsByLanguage } from '../texts.ts';
import type { Difference, DiffKind } from './diff.ts';

/** Names of the kinds of difference and of the places in a definition, from locales/<language>/definitions.json. */
export type DiffWords = Record<DiffKind, string> & {
  places: Readonly<Record<string, string>>;
  /** Sentence with `changed` and `same`, names of languages. */
  as_before: string;
};

/** Kinds that say that something changed, but not what: that is the place. */
const PLACED: ReadonlySet<DiffKind> = new Set([
  'form_changed',
  'contract_changed',
  'rule_changed',
  'rule_set',
  'part_changed',
]);

/** Returns lines in one language. Words are shown in every language in which they changed, so that the others are missed. */
export function diffLines(
  differences: readonly Difference[],
  words: DiffWords,
  language: Language,
  source = 'en',
): string[] {
  return differences.flatMap((difference) => {
    const { kind, before, after, pointer } = difference;
    const changed = changedLanguages(before, after);
    const head = `${sign(kind)} ${words[kind]}: ${differenceText(difference, words, language)}  (${pointer})`;
    const asBefore = asBeforeInWords(difference, words, language, source);
    return [
      head,
      ...sides('-', before, language, changed),
      ...sides('+', after, language, changed),
      ...(asBefore ? [`    = ${asBefore}`] : []),
    ];
  });
}

/** Returns what changed: the place, where the kind does not say it, and the label of the question, section or entry. */
export function differenceText(
  { kind, pointer, about }: Difference,
  { places }: DiffWords,
  language: Language,
): string {
  const place = PLACED.has(kind) ? placeInWords(kind, pointer, places) : undefined;
  return [place, inWords(about, language)].filter(Boolean).join(': ');
}

/** Returns the words of the narrowest place that has some. Those of questions, options and sections count wherever these are. */
function placeInWords(kind: DiffKind, pointer: string, places: DiffWords['places']): string | undefined {
  const steps = pointer.split('/').slice(1);
  const last = steps.findLast((step) => !/^\d+$/.test(step));
  let [first, second] = kind === 'contract_changed' ? ['contract'] : steps.filter((step) => !/^\d+$/.test(step));
  if (first === 'sections') [first, second] = ['section', last];
  else if (first === 'lists') [first, second] = ['option', last];
  else if (first === 'fields') {
    const table = steps[2] === 'columns' && steps.length > 4 ? 2 : 0;
    [first, second] = ['field', steps[2 + table]];
    if (second === 'options' || second === 'rows') [first, second] = ['option', last];
  }
  return places[`${first}_${second?.replace(/\W/g, '_')}`] ?? getOwn(places, first ?? '');
}

function sign(kind: DiffKind): string {
  if (/_(added|typed|set)$/.test(kind)) return '+';
  return kind.endsWith('_removed') ? '-' : '~';
}

/** Returns the languages of words that changed; none if this is not about words. */
export function changedLanguages(before: Text | string | undefined, after: Text | string | undefined): string[] {
  if (typeof before !== 'object' || typeof after !== 'object') return [];
  const [was, now] = [before as WordsByLanguage, after as WordsByLanguage];
  return [...new Set([...Object.keys(now), ...Object.keys(was)])].filter(
    (one) => getOwn(was, one) !== getOwn(now, one),
  );
}

/** Says which languages kept their words while the source of a text was reworded; undefined if none did. */
export function asBeforeInWords(
  { before, after }: Difference,
  { as_before }: DiffWords,
  language: Language,
  source: string,
): string | undefined {
  const changed = changedLanguages(before, after);
  if (!changed.includes(source)) return undefined;
  const same = Object.keys(before as WordsByLanguage).filter(
    (one) => Object.hasOwn(after as WordsByLanguage, one) && !changed.includes(one),
  );
  if (same.length === 0) return undefined;
  const names = (tags: readonly string[]) => tags.map(languageName);
  return interpolate(as_before, { changed: names(changed), same: names(same) }, language);
}

function sides(mark: string, side: Text | string | undefined, language: Language, changed: string[]): string[] {
  if (side === undefined || side === '') return [];
  if (typeof side === 'string') return [`    ${mark} ${side}`];
  return changed.length > 0
    ? changed.map((one) => `    ${mark} ${one}  ${getOwn(side as WordsByLanguage, one) ?? '–'}`)
    : [`    ${mark} ${pickText(side, language)}`];
}

function inWords(value: Text | string, language: Language): string {
  return typeof value === 'string' ? value : pickText(value, language);
}
