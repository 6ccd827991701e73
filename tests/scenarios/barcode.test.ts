import { describe, expect, it } from 'vitest';
import { coerceAnswers } from '../../src/core/form/coerce.ts';
import { FIELD_TYPES } from '../../src/core/form/types/index.ts';
import { propertyKindOf } from '../../src/core/form/types/question.ts';
import { type SheetColumn, sheetColumns } from '../../src/core/spreadsheet/columns.ts';
import { type RawCell, readCell } from '../../src/core/spreadsheet/readCell.ts';
import { form } from '../support/form.ts';
import { fill } from '../support/sheet.ts';

const visit = form({
  fields: { tag: { type: 'barcode', contract: { type: 'string', minLength: 1, maxLength: 20 } } },
  import: { path: '/visits/upload', fields: ['tag'] },
});

describe('a code that was read or typed', () => {
  it('is a text with Latin digits, whichever are typed, in every language', async () => {
    expect(coerceAnswers(visit, { tag: ' ۴۷۱۱-A ' }).data).toEqual({ tag: '4711-A' });
    expect(coerceAnswers(visit, { tag: '  ' }).data).toEqual({});
    const sheet = await fill(visit);
    sheet.answer('tag', '4711-A');
    expect([sheet.text('tag', 'en'), sheet.text('tag', 'fa')]).toEqual(['4711-A', '4711-A']);
    expect(FIELD_TYPES[visit.fields.get('tag')!.type].direction).toBe('ltr');
    expect(sheet.answer('tag', 'x'.repeat(21)).errors()).toEqual({ '/tag': ['max_length'] });
  });

  it('is searched as words', () => {
    expect(propertyKindOf(visit.fields.get('tag')!)).toBe('text');
  });

  it.each<[RawCell, unknown]>([
    ['00471', { value: '00471' }],
    [{ number: '700000000' }, { value: '700000000' }],
    [{ number: '7.31234E+12' }, { value: '7312340000000' }],
    [{ number: '73123400000000001' }, { error: { code: 'digits_lost' } }],
  ])('in the cell %j of a spreadsheet', (raw, read) => {
    const column = sheetColumns(visit)[0] as SheetColumn;
    expect(readCell(column, raw, { calendar: 'solar', find: () => [] })).toEqual(read);
  });
});
