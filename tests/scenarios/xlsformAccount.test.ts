// biome-ignore-all lint/suspicious/noTemplateCurlyInString: names of XLSForm are written so
/** Nothing of a workbook is lost in silence: the account of every import adds up, whatever stands in the cells. */

import { describe, expect, it } from 'vitest';
import { importWorkbook } from '../../src/core/xlsform/roundTrip.ts';
import type { ImportedForm } from '../../src/core/xlsform/types.ts';
import { anyChoices, anyFurther, anySurvey } from '../support/anyWorkbook.ts';
import { mustAddUp } from '../support/mustAddUp.ts';
import fc from '../support/property.ts';
import { imported } from '../support/xlsform.ts';

/** Where something of a definition stands in the fields of a form. */
function found(definition: ImportedForm['definition'], pointer: string): unknown {
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
      fc.property(anySurvey, anyChoices, anyFurther, (one, two, rest) => {
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
      fc.property(anySurvey, anyChoices, (one, two) => {
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
