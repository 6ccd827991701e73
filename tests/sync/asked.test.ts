/** A change that came too late waits until its record is opened. */
import { expect, it } from 'vitest';
import { memoryStore } from '../../src/core/sync/memoryStore.ts';
import { answersOfChange, isTooLate, retryAfterOthers } from '../../src/core/sync/retryAfterOthers.ts';
import type { LocalRecord, Operation, OperationState, SyncFailure } from '../../src/core/sync/types.ts';

const failure = (code: string): SyncFailure => ({
  ...{ reason: 'forbidden', status: 403, code, message: '', at: '2026-03-01T08:00:00Z' },
});
const failed = (asked?: string): OperationState => ({
  ...{ is: 'failed', failure: failure('state_locked') },
  ...(asked && { asked: { at: '2026-03-02T08:00:00Z', state: asked } }),
});

function change(id: string, state: OperationState, more: Partial<Operation> = {}): Operation {
  return {
    ...{ id, seq: Number(id), kind: 'update', form: 'visit', record_id: `r${id}`, parent_id: null, files: [], state },
    body: { water: 'fair', well: { deep: true }, remarks: 'same' },
    base: {
      version: 2,
      form_version: 1,
      state: 'verified',
      data: { water: 'good', well: { deep: true }, remarks: 'same' },
    },
    captured_at: '2026-03-01T08:00:00Z',
    ...more,
  };
}

const local = (id: string, state: string) => ({ record: { id, form: 'visit' }, server: { id, state } }) as LocalRecord;

it('is one whose record was locked, and says what the person changed', () => {
  expect(isTooLate(change('1', failed()), failure('state_locked'))).toBe(true);
  expect(isTooLate(change('1', failed()), failure('role_needed'))).toBe(false);
  expect(isTooLate(change('1', failed(), { kind: 'remove' }), failure('state_locked'))).toBe(false);
  expect(answersOfChange(change('1', failed()))).toEqual({ water: 'fair' });
});

it('is sent again once the record is in another state, and only if others were asked', async () => {
  const store = memoryStore({
    records: [local('r1', 'submitted'), local('r2', 'verified'), local('r3', 'submitted')],
    operations: [
      change('1', failed('verified')),
      change('2', failed('verified')),
      change('3', failed()),
      change('4', failed('verified')),
    ],
  });
  await retryAfterOthers(store);
  const all = await store.operations.all();
  expect(all.map(({ id, state }) => [id, state.is])).toEqual([
    ['1', 'waiting'],
    ['2', 'failed'],
    ['3', 'failed'],
    ['4', 'failed'],
  ]);
});
