import { describe, expect, it } from 'vitest';
import { coerceAnswers } from '../../src/core/form/coerce.ts';
import { propertyKindOf } from '../../src/core/form/types/question.ts';
import { type SheetColumn, sheetColumns } from '../../src/core/spreadsheet/columns.ts';
import { readCell } from '../../src/core/spreadsheet/readCell.ts';
import { form } from '../support/form.ts';
import { fill } from '../support/sheet.ts';

const agreement = (name: string) =>
  form({
    fields: {
      consent: {
        type: 'acknowledge',
        contract: { type: 'string', enum: ['yes'], ...(name === 'ticked beforehand' && { default: 'yes' }) },
        required: true,
      },
      reason: { type: 'text', visibleWhen: { field: 'consent', is: { const: 'yes' } } },
    },
    import: { path: '/visits/upload', fields: ['consent'] },
  } as never);
const visit = agreement('plain');

describe('an agreement', () => {
  it('that is required must be ticked, and is taken back by having no answer', async () => {
    const sheet = await fill(visit);
    expect(sheet.errors()).toEqual({ '/consent': ['required'] });
    expect(sheet.answer('consent', 'yes').errors()).toEqual({});
    expect([sheet.text('consent', 'en'), sheet.text('consent', 'fa')]).toEqual(['Yes', 'بلی']);
    expect(sheet.isVisible('reason')).toBe(true);
    expect(sheet.clear('consent').errors()).toEqual({ '/consent': ['required'] });
    expect(sheet.isVisible('reason')).toBe(false);
    expect(sheet.answer('consent', 'no').errors()).toEqual({ '/consent': ['choice'] });
  });

  it('is never given beforehand', async () => {
    expect((await fill(agreement('ticked beforehand'))).stored()).toEqual({});
  });

  it('is read from the booleans of other tools and from a cell', () => {
    expect(coerceAnswers(visit, { consent: true }).data).toEqual({ consent: 'yes' });
    expect(coerceAnswers(visit, { consent: false }).data).toEqual({});
    const column = sheetColumns(visit)[0] as SheetColumn;
    const find = (_column: SheetColumn, folded: string) => (folded === 'yes' ? ['yes'] : []);
    expect(readCell(column, true, { calendar: 'solar', find })).toEqual({ value: 'yes' });
  });

  it('is filtered as an option', () => {
    expect(propertyKindOf(visit.fields.get('consent')!)).toBe('option');
  });
});
