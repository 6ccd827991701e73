/** The encrypted store of an account: what comes back, what is all or none, and what nobody can read without the password. */
import 'fake-indexeddb/auto';
import { Blob as NodeBlob } from 'node:buffer';
import Dexie from 'dexie';
import { afterEach, expect, test, vi } from 'vitest';
import {
  addDraftFile,
  countUnsentDrafts,
  type Draft,
  draftKey,
  markFileUploaded,
  readDraftFile,
  readLocalDraft,
  removeLocalDraft,
  writeDraft,
} from '../../src/app/data/drafts/drafts.ts';
import { closedStores, setOpenDraftStore } from '../../src/app/data/drafts/store.ts';
import { storeCloses, storeDropped } from '../../src/app/data/signals.ts';
import {
  type AccountStore,
  changePassword,
  createStore,
  currentStore,
  LocalAccountError,
  lockStore,
  openStore,
  readyStore,
  removeLockedDrafts,
  resetDevice,
  resetFailure,
  resetStore,
} from '../../src/app/offline/store/index.ts';
import type { StoredRecord } from '../../src/core/records/types.ts';
import type { LocalRecord, Operation, Receipt } from '../../src/core/sync/types.ts';

vi.mock('../../src/app/offline/store/deriveKey.ts', async (original) => ({
  ...(await original<object>()),
  COST: { N: 2 ** 8, r: 8, p: 1 },
}));

const AHMAD = { id: '01970000-0000-7000-8000-000000000001', username: 'ahmad' };
const ZARA = { id: '01970000-0000-7000-8000-000000000002', username: 'zara' };

afterEach(async () => {
  vi.restoreAllMocks();
  await lockStore();
  for (const { id } of [AHMAD, ZARA]) closedStores.forget(id);
  localStorage.clear();
  await Promise.all((await Dexie.getDatabaseNames()).map((name) => Dexie.delete(name)));
});

const local = (id: string, name: string, more: Partial<StoredRecord> = {}): LocalRecord => ({
  record: { id, form: 'visit', parent_id: null, version: 1, data: { name }, ...more } as StoredRecord,
  name,
  refs: {},
});

const operation = (id: string, record_id: string, note: string): Omit<Operation, 'seq'> => ({
  id,
  kind: 'update',
  form: 'visit',
  record_id,
  parent_id: null,
  body: { note },
  files: [],
  base: null,
  captured_at: '2026-11-20T08:00:00.000Z',
  state: { is: 'waiting', attempts: 0 },
});

const receipt = (id: string, record_id: string): Receipt => ({
  id,
  kind: 'update',
  form: 'visit',
  record_id,
  name: 'مکتب',
  code: 'V-1',
  version: 2,
  at: '2026-11-20T08:00:00.000Z',
  merged: [],
});

const names = (all: readonly LocalRecord[]) => all.map(({ name }) => name).sort();

/** Everything that stands in any database and in localStorage, as text of its bytes. */
async function onDisk(): Promise<string> {
  const texts: string[] = [JSON.stringify({ ...localStorage })];
  const plain = new TextDecoder('utf-8');
  const walk = async (value: unknown): Promise<void> => {
    if (value instanceof Uint8Array) texts.push(plain.decode(value));
    else if (value instanceof Blob) texts.push(await value.text());
    else if (value && typeof value === 'object') {
      texts.push(Object.prototype.toString.call(value));
      for (const [name, one] of Object.entries(value)) {
        texts.push(name);
        await walk(one);
      }
    } else texts.push(String(value));
  };
  for (const name of await Dexie.getDatabaseNames()) {
    const db = await new Dexie(name).open();
    texts.push(name);
    for (const table of db.tables) {
      await walk(await table.toArray());
      await walk(await table.toCollection().primaryKeys());
    }
    db.close();
  }
  return texts.join('\n');
}

