import { describe, expect, it } from 'vitest';
import { coerceAnswers } from '../../src/core/form/coerce.ts';
import { OPERATORS_BY_KIND } from '../../src/core/form/operators.ts';
import { propertyKindOf } from '../../src/core/form/types/question.ts';
import { type SheetColumn, sheetColumns } from '../../src/core/spreadsheet/columns.ts';
import { type RawCell, readCell } from '../../src/core/spreadsheet/readCell.ts';
import { form } from '../support/form.ts';
import { fill } from '../support/sheet.ts';

const fields = {
  walk: { type: 'range', contract: { type: 'number', minimum: 0, maximum: 8, multipleOf: 0.1 } },
  came: { type: 'range', contract: { type: 'integer', minimum: -50, maximum: 100, multipleOf: 5 } },
  middle: { type: 'derived', derived: { expr: '(walk + came) / 2' } },
} as const;
const visit = form({ fields: fields as never, import: { path: '/visits/upload', fields: ['walk', 'came'] } });

describe('a number on a slider', () => {
  it('begins unanswered, and takes the steps between its bounds', async () => {
    const sheet = await fill(visit);
    expect(sheet.stored()).toEqual({});
    for (const tenths of Array.from({ length: 81 }, (_, at) => at)) {
      expect(sheet.answer('walk', tenths / 10).errors(), `${tenths / 10}`).toEqual({});
      expect(sheet.answer('walk', tenths * 0.1).errors(), `${tenths * 0.1}`).toEqual({});
    }
    expect(sheet.answer('walk', 8.1).errors()).toEqual({ '/walk': ['maximum'] });
    expect(sheet.answer('walk', 2.34).rawErrors()).toEqual({ '/walk': [{ code: 'multiple', params: { limit: 0.1 } }] });
    sheet.clear('walk');
    expect(sheet.answer('came', -50).errors()).toEqual({});
    expect(sheet.answer('came', 12).errors()).toEqual({ '/came': ['multiple'] });
    expect(sheet.answer('came', -55).errors()).toEqual({ '/came': ['minimum'] });
  });

  it('is a number for digits, text, expressions and filters', async () => {
    const sheet = await fill(visit);
    expect(coerceAnswers(visit, { walk: '۲٫۳', came: '۱۵' }).data).toMatchObject({ walk: 2.3, came: 15 });
    sheet.answer('walk', 2.5).answer('came', 15);
    expect(sheet.stored().middle).toBe(8.75);
    expect([sheet.text('walk', 'en'), sheet.text('walk', 'fa')]).toEqual(['2.5', '۲٫۵']);
    const parts = ['walk', 'came'].map((name) => propertyKindOf(visit.fields.get(name)!)!);
    expect(parts).toEqual(['number', 'integer']);
    for (const part of parts) expect(OPERATORS_BY_KIND[part]).toContain('gte');
  });

  it.each<[RawCell, unknown]>([
    [{ number: '2.3' }, 2.3],
    ['۲٫۳', 2.3],
  ])('in the cell %j of a spreadsheet', (raw, value) => {
    const column = sheetColumns(visit)[0] as SheetColumn;
    expect(readCell(column, raw, { calendar: 'solar', find: () => [] })).toEqual({ value });
  });
});
