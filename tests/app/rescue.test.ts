/** A rescue file: what another device gets back from it, and that nobody else does. */
import 'fake-indexeddb/auto';
import { Blob as NodeBlob } from 'node:buffer';
import Dexie from 'dexie';
import { afterEach, expect, test, vi } from 'vitest';
import {
  type AccountStore,
  countChangesForOffice,
  createStore,
  importRescueFile,
  lockStore,
  makeOfficeFile,
  makeRescueFile,
  makeUnlockFile,
  openOfficeFile,
  openStore,
  rescueKeyNameOf,
  unlockWithFile,
} from '../../src/app/offline/store/index.ts';
import type { LocalRecord, Operation, Receipt } from '../../src/core/sync/types.ts';
import { newRescueKey, readPublicRescueKey } from '../../src/server/accounts/rescueKey.ts';

vi.mock('../../src/app/offline/store/deriveKey.ts', async (original) => ({
  ...(await original<object>()),
  COST: { N: 2 ** 8, r: 8, p: 1 },
}));
globalThis.Blob = NodeBlob as typeof Blob;

const AHMAD = { id: '01970000-0000-7000-8000-000000000001', username: 'ahmad' };
const ZARA = { id: '01970000-0000-7000-8000-000000000002', username: 'zara' };
const SECRET = 'the well of the upper village';
const WORD = 'seven blue donkeys';

/** Forgets everything on this device, as another one would begin. */
async function otherDevice(account: typeof AHMAD, officeKey?: string): Promise<AccountStore> {
  await lockStore();
  localStorage.clear();
  await Promise.all((await Dexie.getDatabaseNames()).map((name) => Dexie.delete(name)));
  return createStore(account, 'password of this device', Promise.resolve(officeKey ?? null));
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
async function work(officeKey?: string): Promise<AccountStore> {
  const store = await otherDevice(AHMAD, officeKey);
  const photo = { id: 'local:1', name: 'p.jpg', type: 'image/jpeg', size: 5, upload: '/begun' };
  await store.files.put(photo, new Blob(['photo'], { type: 'image/jpeg' }));
  await store.operations.add(operation('op-a', 'a'), local('a'));
  await store.operations.add(operation('op-b', 'b', { kind: 'create', files: ['local:1'] }), local('b'));
  return store;
}

const saved = async () => makeRescueFile(await work(), WORD);

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
  expect(await importRescueFile(store, file, WORD)).toEqual(['a', 'b']);
  expect(await ids(store)).toEqual(['op-a', 'op-b']);
  expect((await store.records.get('b'))?.record.data).toEqual({ note: SECRET });
  const photo = await store.files.get('local:1');
  expect([await photo?.blob.text(), photo?.type, photo?.upload]).toEqual(['photo', 'image/jpeg', undefined]);
  expect(await importRescueFile(store, file, WORD)).toEqual([]);
  // What was sent meanwhile does not wait again.
  const receipt = { id: 'op-a', record_id: 'a', kind: 'update', form: 'visit', name: 'a' } as Receipt;
  await store.operations.finish('op-a', receipt, local('a', 2));
  expect(await importRescueFile(store, file, WORD)).toEqual([]);
  expect(await ids(store)).toEqual(['op-b']);
});

test('leaves below its changes what the device has from the server, unless the file has a newer version', async () => {
  const known = (version: number): LocalRecord => ({ ...local('a', 9), server: local('a', version).record });
  const from = await otherDevice(AHMAD);
  await from.operations.add(operation('op-a', 'a'), known(2));
  const file = await makeRescueFile(from, WORD);
  for (const [here, kept] of [
    [1, 2],
    [3, 3],
  ] as const) {
    const store = await otherDevice(AHMAD);
    await store.records.put([known(here)]);
    expect(await importRescueFile(store, file, WORD)).toEqual(['a']);
    expect((await store.records.get('a'))?.server?.version).toBe(kept);
  }
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
    'another password': await failure(importRescueFile(store, file, 'seven blue donkey')),
    'a byte of the changes': await failure(importRescueFile(store, changed(start + 20), WORD)),
    'a byte of the photo': await failure(importRescueFile(store, changed(bytes.length - 1), WORD)),
    'cut off': await failure(importRescueFile(store, new Blob([bytes.subarray(0, bytes.length - 3)]), WORD)),
    'something behind it': await failure(importRescueFile(store, new Blob([bytes, 'x']), WORD)),
    'without the photo': await failure(importRescueFile(store, from(text.replace(/\[(\d+),\d+\]\n/, '[$1]\n')), WORD)),
    'a cost of hours': await failure(importRescueFile(store, from(text.replace(/"N":\d+/, '"N":1073741824')), WORD)),
    'another file': await failure(importRescueFile(store, new Blob(['{"__proto__":1}\n\n']), WORD)),
    nothing: await failure(importRescueFile(store, new Blob([]), WORD)),
  };
  const { 'another password': wrong, ...rest } = tried;
  expect(wrong).toBe('wrong_password');
  expect([...new Set(Object.values(rest))], JSON.stringify(rest)).toEqual(['unreadable']);
  expect(await ids(store)).toEqual([]);
  expect(await store.files.get('local:1')).toBeUndefined();
  const other = await otherDevice(ZARA);
  expect(await failure(importRescueFile(other, file, WORD))).toBe('other_account');
  expect(await ids(other)).toEqual([]);
});

