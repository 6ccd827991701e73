import { describe, expect, it } from 'vitest';
import fc from '../support/property.ts';
import { fill } from '../support/sheet.ts';

const derived = (rule: object, contract: object = { type: 'number' }) =>
  ({ type: 'derived', derived: rule, contract }) as never;

describe('derived values', () => {
  it('sum leaves out what is empty and is absent when nothing is filled', async () => {
    const sheet = await fill({
      fields: {
        boys: { type: 'integer' },
        girls: { type: 'integer' },
        total: derived({ sum: ['boys', 'girls'] }, { type: 'integer' }),
      },
    });
    expect(sheet.data.total).toBeUndefined();
    expect(sheet.answer('boys', 12).data.total).toBe(12);
    expect(sheet.answer('girls', 15).data.total).toBe(27);
    expect(sheet.clear('boys').clear('girls').data.total).toBeUndefined();
  });

  it('sum of a column of a table', async () => {
    const sheet = await fill({
      fields: {
        lines: { type: 'table', columns: { pieces: { type: 'integer' } } as never },
        total: derived({ sum: ['lines.pieces'] }, { type: 'integer' }),
      },
    });
    expect(sheet.answer('lines', [{ pieces: 2 }, {}, { pieces: 5 }]).data.total).toBe(7);
  });

  it('inside a row, in the order in which they need each other', async () => {
    const sheet = await fill({
      fields: {
        lines: {
          type: 'table',
          columns: {
            tax: derived({ product: ['net', 'rate'] }),
            net: derived({ product: ['pieces', 'price'] }),
            rate: { type: 'decimal' },
            pieces: { type: 'integer' },
            price: { type: 'decimal' },
          } as never,
        },
      },
    });
    expect(sheet.answer('lines', [{ pieces: 2, price: 10, rate: 0.1 }]).data.lines).toEqual([
      { pieces: 2, price: 10, rate: 0.1, net: 20, tax: 2 },
    ]);
  });

  it('count, product, difference, concat', async () => {
    const sheet = await fill({
      fields: {
        people: { type: 'person', person: { forms: ['staff'], multiple: true } },
        a: { type: 'decimal' },
        b: { type: 'decimal' },
        first: { type: 'text' },
        last: { type: 'text' },
        begun: { type: 'date' },
        ended: { type: 'date' },
        number: derived({ count: 'people' }, { type: 'integer' }),
        product: derived({ product: ['a', 'b'] }),
        difference: derived({ difference: ['a', 'b'] }),
        days: derived({ difference: ['ended', 'begun'] }, { type: 'integer' }),
        name: derived({ concat: ['first', 'last'] }, { type: 'string' }),
      },
    });
    expect(sheet.data).toMatchObject({ number: 0 });
    sheet
      .answer('people', ['p1', 'p2'])
      .answer('a', 0.1)
      .answer('first', ' Gul ')
      .answer('begun', '2026-02-27')
      .answer('ended', '2026-03-02');
    expect(sheet.data.product).toBeUndefined();
    sheet.answer('b', 0.2);
    expect(sheet.data).toMatchObject({ number: 2, product: 0.02, difference: -0.1, name: 'Gul', days: 3 });
    expect(sheet.answer('last', 'Ahmad').data.name).toBe('Gul Ahmad');
  });

  it('average counts ratings by their points and leaves not applicable out', async () => {
    const sheet = await fill({
      fields: {
        a: { type: 'rating' },
        b: { type: 'rating' },
        c: { type: 'rating' },
        mean: derived({ average: ['a', 'b', 'c'] }),
      },
    });
    expect(sheet.answer('a', 'excellent').answer('b', 'fair').answer('c', 'na').data.mean).toBe(3);
    expect(sheet.answer('b', 'good').answer('c', 'excellent').data.mean).toBe(3.67);
  });

  it('age is counted to the date of the record, else to today', async () => {
    const fields = {
      born: { type: 'date' as const },
      visited: { type: 'date' as const },
      age: derived({ age: 'born' }, { type: 'integer' }),
    };
    const undated = await fill({ fields });
    expect(undated.answer('born', '2000-11-20').data.age).toBe(26);
    expect(undated.answer('born', '2000-11-21').data.age).toBe(25);
    const dated = await fill({ fields, date: 'visited' });
    expect(dated.answer('born', '2000-11-20').answer('visited', '2010-01-01').data.age).toBe(9);
    expect(dated.answer('born', '2030-01-01').data.age).toBeUndefined();
  });

  it('of derived values are worked out after them, wherever they stand', async () => {
    const sheet = await fill({
      fields: {
        all: derived({ sum: ['half', 'c'] }),
        half: derived({ sum: ['a', 'b'] }),
        a: { type: 'integer' },
        b: { type: 'integer' },
        c: { type: 'integer' },
      },
    });
    expect(sheet.answer('a', 1).answer('b', 2).answer('c', 3).data.all).toBe(6);
  });

  it('never count what is hidden when the record is stored', async () => {
    const sheet = await fill({
      fields: {
        has_girls: { type: 'yesno' },
        boys: { type: 'integer' },
        girls: { type: 'integer', visibleWhen: { field: 'has_girls', is: { const: 'yes' } } },
        total: derived({ sum: ['boys', 'girls'] }, { type: 'integer' }),
        big: { type: 'text', visibleWhen: { field: 'total', is: { minimum: 100 } } },
      },
    });
    sheet.answer('has_girls', 'no').answer('boys', 60).answer('girls', 60).answer('big', 'very');
    expect(sheet.stored()).toEqual({ has_girls: 'no', boys: 60, total: 60 });
  });

  it('change nothing when worked out twice', async () => {
    const sheet = await fill({
      fields: {
        a: { type: 'decimal' },
        b: { type: 'decimal' },
        total: derived({ sum: ['a', 'b'] }),
        mean: derived({ average: ['a', 'b'] }),
      },
    });
    fc.assert(
      fc.property(
        fc.double({ min: -1e9, max: 1e9, noNaN: true }),
        fc.double({ min: -1e9, max: 1e9, noNaN: true }),
        (a, b) => {
          const before = sheet.answer('a', a).answer('b', b).data;
          expect(sheet.answer('b', b).data).toEqual(before);
          expect(Number.isFinite(before.total)).toBe(true);
        },
      ),
    );
  });
});
