/** Defaults of a new record follow what they read until somebody changes them. */
import { expect, test } from 'vitest';
import { FormStore } from '../../../src/app/widgets/store.ts';
import { loadValidator } from '../../../src/server/definitions/validator.ts';
import { type FormSpec, form } from '../../support/form.ts';

const FIELDS: FormSpec['fields'] = {
  head: { type: 'text', default: 'user.name' },
  size: { type: 'integer', default: 'last.size' },
  paid: { type: 'yesno' },
  cost: { type: 'decimal', default: 'size * 0.1' },
  label: { type: 'text', default: '"For " + string(size)' },
  source: { type: 'hidden', default: 'parent.water' },
};

async function opened(data = {}, isNew = true, fields = FIELDS) {
  const compiled = form({ fields });
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

/** The members of a household, with the visits of each. */
const MEMBERS = {
  village: { type: 'text' },
  members: {
    type: 'table',
    columns: {
      home: { type: 'text', default: 'village' },
      age: { type: 'integer' },
      fee: { type: 'integer', default: 'age * 2.0' },
      visits: { type: 'table', columns: { paid: { type: 'integer', default: 'fee' } } },
    },
    contract: {
      type: 'array',
      maxItems: 9,
      items: {
        type: 'object',
        properties: {
          home: { type: 'string' },
          age: { type: 'integer' },
          fee: { type: 'integer' },
          visits: {
            type: 'array',
            maxItems: 9,
            items: { type: 'object', properties: { paid: { type: 'integer' } } },
          },
        },
      },
    },
  },
} as never as FormSpec['fields'];

type Member = Record<string, unknown>;

test('a new row gets the defaults of its columns, and they follow in that row only', async () => {
  const store = await opened({ village: 'A' }, true, MEMBERS);
  const members = () => store.data.members as Member[];
  store.set({ members: [{}] });
  expect(members()).toEqual([{ home: 'A' }]);
  store.set({ members: [{ ...members()[0], age: 4 }, {}] });
  expect(members()).toEqual([{ home: 'A', age: 4, fee: 8 }, { home: 'A' }]);
  store.set({ members: [members()[0], { ...members()[1], home: 'Mine', age: 1 }] });
  store.set({ village: 'B' });
  expect(members()).toEqual([
    { home: 'B', age: 4, fee: 8 },
    { home: 'Mine', age: 1, fee: 2 },
  ]);
});

test('rows that move or go keep what was typed in them', async () => {
  const store = await opened({ village: 'A', members: [{ age: 1 }, { age: 2, fee: 5 }] }, true, MEMBERS);
  const members = () => store.data.members as Member[];
  const [first, second] = members();
  store.set({ members: [second, first] });
  expect(members()).toEqual([
    { home: 'A', age: 2, fee: 5 },
    { home: 'A', age: 1, fee: 2 },
  ]);
  store.set({ members: [members()[1]] });
  expect(members()).toEqual([{ home: 'A', age: 1, fee: 2 }]);
});

test('a row in a row reads the row around it', async () => {
  const store = await opened({ members: [{ age: 3 }] }, true, MEMBERS);
  const [member] = store.data.members as Member[];
  store.set({ members: [{ ...member, visits: [{}] }] });
  expect(store.data.members).toEqual([{ age: 3, fee: 6, visits: [{ paid: 6 }] }]);
});

test('in a stored record only new rows are filled', async () => {
  const store = await opened({ village: 'A', members: [{ age: 1 }] }, false, MEMBERS);
  expect(store.data.members).toEqual([{ age: 1 }]);
  store.set({ members: [...(store.data.members as Member[]), { age: 2 }] });
  expect(store.data.members).toEqual([{ age: 1 }, { home: 'A', age: 2, fee: 4 }]);
});