test('without the password the office alone opens the work of a closed store, and the device opens again with its key file', async () => {
  const office = newRescueKey();
  await work(readPublicRescueKey(office.publicKey));
  await lockStore();
  expect([await countChangesForOffice('Ahmad'), await countChangesForOffice('zara')]).toEqual([2, 0]);
  const file = await makeOfficeFile('ahmad');
  expect(await rescueKeyNameOf(file)).toMatch(/^[0-9a-f]{64}$/);
  const text = new TextDecoder('latin1').decode(await file.arrayBuffer());
  expect(text).not.toMatch(/upper village|photo|p\.jpg|visit/);
  const opened = await openOfficeFile(file, office.privateKey);
  expect(opened.account).toBe(AHMAD.id);
  expect(opened.operations.map(({ id, seq, body }) => [id, seq, body])).toEqual([
    ['op-a', 1, { note: SECRET }],
    ['op-b', 2, { note: SECRET }],
  ]);
  const [photo] = opened.files;
  expect([photo?.id, photo?.upload, await photo?.blob.text()]).toEqual(['local:1', undefined, 'photo']);

  expect(opened.damaged).toEqual({ changes: [], receipts: [], files: [] });

  const forged = new Blob([Uint8Array.from(text.replace(AHMAD.id, ZARA.id), (char) => char.charCodeAt(0))]);
  expect(await failure(openOfficeFile(file, newRescueKey().privateKey))).toBe('wrong_key');
  expect(await failure(openOfficeFile(forged, office.privateKey)), 'under another account').toBe('wrong_key');
  expect(await failure(openOfficeFile(await makeRescueOf(WORD), office.privateKey))).toBe('unreadable');

  await work(readPublicRescueKey(office.publicKey));
  await lockStore();
  const own = (await openOfficeFile(await makeOfficeFile('ahmad'), office.privateKey)).secret;
  const { file: key, code } = await makeUnlockFile(AHMAD.id, own);
  const take = (one: Blob, typed: string) => unlockWithFile('ahmad', one, typed, 'new password');
  expect(await failure(take(key, 'aaaabbbbcccc'))).toBe('wrong_password');
  const ofOtherDevice = await makeUnlockFile(AHMAD.id, opened.secret);
  expect(await failure(take(ofOtherDevice.file, ofOtherDevice.code)), 'of another device').toBe('wrong_key');
  const ofOther = await makeUnlockFile(ZARA.id, own);
  expect(await failure(take(ofOther.file, ofOther.code))).toBe('other_account');
  expect(await failure(openStore('ahmad', 'new password'))).toBe('wrong_password');
  await take(key, ` ${code.slice(0, 4)} ${code.slice(4).toUpperCase()}`);
  expect(await ids(await openStore('ahmad', 'new password'))).toEqual(['op-a', 'op-b']);
});

test('what is damaged in a file for the office is named, and the rest is read', async () => {
  const office = newRescueKey();
  await work(readPublicRescueKey(office.publicKey));
  await lockStore();
  const bytes = new Uint8Array(await (await makeOfficeFile('ahmad')).arrayBuffer());
  const [, , sizes = ''] = new TextDecoder('latin1').decode(bytes).split('\n', 3);
  const [first = 0] = JSON.parse(sizes) as number[];
  const start = bytes.byteLength - (JSON.parse(sizes) as number[]).reduce((sum, size) => sum + size, 0);
  const changed = (at: number) => new Blob([bytes.map((byte, index) => (index === at ? byte ^ 1 : byte))]);
  const read = async (file: Blob) => {
    const { operations, files, damaged } = await openOfficeFile(file, office.privateKey);
    return { ids: operations.map(({ id }) => id), files: files.length, damaged };
  };
  const none = { changes: [], receipts: [], files: [] };
  const inFirst = await read(changed(start + 5));
  expect(inFirst).toEqual({ ids: ['op-b'], files: 1, damaged: { ...none, changes: [1] } });
  const inSecond = await read(changed(start + first + 5));
  expect(inSecond).toEqual({ ids: ['op-a'], files: 1, damaged: { ...none, changes: [2] } });
  const inPhoto = await read(changed(bytes.length - 1));
  expect(inPhoto).toEqual({ ids: ['op-a', 'op-b'], files: 0, damaged: { ...none, files: [1] } });
  const cut = await read(new Blob([bytes.subarray(0, start + first)]));
  expect(cut).toEqual({ ids: ['op-a'], files: 0, damaged: { ...none, changes: [2], files: [1] } });
  expect(await failure(openOfficeFile(new Blob([bytes, 'x']), office.privateKey))).toBe('unreadable');
});

test('the next login encrypts the secret for the office, also after it made a new key, and a key nobody can read is left alone', async () => {
  const [first, second] = [newRescueKey(), newRescueKey()];
  await work();
  await lockStore();
  expect(await countChangesForOffice('ahmad')).toBe(0);
  const login = async (key: string) => {
    await createStore(AHMAD, 'password of this device', Promise.resolve(key));
    await lockStore();
    return makeOfficeFile('ahmad');
  };
  expect(
    (await openOfficeFile(await login(readPublicRescueKey(first.publicKey)), first.privateKey)).operations,
  ).toHaveLength(2);
  const file = await login(readPublicRescueKey(second.publicKey));
  expect(await failure(openOfficeFile(file, first.privateKey))).toBe('wrong_key');
  expect((await openOfficeFile(await login('no key'), second.privateKey)).operations).toHaveLength(2);
});

const makeRescueOf = async (password: string) =>
  makeRescueFile(await openStore('ahmad', 'password of this device'), password);
