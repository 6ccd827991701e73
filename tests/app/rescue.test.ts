/** A rescue file: what another device gets back from it, and that nobody else does. */
import 'fake-indexeddb/auto';
import { Blob as NodeBlob } from 'node:buffer';
import Dexie from 'dexie';
import { afterEach, expect, test, vi } from 'vitest';
import {
  type AccountStore,
  createStore,
  lockStore,
  makeRescue,
  takeRescue,
} from '../../src/app/offline/store/index.ts';
import type { LocalRecord, Operation, Receipt } from '../../src/core/sync/types.ts';

vi.mock('../../src/app/offline/store/derive.ts', async (original) => ({
  ...(await original<object>()),
  COST: { N: 2 ** 8, r: 8, p: 1 },
}));
globalThis.Blob = NodeBlob as typeof Blob;

const AHMAD = { id: '01970000-0000-7000-8000-000000000001', username: 'ahmad' };
const ZARA = { id: '01970000-0000-7000-8000-000000000002', username: 'zara' };
const SECRET = 'the well of the upper village';
const WORD = 'seven blue donkeys';

/** Forgets everything on this device, as another one would begin. */
async function otherDevice(account: typeof AHMAD): Promise<AccountStore> {
  await lockStore();
  localStorage.clear();
  await Promise.all((await Dexie.getDatabaseNames()).map((name) => Dexie.delete(name)));
  return createStore(account, 'password of this device');
}

afterEach(async () => {
  await lockStore();
});

const local = (id: string, version = 1): LocalRecord => ({
  record: { id, form: 'visit', parent_id: null, version, data: { note: SECRET } } as unknown as LocalRecord['record'],
  name: id,
  refs: {},
});

const operation = (id: string, record_id: string, more: Partial<Operation> = {}): Omit<Operation, 'seq'> => ({
  ...{ id, kind: 'update', form: 'visit', record_id, parent_id: null, body: { note: SECRET }, files: [], base: null },
  ...{ captured_at: '2026-11-20T08:00:00.000Z', state: { is: 'waiting', attempts: 0 } },
  ...more,
});

/** A device with a change, and a new record with a photo. */
async function saved(): Promise<Blob> {
  const store = await otherDevice(AHMAD);
  const photo = { id: 'local:1', name: 'p.jpg', type: 'image/jpeg', size: 5, upload: '/begun' };
  await store.files.put(photo, new Blob(['photo'], { type: 'image/jpeg' }));
  await store.operations.add(operation('op-a', 'a'), local('a'));
  await store.operations.add(operation('op-b', 'b', { kind: 'create', files: ['local:1'] }), local('b'));
  return makeRescue(store, WORD);
}

const ids = async (store: AccountStore) => (await store.operations.all()).map(({ id }) => id);
const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    (error) => error.reason ?? String(error),
  );

test('gives another device the changes in their order, with records and files, and each only once', async () => {
  const file = await saved();
  expect(new TextDecoder('latin1').decode(await file.arrayBuffer())).not.toMatch(/upper village|photo|op-a/);
  const store = await otherDevice(AHMAD);
  expect(await takeRescue(store, file, WORD)).toEqual(['a', 'b']);
  expect(await ids(store)).toEqual(['op-a', 'op-b']);
  expect((await store.records.get('b'))?.record.data).toEqual({ note: SECRET });
  const photo = await store.files.get('local:1');
  expect([await photo?.blob.text(), photo?.type, photo?.upload]).toEqual(['photo', 'image/jpeg', undefined]);
  expect(await takeRescue(store, file, WORD)).toEqual([]);
  // What was sent meanwhile does not wait again.
  const receipt = { id: 'op-a', record_id: 'a', kind: 'update', form: 'visit', name: 'a' } as Receipt;
  await store.operations.finish('op-a', receipt, local('a', 2));
  expect(await takeRescue(store, file, WORD)).toEqual([]);
  expect(await ids(store)).toEqual(['op-b']);
});

test('is refused with another password, by another account, and if anything in it was changed, and then nothing is taken', async () => {
  const file = await saved();
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = new TextDecoder('latin1').decode(bytes);
  const start = text.indexOf(']\n') + 2;
  const changed = (at: number) => new Blob([bytes.map((byte, index) => (index === at ? byte ^ 1 : byte))]);
  const from = (next: string) => new Blob([Uint8Array.from(next, (char) => char.charCodeAt(0))]);
  const store = await otherDevice(AHMAD);
  const tried = {
    'another password': await failure(takeRescue(store, file, 'seven blue donkey')),
    'a byte of the changes': await failure(takeRescue(store, changed(start + 20), WORD)),
    'a byte of the photo': await failure(takeRescue(store, changed(bytes.length - 1), WORD)),
    'cut off': await failure(takeRescue(store, new Blob([bytes.subarray(0, bytes.length - 3)]), WORD)),
    'something behind it': await failure(takeRescue(store, new Blob([bytes, 'x']), WORD)),
    'without the photo': await failure(takeRescue(store, from(text.replace(/\[(\d+),\d+\]\n/, '[$1]\n')), WORD)),
    'a cost of hours': await failure(takeRescue(store, from(text.replace(/"N":\d+/, '"N":1073741824')), WORD)),
    'another file': await failure(takeRescue(store, new Blob(['{"__proto__":1}\n\n']), WORD)),
    nothing: await failure(takeRescue(store, new Blob([]), WORD)),
  };
  const { 'another password': wrong, ...rest } = tried;
  expect(wrong).toBe('wrong_password');
  expect([...new Set(Object.values(rest))], JSON.stringify(rest)).toEqual(['unreadable']);
  expect(await ids(store)).toEqual([]);
  expect(await store.files.get('local:1')).toBeUndefined();
  const other = await otherDevice(ZARA);
  expect(await failure(takeRescue(other, file, WORD))).toBe('other_account');
  expect(await ids(other)).toEqual([]);
});