test('records, documents, files and operations come back as they were, also after a new login', async () => {
  const store = await createStore(AHMAD, 'old password');
  const many = Array.from({ length: 250 }, (_, at) => local(`r${at}`, `School ${at}`, { parent_id: `p${at % 5}` }));
  await store.records.put(many);
  await store.records.put([local('other', 'Other', { form: 'site' })]);
  expect(await store.records.counts()).toEqual({ visit: 250, site: 1 });
  expect(names(await store.records.ofForm('visit'))).toEqual(names(many));
  await store.records.put([local('r7', 'Changed')]);
  await store.records.remove(['r8']);
  await store.documents.put('choices:water', { a: ['ب'] });
  await store.files.put({ id: 'local:1', name: 'yard.jpg', type: 'image/jpeg', size: 3 }, new Blob(['abc']));
  await store.files.change('local:1', { id: 'f1', name: 'yard.jpg', type: 'image/jpeg', size: 3, upload: '/u/1' });
  const added = await store.operations.add(operation('o1', 'r9', 'first'), local('r9', 'Mine'));
  expect(added.seq).toBe(1);

  await lockStore();
  await expect(store.records.get('r7')).rejects.toThrow('locked');
  expect(currentStore()).toBeUndefined();
  const again = await openStore('Ahmad ', 'old password');
  expect((await again.records.get('r7'))?.name).toBe('Changed');
  expect(await again.records.get('r8')).toBeUndefined();
  const all = await again.records.ofForm('visit');
  expect(all).toHaveLength(249);
  expect(await again.records.ofForm('visit'), 'nothing changed, nothing decrypted').toBe(all);
  expect(await again.records.children('p1', 'visit')).toHaveLength(50);
  expect(await again.documents.get('choices:water')).toEqual({ a: ['ب'] });
  expect(await again.documents.keys('choices:')).toEqual(['choices:water']);
  await again.documents.put('choices:asset', 1);
  expect([...(await again.documents.all('choices:'))]).toEqual([
    ['choices:asset', 1],
    ['choices:water', { a: ['ب'] }],
  ]);
  for (const id of ['local:1', 'f1']) {
    const file = await again.files.get(id);
    expect(file).toMatchObject({ id: 'f1', name: 'yard.jpg', upload: '/u/1' });
    expect(await file?.blob.text()).toBe('abc');
  }
  expect(await again.operations.all()).toEqual([added]);
  expect((await again.records.get('r9'))?.name).toBe('Mine');
});

/** Runs a change on a device that has room for fewer than `writes` more rows. Returns how it fails. */
async function fullAt(writes: number, change: () => Promise<unknown>): Promise<string> {
  let left = writes;
  for (const name of ['add', 'put'] as const) {
    const write = IDBObjectStore.prototype[name];
    vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(function (this: IDBObjectStore, ...given) {
      left -= 1;
      if (left <= 0) throw new DOMException('full', 'QuotaExceededError');
      return write.apply(this, given);
    });
  }
  const failure = await change().then(
    () => 'written',
    (error: Error) => (/full/.test(error.message) ? 'full' : error.message),
  );
  vi.restoreAllMocks();
  return failure;
}

