/** What leaves a full device, and what stays on it. The device is in the process, so one database is enough. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freeableSpace, freeUpSpace, resetSyncPosition } from '../../src/app/offline/room.ts';
import type { DefinitionView } from '../../src/core/generated/api.ts';
import { DOCUMENTS } from '../../src/core/sync/documents.ts';
import { cursorKey, pullRecords } from '../../src/core/sync/pull.ts';
import { HASHES_KEY } from '../../src/core/sync/reference.ts';
import type { SyncStore } from '../../src/core/sync/store.ts';
import type { SyncTransport } from '../../src/core/sync/transport.ts';
import type { LocalRecord, Operation } from '../../src/core/sync/types.ts';
import { prepareDevice, speak } from '../support/localDevice.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { prepareStage, ratingAnswers, type Stage } from './http-stage.ts';
import type { Person } from './permissions-cast.ts';

const FORMS = ['school', 'school-survey', 'school-rating', 'local-monitor', 'staff'];
const OLD = '2025-01-01T00:00:00.000Z';

describe('a full device', () => {
  let server: TestServer;
  let focal: Person;
  let stage: Stage;
  /** Store, and what was begun there. */
  let store: SyncStore;
  let drafts: { form: string; form_version: number; record_id?: string }[];
  let visits: string[];
  const coordinator = () => server.person('coordinator.bamyan');

  const rating = async (day: string) => {
    const { id } = await focal.must('POST', 'schools-rates/store', ratingAnswers(stage, day));
    await coordinator().must('POST', 'schools-rates/change-record-status', { record_id: id, action: 'verify' });
    return id as string;
  };
  const change = async (id: string, how: (local: LocalRecord) => Partial<LocalRecord>) => {
    const local = (await store.records.get(id)) as LocalRecord;
    await store.records.put([{ ...local, ...how(local) }]);
  };
  const aged = (id: string) =>
    change(id, ({ record }) => ({ record, server: { ...record, updated_at: OLD } as LocalRecord['record'] }));
  const operation = (record_id: string, body: object): Omit<Operation, 'seq'> => ({
    ...{ id: randomUUID(), kind: 'update', form: 'school-rating', record_id, parent_id: null, files: [] },
    ...{ base: null, captured_at: OLD, state: { is: 'waiting', attempts: 0 } },
    body: { ...body },
  });
  const file = (id: string) => store.files.put({ id, name: id, type: 'image/jpeg', size: 1000 }, new Blob(['x']));
  const filesHere = async () => (await store.files.all()).map(({ id }) => id).sort();
  const visitsHere = async () => (await store.records.getMany(visits)).map(({ record }) => record.id).sort();

  beforeAll(async () => {
    await speak();
    server = await startTestServer('sqlite');
    focal = server.person('focal.bamyan');
    stage = await prepareStage(server);
    visits = [];
    for (const day of ['2026-05-01', '2026-05-02', '2026-05-03', '2026-05-04', '2026-05-05'])
      visits.push(await rating(day));
    drafts = [];
    store = { ...(await prepareDevice(server, focal, FORMS)), drafts: { list: async () => drafts } };
    for (const id of visits) await aged(id);
  });
  afterAll(() => server?.stop());

  it('loses what the server has and nobody needs, and nothing else', async () => {
    const [free, changed, begun, open, recent] = visits as [string, string, string, string, string];
    await store.operations.add(
      operation(changed, { photos: ['kept', 'local:1'] }),
      (await store.records.get(changed)) as LocalRecord,
    );
    drafts.push({ form: 'school-rating', form_version: 1, record_id: begun, ...{ data: { photos: ['begun'] } } });
    await change(open, ({ record }) => ({ record: { ...record, state: 'submitted' } }));
    await change(recent, ({ record }) => ({
      server: { ...record, updated_at: server.services.now().toISOString() } as LocalRecord['record'],
    }));
    for (const id of ['taken', 'kept', 'begun', 'local:1', 'local:2']) await file(id);
    // Uploaded already, and its change does not know it yet.
    await store.files.change('local:1', { id: 'sent', name: 'x', type: '', size: 1 });
    const schools = (await store.records.ofForm('school')).length;

    expect(await freeableSpace(store)).toMatchObject({ files: 1, bytes: 1000, records: 1, months: 3 });
    await freeUpSpace(store);
    expect(await filesHere()).toEqual(['begun', 'kept', 'local:2', 'sent']);
    expect(await visitsHere()).toEqual([changed, begun, open, recent].sort());
    expect((await store.records.ofForm('school')).length).toBe(schools);
    expect((await store.operations.all()).map(({ record_id }) => record_id)).toEqual([changed]);
    expect(await freeableSpace(store)).toMatchObject({ files: 0, records: 0 });
    expect(await store.records.get(free as string)).toBeUndefined();
  });

  it('keeps each version that a record, a change, a draft or a new record has', async () => {
    const newest = server.services.registry.form('staff')?.version ?? 0;
    const staff = (await store.documents.get<DefinitionView>(DOCUMENTS.definition('staff', newest))) as DefinitionView;
    for (const version of [newest + 1, newest + 2]) {
      const definition = { ...staff.definition, version };
      await store.documents.put(DOCUMENTS.definition('staff', version), { ...staff, version, definition });
    }
    await store.documents.put(HASHES_KEY, { [`definitions/staff/${newest}`]: 'a', common: 'b' });
    expect((await store.records.ofForm('staff')).length).toBeGreaterThan(0);
    expect((await freeableSpace(store)).versions, 'people captured in it are here').toBe(0);
    await store.records.remove((await store.records.ofForm('staff')).map(({ record }) => record.id));
    drafts.push({ form: 'staff', form_version: newest + 1 });
    expect((await freeableSpace(store)).versions).toBe(1);
    await freeUpSpace(store);
    expect(await store.documents.get(DOCUMENTS.definition('staff', newest))).toBeUndefined();
    expect(await store.documents.get(DOCUMENTS.definition('staff', newest + 1))).toBeDefined();
    expect(await store.documents.get(HASHES_KEY)).toEqual({ common: 'b' });
  });

  it('gets its records back when the same is taken along once more', async () => {
    const query = { forms: ['school-rating'] };
    const after: (string | undefined)[] = [];
    const transport = {
      async records(asked: { after?: string }, take: (page: object) => Promise<void>) {
        after.push(asked.after);
        await take({ records: [], cursor: 'end', more: false });
      },
    } as unknown as SyncTransport;
    const pull = () => pullRecords({ store, transport, forms: async () => [] }, query);
    await pull();
    await pull();
    await change(visits[4] as string, ({ record }) => ({ server: { ...record, updated_at: OLD } as never }));
    expect((await freeableSpace(store)).records).toBe(1);
    await freeUpSpace(store);
    await pull();
    for (const _again of [1, 2]) {
      await resetSyncPosition(store, cursorKey(query));
      await pull();
    }
    expect(after).toEqual([undefined, 'end', 'end', undefined, 'end']);
  });
});
