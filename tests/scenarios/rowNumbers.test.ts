/** Which row of its table a row is: the same in the open form, in rows that are stored, and in what a server works out. */

import { describe, expect, it } from 'vitest';
import type { RecordData } from '../../src/core/definitions/types.ts';
import { evaluateRecord } from '../../src/core/form/index.ts';
import { type FormSpec, words } from '../support/form.ts';
import fc from '../support/property.ts';
import { fill } from '../support/sheet.ts';

const text = { type: 'string', minLength: 1, maxLength: 50 };
const number = { type: 'integer' };
const rows = (properties: object) => ({
  type: 'array',
  maxItems: 20,
  items: { type: 'object', additionalProperties: false, properties },
});

/** Payments in rows, each with receipts. */
const payments = (columns: Record<string, object>, more: Partial<FormSpec> = {}) => {
  const { fields, ...rest } = more;
  const receipts = { type: 'table', columns: { of: { type: 'text' }, mark: {} as object } };
  const { receipt, ...own } = columns;
  receipts.columns.mark = { type: 'integer', ...receipt };
  return fill({
    fields: {
      limit: { type: 'integer' },
      payments: {
        type: 'table',
        columns: {
          amount: { type: 'integer' },
          why: { type: 'text' },
          nr: { type: 'integer' },
          receipts,
          ...own,
        } as never,
        contract: rows({ amount: number, why: text, nr: number, receipts: rows({ of: text, mark: number }) }),
      } as never,
      ...fields,
    },
    ...rest,
  });
};
const derived = (expr: string) => ({ type: 'derived', derived: { expr } });

describe('the number of a row', () => {
  it('counts from 1, and is that of the inner table in a row of a row', async () => {
    const sheet = await payments({ nr: derived('row.index'), receipt: derived('row.index * 10') });
    const receipts = [{ of: 'a' }, { of: 'b' }];
    sheet.answer('payments', [{ amount: 5 }, { amount: 6, receipts }, { amount: 7 }]);
    expect(sheet.stored().payments).toEqual([
      { amount: 5, nr: 1 },
      {
        amount: 6,
        nr: 2,
        receipts: [
          { of: 'a', mark: 10 },
          { of: 'b', mark: 20 },
        ],
      },
      { amount: 7, nr: 3 },
    ]);
  });

  it('is the one that is stored, where rows before it are empty', async () => {
    const sheet = await payments({ nr: derived('row.index') });
    sheet.answer('payments', [{ amount: 5 }, {}, { amount: 7 }, { why: '' }]);
    expect(sheet.data.payments).toMatchObject([{ nr: 1 }, { nr: 2 }, { nr: 2 }, { nr: 4 }]);
    expect(sheet.stored().payments).toEqual([
      { amount: 5, nr: 1 },
      { amount: 7, nr: 2 },
    ]);
  });

  it('decides what a row asks, requires and refuses', async () => {
    const sheet = await payments(
      { why: { type: 'text', visibleWhen: { expr: 'row.index > 1' }, requiredWhen: { expr: 'row.index > 2' } } },
      {
        constraints: [
          {
            id: 'rising',
            expr: 'row.index == 1 || amount >= payments[row.index - 2].amount',
            at: 'payments.amount',
            message: words('Less than the row before'),
          },
        ],
      } as never,
    );
    sheet.answer('payments', [{ amount: 5, why: 'a' }, { amount: 4, why: 'b' }, { amount: 9 }]);
    expect(sheet.stored().payments).toEqual([{ amount: 5 }, { amount: 4, why: 'b' }, { amount: 9 }]);
    expect(sheet.errors()).toEqual({ '/payments/1/amount': ['constraint'], '/payments/2/why': ['required'] });
  });

  it('says how many rows are in a row', async () => {
    const sheet = await payments({}, {});
    const { form } = sheet;
    expect(form.fields.get('payments')?.isNumbered).toBe(false);
    const counted = await payments({
      receipts: {
        type: 'table',
        columns: { of: { type: 'text' }, mark: { type: 'integer' } },
        count: { expr: 'row.index' },
      },
    } as never);
    counted.answer('payments', [{ amount: 1 }, { amount: 2, receipts: [{ of: 'a' }] }]);
    expect(counted.errors()).toEqual({
      '/payments/0/receipts': ['rows_missing'],
      '/payments/1/receipts': ['rows_missing'],
    });
    expect((counted.data.payments as RecordData[]).map(({ receipts }) => (receipts as []).length)).toEqual([1, 2]);
  });

  it('is an answer or a cell where one has its name', async () => {
    const sheet = await payments({ nr: derived('row + 1') }, { fields: { row: { type: 'integer' } } });
    sheet.answer('row', 41).answer('payments', [{ amount: 1 }]);
    expect(sheet.stored().payments).toEqual([{ amount: 1, nr: 42 }]);
  });

  it('leaves the variables of loops their names', async () => {
    const sheet = await payments({ nr: derived('sum(receipts.map(row, row.mark)) + row.index') });
    sheet.answer('payments', [{ receipts: [{ mark: 5 }, { mark: 6 }] }]);
    expect(sheet.stored().payments).toMatchObject([{ nr: 12 }]);
  });

  it('makes the same of what is stored as it made in the open form, whatever rows are there', async () => {
    const { form, validator } = await payments({
      nr: derived('row.index'),
      why: { type: 'text', visibleWhen: { expr: 'mod(row.index, 2) == 0' } },
      receipt: derived('row.index * 10'),
    });
    const moment = { today: '2026-11-20' };
    const cell = <Value>(of: fc.Arbitrary<Value>) => fc.option(of, { nil: undefined });
    const row = fc.record(
      {
        amount: cell(fc.integer({ min: 0, max: 9 })),
        why: cell(fc.constantFrom('', 'x')),
        nr: cell(fc.integer({ min: 0, max: 9 })),
        receipts: fc.array(fc.record({ of: cell(fc.constantFrom('', 'y')) }, { requiredKeys: [] }), { maxLength: 3 }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(row, { maxLength: 5 }), (given) => {
        const { data } = evaluateRecord(form, validator, { payments: given }, moment);
        expect(evaluateRecord(form, validator, data, moment).data).toEqual(data);
        const stored = (data.payments ?? []) as RecordData[];
        expect(stored.map(({ nr }) => nr)).toEqual(stored.map((_row, at) => at + 1));
        for (const [at, { why }] of stored.entries()) if (why !== undefined) expect(at % 2).toBe(1);
      }),
      { numRuns: 300, seed: 7 },
    );
  });
});
