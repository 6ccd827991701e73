/** What opens a store without the password: only the key of a session that goes on, and nothing that an earlier build left. */
import 'fake-indexeddb/auto';
import { Blob as NodeBlob } from 'node:buffer';
import Dexie from 'dexie';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closedStores } from '../../src/app/data/drafts/store.ts';
import { decrypt, deriveStoreKeys, type StoreKeys, unwrapSecret } from '../../src/app/offline/store/crypto.ts';
import {
  type AccountRow,
  accountsDatabase,
  type SessionRow,
  storeDatabase,
} from '../../src/app/offline/store/database.ts';
import {
  type AccountStore,
  changePassword,
  createStore,
  currentStore,
  lockStore,
  makeOfficeFile,
  openOfficeFile,
  openStore,
  rescueKeyNameOf,
} from '../../src/app/offline/store/index.ts';
import type { StoredRecord } from '../../src/core/records/types.ts';
import type { LocalRecord, Operation } from '../../src/core/sync/types.ts';
import { newRescueKey, readPublicRescueKey } from '../../src/server/accounts/rescueKey.ts';
import { providePrivateFiles } from '../support/privateFiles.ts';

vi.mock('../../src/app/offline/store/deriveKey.ts', async (original) => ({
  ...(await original<object>()),
  COST: { N: 2 ** 8, r: 8, p: 1 },
}));
globalThis.Blob = NodeBlob as typeof Blob;

const AHMAD = { id: '01970000-0000-7000-8000-000000000001', username: 'ahmad' };
const ZARA = { id: '01970000-0000-7000-8000-000000000002', username: 'zara' };
const FILE = 'session-key';

let device: ReturnType<typeof providePrivateFiles>;
beforeEach(() => {
  device = providePrivateFiles();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await lockStore();
  device.remove();
  for (const { id } of [AHMAD, ZARA]) closedStores.forget(id);
  localStorage.clear();
  await Promise.all((await Dexie.getDatabaseNames()).map((name) => Dexie.delete(name)));
});