test('an operation, its receipt and its record are written all or none', async () => {
  const store = await createStore(AHMAD, 'a password');
  let calls = 0;
  const stop = store.watch(() => {
    calls += 1;
  });
  await store.records.put([local('r1', 'Server')]);
  await store.operations.add(operation('o1', 'r1', 'one'), local('r1', 'Mine'));
  await expect(store.operations.add(operation('o1', 'r1', 'twice'), local('r1', 'Twice'))).rejects.toThrow();
  vi.spyOn(crypto.subtle, 'encrypt').mockRejectedValueOnce(new Error('no memory'));
  await expect(store.operations.add(operation('o2', 'r1', 'two'), local('r1', 'Never'))).rejects.toThrow('no memory');
  const never = local('r1', 'Never');
  // Each of these writes several rows. The device is full at the first, then at the second, and so on.
  for (const change of [
    () => store.operations.add(operation('o3', 'r1', 'three'), never),
    () => store.operations.finish('o1', receipt('o1', 'r1'), never),
    () => store.operations.discard('o1', 'r1', never),
  ]) {
    expect(await fullAt(1, change)).toBe('full');
    expect(await fullAt(2, change)).toBe('full');
  }
  expect((await store.operations.all()).map(({ id, body }) => [id, body])).toEqual([['o1', { note: 'one' }]]);
  expect(await store.receipts.all()).toEqual([]);
  expect((await store.records.get('r1'))?.name).toBe('Mine');
  expect(names(await store.records.ofForm('visit'))).toEqual(['Mine']);

  const second = await store.operations.add(operation('o4', 'r2', 'four'), local('r2', 'New'));
  await store.operations.put({ ...second, state: { is: 'waiting', attempts: 3 } });
  await store.operations.finish('o1', receipt('o1', 'r1'), local('r1', 'Merged'));
  await store.operations.put({ ...second, id: 'o1', seq: 1 });
  expect((await store.operations.all()).map(({ id, state }) => [id, state])).toEqual([
    ['o4', { is: 'waiting', attempts: 3 }],
  ]);
  expect((await store.receipts.all()).map(({ id }) => id)).toEqual(['o1']);
  await store.operations.discard('o4', 'r2', undefined);
  expect(names(await store.records.ofForm('visit'))).toEqual(['Merged']);
  expect(await store.operations.all()).toEqual([]);
  expect(calls).toBeGreaterThan(4);
  stop();
});

test('a wrong password, an unknown user and a dropped database are told apart', async () => {
  const reason = (work: Promise<unknown>) =>
    work.then(
      () => 'open',
      (error: unknown) => (error instanceof LocalAccountError ? error.reason : String(error)),
    );
  await createStore(AHMAD, 'old password');
  await lockStore();
  expect(await reason(openStore('ahmad', 'guess'))).toBe('wrong_password');
  expect(await reason(createStore(AHMAD, 'guess'))).toBe('wrong_password');
  expect(await reason(openStore('nobody', 'guess'))).toBe('unknown_user');
  await changePassword(AHMAD.id, 'old password', 'new password');
  expect(await reason(openStore('ahmad', 'old password'))).toBe('wrong_password');
  expect(await reason(openStore('ahmad', 'new password'))).toBe('open');
  await lockStore();
  await Promise.all((await Dexie.getDatabaseNames()).map((name) => Dexie.delete(name)));
  expect(await reason(openStore('ahmad', 'new password'))).toBe('dropped');
  const said = vi.fn();
  const stop = storeDropped.listen(said);
  await createStore(AHMAD, 'new password');
  expect(said).toHaveBeenCalledTimes(1);
  await lockStore();
  await createStore(AHMAD, 'new password');
  expect(said).toHaveBeenCalledTimes(1);
  stop();
});

test('a reload in the same login asks for no password, and after logout nothing opens', async () => {
  await (await createStore(AHMAD, 'a password')).records.put([local('r1', 'School')]);
  vi.resetModules();
  const reloaded = await import('../../src/app/offline/store/index.ts');
  expect(reloaded.currentStore()).toBeUndefined();
  const store = await reloaded.readyStore();
  expect(store?.account).toEqual(AHMAD);
  expect((await store?.records.get('r1'))?.name).toBe('School');
  const opening = reloaded.openStore('ahmad', 'a password');
  await reloaded.lockStore();
  await expect(opening, 'a logout overtakes an opening').rejects.toThrow('locked');
  expect(await reloaded.readyStore()).toBeUndefined();
  expect(await readyStore()).toBeUndefined();
});

test('a logout while a store is being opened leaves none open', async () => {
  await createStore(AHMAD, 'old password');
  await lockStore();
  let go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const open = Dexie.prototype.open;
  let isOpening = false;
  const opens = vi.spyOn(Dexie.prototype, 'open').mockImplementation(function (this: Dexie) {
    // The list of accounts is opened before.
    if (!this.tables.some(({ name }) => name === 'records')) return open.call(this);
    isOpening = true;
    return Dexie.Promise.resolve(held).then(() => open.call(this));
  });
  const refused = expect(openStore('ahmad', 'old password')).rejects.toThrow('locked');
  await vi.waitFor(() => expect(isOpening).toBe(true));
  opens.mockRestore();
  await lockStore();
  go();
  await refused;
  expect(currentStore()).toBeUndefined();
  expect(await readyStore()).toBeUndefined();
});

