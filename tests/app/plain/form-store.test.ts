import { expect, test, vi } from 'vitest';
import { FormStore } from '../../../src/app/widgets/store.ts';
import { loadValidator } from '../../../src/server/definitions/validator.ts';
import { form } from '../../support/form.ts';

const TODAY = '2026-11-21';

async function opened(data = {}) {
  const compiled = form({
    fields: {
      met: { type: 'yesno', required: true },
      details: { type: 'longtext', required: true, visibleWhen: { field: 'met', is: { const: 'yes' } } },
      girls: { type: 'integer' },
      boys: { type: 'integer' },
      total: { type: 'derived', derived: { sum: ['girls', 'boys'] } },
    },
  });
  return new FormStore(compiled, await loadValidator(compiled), data, { today: TODAY });
}

test('a change tells only the fields it touches', async () => {
  const store = await opened();
  const girls = vi.fn();
  const boys = vi.fn();
  const total = vi.fn();
  for (const [name, listener] of [
    ['girls', girls],
    ['boys', boys],
    ['total', total],
  ] as const) {
    store.field(name);
    store.fieldChanges(name)(listener);
  }
  store.set({ girls: 12 });
  expect(girls).toHaveBeenCalledTimes(1);
  expect(total).toHaveBeenCalledTimes(1);
  expect(boys).not.toHaveBeenCalled();
  expect(store.field('total').values.total).toBe(12);
  store.set({ girls: 12 });
  expect(girls).toHaveBeenCalledTimes(1);
});

test('an answer that is emptied is none, and one that is given again is no change', async () => {
  const store = await opened({ girls: 12 });
  store.set({ girls: 12 });
  expect(store.changed).toBe(false);
  store.set({ girls: undefined });
  expect([store.changed, Object.keys(store.data)]).toEqual([true, []]);
});

test('a field appears with its condition, keeps its answer while hidden, and is not checked then', async () => {
  const store = await opened({ met: 'yes' });
  expect(store.field('details').hidden).toBe(false);
  store.set({ details: 'They met on Saturday.' });
  store.set({ met: 'no' });
  expect(store.field('details').hidden).toBe(true);
  expect(store.check()).toBe(true);
  store.set({ met: 'yes' });
  expect(store.field('details').values.details).toBe('They met on Saturday.');
});

test('an empty required field is an error only when saving is tried', async () => {
  const store = await opened();
  store.leave('met');
  expect(store.field('met').errors).toEqual({});
  expect(store.check()).toBe(false);
  expect(store.field('met').errors).toEqual({ '/met': [{ code: 'required' }] });
});

test('leaving a wrong answer says so at once', async () => {
  const store = await opened();
  store.set({ girls: 'many' });
  store.leave('girls');
  expect(store.field('girls').errors).toEqual({ '/girls': [{ code: 'integer' }] });
  expect(store.errors).not.toHaveProperty('/met');
});

test('errors of the server stand at their fields', async () => {
  const store = await opened();
  store.showErrors({ '/boys': [{ code: 'maximum', params: { limit: 100 } }] });
  expect(store.field('boys').errors['/boys']?.[0]?.code).toBe('maximum');
});

test('progress counts what is there to answer', async () => {
  const store = await opened({ met: 'no', girls: 3 });
  const section = store.form.sections[0]!.id;
  expect(store.progress(section)).toEqual({ answered: 2, total: 3, errors: 0 });
  store.set({ met: 'yes' });
  expect(store.progress(section)).toEqual({ answered: 2, total: 4, errors: 0 });
});

test('a refusal of the server stands while other answers change, until its own does or saving is tried again', async () => {
  vi.useFakeTimers();
  try {
    const store = await opened({ met: 'yes', details: 'Now.', girls: 1 });
    const refused = { '/girls': [{ code: 'unique' as const }] };
    store.set({ boys: 2 });
    store.showErrors(refused);
    vi.advanceTimersByTime(1000);
    expect(store.errors).toEqual(refused);
    store.set({ boys: 3 });
    vi.advanceTimersByTime(1000);
    expect(store.field('girls').errors).toEqual(refused);
    store.set({ girls: 2 });
    vi.advanceTimersByTime(1000);
    expect(store.errors).toEqual({});
    store.showErrors(refused);
    expect(store.check()).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

test('errors of rows stand at the rows of the open form, which has empty ones too', async () => {
  const number = { type: 'integer', minimum: 0 };
  const items = (properties: object) => ({ type: 'array', items: { type: 'object', properties }, maxItems: 9 });
  const visits = { type: 'table', columns: { cost: { type: 'integer' } } };
  const compiled = form({
    fields: {
      members: {
        type: 'table',
        columns: { age: { type: 'integer' }, visits } as never,
        contract: items({ age: number, visits: items({ cost: number }) }),
      },
    },
  });
  const store = new FormStore(compiled, await loadValidator(compiled), {}, { today: TODAY });
  store.set({ members: [{}, { age: -1 }, { visits: [{}, { cost: '' }, { cost: -1 }] }] });
  expect(store.check()).toBe(false);
  expect(Object.keys(store.errors)).toEqual(['/members/1/age', '/members/2/visits/2/cost']);
  store.showErrors({ '/members/0/age': [{ code: 'choice' }] });
  expect(Object.keys(store.errors)).toEqual(['/members/1/age']);
  expect(store.stored).toEqual({ members: [{ age: -1 }, { visits: [{ cost: -1 }] }] });
});
