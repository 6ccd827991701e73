import { describe, expect, it } from 'vitest';
import { fill } from '../support/sheet.ts';

const council = {
  fields: {
    council_met: { type: 'yesno' },
    council_details: { type: 'text', visibleWhen: { field: 'council_met', is: { const: 'yes' } } },
    decision: { type: 'yesno', visibleWhen: { field: 'council_details', is: { type: 'string', minLength: 1 } } },
  },
} as const;

describe('a field that depends on another', () => {
  it('is there only when its condition holds', async () => {
    const sheet = await fill(structuredClone(council) as never);
    expect(sheet.isVisible('council_details')).toBe(false);
    sheet.answer('council_met', 'yes');
    expect(sheet.isVisible('council_details')).toBe(true);
    sheet.answer('council_met', 'no');
    expect(sheet.isVisible('council_details')).toBe(false);
  });

  it('keeps what was typed while hidden, but does not store it', async () => {
    const sheet = await fill(structuredClone(council) as never);
    sheet.answer('council_met', 'yes').answer('council_details', 'They agreed on a well.').answer('council_met', 'no');
    expect(sheet.data.council_details).toBe('They agreed on a well.');
    expect(sheet.stored()).toEqual({ council_met: 'no' });
    sheet.answer('council_met', 'yes');
    expect(sheet.stored()).toMatchObject({ council_details: 'They agreed on a well.' });
  });

  it('hides in chains: a hidden answer counts as absent for others', async () => {
    const sheet = await fill(structuredClone(council) as never);
    sheet.answer('council_met', 'yes').answer('council_details', 'x').answer('decision', 'yes');
    expect(sheet.isVisible('decision')).toBe(true);
    sheet.answer('council_met', 'no');
    expect(sheet.isVisible('decision')).toBe(false);
    expect(sheet.stored()).toEqual({ council_met: 'no' });
  });

  it('does the same when it stands before what it depends on', async () => {
    const sheet = await fill({
      fields: {
        last: { type: 'text', visibleWhen: { field: 'middle', is: { const: 'yes' } } },
        middle: { type: 'yesno', visibleWhen: { field: 'first', is: { const: 'yes' } } },
        first: { type: 'yesno' },
      },
    });
    sheet.answer('first', 'no').answer('middle', 'yes').answer('last', 'x');
    expect(sheet.isVisible('last')).toBe(false);
  });

  it('is not asked for while hidden, though it is required', async () => {
    const sheet = await fill({
      fields: {
        has_well: { type: 'yesno' },
        depth: { type: 'integer', required: true, visibleWhen: { field: 'has_well', is: { const: 'yes' } } },
      },
    });
    expect(sheet.errors()).toEqual({});
    sheet.answer('has_well', 'yes');
    expect(sheet.errors()).toEqual({ '/depth': ['required'] });
    // A wrong answer that is hidden does not block the record.
    sheet.answer('depth', -3).answer('has_well', 'no');
    expect(sheet.errors()).toEqual({});
  });
});

describe('a section that depends on an answer', () => {
  it('takes all its fields with it, together with their own conditions', async () => {
    const sheet = await fill({
      fields: {
        kind: {
          type: 'choice',
          options: [
            { value: 'a', label: { en: 'A', fa: 'ا', ps: 'ا' } },
            { value: 'b', label: { en: 'B', fa: 'ب', ps: 'ب' } },
          ],
        },
        one: { type: 'yesno' },
        two: { type: 'text', visibleWhen: { field: 'one', is: { const: 'yes' } } },
      },
      sections: {
        start: ['kind'],
        more: { fields: ['one', 'two'], visibleWhen: { field: 'kind', is: { enum: ['b'] } } },
      },
    });
    sheet.answer('one', 'yes');
    expect([sheet.isVisible('one'), sheet.isVisible('two')]).toEqual([false, false]);
    sheet.answer('kind', 'b');
    expect([sheet.isVisible('one'), sheet.isVisible('two')]).toEqual([true, true]);
    sheet.answer('one', 'no');
    expect([sheet.isVisible('one'), sheet.isVisible('two')]).toEqual([true, false]);
  });
});

describe('conditions combine', () => {
  it('with all, any and not', async () => {
    const sheet = await fill({
      fields: {
        a: { type: 'integer' },
        b: { type: 'yesno' },
        shown: {
          type: 'text',
          visibleWhen: {
            all: [
              { field: 'a', is: { minimum: 5 } },
              {
                not: {
                  any: [
                    { field: 'b', is: { const: 'no' } },
                    { field: 'a', is: { const: 7 } },
                  ],
                },
              },
            ],
          },
        },
      },
    });
    expect(sheet.isVisible('shown')).toBe(false);
    expect(sheet.answer('a', 6).isVisible('shown')).toBe(true);
    expect(sheet.answer('a', 7).isVisible('shown')).toBe(false);
    expect(sheet.answer('a', 8).answer('b', 'no').isVisible('shown')).toBe(false);
    expect(sheet.answer('b', 'yes').isVisible('shown')).toBe(true);
  });
});
