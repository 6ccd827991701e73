/** The words of a form as a table: each of its texts with where it stands, its words in each language, and their states. */

import { getOwn, pointerSteps } from '../../json.ts';
import { ANSWER_IN_WORDS } from '../../text/languages.ts';
import { type SectionTitles, sectionTitlesOf, titlesAlongPointer } from '../place.ts';
import { isTextMissing, languagesOf, type TextAt, textsOf } from '../texts.ts';
import type { Text } from '../types.ts';
import type { TextState, TranslationState } from './status.ts';

/** What a text is for. Its words stand in locales/<language>/definitions.json. */
export const TEXT_KEYS = [
  'title',
  'plural',
  'new',
  'description',
  'section',
  'group',
  'question',
  'short',
  'help',
  'placeholder',
  'unit',
  'option',
  'row',
  'band',
  'hint',
  'message',
  'alt',
  'low',
  'high',
  'note',
  'label',
  'other',
] as const;
export type TextKey = (typeof TEXT_KEYS)[number];

export type TranslationRowState = TranslationState | 'missing';
/** State of a text in one language. */
export type StateInRow = Omit<TextState, 'state'> & { state: TranslationRowState };

export interface TranslationRow extends TextAt {
  /** Titles of what it stands in, the widest first: section, group, question, option. */
  place: Text[];
  key: TextKey;
  /** By language. The source has one only where it is missing. */
  states: Readonly<Record<string, StateInRow>>;
  /** Answers in the source, such as `{pupils}`, that each translation must hold too. */
  holds: string[];
}

/** Returns what is known of a translation; undefined if nothing is, which makes it a draft. */
export type StateOf = (text: TextAt, language: string) => TextState | undefined;

/** Returns the texts of a form that may be half written: those with missing words first, then those whose source changed since. */
export function translationTable(definition: object, stateOf: StateOf): TranslationRow[] {
  const languages = languagesOf(definition);
  const [source = ''] = languages;
  const sections = sectionTitlesOf(definition);
  const rows = textsOf(definition).map((found): TranslationRow => {
    const states = languages.flatMap((language): [string, StateInRow][] => {
      if (isTextMissing(found, language)) return [[language, { state: 'missing' }]];
      return language === source ? [] : [[language, stateOf(found, language) ?? { state: 'draft' }]];
    });
    return {
      ...found,
      place: titlesOf(definition, found, sections),
      key: keyOf(pointerSteps(found.pointer)),
      states: Object.fromEntries(states),
      holds: [...new Set((getOwn(found.text, source) ?? '').match(ANSWER_IN_WORDS) ?? [])],
    };
  });
  const rank = (row: TranslationRow) => (has(row, 'missing') ? 0 : has(row, 'stale') ? 1 : 2);
  return rows
    .map((row) => ({ row, rank: rank(row) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ row }) => row);
}

/** Returns the titles of everything that a text stands in, without the text itself. */
function titlesOf(definition: object, { pointer, text }: TextAt, sections: SectionTitles): Text[] {
  const place = titlesAlongPointer(definition, pointerSteps(pointer), sections);
  return place.at(-1) === text ? place.slice(0, -1) : place;
}

function has({ states }: TranslationRow, state: TranslationRowState): boolean {
  return Object.values(states).some((one) => one.state === state);
}

/** What the label or title of an entry of such a list is for. */
const ENTRIES: Readonly<Record<string, TextKey>> = {
  fields: 'question',
  columns: 'question',
  options: 'option',
  rows: 'row',
  bands: 'band',
  sections: 'section',
};

function keyOf(steps: readonly string[]): TextKey {
  const last = steps.at(-1) ?? '';
  const [list = ''] = steps.slice(-3);
  if (steps.at(-2) === 'messages') return 'message';
  if (last === 'title' && list === 'fields') return 'group';
  // Columns of the list have words of their own.
  if (last === 'label' || (last === 'title' && list === 'sections'))
    return steps[0] === 'list' ? 'label' : (getOwn(ENTRIES, list) ?? 'label');
  return (TEXT_KEYS as readonly string[]).includes(last) ? (last as TextKey) : 'other';
}
