/** The number of a row in the open form: what a row shows is what the record stores of it. */

import { expect, test } from 'vitest';
import { FormStore } from '../../src/app/widgets/store.ts';
import type { FieldNode, RecordData } from '../../src/core/definitions/types.ts';
import { evaluateRecord } from '../../src/core/form/index.ts';
import { loadValidator } from '../../src/server/definitions/validator.ts';
import { form } from '../support/form.ts';
import fc from '../support/property.ts';

const moment = { today: '2026-11-23' };
const text = { type: 'string', minLength: 1, maxLength: 50 };
const rows = (properties: object) => ({
  type: 'array',
  maxItems: 20,
  items: { type: 'object', additionalProperties: false, properties },
});
const late = { visibleWhen: { expr: 'row.index > 1' } };

async function opened(data: RecordData = {}, isNew = true) {
  const inner = { of: { type: 'text' }, mark: { type: 'text', ...late } };
  const columns = {
    name: { type: 'text' },
    relation: { type: 'text', ...late },
    place: { type: 'integer', default: 'row.index' },
    visits: { type: 'table', columns: inner },
  };
  const contract = rows({
    name: text,
    relation: text,
    place: { type: 'integer' },
    visits: rows({ of: text, mark: text }),
  });
  const compiled = form({
    fields: {
      size: { type: 'integer' },
      members: { type: 'table', count: { expr: 'size' }, columns: columns as never, contract } as never,
    },
  });
  return new FormStore(compiled, await loadValidator(compiled), data, moment, isNew);
}
const members = (store: FormStore) => store.form.fields.get('members') as FieldNode;
const rowsIn = (data: RecordData) => (data.members ?? []) as RecordData[];
/** What a row hides, as its widget asks for it. */
const hiddenAt = (store: FormStore, index: number) => {
  const table = members(store);
  const row = rowsIn(store.data)[index] as RecordData;
  const number = store.rowNumber(table, row, `/members/${index}`);
  return [...store.row(table, row, store.around(table, ''), number).hidden];
};

test('rows that an answer counts are numbered before anything is filled, and follow when one is taken away', async () => {
  const store = await opened();
  store.set({ size: 3 });
  expect(rowsIn(store.data).map(({ place }) => place)).toEqual([1, 2, 3]);
  expect([0, 1, 2].map((index) => hiddenAt(store, index))).toEqual([['relation'], [], []]);
  store.set({ members: rowsIn(store.data).map((row, at) => ({ ...row, name: `n${at}` })) });
  const [, ...others] = rowsIn(store.data);
  store.set({ size: 2, members: others });
  expect(rowsIn(store.stored).map(({ name, place }) => [name, place])).toEqual([
    ['n1', 1],
    ['n2', 2],
  ]);
});

test('an empty row does not count for those after it', async () => {
  const store = await opened({ members: [{}, { name: 'Ali' }, {}] }, false);
  expect([0, 1, 2].map((index) => hiddenAt(store, index))).toEqual([['relation'], ['relation'], []]);
});

test('a row of a row is numbered in its own table', async () => {
  const visits = [{}, { of: 'a', mark: 'x' }, { of: 'b', mark: 'y' }];
  const store = await opened({ members: [{}, { name: 'Ali', visits }] }, false);
  const table = members(store).columns?.find(({ name }) => name === 'visits') as FieldNode;
  const numbers = visits.map((row, index) => store.rowNumber(table, row, `/members/1/visits/${index}`));
  expect(numbers).toEqual([1, 1, 2]);
  expect(rowsIn(store.stored)[0]?.visits).toEqual([{ of: 'a' }, { of: 'b', mark: 'y' }]);
});

test('whatever rows are there, a row shows what is stored of it, and a server stores the same', async () => {
  const cell = fc.option(fc.constantFrom('', 'x'), { nil: undefined });
  const row = fc.record({ name: cell, relation: cell }, { requiredKeys: [] });
  const store = await opened({}, false);
  const table = members(store);
  fc.assert(
    fc.property(fc.array(row, { maxLength: 5 }), (given) => {
      store.set({ members: given });
      const stored = rowsIn(store.stored);
      const shown = rowsIn(store.data).flatMap((one, index) => {
        const number = store.rowNumber(table, one, `/members/${index}`);
        const hidden = store.row(table, one, {}, number).hidden;
        const cells = Object.entries(one).filter(([name, value]) => !hidden.has(name) && value && value !== '');
        return cells.length > 0 ? [Object.fromEntries(cells)] : [];
      });
      expect(shown).toEqual(stored);
      expect(evaluateRecord(store.form, store.validator, store.stored, moment).data).toEqual(store.stored);
    }),
    { numRuns: 300, seed: 3 },
  );
});
