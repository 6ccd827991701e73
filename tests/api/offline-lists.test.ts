/** Lists and searches of a device without network are those of the server, over the same records. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../src/app/data/errors.ts';
import { listView } from '../../src/app/data/list/listView.ts';
import { listParams } from '../../src/app/data/online.ts';
import type { DataSource } from '../../src/app/data/source.ts';
import { offlineSource } from '../../src/app/offline/source/index.ts';
import { packForm } from '../../src/app/offline/source/packForms.ts';
import { localRegistry } from '../../src/app/offline/source/registry.ts';
import type { CompiledForm } from '../../src/core/definitions/types.ts';
import type { ListQuery } from '../../src/core/generated/api.ts';
import { HASHES } from '../../src/core/sync/reference.ts';
import type { SyncStore } from '../../src/core/sync/store.ts';
import type { LocalRecord } from '../../src/core/sync/types.ts';
import { LOCAL, prepareDevice, pull, speak } from '../support/localDevice.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { type Json, prepareStage, ratingAnswers, type Stage, schoolAnswers } from './http-stage.ts';
import type { Person } from './permissions-cast.ts';

const FORMS = ['school', 'school-rating', 'local-monitor', 'staff', 'school-survey'];
const SCHOOLS = { base: 'schools' };
const RATINGS = { base: 'schools-rates' };

describe('lists without network', () => {
  let server: TestServer;
  let focal: Person;
  let stage: Stage;
  let store: SyncStore;
  let device: DataSource;

  beforeAll(async () => {
    await speak();
    server = await startTestServer('sqlite');
    focal = server.person('focal.bamyan');
    stage = await prepareStage(server);
    const names = ['لیسه آفتاب', 'ليسه باران', 'ښوونځی ۲', 'Zebra school', 'alpha School'];
    const schools = [stage.school];
    for (const name of names) schools.push((await focal.must('POST', 'schools/store', schoolAnswers(stage, name))).id);
    for (const id of schools)
      for (const day of ['2026-05-03', '2026-05-17'])
        await focal.must('POST', 'schools-rates/store', {
          ...ratingAnswers(stage),
          cbms_school_id: id,
          monitoring_date: day,
        });
    const change = { record_id: schools[1], action: 'submit', comment: 'x' };
    await focal.call('POST', 'schools/change-record-status', change);
    store = await prepareDevice(server, focal, FORMS);
    device = offlineSource(store, LOCAL);
  });
  afterAll(() => server?.stop());

  const asked = (query: ListQuery) => {
    const given = Object.entries(listParams(query)).filter(([, value]) => value !== undefined);
    return new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  };
  /** Returns the answer of the server, or what it refused. */
  const there = async ({ base }: { base: string }, query: ListQuery): Promise<Json> => {
    const { status, body } = await focal.call('GET', `${base}?${asked(query)}`);
    return status === 200 ? listView(body) : { status, code: body.code, message: body.message };
  };
  const refused = (error: unknown): Json => {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, code: error.code, message: error.message };
  };

  /** Compares pages with the server's. Returns the number of rows. */
  const comparePages = async () => {
    const queries: ListQuery[] = [
      {},
      { sort: '-code', per_page: 2, page: 2 },
      { text: 'لیسه', counts: true },
      { fields: 'all', filters: [{ field: 'status', op: 'eq', value: 'submitted' }] },
      { filters: [{ field: 'name', op: 'contains', value: 'SCHOOL' }], sort: 'name,-created_at' },
      { filters: [{ field: 'province', op: 'in', value: [stage.province] }], per_page: 200 },
      { page: 9 },
      { filters: [{ field: 'nothing', op: 'eq', value: 1 }] },
      { sort: 'nothing' },
      { after: 'zz' },
      { deleted: true },
    ];
    let compared = 0;
    for (const api of [SCHOOLS, RATINGS])
      for (const query of queries) {
        const servers = await there(api, query);
        const own: Json = await device.list(api, query).catch(refused);
        const said = `${api.base} ${JSON.stringify(query)}`;
        if (own.meta) delete own.meta.next_cursor;
        if (servers.meta) delete servers.meta.next_cursor;
        expect(own.data, said).toEqual(servers.data);
        expect({ ...own, refs: undefined, data: [] }, said).toMatchObject(withoutRefs(servers));
        for (const [id, ref] of Object.entries(servers.meta?.refs ?? {}))
          expect(own.meta.refs[id], `${said} ${id}`).toMatchObject(ref as object);
        compared += own.data?.length ?? 0;
      }
    return compared;
  };

  it('a page has the same rows, rights, reasons, names and options as that of the server', async () => {
    expect(await comparePages()).toBeGreaterThan(40);
  });

  it('pages by cursor and all pages at once read every record once', async () => {
    const all = await device.listAll(RATINGS, { sort: 'monitoring_date' });
    const walked: string[] = [];
    for (let after: string | null | undefined, at = 0; at < 9 && after !== null; at += 1) {
      const query = { sort: 'monitoring_date', per_page: 3, ...(after && { after }) };
      const { data, meta } = await device.list(RATINGS, query);
      walked.push(...data.map(({ id }) => id));
      after = meta.next_cursor;
    }
    expect(walked).toEqual(all.map(({ id }) => id));
    expect(walked.length).toBe(13);
  });

  it('pickers, children, options and places find what the server finds', async () => {
    const people = { forms: ['local-monitor', 'staff'] };
    const question = new URLSearchParams({ forms: people.forms.join() });
    expect(await device.findRecords(people)).toEqual((await focal.must('GET', `lookup/records?${question}`)).data);
    const types = Object.keys(server.services.registry.form('school')?.definition.api.formTypes ?? {});
    const type = types.find((one) => /rat/i.test(one)) ?? (types[0] as string);
    const below = await device.children(SCHOOLS, stage.school, type, 1);
    const servers = listView(await focal.must('GET', `schools/${stage.school}/forms?form_type=${type}&page=1`));
    expect(below.data).toEqual(servers.data);
    expect(below.meta.total).toBe(3);

    const words = await device.find('مکتب نمونه', new AbortController().signal);
    expect(words).toEqual(await focal.must('GET', `find?q=${encodeURIComponent('مکتب نمونه')}`));
    expect(words.records[0]?.id).toBe(stage.school);

    const text = 'yaka';
    expect(await device.findPlaces({ text, level: 'district' })).toEqual(
      (await focal.must('GET', `lookup/places?text=${text}&level=district`)).data,
    );
    const districts = await device.districts(stage.province);
    expect(districts.length).toBeGreaterThan(3);
    const names = ({ id, name }: Json) => [id, name];
    expect(districts.map(names)).toEqual(
      (await focal.must('GET', `province/${stage.province}/districts`)).data.map(names),
    );
    const body = { form: 'school-rating', version: newest('school-rating'), field: 'cbms_school_id', text: 'school' };
    expect(await device.searchOptions(body)).toEqual(await focal.must('POST', 'lookup/options', body));
  });

  it('packed columns give the same pages, also after records, those above them and reference data changed', async () => {
    const forms = ['school', 'school-rating'];
    const pack = async () => {
      const registry = await localRegistry(store);
      for (const name of forms) expect(await packForm(store, registry, registry.form(name) as CompiledForm)).toBe(true);
    };
    const wholeForms = vi.spyOn(store.records, 'ofForm');
    const read = () => wholeForms.mock.calls.map(([name]) => name).filter((name) => forms.includes(name));
    await pack();
    wholeForms.mockClear();
    expect(await comparePages()).toBeGreaterThan(40);
    expect(read()).toEqual([]);

    const [first, second] = (await store.records.ofForm('school-rating')).map(({ record }) => record);
    const school = await focal.must('GET', `schools/${stage.school}`);
    await focal.must('PUT', `schools/${stage.school}`, {
      ...schoolAnswers(stage, 'آخر'),
      version: school.data.version,
    });
    await focal.must('POST', 'schools/store', schoolAnswers(stage, 'Middle school'));
    const rating = { ...ratingAnswers(stage), cbms_school_id: first?.parent_id, monitoring_date: '2026-05-11' };
    await focal.must('PUT', `schools-rates/${first?.id}`, { ...rating, version: first?.version });
    // Names of the records below follow a little later.
    const old = school.data.name;
    const isRenamed = async () => !JSON.stringify(await there(RATINGS, { per_page: 200 })).includes(`"${old}`);
    await vi.waitFor(async () => expect(await isRenamed()).toBe(true), { timeout: 20_000 });
    await pull(store, focal, FORMS.slice(0, 2));
    wholeForms.mockClear();
    expect(await comparePages()).toBeGreaterThan(40);
    expect(read()).toEqual([]);

    // What was worked out goes with a record that leaves the device, and lists then read the records.
    await store.records.remove([second?.id as string]);
    expect((await device.list(RATINGS, { per_page: 200 })).data.map(({ id }) => id)).not.toContain(second?.id);
    expect(await store.derived.get(['rows/school/'])).toEqual([undefined]);
    await pull(store, focal, FORMS.slice(0, 2));
    await pack();
    await store.documents.put(HASHES, { other: 'hash' });
    wholeForms.mockClear();
    expect(await comparePages()).toBeGreaterThan(40);
    expect(read()).toContain('school');
  });

  it('home is worked out again after a change, and not without one', async () => {
    const wholeForms = vi.spyOn(store.records, 'ofForm');
    const first = await device.home();
    await vi.waitFor(async () => expect(await store.derived.get(['home'])).not.toEqual([undefined]));
    wholeForms.mockClear();
    expect(await device.home()).toEqual(first);
    expect(wholeForms).not.toHaveBeenCalled();
    const [local] = await store.records.ofForm('school');
    await store.records.put([{ ...local, record: { ...local?.record, deleted_at: '2026-05-20' } } as LocalRecord]);
    expect(await device.home()).not.toEqual(first);
  });

  const newest = (form: string) => server.services.registry.form(form)?.version ?? 0;
});

function withoutRefs(answer: Json): Json {
  if (!answer.meta) return answer;
  const { refs: _refs, ...meta } = answer.meta;
  return { ...answer, data: [], meta };
}
