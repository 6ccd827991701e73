/** Defaults of a new record follow what they read until somebody changes them. */
import { expect, test } from 'vitest';
import { FormStore } from '../../src/app/widgets/store.ts';
import { loadValidator } from '../../src/server/definitions/validator.ts';
import { type FormSpec, form } from '../support/form.ts';

const FIELDS: FormSpec['fields'] = {
  head: { type: 'text', default: 'user.name' },
  size: { type: 'integer', default: 'last.size' },
  paid: { type: 'yesno' },
  cost: { type: 'decimal', default: 'size * 0.1' },
  label: { type: 'text', default: '"For " + string(size)' },
  source: { type: 'hidden', default: 'parent.water' },
};

async function opened(data = {}, isNew = true) {
  const compiled = form({ fields: FIELDS });
  const moment = {
    today: '2026-11-23',
    user: { name: 'Laila', roles: [] },
    last: { size: 3 },
    parent: { water: 'well' },
  };
  return new FormStore(compiled, await loadValidator(compiled), data, moment, isNew);
}

test('a new form opens with them, and nothing counts as changed', async () => {
  const store = await opened();
  expect(store.data).toEqual({ head: 'Laila', size: 3, cost: 0.3, label: 'For 3', source: 'well' });
  expect(store.changed).toBe(false);
});

test('they follow, and what somebody changed stays', async () => {
  const store = await opened();
  store.set({ size: 5 });
  expect(store.data).toMatchObject({ cost: 0.5, label: 'For 5' });
  store.set({ label: 'Mine' });
  store.set({ size: 6 });
  expect(store.data).toMatchObject({ cost: 0.6, label: 'Mine' });
});

test('what somebody emptied stays empty', async () => {
  const store = await opened();
  store.set({ label: undefined });
  store.set({ size: 8 });
  expect(store.data).toMatchObject({ cost: 0.8 });
  expect(store.data).not.toHaveProperty('label');
});

test('they come back when what they read is answered again', async () => {
  const store = await opened();
  store.set({ size: undefined });
  expect(store.data).not.toHaveProperty('cost');
  store.set({ size: 2 });
  expect(store.data).toMatchObject({ cost: 0.2, label: 'For 2' });
});

test('a link gives an answer before them', async () => {
  expect((await opened({ size: 9 })).data).toMatchObject({ size: 9, cost: 0.9 });
});

test('starting over brings them back', async () => {
  const store = await opened();
  store.set({ head: 'Karim', size: 1 });
  store.startOver();
  expect([store.data, store.changed]).toEqual([(await opened()).data, false]);
});

test('a stored record keeps its answers', async () => {
  const store = await opened({ size: 4 }, false);
  expect(store.data).toEqual({ size: 4 });
  store.set({ size: 5 });
  expect(store.data).toEqual({ size: 5 });
});
