// biome-ignore-all lint/suspicious/noTemplateCurlyInString: names of XLSForm are written so
/** Nothing of a workbook is lost in silence: the account of every import adds up, whatever stands in the cells. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RawCell } from '../../src/core/spreadsheet/readCell.ts';
import { importWorkbook } from '../../src/core/xlsform/roundTrip.ts';
import type { Imported, Sheet } from '../../src/core/xlsform/types.ts';
import { imported } from '../support/xlsform.ts';

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

const survey: fc.Arbitrary<Sheet> = fc
  .shuffledSubarray(HEADS, { minLength: 4 })
  .chain((heads) => fc.array(fc.tuple(...heads.map(valueFor)), { maxLength: 14 }).map((rows) => [heads, ...rows]))
  .map((lines) => ({ title: 'survey', lines: lines.map(cells) }));

const choices: fc.Arbitrary<Sheet> = fc
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

const further: fc.Arbitrary<Sheet[]> = fc.constantFrom(
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

function mustAddUp({ account }: Imported, sheets: readonly Sheet[]): void {
  const { rows_seen, rows_carried, cells_seen, cells_carried, not_carried } = account;
  expect(cells_carried + not_carried.length).toBe(cells_seen);
  const at = not_carried.map(({ sheet, row, column }) => `${sheet}!${column}${row}`);
  expect(new Set(at).size).toBe(at.length);
  expect(rows_carried).toBeLessThanOrEqual(rows_seen);
  // Counted another way: every filled cell below the first filled line.
  const isFilled = (cell: RawCell) => cell !== null && (typeof cell !== 'string' || cell.trim() !== '');
  const below = sheets.flatMap(({ lines }) => {
    const head = lines.findIndex((line) => line.some(isFilled));
    return head < 0 ? [] : lines.slice(head + 1);
  });
  expect(cells_seen).toBe(below.flat().filter(isFilled).length);
  expect(rows_seen).toBe(below.filter((line) => line.some(isFilled)).length);
}

/** Where something of a definition stands in the fields of a form. */
function found(definition: Imported['definition'], pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (value, step) =>
        value === undefined || value === null ? undefined : Object.getOwnPropertyDescriptor(value, step)?.value,
      definition,
    );
}

