import { describe, expect, it } from 'vitest';
import type { FieldNode, RecordData } from '../../src/core/definitions/types.ts';
import { evaluateRow } from '../../src/core/form/rows.ts';
import { fill } from '../support/sheet.ts';

const text = { type: 'string', minLength: 1, maxLength: 250 };
const contract = (required: string[] = []) => ({
  type: 'array',
  maxItems: 30,
  items: {
    type: 'object',
    additionalProperties: false,
    required,
    properties: {
      name: text,
      age: { type: 'integer' },
      school: { type: 'string', enum: ['yes', 'no'] },
      reason: text,
      fees: { type: 'number' },
      cost: { type: 'number' },
    },
  },
});
const columns = (more: Record<string, object> = {}) =>
  Object.fromEntries(
    Object.entries({
      cost: { type: 'derived', derived: { expr: 'fees * 12' } },
      reason: { type: 'text', visibleWhen: { field: 'school', is: { const: 'no' } } },
      fees: { type: 'decimal', visibleWhen: { expr: 'school == "yes"' } },
      school: { type: 'yesno', visibleWhen: { expr: 'age >= 6' } },
      age: { type: 'integer' },
      name: { type: 'text' },
    }).map(([name, column]) => [name, { ...column, ...more[name] }]),
  ) as never;
const children = (more?: Record<string, object>, required?: string[]) =>
  fill({ fields: { children: { type: 'table', columns: columns(more), contract: contract(required) } } });

describe('a condition of a column', () => {
  it('hides a cell by the other cells of its row, and what reads it counts it as unanswered', async () => {
    const sheet = await children();
    const row = { name: 'Ali', age: 7, school: 'yes', fees: 100, reason: 'far' };
    sheet.answer('children', [row, { ...row, age: 5 }, { ...row, school: 'no' }]);
    expect(sheet.stored().children).toEqual([
      { name: 'Ali', age: 7, school: 'yes', fees: 100, cost: 1200 },
      { name: 'Ali', age: 5 },
      { name: 'Ali', age: 7, school: 'no', reason: 'far' },
    ]);
  });

  it('keeps what was typed while the form is open, and its rows where they are', async () => {
    const sheet = await children();
    const rows = [{ age: '' }, { age: 7, school: 'no', reason: 'far' }, { age: 3, school: 'no', reason: 'far' }];
    sheet.answer('children', rows);
    expect(sheet.data.children).toBe(rows);
    expect(sheet.stored().children).toEqual([{ age: 7, school: 'no', reason: 'far' }, { age: 3 }]);
  });

  it('drops a row in which only hidden cells are filled', async () => {
    const sheet = await children();
    expect(sheet.answer('children', [{ reason: 'far' }]).stored()).toEqual({});
  });

  it('takes an empty cell for an unanswered one', async () => {
    const sheet = await children({ reason: { visibleWhen: { field: 'name', is: { not: { const: 'Ali' } } } } });
    sheet.answer('children', [{ name: '', age: 5, reason: 'far' }]);
    expect(sheet.stored().children).toEqual([{ age: 5 }]);
  });

  it('requires a cell, by a schema or an expression, at its place', async () => {
    const sheet = await children({
      reason: { requiredWhen: { field: 'age', is: { minimum: 8 } } },
      fees: { requiredWhen: { all: [{ field: 'age', is: { minimum: 8 } }, { expr: 'name != null' }] } },
    });
    const rows = [
      { age: 8, school: 'no' },
      { age: 7, school: 'no' },
      { age: 9, school: 'yes', name: 'Ali' },
      { age: 9, school: 'yes' },
    ];
    expect(sheet.answer('children', rows).errors()).toEqual({
      '/children/0/reason': ['required'],
      '/children/2/fees': ['required'],
    });
  });

  it('lets the contract require a cell only where it is shown', async () => {
    const sheet = await children({}, ['name', 'reason', 'fees']);
    sheet.answer('children', [
      { name: 'Ali', age: 3 },
      { age: 8, school: 'no' },
      { name: 'Mina', age: 8, school: 'yes' },
    ]);
    expect(sheet.errors()).toEqual({
      '/children/1/name': ['required'],
      '/children/1/reason': ['required'],
      '/children/2/fees': ['required'],
    });
  });

  it('knows the day, keeps what it hides then, and is not mixed up with the same words about the record', async () => {
    const late = { expr: 'days(born, today()) > 30' };
    const sheet = await fill({
      fields: {
        born: { type: 'date' },
        note: { type: 'text', visibleWhen: late },
        rows: {
          type: 'table',
          columns: { born: { type: 'date' }, note: { type: 'text', visibleWhen: late } } as never,
        },
      },
    });
    sheet.answer('born', '2026-11-19').answer('note', 'x');
    sheet.answer('rows', [
      { born: '2026-10-01', note: 'y' },
      { born: '2026-11-19', note: 'z' },
    ]);
    expect(sheet.isVisible('note')).toBe(false);
    expect(sheet.stored()).toEqual(sheet.data);
    const table = sheet.form.fields.get('rows') as FieldNode;
    const hiddenIn = (row: RecordData, index: number) => [
      ...evaluateRow(table, row, {}, { today: '2026-11-20' }, sheet.validator, index + 1).hidden,
    ];
    expect((sheet.data.rows as RecordData[]).map(hiddenIn)).toEqual([[], ['note']]);
  });
});
