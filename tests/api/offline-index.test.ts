/**
 * The packed columns of lists on a device are written after the records, not with them. Whenever the app is killed in between,
 * lists, searches and filters agree with the records when it is opened again.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DataSource } from '../../src/app/data/source.ts';
import type { DeviceOptions } from '../../src/app/offline/reads/device.ts';
import { packForm } from '../../src/app/offline/reads/packing.ts';
import { localRegistry } from '../../src/app/offline/reads/registry.ts';
import { offlineSource } from '../../src/app/offline/source.ts';
import { type AccountStore, createStore, lockStore, openStore } from '../../src/app/offline/store/index.ts';
import type { CompiledForm } from '../../src/core/definitions/types.ts';
import type { ListQuery } from '../../src/core/generated/api.ts';
import { memoryStore } from '../../src/core/sync/memoryStore.ts';
import { inFull } from '../support/inFull.ts';
import { LOCAL, prepareDevice, speak } from '../support/localDevice.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { prepareStage, ratingAnswers, type Stage, schoolAnswers } from './http-stage.ts';

vi.mock('../../src/app/offline/store/deriveKey.ts', async (original) => ({
  ...(await original<object>()),
  COST: { N: 2 ** 8, r: 8, p: 1 },
}));

const FORMS = ['school', 'school-rating'] as const;
const SCHOOLS = { base: 'schools' };
const RATINGS = { base: 'schools-rates' };
const USER = 'focal.bamyan';

const QUERIES: ListQuery[] = [
  { per_page: 200 },
  { sort: '-code', per_page: 3, page: 2 },
  { text: 'آفتاب' },
  { text: 'مهتاب' },
  { filters: [{ field: 'status', op: 'eq', value: 'submitted' }] },
  { filters: [{ field: 'name', op: 'contains', value: 'لیسه' }], sort: 'name' },
];

describe('a device that is killed between a record and its place in lists', () => {
  let server: TestServer;
  let stage: Stage;
  let store: AccountStore;
  let device: DataSource;
  let ids: string[];

  /** Opens the app again, with nothing in memory. */
  const reopen = async () => {
    await lockStore();
    store = await openStore(USER, 'first');
    device = offlineSource(store, LOCAL);
  };
  const formOf = async (name: string) => (await localRegistry(store, LOCAL.loadValidator)).form(name) as CompiledForm;
  const pack = async (name: string) =>
    packForm(store, await localRegistry(store, LOCAL.loadValidator), await formOf(name));
  /** Returns a source over the same records that never had packed columns. */
  const whole = async (options: DeviceOptions = LOCAL) => {
    const keys = await store.documents.keys('');
    const documents = Object.fromEntries(
      await Promise.all(keys.map(async (key) => [key, await store.documents.get(key)] as const)),
    );
    const records = (await Promise.all(FORMS.map((form) => store.records.ofForm(form)))).flat();
    return offlineSource(memoryStore({ documents, records, operations: await store.operations.all() }), options);
  };
  /** Returns for which changes of records the home screen is stored. */
  const homeStamp = async () => {
    const [home] = await store.derived.get<{ stamp: string }>(['home']);
    return home?.stamp.replace(/^.*\]/, '');
  };
  /** Compares home and all lists with those that are made from the records. Says which forms were read whole for it. */
  const agree = async () => {
    const other = await whole();
    await reopen();
    const read = vi.spyOn(store.records, 'ofForm');
    for (const api of [SCHOOLS, RATINGS])
      for (const query of QUERIES)
        expect(await device.list(api, query), JSON.stringify([api.base, query])).toEqual(await other.list(api, query));
    const { signal } = new AbortController();
    for (const words of ['مهتاب', 'باران', 'sch', 'لیسه آفتاب'])
      expect(await device.find(words, signal), words).toEqual(await other.find(words, signal));
    const forms = new Set(read.mock.calls.map(([form]) => form));
    read.mockRestore();
    expect(await device.home()).toEqual(await other.home());
    await vi.waitFor(async () =>
      expect(JSON.parse((await homeStamp()) ?? 'null')).toEqual(await store.records.changes()),
    );
    return FORMS.filter((form) => forms.has(form));
  };

  beforeAll(async () => {
    await speak();
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    });
    server = await startTestServer('sqlite');
    const focal = server.person(USER);
    stage = await prepareStage(server);
    ids = [stage.school];
    for (const name of ['لیسه آفتاب', 'لیسه باران', 'مکتب کوه', 'مکتب دره'])
      ids.push((await focal.must('POST', 'schools/store', schoolAnswers(stage, name))).id);
    for (const id of ids)
      await focal.must('POST', 'schools-rates/store', { ...ratingAnswers(stage), cbms_school_id: id });
    const prepared = await prepareDevice(server, focal, FORMS);
    const { id } = (await focal.must('GET', 'session')).user;
    store = await createStore({ id, username: USER }, 'first');
    for (const key of await prepared.documents.keys(''))
      await store.documents.put(key, await prepared.documents.get(key));
    for (const form of FORMS) await store.records.put(await prepared.records.ofForm(form));
    device = offlineSource(store, LOCAL);
    for (const form of FORMS) expect(await pack(form)).toBe(true);
  });
  afterAll(async () => {
    await lockStore();
    await server?.stop();
  });

  it('after a change, a new record, what the server sent, and a record that left', async () => {
    expect(await agree(), 'read from packed columns').toEqual([]);
    await device.update(SCHOOLS, ids[1] as string, schoolAnswers(stage, 'لیسه مهتاب'));
    expect(await agree()).toEqual([]);
    expect((await device.list(SCHOOLS, { text: 'مهتاب' })).data).toHaveLength(1);
    await device.store(SCHOOLS, schoolAnswers(stage, 'لیسه مهتاب نو'));
    expect(await agree()).toEqual([]);
    expect((await device.list(SCHOOLS, { text: 'مهتاب' })).data).toHaveLength(2);
    // What the server sent: another state of one, and one that was deleted there.
    const sent = await store.records.getMany([ids[2] as string, ids[3] as string]);
    const [state, deleted_at] = ['returned', '2026-05-20T08:00:00.000Z'];
    await store.records.put(
      sent.map((one) => ({
        ...one,
        record: { ...one.record, ...(one.record.id === ids[2] ? { state } : { deleted_at }) },
      })),
    );
    expect(await agree()).toEqual([]);
    // They are packed again from what was packed, and the records that changed.
    const read = vi.spyOn(store.records, 'ofForm');
    expect(await pack('school')).toBe(true);
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
    expect(await agree()).toEqual([]);
    await store.records.remove([ids[4] as string]);
    expect(await agree(), 'the columns went with the record').toEqual([...FORMS]);
  });

  inFull('while columns are packed, and while they are written', async () => {
    for (const form of FORMS) expect(await pack(form)).toBe(true);
    // Packing began before the change, and the app was killed before it ended.
    const before = await store.derived.get<{ id: string }>(['rows/school/']);
    const ended = expect(pack('school')).rejects.toThrow('locked');
    await device.update(SCHOOLS, ids[2] as string, schoolAnswers(stage, 'لیسه مهتاب دوم'));
    await lockStore();
    await ended;
    await reopen();
    expect(await store.derived.get(['rows/school/'])).toEqual(before);
    expect(await agree()).toEqual([]);

    // One that was worked out from records before the change is not written.
    const late = pack('school');
    await device.update(SCHOOLS, ids[2] as string, schoolAnswers(stage, 'لیسه باران'));
    expect(await late).toBe(false);
    expect(await agree()).toEqual([]);

    // The third write of the columns fails: all of them stay as they were.
    const { put } = IDBObjectStore.prototype;
    let written = 0;
    IDBObjectStore.prototype.put = function (...given) {
      written += this.name === 'contents' ? 1 : 0;
      if (written === 3) throw new DOMException('killed', 'UnknownError');
      return put.apply(this, given);
    };
    await expect(pack('school')).rejects.toThrow();
    IDBObjectStore.prototype.put = put;
    expect(written).toBe(3);
    await reopen();
    expect(await store.derived.get(['rows/school/'])).toEqual(before);
    expect(await agree()).toEqual([]);
    expect(await pack('school')).toBe(true);
    expect(await agree()).toEqual([]);
  });

  it('works out of home only what is made of the forms that changed', async () => {
    const [visit] = await store.records.ofForm('school-rating');
    if (!visit) expect.fail('there is no visit');
    const before = await device.home();
    await store.records.put([{ ...visit, record: { ...visit.record, state: 'returned' } }]);
    await reopen();
    const read = vi.spyOn(store.records, 'ofForm');
    const other = await (await whole()).home();
    read.mockClear();
    const now = await device.home();
    expect(now).toEqual(other);
    expect(now).not.toEqual(before);
    // Visits are read from their columns if a test before has packed them.
    const forms = [...new Set(read.mock.calls.map(([form]) => form))];
    expect(forms.filter((form) => !['school-rating', 'school'].includes(form))).toEqual([]);
  });

  it('works out the next day only what of home depends on the day', async () => {
    const read = vi.spyOn(store.records, 'ofForm');
    const formsRead = () => new Set(read.mock.calls.map(([form]) => form));
    // What was worked out goes when a record is taken off the device.
    const [visit] = await store.records.ofForm('school-rating');
    await store.records.remove([visit?.record.id ?? '']);
    const tomorrow = { ...LOCAL, now: () => new Date(Date.now() + 86_400_000) };
    const other = await (await whole(tomorrow)).home();
    read.mockClear();
    await device.home();
    const today = formsRead();
    await vi.waitFor(async () => expect(await homeStamp()).toBe(JSON.stringify(await store.records.changes())));
    read.mockClear();
    expect(await offlineSource(store, tomorrow).home()).toEqual(other);
    expect(formsRead().has('school-rating'), 'visits of the month').toBe(true);
    expect(formsRead().size).toBeLessThan(today.size);
  });

  inFull('packs a large list again that was left with many changes', async () => {
    const [visit] = await store.records.ofForm('school-rating');
    if (!visit) expect.fail('there is no visit');
    const copies = Array.from({ length: 220 }, () => ({
      ...visit,
      record: { ...visit.record, id: crypto.randomUUID() },
    }));
    await store.records.put(copies);
    expect(await pack('school-rating')).toBe(true);
    const headId = async () => (await store.derived.get<{ id: string }>(['rows/school-rating/']))[0]?.id;
    const before = await headId();
    const change = (from: number, to: number) =>
      store.records.put(
        copies.slice(from, to).map(({ record, ...one }) => ({ ...one, record: { ...record, state: 'returned' } })),
      );
    await change(0, 50);
    await device.list(RATINGS, {});
    await new Promise((done) => setTimeout(done, 200));
    expect(await headId(), 'few changes').toBe(before);
    await change(50, 60);
    await device.list(RATINGS, {});
    await vi.waitFor(async () => expect(await headId()).not.toBe(before), { timeout: 10_000 });
    await reopen();
    const returned = await device.list(RATINGS, { filters: [{ field: 'status', op: 'eq', value: 'returned' }] });
    expect(returned.meta.total).toBeGreaterThanOrEqual(60);
  });
});