test('two tabs see each other’s changes, small blocks are packed, and a logout locks both', async () => {
  const here = await createStore(AHMAD, 'a password');
  await here.records.put([local('r0', 'First')]);
  await here.records.ofForm('visit');
  vi.resetModules();
  const tab = await import('../../src/app/offline/store/index.ts');
  const there = (await tab.readyStore()) as AccountStore;
  const told = vi.fn();
  const stop = here.watch(told);
  await there.records.put([local('r0', 'Changed there')]);
  await expect.poll(() => told.mock.calls.length).toBe(1);
  expect(names(await here.records.ofForm('visit'))).toEqual(['Changed there']);
  await Promise.all([
    here.operations.add(operation('o1', 'r1', 'here'), local('r1', 'Here')),
    there.operations.add(operation('o2', 'r2', 'there'), local('r2', 'There')),
  ]);
  const [first, ...others] = await here.operations.all();
  expect([first?.seq, ...others.map(({ seq }) => seq)]).toEqual([1, 2]);
  await there.operations.put({ ...(first as Operation), body: { note: 'changed there' } });
  expect((await here.operations.all())[0]?.body, 'read before, and changed since').toEqual({ note: 'changed there' });
  stop();

  const many = Array.from({ length: 210 }, (_, at) => local(`s${at}`, `School ${at}`));
  for (const one of many) await there.records.put([one]);
  const all = [...names(many), 'Changed there', 'Here', 'There'].sort();
  expect(names(await here.records.ofForm('visit'))).toEqual(all);
  const [database = ''] = (await Dexie.getDatabaseNames()).filter((name) => name.startsWith('amanat-store-'));
  const raw = new Dexie(database);
  await raw.open();
  await expect.poll(() => raw.table('contents').count()).toBe(22);
  expect(names(await there.records.ofForm('visit')), 'read by another tab after that').toEqual(all);
  await there.records.remove(['s7']);
  expect((await raw.table('records').toArray()).filter(({ unclean }) => unclean)).toEqual([]);
  raw.close();
  expect(await here.records.get('s7')).toBeUndefined();
  expect(await here.records.ofForm('visit')).toHaveLength(all.length - 1);

  await tab.lockStore();
  await expect.poll(() => currentStore()).toBeUndefined();
  await expect(here.records.ofForm('visit')).rejects.toThrow('locked');
});

