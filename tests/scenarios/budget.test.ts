/** Work that the rules of one record may take: counted in steps and characters, and ended with a sentence. */

import { describe, expect, it } from 'vitest';
import { compileForm } from '../../src/core/definitions/compile.ts';
import { sourcesOf } from '../../src/core/definitions/load.ts';
import type { FormSource, RecordData } from '../../src/core/definitions/types.ts';
import { Budget, MOST_CHARACTERS, MOST_STEPS } from '../../src/core/expressions/budget.ts';
import { evaluateRecord } from '../../src/core/form/index.ts';
import { loadValidator } from '../../src/server/definitions/validator.ts';
import { anyAnswers } from '../support/anyAnswers.ts';
import { productFiles } from '../support/definitions.ts';
import { form, words } from '../support/form.ts';
import fc from '../support/property.ts';

const today = '2026-11-27';
const column = { id: 'q_a', type: 'text', label: words('A') } as const;
const table = {
  type: 'table',
  contract: {
    type: 'array',
    maxItems: 1_000,
    items: { type: 'object', additionalProperties: false, properties: { a: { type: 'string', maxLength: 1_000 } } },
  },
  columns: { a: column },
} as never;
const big = { type: 'longtext', contract: { type: 'string', maxLength: 10_000 } } as const;
const rows = (count: number) => Array.from({ length: count }, () => ({ a: 'x' }));

async function spent(
  fields: Parameters<typeof form>[0]['fields'],
  given: RecordData,
  more: Partial<FormSource['definition']> = {},
) {
  const made = form({ fields, ...more } as Parameters<typeof form>[0]);
  const budget = new Budget();
  const { errors, data, isTooMuch } = evaluateRecord(made, await loadValidator(made), given, { today, budget });
  return { errors, data, isTooMuch, budget };
}

describe('the rules of one record', () => {
  it.each([
    ['a long text put together for each row', 'sum(t.map(r, size(BIG)))', 'number'],
    ['one text made of those of all rows', 't.map(r, BIG).join("")', 'string'],
    ['entries of a list for each row', `sum(t.map(r, ${Array(60).fill('size(t[n].a)').join('+')}))`, 'number'],
    ['entries of lists made for each row', `sum(t.map(r, ${Array(90).fill('[n,n,n][n]').join('*')}))`, 'number'],
    ['2,000 characters for each row', `sum(t.map(r, ${Array(190).fill('mod(n, 2)').join('*')}))`, 'number'],
    ['parts of days for each row', `sum(t.map(r, ${Array(90).fill('year(d)').join('+')}))`, 'number'],
    ['numbers added up for each row', `sum(t.map(r, ${Array(90).fill('n').join('*')}))`, 'number'],
    ['dates of each row', `sum(t.map(r, ${Array(12).fill('days("2020-01-01", d)').join('+')}))`, 'number'],
  ])('are ended when 150 formulas have worked enough: %s', async (_name, expr, type) => {
    const written = expr.replace('BIG', Array(24).fill('big').join('+'));
    const many = Array.from({ length: 150 }, (_, at) => [
      `d${at}`,
      { type: 'derived', derived: { expr: written }, contract: { type, readOnly: true } },
    ]);
    const fields = { t: table, big, n: { type: 'integer' }, d: { type: 'date' }, ...Object.fromEntries(many) };
    const given = { t: rows(1_000), big: 'y'.repeat(9_000), n: 1, d: today };
    const { errors, isTooMuch, budget } = await spent(fields, given);
    expect(errors['']).toEqual([{ code: 'too_much_work' }]);
    expect(isTooMuch).toBe(true);
    // A formula that is under way ends at its next step.
    expect(budget.steps).toBeLessThan(MOST_STEPS + 100_000);
    expect(budget.characters).toBeLessThan(MOST_CHARACTERS + 1_000_000);
  });

  it('count constraints, conditions and defaults of rows too', async () => {
    const check = 'r_text.size() + outer.size() > 0 || t.exists(x, x.a == outer)';
    const { budget } = await spent(
      { t: table, outer: { type: 'text' }, r_text: { type: 'text', visibleWhen: { expr: 't.all(r, r.a != outer)' } } },
      { t: rows(100), outer: 'y', r_text: 'z' },
      { constraints: [{ id: 'c', at: 'r_text', expr: check, message: words('No') }] } as never,
    );
    expect(budget.steps).toBeGreaterThan(500);
    expect(budget.steps).toBeLessThan(MOST_STEPS / 100);
  });

  it('count patterns of the contract and of conditions', async () => {
    const text = { type: 'string', maxLength: 10_000, pattern: '.*a.*a.*a.*a$' };
    const { budget } = await spent({ name: { type: 'text', contract: text } }, { name: `${'a'.repeat(5_000)}b` });
    expect(budget.steps).toBeGreaterThan(5_000);
    expect(budget.isSpent).toBe(false);
  });

  it('say nothing of work when it was little', async () => {
    const { errors, data } = await spent(
      { t: table, d: { type: 'derived', derived: { expr: 'size(t)' }, contract: { type: 'number', readOnly: true } } },
      { t: rows(1_000) },
    );
    expect([errors, data.d]).toEqual([{}, 1_000]);
  });

  it('are a small part of the budget in every form of the product that has formulas', async () => {
    const { forms } = sourcesOf(await productFiles);
    const most = { form: '', share: 0 };
    for (const compiled of forms.map(compileForm).filter(({ expressions }) => expressions)) {
      const validator = await loadValidator(compiled);
      for (const given of fc.sample(anyAnswers(compiled), { numRuns: 10, seed: 1 })) {
        const budget = new Budget();
        expect(evaluateRecord(compiled, validator, given, { today, budget }).errors['']).toBeUndefined();
        const share = Math.max(budget.steps / MOST_STEPS, budget.characters / MOST_CHARACTERS);
        if (share > most.share) Object.assign(most, { form: compiled.key, share });
      }
    }
    expect(most.form).not.toBe('');
    expect(most.share, most.form).toBeLessThan(0.01);
    if (process.env.AMANAT_FULL) console.log(`${most.form} uses ${(most.share * 100).toFixed(3)} % of the budget`);
  });
});
