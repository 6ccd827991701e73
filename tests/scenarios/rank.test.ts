import { describe, expect, it } from 'vitest';
import { OPERATORS_BY_KIND } from '../../src/core/form/operators.ts';
import { propertyKindOf } from '../../src/core/form/types/question.ts';
import { type SheetColumn, sheetColumns } from '../../src/core/spreadsheet/columns.ts';
import { readCell } from '../../src/core/spreadsheet/readCell.ts';
import { foldText } from '../../src/core/text/letters.ts';
import { type FormSpec, form, words } from '../support/form.ts';
import { fill } from '../support/sheet.ts';

const codes = ['books', 'chairs', 'teachers', 'water'];
const options = codes.map((value) => ({ value, label: words(value) }));
const contract = { type: 'array', items: { type: 'string', enum: codes }, uniqueItems: true, minItems: 2, maxItems: 3 };
const visit = form({
  fields: {
    needs: { type: 'rank', options, contract },
    first: { type: 'derived', contract: { type: 'string' }, derived: { expr: 'needs.join(" > ")' } },
  },
  import: { path: '/visits/upload', fields: ['needs'] },
} as unknown as FormSpec);

describe('options in order', () => {
  it('keep the order that was given, and are unanswered until then', async () => {
    const sheet = await fill(visit);
    expect(sheet.stored()).toEqual({});
    sheet.answer('needs', ['water', 'books', 'teachers']);
    expect(sheet.errors()).toEqual({});
    expect(sheet.stored()).toEqual({ needs: ['water', 'books', 'teachers'], first: 'water > books > teachers' });
    expect(sheet.text('needs', 'en')).toBe('1. water, 2. books, 3. teachers');
    expect(sheet.text('needs', 'fa')).toBe('۱. water دری، ۲. books دری، ۳. teachers دری');
  });

  it('are refused twice, too few, too many, and when they do not exist', async () => {
    const sheet = await fill(visit);
    expect(sheet.answer('needs', ['water', 'water']).errors()).toEqual({ '/needs': ['duplicate_items'] });
    expect(sheet.answer('needs', ['water']).errors()).toEqual({ '/needs': ['too_few'] });
    expect(sheet.answer('needs', [...codes]).errors()).toEqual({ '/needs': ['too_many'] });
    expect(sheet.answer('needs', ['water', 'gold']).errors()).toEqual({ '/needs/1': ['choice'] });
  });

  it('are filtered like several chosen options', () => {
    const part = propertyKindOf(visit.fields.get('needs')!)!;
    expect(part).toBe('options');
    expect(OPERATORS_BY_KIND[part]).toContain('in');
  });

  it('are read from the cell of a spreadsheet in the order they are named', () => {
    const column = sheetColumns(visit)[0] as SheetColumn;
    const find = (_column: SheetColumn, folded: string) => codes.filter((code) => foldText(code) === folded);
    const read = (cell: string) => readCell(column, cell, { calendar: 'solar', find });
    expect(read('Water؛ books')).toEqual({ value: ['water', 'books'] });
    expect(read('Water, gold')).toEqual({ error: { code: 'choice_unknown', params: { value: 'gold' } } });
  });
});
