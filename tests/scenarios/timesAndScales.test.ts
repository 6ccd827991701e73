import { describe, expect, it } from 'vitest';
import { coerceAnswers } from '../../src/core/form/coerce.ts';
import { parseTime } from '../../src/core/form/types/days/time.ts';
import { type SheetColumn, sheetColumns } from '../../src/core/spreadsheet/columns.ts';
import { type RawCell, readCell } from '../../src/core/spreadsheet/readCell.ts';
import { form, words } from '../support/form.ts';
import { fill } from '../support/sheet.ts';

const TIME = { type: 'string', pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' } as const;
const fields = {
  opens: { type: 'time', contract: TIME },
  closes: { type: 'time', contract: TIME, notBefore: 'opens' },
  trust: {
    type: 'scale',
    contract: { type: 'integer', minimum: 0, maximum: 10 },
    ends: { low: words('Not at all'), high: words('Completely') },
  },
} as const;
const office = form({ fields: fields as never, import: { path: '/offices/upload', fields: ['opens', 'trust'] } });

describe('a time of day', () => {
  it.each([
    ['9:05', '09:05'],
    ['۱۴:۳۰', '14:30'],
    ['14:30:59', '14:30'],
    ['24:00', null],
    ['9:60', null],
    ['half past nine', null],
    ['08:30:00 AM', '08:30'],
    ['02:05 pm', '14:05'],
    ['12:15 AM', '00:15'],
    ['12:15 PM', '12:15'],
    ['13:00 PM', null],
    ['0:10 AM', null],
  ])('%s is read as %s', (typed, time) => {
    expect(parseTime(typed)).toBe(time);
    expect(coerceAnswers(office, { opens: typed }).data.opens).toBe(time ?? typed);
  });

  it('is written in the digits of the reader', async () => {
    const sheet = await fill({ fields: fields as never });
    sheet.answer('opens', '08:30');
    expect([sheet.text('opens', 'en'), sheet.text('opens', 'fa')]).toEqual(['08:30', '۰۸:۳۰']);
  });

  it('that is none has its own error, and one before another is refused', async () => {
    const sheet = await fill({ fields: fields as never });
    expect(sheet.answer('opens', '25:00').errors()).toEqual({ '/opens': ['time'] });
    expect(sheet.answer('opens', '09:00').answer('closes', '08:59').errors()).toEqual({ '/closes': ['not_before'] });
    expect(sheet.answer('closes', '09:00').errors()).toEqual({});
  });

  it.each<[RawCell, unknown]>([
    ['8:30', '08:30'],
    [{ number: '0.354166666666667' }, '08:30'],
    [{ number: '1.5' }, undefined],
    ['morning', undefined],
  ])('in the cell %j of a spreadsheet', (raw, value) => {
    const column = sheetColumns(office)[0] as SheetColumn;
    const read = readCell(column, raw, { calendar: 'solar', find: () => [] });
    expect(read).toEqual(value === undefined ? { error: { code: 'time' } } : { value });
  });

  it('in a text that has the form of a time is read as programs write it, and nothing else is made of a text', () => {
    const notes = form({
      import: { path: '/notes/upload', fields: ['since', 'remark'] },
      fields: { since: { type: 'text', contract: TIME }, remark: { type: 'text' } } as never,
    });
    const [since, remark] = sheetColumns(notes) as [SheetColumn, SheetColumn];
    const cell = (column: SheetColumn, raw: string) =>
      readCell(column, raw, { calendar: 'solar', find: () => [] }).value;
    expect(cell(since, '02:05:00 PM')).toBe('14:05');
    expect(cell(since, 'in the morning')).toBe('in the morning');
    expect(cell(remark, '02:05:00 PM')).toBe('02:05:00 PM');
  });
});

describe('a scale', () => {
  it('takes whole numbers between its ends', async () => {
    const sheet = await fill({ fields: fields as never });
    expect(sheet.answer('trust', 0).errors()).toEqual({});
    expect(sheet.answer('trust', 11).errors()).toEqual({ '/trust': ['maximum'] });
    expect(sheet.answer('trust', 4.5).errors()).toEqual({ '/trust': ['integer'] });
    expect(coerceAnswers(office, { trust: '۷' }).data.trust).toBe(7);
  });
});
