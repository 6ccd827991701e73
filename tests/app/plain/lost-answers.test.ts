import { expect, test } from 'vitest';
import { lostAnswers } from '../../../src/app/screens/form/asking/lostAnswers.ts';
import { FormStore } from '../../../src/app/widgets/store.ts';
import { loadValidator } from '../../../src/server/definitions/validator.ts';
import { form } from '../../support/form.ts';

test('an answer that the stored record has and this one lost is found, also a part of one', async () => {
  const compiled = form({
    fields: {
      water: { type: 'rating' },
      met: { type: 'yesno' },
      why: { type: 'text', visibleWhen: { field: 'met', is: { const: 'yes' } } },
      cost: { type: 'money', bind: { amount: 'amount', currency: 'currency' } },
      note: { type: 'text' },
      girls: { type: 'integer' },
      total: { type: 'derived', derived: { sum: ['girls'] } },
    },
  } as never);
  const before = { water: 'good', met: 'yes', why: 'Tea', amount: 5, currency: 'AFN', girls: 3, total: 3 };
  const store = new FormStore(compiled, await loadValidator(compiled), before, { today: '2026-11-22' });
  const lost = () => lostAnswers(store, compiled, before).map(({ name }) => name);
  expect(lost()).toEqual([]);
  store.set({ note: 'New', water: 'bad', met: 'no' });
  expect(lost(), 'what is not asked any more is no loss').toEqual([]);
  store.set({ note: undefined, water: undefined, amount: undefined, girls: undefined });
  expect(lost()).toEqual(['water', 'cost', 'girls']);
});
