/** Words that name answers, and answers, made at random, with a plain reference that says what a reader is shown. */

import type { AnswerLevels } from '../../src/core/form/labelsInWords.ts';
import { form, words } from './form.ts';
import fc from './property.ts';

const KINDS: Readonly<Record<string, Record<'en' | 'fa' | 'ps', string>>> = {
  well: { en: 'Well', fa: 'چاه', ps: 'څاه' },
  tap: { en: 'Tap', fa: 'نل', ps: 'نل' },
  'river-2': { en: 'River', fa: 'دریا', ps: 'سیند' },
};
const options = Object.entries(KINDS).map(([value, label]) => ({ value, label })) as never;

const { fields } = form({
  fields: {
    name: { type: 'text' },
    size: { type: 'integer' },
    kind: { type: 'choice', options },
    kinds: { type: 'multi', options },
    worked: { type: 'derived', derived: { expr: 'size + 1' } },
    rows: {
      type: 'table',
      columns: { kind: { type: 'choice', options }, own: { type: 'text', label: words('Own') as never } } as never,
    },
  },
});
const record = [...fields.values()].map(plain);
const row = (fields.get('rows')?.columns ?? []).map(plain);

/** As a page can be given it, where the same code runs. */
function plain<Node>(node: Node): Node {
  return JSON.parse(JSON.stringify(node));
}

export interface WordsCase {
  words: string;
  levels: AnswerLevels;
  language: 'en' | 'fa' | 'ps';
  expected: string;
}

const text = fc.constantFrom('Ahmad', 'احمد', '{size}', '<b>', 'a\u2068b', '$&');
const figure = fc.integer({ min: -999, max: 999 });
const kind = fc.constantFrom(...Object.keys(KINDS), 'gone');
const answers = fc.record(
  { name: text, size: figure, kind, kinds: fc.subarray(Object.keys(KINDS)), worked: figure },
  { requiredKeys: [] },
);
const cells = fc.record({ kind, own: text }, { requiredKeys: [] });
const pieces = fc.array(
  fc.oneof(
    fc.constantFrom('How old is ', 'از ', '؟', '{ ', ' }', ' {{kind}} ', '{}', '{na me}'),
    fc.constantFrom('name', 'size', 'kind', 'kinds', 'worked', 'own', 'nobody', 'toString').map((name) => ({ name })),
  ),
  { maxLength: 6 },
);

const DIGITS: Readonly<Record<string, string>> = { en: '0123456789', fa: '۰۱۲۳۴۵۶۷۸۹', ps: '۰۱۲۳۴۵۶۷۸۹' };
const NUMBERS: ReadonlySet<string> = new Set(['size', 'worked']);

function said(name: string, value: unknown, language: WordsCase['language']): string {
  const label = (code: unknown) => Object.entries(KINDS).find(([one]) => one === code)?.[1][language] ?? String(code);
  if (value === undefined) return '';
  if (NUMBERS.has(name))
    return String(value)
      .replace('-', '−')
      .replace(/\d/g, (digit) => DIGITS[language]?.charAt(Number(digit)) ?? digit);
  if (Array.isArray(value)) return value.map(label).join(language === 'en' ? ', ' : '، ');
  return name === 'kind' ? label(value) : String(value);
}

/** In a row the cells come before the answers of the record. */
export const wordsCases: fc.Arbitrary<WordsCase> = fc
  .record({
    pieces,
    data: answers,
    inRow: fc.option(cells, { nil: undefined }),
    language: fc.constantFrom('en' as const, 'fa' as const, 'ps' as const),
  })
  .map(({ pieces: parts, data, inRow, language }) => {
    const levels: AnswerLevels = [...(inRow ? [{ nodes: row, data: inRow }] : []), { nodes: record, data }];
    const answerOf = (name: string): unknown => {
      const own = inRow && ['kind', 'own'].includes(name) ? inRow : name === 'own' ? {} : data;
      return new Map(Object.entries(own)).get(name);
    };
    const shown = (name: string) => {
      const words = said(name, answerOf(name), language);
      return words === '' ? '…' : `\u2068${words}\u2069`;
    };
    return {
      words: parts.map((one) => (typeof one === 'string' ? one : `{${one.name}}`)).join(''),
      levels,
      language,
      expected: parts.map((one) => (typeof one === 'string' ? one : shown(one.name))).join(''),
    };
  });