test('what was worked out from records is unreadable, not stored after a change, and goes with a record', async () => {
  const { records, derived } = await createStore(AHMAD, 'first');
  // One is named by another, and some have the marks that separate records of a block.
  const all = Array.from({ length: 150 }, (_, at) => local(`r${at}`, `نام],\n[{ ${at}`, { parent_id: `r${at + 1}` }));
  await records.put(all);
  await lockStore();
  const again = await openStore('ahmad', 'first');
  const some = await again.records.getMany(['r7', 'r120', 'r7', 'none']);
  expect(some.sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual([all[120], all[7]]);
  expect(await again.records.get('r8')).toEqual(all[8]);

  const before = await again.records.changes();
  const marks = await again.records.marks('visit');
  expect(marks.size).toBe(150);
  expect(await again.derived.put('rows/visit/', { 'rows/visit/1': ['derivedword'] }, before)).toBe(true);
  expect(await again.derived.get(['rows/visit/1', 'rows/visit/2'])).toEqual([['derivedword'], undefined]);
  expect(await onDisk()).not.toContain('derivedword');
  await again.records.put([local('r7', 'other')]);
  expect(await again.derived.put('rows/visit/', { 'rows/visit/1': ['older'] }, before)).toBe(false);
  expect(await again.derived.get(['rows/visit/1'])).toEqual([['derivedword']]);
  const later = await again.records.marks('visit');
  expect([...later].filter(([id, mark]) => marks.get(id) !== mark).map(([id]) => id)).toEqual(['r7']);
  await again.records.remove(['r9']);
  expect(await again.derived.get(['rows/visit/1'])).toEqual([undefined]);
  await expect(derived.get(['rows/visit/1'])).rejects.toMatchObject({ reason: 'locked' });
});

test('a record that is shown as the server sent it is stored once, and one with unsent changes as both', async () => {
  const { records } = await createStore(AHMAD, 'first');
  const same = local('r1', 'As on the server');
  const changed = local('r2', 'Changed here', { version: 2 });
  const here = { ...local('r3', 'Only here') };
  const server = { ...changed.record, version: 1, data: { name: 'There' } };
  const all = [{ ...same, server: same.record }, { ...changed, server }, here];
  await records.put(all);
  await lockStore();
  const again = await openStore('ahmad', 'first');
  const one = await Promise.all(['r1', 'r2', 'r3'].map((id) => again.records.get(id)));
  const whole = [...(await again.records.ofForm('visit'))].sort((a, b) => (a.record.id < b.record.id ? -1 : 1));
  for (const read of [one, whole]) {
    expect(read).toEqual(all);
    expect(read[0]?.server, 'one text for both').toBe(read[0]?.record);
  }
});

test('drafts of the plain database move into the store at login, and later ones are written there', async () => {
  const key = draftKey(AHMAD.id, 'visit', undefined, undefined);
  const draft = {
    key,
    user: AHMAD.id,
    form: 'visit',
    data: { name: 'Plain' },
    at: '2026-11-20T08:00:00.000Z',
  } as unknown as Draft;
  const others = { ...draft, key: draftKey(ZARA.id, 'visit', undefined, undefined), user: ZARA.id };
  await writeDraft(draft);
  await writeDraft(others);
  // The one that Node can clone, as a browser does.
  const file = await addDraftFile(key, 'yard.jpg', new NodeBlob(['picture']) as Blob);
  expect(await onDisk()).toContain('Plain');
  setOpenDraftStore(readyStore);
  const store = await createStore(AHMAD, 'a password');
  await expect.poll(() => store.drafts.list()).toEqual([draft]);
  expect(await readLocalDraft(key)).toEqual(draft);
  expect(await (await readDraftFile(file.id))?.blob.text()).toBe('picture');
  await writeDraft({ ...draft, data: { name: 'Encrypted', photos: [file.id] } });
  expect(await countUnsentDrafts(AHMAD.id)).toEqual({ user: AHMAD.id, drafts: 1, files: 1 });
  await markFileUploaded(file.id, 'f1');
  expect((await readDraftFile('f1'))?.name).toBe('yard.jpg');
  await writeDraft({ ...draft, data: { name: 'Encrypted', photos: ['f1'] } });
  expect(await countUnsentDrafts(AHMAD.id)).toEqual({ user: AHMAD.id, drafts: 1, files: 0 });
  await removeLocalDraft(others.key);
  const disk = await onDisk();
  for (const word of ['Plain', 'Encrypted', 'yard']) expect(disk).not.toContain(word);

  await lockStore();
  expect(await readLocalDraft(key)).toBeUndefined();
  await removeLockedDrafts(AHMAD.id);
  expect(await (await openStore('ahmad', 'a password')).drafts.list()).toEqual([]);
  expect(await readDraftFile('f1')).toBeUndefined();
  setOpenDraftStore(async () => undefined);
});

test('a logout waits for what is being written, and what comes later is not written in clear', async () => {
  setOpenDraftStore(readyStore);
  await createStore(AHMAD, 'first password');
  const key = draftKey(AHMAD.id, 'visit', undefined, 'site-1');
  const typed = (note: string): Draft => ({
    ...{ key, user: AHMAD.id, form: 'visit', form_version: 1, client_id: 'x', path: '/visits/create' },
    ...{ data: { note }, at: note },
  });
  // An open form hears of the logout and writes what was typed last.
  const stop = storeCloses.listen(() => void writeDraft(typed('typed last')));
  await writeDraft(typed('typed before'));
  await lockStore();
  stop();
  await expect(writeDraft(typed('from elsewhere'))).rejects.toThrow('closed');
  await expect(removeLocalDraft(key)).rejects.toThrow('closed');
  const plain = await new Dexie('amanat').open();
  expect(await plain.table('drafts').count()).toBe(0);
  plain.close();
  await createStore(ZARA, 'second password');
  expect(await readLocalDraft(key)).toBeUndefined();
  await createStore(AHMAD, 'first password');
  expect((await readLocalDraft(key))?.data).toEqual({ note: 'typed last' });
});

test('a reset empties the store and is refused while the server is not reached', async () => {
  const store = await createStore(AHMAD, 'a password');
  await store.operations.add(operation('o1', 'r1', 'mine'), local('r1', 'School'));
  const answers = [new Response('{}', { status: 503 }), new Response('{}', { status: 400 })];
  const fetching = vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new TypeError('no network'));
  expect(await resetStore().catch(resetFailure)).toBe('connection');
  for (const [answer, failure] of [
    [answers[0], 'server'],
    [answers[1], 'request'],
  ] as const) {
    fetching.mockResolvedValueOnce(answer as Response);
    expect(await resetStore().catch(resetFailure)).toBe(failure);
  }
  expect(await currentStore()?.records.counts()).toEqual({ visit: 1 });

  const refused = () => new Response('{}', { status: 401 });
  fetching.mockResolvedValueOnce(refused());
  const empty = (await resetStore()) as AccountStore;
  expect([await empty.records.counts(), await empty.operations.all()]).toEqual([{}, []]);
  await empty.operations.add(operation('o2', 'r1', 'mine'), local('r1', 'School'));
  await lockStore();
  fetching.mockResolvedValueOnce(refused());
  expect(await resetDevice(), 'unsent work stays').toBe(1);
  const again = await openStore('ahmad', 'a password');
  await again.operations.discard('o2', 'r1', undefined);
  await lockStore();
  fetching.mockResolvedValueOnce(refused());
  expect(await resetDevice()).toBe(0);
  await expect(openStore('ahmad', 'a password')).rejects.toThrow('unknown_user');
});