describe('the account of an import', () => {
  it('adds up for any workbook, which never becomes an error', () => {
    fc.assert(
      fc.property(survey, choices, further, (one, two, rest) => {
        const sheets = [one, two, ...rest];
        const made = importWorkbook(sheets, {
          name: 'any',
          added: { constraint: { en: 'c' }, other: { en: 'o' }, which: { en: 'w' } },
        });
        if (!made) throw new Error('There is a sheet of questions.');
        mustAddUp(made, sheets);
        expect(Object.getPrototypeOf(made.definition.fields)).toBe(Object.prototype);
      }),
      { numRuns: 400 },
    );
  });

  it('is what a second reader finds: whatever was carried to a place is there', () => {
    fc.assert(
      fc.property(survey, choices, (one, two) => {
        const made = imported([one, two]);
        const lost = [...made.places].filter(([pointer]) => found(made.definition, pointer) === undefined);
        // Lists have their options by number, tables that were not made have no columns.
        expect(
          lost
            .filter(([pointer]) => pointer.startsWith('/fields/') && !pointer.includes('/columns/'))
            .map(([pointer]) => pointer),
        ).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a workbook made to hurt', () => {
  it('with 10,000 columns is read', () => {
    const many = Array.from({ length: 10_000 }, (_, at) => `column ${at}`);
    const sheets = [
      {
        title: 'survey',
        lines: [
          ['type', 'name', 'label', ...many],
          ['text', 'a', 'A', ...many],
        ],
      },
    ];
    const made = imported(sheets);
    mustAddUp(made, sheets);
    expect(made.account.cells_carried).toBe(3);
  });

  it('with circles and itself in itself is imported', () => {
    const made = imported({
      survey:
        'type|name|label|calculation|relevant\ncalculate|a||${b} + 1|\ncalculate|b||${a} + 1|\ncalculate|c||${c} * 2|\ntext|d|D||${d} = 1',
    });
    expect(Object.keys(made.definition.fields)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('with groups a thousand deep is imported', () => {
    const deep = 1000;
    const lines = [
      ['type', 'name', 'label'],
      ...Array.from({ length: deep }, (_, at) => ['begin_group', `g${at}`, 'G']),
      ['text', 'a', 'A'],
      ...Array.from({ length: deep }, () => ['end_group', null, null]),
    ];
    const made = imported([{ title: 'survey', lines }]);
    mustAddUp(made, [{ title: 'survey', lines }]);
    expect(Object.keys(made.definition.fields)).toContain('a');
  });

  it('with groups deeper than anybody reads keeps their questions, and names what it does not carry', () => {
    const deep = 2500;
    const relevant = '${a} = 1';
    const lines = [
      ['type', 'name', 'label', 'relevant'],
      ...Array.from({ length: deep }, (_, at) => ['begin_group', `g${at}`, 'G', relevant]),
      ...Array.from({ length: 100 }, (_, at) => ['text', `q${at}`, 'Q', null]),
      ...Array.from({ length: deep }, () => ['end_group', null, null, null]),
      ['integer', 'a', 'A', null],
    ];
    const made = imported([{ title: 'survey', lines }]);
    mustAddUp(made, [{ title: 'survey', lines }]);
    expect(Object.keys(made.definition.fields)).toEqual(expect.arrayContaining(['q0', 'q99', 'a']));
    expect(made.notes.filter(({ code }) => code === 'group_deepest').length).toBe(deep - 50);
    expect(made.notes.filter(({ code }) => code === 'group_end')).toEqual([]);
  });

  // Each of these took from seconds to hours, or all of the memory.
  const spaces = ' '.repeat(30_000);
  it.each<[string, string[], (string | null)[][]]>([
    ['spaces in a reference', ['type', 'name', 'label'], [['text', 'a', `\${${spaces}x`]]],
    ['spaces in a condition', ['type', 'name', 'label', 'relevant'], [['text', 'a', 'A', `\${${spaces}x`]]],
    ['spaces in a head', ['type', 'name', 'label', `a${spaces}b`, `label${spaces}(`], [['text', 'a', 'A', 'x', 'y']]],
    ['lines in a name', ['type', 'name', 'label'], [['text', `a${'_'.repeat(30_000)}a`, 'A']]],
    ['answers that are not there', ['type', 'name', 'label'], [['text', 'a', '${nobody} '.repeat(2_500)]]],
    [
      'one name for all',
      ['type', 'name', 'label'],
      Array.from({ length: 2_000 }, () => ['select_one yn or_other', 'q', 'A']),
    ],
  ])('with %s is read', (_what, head, rows) => {
    const sheets = [
      { title: 'survey', lines: [head, ...rows] },
      {
        title: 'choices',
        lines: [
          ['list_name', 'name', 'label'],
          ['yn', 'yes', 'Yes'],
        ],
      },
    ];
    const made = imported(sheets);
    mustAddUp(made, sheets);
    expect(made.notes.length).toBeLessThanOrEqual(2 * rows.length + 5);
    expect(Object.keys(made.definition.fields).length).toBeGreaterThanOrEqual(rows.length);
  });

  it('with all sheets in one, and their names again in the first column, loses nothing in silence', () => {
    const again = Array.from({ length: 3_000 }, () => ['survey', 'x']);
    const made = imported([
      { title: 'all.csv', lines: [['survey'], [null, 'type', 'name', 'label'], [null, 'text', 'a', 'A'], ...again] },
    ]);
    expect(Object.keys(made.definition.fields)).toEqual(['a']);
    expect(made.account).toMatchObject({ cells_seen: 6_003, cells_carried: 3 });
    expect(made.account.not_carried.length).toBe(6_000);
  });
});
