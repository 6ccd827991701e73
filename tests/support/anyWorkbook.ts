// biome-ignore-all lint/suspicious/noTemplateCurlyInString: names of XLSForm are written so
/** Workbooks of XLSForm with whatever people and spreadsheet programs put into cells. */

import type { RawCell } from '../../src/core/spreadsheet/readCell.ts';
import type { Sheet } from '../../src/core/xlsform/types.ts';
import fc from './property.ts';

const NAMES = ['a', 'b', 'A', 'constructor', '__proto__', 'toString', 'hasOwnProperty', 'نام', '9', 'yn', ''];
const TYPES = [
  ...[
    'text',
    'integer',
    'decimal',
    'note',
    'calculate',
    'date',
    'select_one yn',
    'select_multiple yn or_other',
    'rank yn',
  ],
  ...[
    'select_one __proto__',
    'select_one constructor',
    'begin_group',
    'end_group',
    'begin_repeat',
    'end_repeat',
    'geopoint',
  ],
  ...['start', 'phonenumber', 'range', 'image', 'nonsense', 'select_one_from_file x.csv', 'hidden', 'today', ''],
];
const EXPRESSIONS = [
  ...[
    '',
    'yes',
    'no',
    "${a} = 'yes'",
    '. > 3',
    '${b} + 1',
    'sum(${b})',
    "selected(${yn}, 'yes')",
    '((((',
    '${__proto__}',
  ],
  ...[
    'constructor()',
    'today()',
    "regex(., '[a-z]+')",
    'position(..)',
    '=1+1',
    '#REF!',
    'a=${b}',
    'once(uuid())',
    "''",
  ],
];
const WORDS = ['', 'Word', 'Hello ${a}', '<b>x</b>', '{a}', '\u200b', 'كلمة', '=cmd()', '${nobody}'];
const HEADS = [
  ...['type', 'name', 'label', 'label::Dari (prs)', 'hint', 'relevant', 'constraint', 'constraint_message', 'required'],
  ...['calculation', 'default', 'choice_filter', 'appearance', 'parameters', 'repeat_count', 'readonly', 'trigger'],
  ...['required_message', 'guidance_hint', '__proto__', 'constructor', 'media::image', 'body::x', '', 'label'],
];

function valueFor(head: string): fc.Arbitrary<string> {
  if (head === 'type') return fc.constantFrom(...TYPES);
  if (head === 'name') return fc.constantFrom(...NAMES);
  if (/label|hint|message/.test(head)) return fc.constantFrom(...WORDS);
  return fc.oneof(fc.constantFrom(...EXPRESSIONS), fc.string({ maxLength: 12 }));
}

const cells = (texts: readonly string[]): RawCell[] =>
  texts.map((text) => (text === '' ? null : /^\d$/.test(text) ? { number: text } : text));

/** The sheet of questions. */
export const anySurvey: fc.Arbitrary<Sheet> = fc
  .shuffledSubarray(HEADS, { minLength: 4 })
  .chain((heads) => fc.array(fc.tuple(...heads.map(valueFor)), { maxLength: 14 }).map((rows) => [heads, ...rows]))
  .map((lines) => ({ title: 'survey', lines: lines.map(cells) }));

/** The sheet of options. */
export const anyChoices: fc.Arbitrary<Sheet> = fc
  .array(
    fc.tuple(
      fc.constantFrom('yn', 'constructor', '__proto__', ''),
      fc.constantFrom(...NAMES),
      fc.constantFrom(...WORDS),
      fc.constantFrom(...NAMES),
    ),
    { maxLength: 10 },
  )
  .map((rows) => ({ title: 'choices', lines: [['list_name', 'name', 'label', 'constructor'], ...rows].map(cells) }));

/** Settings, files of lists and sheets that nothing names. */
export const anyFurther: fc.Arbitrary<Sheet[]> = fc.constantFrom(
  [],
  [{ title: 'settings', lines: [['form_title', 'form_id', 'odd'].map(String), ['T', '__proto__', 'x'].map(String)] }],
  [
    {
      title: 'x.csv',
      lines: [
        ['name', 'label'],
        ['1', 'One'],
      ],
    },
    { title: 'other', lines: [['q'], ['w']] },
  ],
);
