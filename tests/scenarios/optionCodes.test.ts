/** Codes of options that are numbers: `-1`, `1.5`. */

import { describe, expect, it } from 'vitest';
import meta from '../../schemas/meta/form.schema.json' with { type: 'json' };
import { type SheetColumn, sheetColumns } from '../../src/core/spreadsheet/columns.ts';
import { escapeFormula, unescapeFormula } from '../../src/core/spreadsheet/formula.ts';
import { readCell } from '../../src/core/spreadsheet/readCell.ts';
import { foldText } from '../../src/core/text/letters.ts';
import { type FormSpec, form, words } from '../support/form.ts';
import fc from '../support/property.ts';
import { fill } from '../support/sheet.ts';

const codes = ['-1', '-1.5', '0', '1', '1.5', '10', '2024.01-a'];
const options = codes.map((value) => ({ value, label: words(`Level ${value}`) }));
const spec = {
  fields: {
    level: { type: 'choice', options },
    other: { type: 'choice', options },
    levels: { type: 'multi', options },
    weight: { type: 'derived', derived: { product: ['level', 'other'] }, contract: { type: 'number' } },
    isLow: { type: 'text', visibleWhen: { expr: 'level == "-1" || "-1.5" in levels' } },
    half: { type: 'derived', derived: { expr: 'double(level) / 2' }, contract: { type: 'number' } },
  },
  import: { path: '/visits/upload', fields: ['level', 'levels'] },
} as unknown as FormSpec;

describe('codes that are numbers', () => {
  it.each([
    ...codes.map((code) => [code, true] as const),
    ...['-', '--1', '.5', '-.5', '+1', '1,5', '1/2', '=1', '', ' 1', '1|2', '-1\n'].map(
      (code) => [code, false] as const,
    ),
  ])('%j may be one: %s', (code, isOne) => {
    // As Ajv reads patterns.
    expect(new RegExp(meta.$defs.optionCode.pattern, 'u').test(code)).toBe(isOne);
  });

  it('count as these numbers in a product', async () => {
    const sheet = await fill(spec);
    const numbers = codes.filter((code) => Number.isFinite(Number(code)));
    for (const level of numbers)
      for (const other of numbers) {
        const { weight, half } = sheet.answer('level', level).answer('other', other).stored();
        // Not -0, which would be written as “-0”.
        expect([weight, half]).toEqual([Number(level) * Number(other) + 0, Number(level) / 2 + 0]);
      }
    expect(sheet.answer('level', '2024.01-a').stored().weight).toBeUndefined();
  });

  it('are compared as texts in expressions', async () => {
    const sheet = await fill(spec);
    expect(sheet.answer('level', '1').isVisible('isLow')).toBe(false);
    expect(sheet.answer('level', '-1').isVisible('isLow')).toBe(true);
    expect(sheet.answer('level', '10').answer('levels', ['1.5', '-1.5']).isVisible('isLow')).toBe(true);
    expect(sheet.errors()).toEqual({});
    expect(sheet.answer('levels', ['-15']).errors()).toEqual({ '/levels/0': ['choice'] });
  });

  it('come through a spreadsheet, whether a program makes a number of them or not', () => {
    const [one, many] = sheetColumns(form(spec)) as [SheetColumn, SheetColumn];
    const find = (_column: SheetColumn, folded: string) => codes.filter((code) => foldText(code) === folded);
    const context = { calendar: 'solar', find } as const;
    for (const code of codes) {
      expect(unescapeFormula(escapeFormula(code))).toBe(code);
      expect(readCell(one, code, context)).toEqual({ value: code });
      if (Number.isFinite(Number(code))) {
        expect(escapeFormula(code)).toBe(code);
        expect(readCell(one, { number: code }, context)).toEqual({ value: code });
      }
    }
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...codes), { minLength: 1 }), (chosen) => {
        const cell = unescapeFormula(escapeFormula(chosen.join(', ')));
        expect(readCell(many, cell, context)).toEqual({ value: chosen });
      }),
    );
  });
});