test('two accounts of one device do not see each other, and nobody reads what a person typed after logout', async () => {
  const words = ['Secretword', 'رازدار', 'PhotoContent', 'choices-of-mine', 'DraftText', 'ahmad'];
  const first = await createStore(AHMAD, 'Secretword-password');
  await first.records.put([local('r1', 'Secretword', { data: { name: 'رازدار' } })]);
  await first.operations.add(operation('o1', 'r1', 'Secretword'), local('r1', 'Secretword'));
  await first.operations.finish('o1', { ...receipt('o1', 'r1'), name: 'رازدار' }, local('r1', 'Secretword'));
  await first.documents.put('choices-of-mine', 'Secretword');
  await first.files.put(
    { id: 'local:1', name: 'Secretword.jpg', type: 'image/jpeg', size: 12 },
    new Blob(['PhotoContent']),
  );
  const key = JSON.stringify([AHMAD.id, 'visit', null, 'choices-of-mine']);
  await first.drafts.write({ key, user: AHMAD.id, form: 'visit', data: { name: 'DraftText' } } as never);
  await first.drafts.addFile(key, { id: 'local:2', name: 'DraftText.jpg', blob: new Blob(['PhotoContent']) });
  await lockStore();
  const second = await createStore(ZARA, 'another password');
  expect(await second.records.ofForm('visit')).toEqual([]);
  expect(await second.operations.all()).toEqual([]);
  expect(await second.documents.keys('')).toEqual([]);
  expect(await second.files.get('local:1')).toBeUndefined();
  expect(await second.drafts.list()).toEqual([]);
  await lockStore();
  const disk = await onDisk();
  expect(disk, 'the databases were read').toContain('amanat-store-');
  for (const word of words) expect(disk).not.toContain(word);
  expect(disk, 'no key of a session is left').not.toContain('CryptoKey');
});