/** Runs with the database of the accounts. */
async function accounts<T>(work: (db: ReturnType<typeof accountsDatabase>) => PromiseLike<T>): Promise<T> {
  const db = accountsDatabase();
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

const account = () => accounts((db) => db.accounts.get(AHMAD.id)) as Promise<AccountRow>;

/** A copy of what a browser has on the disk about the session. */
async function copied(): Promise<() => Promise<void>> {
  const sessions = await accounts((db) => db.sessions.toArray());
  const mark = localStorage.getItem('storeSession') ?? '';
  return async () => {
    await accounts((db) => db.sessions.bulkPut(sessions));
    localStorage.setItem('storeSession', mark);
  };
}

/** Loads the page anew, and returns what it opens. `asks` is called if it wants the password. */
async function reload(asks?: () => void) {
  vi.resetModules();
  const signals = await import('../../src/app/data/signals.ts');
  if (asks) signals.passwordNeeded.listen(asks);
  return import('../../src/app/offline/store/index.ts');
}

const local = (id: string, name: string): LocalRecord => ({
  record: { id, form: 'visit', parent_id: null, version: 1, data: { name } } as unknown as StoredRecord,
  name,
  refs: {},
});

const operation = (id: string, record_id: string): Omit<Operation, 'seq'> => ({
  ...{ id, kind: 'update', form: 'visit', record_id, parent_id: null, body: { note: id }, files: [], base: null },
  ...{ captured_at: '2026-11-20T08:00:00.000Z', state: { is: 'waiting', attempts: 0 } },
});

test('a reload needs no password, and a copy of the disk after the logout opens nothing', async () => {
  await (await createStore(AHMAD, 'a password')).records.put([local('r1', 'School')]);
  const [session] = await accounts((db) => db.sessions.toArray());
  expect(Object.keys(session as SessionRow).sort()).toEqual(['account', 'id', 'secret', 'username']);
  const page = await reload();
  expect((await (await page.readyStore())?.records.get('r1'))?.name).toBe('School');

  const putBack = await copied();
  const key = device.files.get(FILE)?.slice();
  await page.lockStore();
  expect(device.files.get(FILE), 'written over').toEqual(new Uint8Array(32));
  await putBack();
  const asks = vi.fn();
  const again = await reload(asks);
  expect(await again.readyStore()).toBeUndefined();
  expect(asks).toHaveBeenCalledTimes(1);
  // With the key it would have opened.
  await putBack();
  device.files.set(FILE, key as Uint8Array);
  expect((await (await (await reload()).readyStore())?.records.get('r1'))?.name).toBe('School');
});

test('each login has a key of its own, and a file that cannot be written over is removed', async () => {
  await createStore(AHMAD, 'a password');
  const putBack = await copied();
  const first = device.files.get(FILE)?.slice();
  await lockStore();
  await createStore(ZARA, 'another one');
  expect(device.files.get(FILE)).not.toEqual(first);
  await putBack();
  expect(await (await reload()).readyStore()).toBeUndefined();

  await createStore(ZARA, 'another one');
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  class Absent {
    onerror?: () => void;
    postMessage() {
      this.onerror?.();
    }
    terminate() {}
  }
  Object.assign(globalThis, { Worker: Absent });
  await lockStore();
  expect(device.files.has(FILE)).toBe(false);
  expect(warned).toHaveBeenCalled();
});

test('a logout that was cut off is finished at the next start', async () => {
  await createStore(AHMAD, 'a password');
  vi.resetModules();
  // Nobody is logged in: the token is gone, the key not yet.
  (await import('../../src/app/offline/wire.ts')).connectStores();
  await expect.poll(() => device.files.get(FILE)).toEqual(new Uint8Array(32));
  expect(localStorage.getItem('storeSession')).toBeNull();
});

test('a session that lasts until a day opens nothing after it', async () => {
  await createStore(AHMAD, 'a password');
  const until = (instant: number) =>
    accounts((db) =>
      db.transaction('rw', db.sessions, async () => {
        const [row] = await db.sessions.toArray();
        await db.sessions.put({ ...(row as SessionRow), until: new Date(Date.now() + instant).toISOString() });
      }),
    );
  await until(60_000);
  expect((await (await reload()).readyStore())?.account).toEqual(AHMAD);
  await until(-1);
  const asks = vi.fn();
  expect(await (await reload(asks)).readyStore()).toBeUndefined();
  expect(asks).toHaveBeenCalledTimes(1);
  expect(device.files.get(FILE)).toEqual(new Uint8Array(32));
});

test('a browser without such a file asks for the password at each start, unless another tab has the store open', async () => {
  device.remove();
  await (await createStore(AHMAD, 'a password')).records.put([local('r1', 'School')]);
  const [session] = await accounts((db) => db.sessions.toArray());
  expect(session?.secret).toBeUndefined();
  const tab = await reload();
  const there = await tab.readyStore();
  expect((await there?.records.get('r1'))?.name).toBe('School');

  const putBack = await copied();
  await tab.lockStore();
  await expect.poll(() => currentStore()).toBeUndefined();
  await putBack();
  const asks = vi.fn();
  const start = await reload(asks);
  expect(await start.readyStore()).toBeUndefined();
  expect(asks).toHaveBeenCalledTimes(1);
  expect((await (await start.openStore('ahmad', 'a password')).records.get('r1'))?.name).toBe('School');
  await start.lockStore();
});

/** Every ciphertext of a store, with the places where it might be. */
async function ciphertexts(database: string): Promise<[string, Uint8Array<ArrayBuffer>][]> {
  const db = storeDatabase(database);
  const [contents, documents, drafts, files, operations, receipts] = await Promise.all([
    db.contents.toArray(),
    db.documents.toArray(),
    db.drafts.toArray(),
    db.files.toArray(),
    db.operations.toArray(),
    db.receipts.toArray(),
  ]);
  db.close();
  const names = new Set(files.map(({ file }) => file));
  return [
    ...contents.flatMap(({ id, parts }) =>
      parts.map((part, at) => [names.has(id) ? `${id} ${at}/${parts.length}` : id, part] as [string, typeof part]),
    ),
    ...documents.flatMap(({ id, key, bytes }) => [
      [`key ${id}`, key] as [string, typeof key],
      [`document ${id}`, bytes] as [string, typeof bytes],
    ]),
    ...drafts.map(({ id, bytes }) => [`draft ${id}`, bytes] as [string, typeof bytes]),
    ...files.map(({ file, bytes }) => [`file ${file}`, bytes] as [string, typeof bytes]),
    ...operations.map(({ id, bytes }) => [`operation ${id}`, bytes] as [string, typeof bytes]),
    ...receipts.map(({ id, bytes }) => [`receipt ${id}`, bytes] as [string, typeof bytes]),
  ];
}

/** Number of ciphertexts that these keys open, of all. */
async function opens({ content }: StoreKeys, database: string): Promise<[number, number]> {
  const all = await ciphertexts(database);
  const opened = await Promise.allSettled(all.map(([place, bytes]) => decrypt(content, bytes, place)));
  return [opened.filter(({ status }) => status === 'fulfilled').length, all.length];
}

/** A store with something in each table, as a build left it that wrote keys into the database. Returns its keys. */
async function earlierStore(officeKey?: string): Promise<StoreKeys> {
  const store = await createStore(AHMAD, 'a password', Promise.resolve(officeKey ?? null));
  await fill(store);
  const row = await account();
  const { renewal: _, ...before } = row;
  const keys = await deriveStoreKeys(await unwrapSecret(row.password, 'a password'));
  const [session] = await accounts((db) => db.sessions.toArray());
  const { secret: _secret, ...rest } = session as SessionRow;
  await accounts((db) => db.accounts.put(before));
  await accounts((db) => db.sessions.put({ ...rest, keys }));
  return keys;
}

async function fill(store: AccountStore): Promise<void> {
  await store.records.put(Array.from({ length: 35 }, (_, at) => local(`r${at}`, `School ${at}`)));
  await store.derived.put('rows/', { 'rows/1': ['derived'] }, await store.records.changes());
  await store.documents.put('choices:water', { a: ['ب'] });
  await store.documents.put('account:token', 'token');
  await store.files.put({ id: 'local:1', name: 'yard.jpg', type: 'image/jpeg', size: 3 }, new Blob(['abc']));
  await store.operations.add(operation('o1', 'r1'), local('r1', 'Mine'));
  await store.operations.add(operation('o2', 'r2'), local('r2', 'Sent'));
  await store.operations.finish('o2', { id: 'o2', record_id: 'r2', form: 'visit' } as never, local('r2', 'Sent'));
  await store.drafts.write({ key: 'k', user: AHMAD.id, form: 'visit', data: { name: 'Draft' }, at: 'x' } as never);
  await store.drafts.addFile('k', { id: 'local:2', name: 'well.jpg', blob: new Blob(['defg']) });
}

async function expectWhole(store: AccountStore | undefined): Promise<void> {
  expect(await store?.records.ofForm('visit')).toHaveLength(35);
  expect((await store?.records.get('r1'))?.name).toBe('Mine');
  expect(await store?.documents.get('choices:water')).toEqual({ a: ['ب'] });
  expect(await (await store?.files.get('local:1'))?.blob.text()).toBe('abc');
  expect((await store?.operations.all())?.map(({ id, body }) => [id, body])).toEqual([['o1', { note: 'o1' }]]);
  expect((await store?.receipts.all())?.map(({ id }) => id)).toEqual(['o2']);
  expect((await store?.drafts.read('k'))?.data).toEqual({ name: 'Draft' });
  expect(await (await store?.drafts.file('local:2'))?.blob.text()).toBe('defg');
}

const isRunning = async () => (await account()).renewal?.isRunning;

test('the keys that an earlier build left in a database open nothing after the next login', async () => {
  const keys = await earlierStore();
  const { database } = await account();
  const [opened, all] = await opens(keys, database);
  expect([opened, all > 15]).toEqual([all, true]);
  const page = await reload();
  await expectWhole((await page.readyStore()) as AccountStore);
  expect((await account()).renewal, 'without the password nothing can be renewed').toBeUndefined();
  await page.lockStore();

  await expectWhole(await openStore('ahmad', 'a password'));
  await expect.poll(isRunning).toBeUndefined();
  expect(await opens(keys, database)).toEqual([0, all]);
  const after = await account();
  await expectWhole(currentStore());
  await lockStore();
  await expectWhole(await openStore('ahmad', 'a password'));
  expect((await account()).password, 'once').toEqual(after.password);
  await changePassword(AHMAD.id, 'a password', 'a new password');
  await expectWhole((await (await reload()).readyStore()) as AccountStore);
  await lockStore();
  await expectWhole(await openStore('ahmad', 'a new password'));
});

test('a renewal that is cut off goes on at the next opening, and what changes meanwhile stays', async () => {
  const keys = await earlierStore();
  const { database } = await account();
  await lockStore();
  let left = 6;
  const { encrypt } = crypto.subtle;
  vi.spyOn(crypto.subtle, 'encrypt').mockImplementation((...given) => {
    left -= 1;
    return left < 0 ? Promise.reject(new Error('the battery is empty')) : encrypt.apply(crypto.subtle, given);
  });
  const warned = vi.spyOn(console, 'warn').mockReturnValue();
  const store = await openStore('ahmad', 'a password');
  await expect.poll(() => warned.mock.calls.length).toBe(1);
  vi.restoreAllMocks();
  const [some, all] = await opens(keys, database);
  expect(some).toBeGreaterThan(0);
  expect(some).toBeLessThan(all);
  expect(await isRunning()).toBe(true);
  await expectWhole(store);
  await store.documents.put('choices:water', { a: ['changed'] });

  const again = (await (await reload()).readyStore()) as AccountStore;
  await again.documents.put('choices:water', { a: ['ب'] });
  await expect.poll(isRunning).toBeUndefined();
  expect((await opens(keys, database))[0]).toBe(0);
  await expectWhole(again);
});

test('the office opens what waits in a renewed store, and a store that it could open waits for its key', async () => {
  const { publicKey, privateKey } = newRescueKey();
  await earlierStore(readPublicRescueKey(publicKey));
  await lockStore();
  await openStore('ahmad', 'a password');
  expect((await account()).renewal, 'without the network').toBeUndefined();
  await lockStore();
  // Nothing is encrypted anew yet: the file has both.
  const { encrypt } = crypto.subtle;
  let left = 5;
  vi.spyOn(crypto.subtle, 'encrypt').mockImplementation((...given) => {
    left -= 1;
    return left < 0 ? Promise.reject(new Error('no')) : encrypt.apply(crypto.subtle, given);
  });
  vi.spyOn(console, 'warn').mockReturnValue();
  await createStore(AHMAD, 'a password', Promise.resolve(readPublicRescueKey(publicKey)));
  expect(await isRunning()).toBe(true);
  await lockStore();
  vi.restoreAllMocks();
  const file = await makeOfficeFile('ahmad');
  expect(await rescueKeyNameOf(file)).toBe((await account()).office?.key);
  const found = await openOfficeFile(file, privateKey);
  expect(found.damaged).toEqual({ changes: [], receipts: [], files: [] });
  expect(found.operations.map(({ id }) => id)).toEqual(['o1']);
  expect(await found.files[0]?.blob.text()).toBe('abc');
});
