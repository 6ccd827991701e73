/**
 * Work on a device without network: the same answers are refused with the same errors as by the server, and what a device
 * stored is what the server stores when it is sent. The device is in the process, so one database is enough.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError } from '../../src/app/data/errors.ts';
import type { DataSource } from '../../src/app/data/source.ts';
import { enableFilePull, pullFiles } from '../../src/app/offline/recordFiles.ts';
import { offlineSource } from '../../src/app/offline/source.ts';
import type { CompiledForm } from '../../src/core/definitions/types.ts';
import { holdsFiles } from '../../src/core/form/types/question.ts';
import type { SyncStore } from '../../src/core/sync/store.ts';
import type { LocalRecord } from '../../src/core/sync/types.ts';
import { clockAt } from '../support/clock.ts';
import { Answerer } from '../support/everyForm.ts';
import { LOCAL, prepareDevice, pull, receive, speak } from '../support/localDevice.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { type Json, prepareStage, ratingAnswers, type Stage, schoolAnswers } from './http-stage.ts';
import type { Person } from './permissions-cast.ts';

const FORMS = ['school', 'school-survey', 'school-rating', 'local-monitor', 'staff'];
const SCHOOLS = { base: 'schools' };
const RATINGS = { base: 'schools-rates' };

/** The last day of a month of the Solar calendar. */
const TODAY = '2026-09-22';

describe('work without network', () => {
  const clock = clockAt(`${TODAY}T12:00:00+04:30`);
  const options = { ...LOCAL, now: clock.now };
  let server: TestServer;
  let focal: Person;
  let stage: Stage;
  let store: SyncStore;
  let device: DataSource;

  const form = (name: string) => server.services.registry.form(name) as CompiledForm;
  const body = (more: Json = {}) => ({ ...ratingAnswers(stage), client_id: randomUUID(), ...more });
  const problem = (more: Json = {}) => ({
    problem_type_id: server.services.registry
      .choices(form('school-rating').definition.problems?.types ?? '')
      .find(({ code }) => code === 'water')?.id,
    problem_details: 'The well is dry',
    date_identified: '2026-05-01',
    identified_by_id: [stage.monitor],
    ...more,
  });
  /** Returns what was refused, as the form reads it. */
  const refusal = async (work: () => Promise<unknown>): Promise<Json> => {
    try {
      await work();
      return { status: 200 };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { status: error.status, ...error.body };
    }
  };
  /** Sends what waits on the device, in its order. */
  const send = async (from: SyncStore, person: Person) => {
    const numbers = new Map<string, number>();
    for (const { id, kind, form: name, record_id, body, base } of await from.operations.all()) {
      const { base: path } = form(name).definition.api;
      const version = numbers.get(record_id) ?? base?.version;
      const headers = { 'idempotency-key': id };
      const [method, at, sent] =
        kind === 'create'
          ? ['POST', `${path}/store`, body]
          : kind === 'update'
            ? ['PUT', `${path}/${record_id}`, { ...body, version }]
            : kind === 'transition'
              ? ['POST', `${path}/change-record-status`, { ...body, version }]
              : ['DELETE', `${path}/${record_id}?version=${version}`, undefined];
      const answer = await person.call(method as string, at as string, sent, headers);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      numbers.set(record_id, (answer.body.version ?? answer.body.record?.version) as number);
    }
  };

  beforeAll(async () => {
    await speak();
    server = await startTestServer('sqlite', { now: clock.now });
    focal = server.person('focal.bamyan');
    stage = await prepareStage(server);
    store = await prepareDevice(server, focal, FORMS);
    device = offlineSource(store, options);
  });
  afterAll(() => server?.stop());

  it('refuses the same answers with the same errors as the server', async () => {
    const day = '2026-06-01';
    const cases: [string, typeof RATINGS, Json][] = [
      ['nothing', RATINGS, { client_id: randomUUID() }],
      ['no parent', RATINGS, body({ cbms_school_id: undefined })],
      ['an unknown parent', RATINGS, body({ cbms_school_id: randomUUID() })],
      ['a parent of another form', RATINGS, body({ cbms_school_id: stage.staff })],
      ['an unknown choice', RATINGS, body({ monitoring_date: day, water: 'marvellous' })],
      ['a wrong type', RATINGS, body({ monitoring_date: day, remarks: 7, water: ['good'] })],
      ['an unknown question', RATINGS, body({ monitoring_date: day, colour: 'blue' })],
      ['no day', RATINGS, body({ monitoring_date: 'soon' })],
      ['a day to come', RATINGS, body({ monitoring_date: '2199-01-01' })],
      ['a monitor of another form', RATINGS, body({ monitoring_date: day, cbms_local_monitor_id: stage.staff })],
      ['a missing file', RATINGS, body({ monitoring_date: day, form_scan: [randomUUID()], photos: [randomUUID()] })],
      [
        'an unknown kind of problem',
        RATINGS,
        body({ monitoring_date: day, problems: [problem({ problem_type_id: 'x' })] }),
      ],
      [
        'a problem without details',
        RATINGS,
        body({ monitoring_date: day, problems: [problem({ problem_details: '' })] }),
      ],
      ['a problem of no row', RATINGS, body({ monitoring_date: day, problems: ['x', null] })],
      ['the same visit again', RATINGS, body({ same: 'ask' })],
      ['a hostile key', RATINGS, JSON.parse(`{"client_id":"${randomUUID()}","toString":1}`)],
      ['a district elsewhere', SCHOOLS, { ...schoolAnswers(stage, 'One'), district_id: districtElsewhere() }],
      ['a province that is none', SCHOOLS, { ...schoolAnswers(stage, 'One'), province_id: stage.district }],
      ['another province', SCHOOLS, { ...schoolAnswers(stage, 'One'), ...elsewhere() }],
    ];
    for (const [name, api, sent] of cases) {
      const here = await refusal(() => device.store(api, structuredClone(sent)));
      const { status, body: there } = await focal.call('POST', `${api.base}/store`, sent);
      expect(here, name).toEqual({ status, ...there });
      expect(status, name).toBeGreaterThan(399);
    }
    expect(await store.operations.all()).toEqual([]);
  });

  function elsewhere() {
    const places = [...server.services.registry.places().values()];
    const province = places.find(({ level, name_en }) => level === 'province' && name_en === 'Kabul')?.id;
    return { province_id: province, district_id: places.find(({ parent_id }) => parent_id === province)?.id };
  }
  const districtElsewhere = () => elsewhere().district_id;

  it('a school and its visit are made, corrected and submitted, and arrive as they were stored', async () => {
    const made = await device.store(SCHOOLS, { ...schoolAnswers(stage, 'Naw'), client_id: randomUUID() });
    expect(made).toMatchObject({ code: null, version: 1, record: { name: 'Naw', current_state: { id: 'submitted' } } });
    const begun = await device.createForm(RATINGS, { school_id: made.id });
    expect(begun).toMatchObject({ recordScope: { create: true }, parent: { id: made.id, name: 'Naw' } });

    const visit = body({ cbms_school_id: made.id, problems: [problem()] });
    const photo = await device.uploadFile(new Blob(['x'], { type: 'image/jpeg' }), 'well.jpg');
    expect((await device.file(photo.id)).name).toBe('well.jpg');
    const first = await device.store(RATINGS, visit);
    const [row] = first.record.data.problems as Json[];
    expect((await device.problems(SCHOOLS, made.id, {})).data).toMatchObject([
      { number: 1, problem_details: 'The well is dry', problem_status: { id: 'ongoing', open: true } },
    ]);
    expect((await device.createForm(RATINGS, { cbms_school_id: made.id })).refs[made.id]?.name).toBe('Naw');

    const stale = await refusal(() => device.update(RATINGS, first.id, { ...first.record.data, version: 9 }));
    expect(stale).toMatchObject({ status: 417, code: 'conflict', theirs: { version: 1 } });
    const corrected = { ...first.record.data, water: 'fair', problems: [{ ...row, problem_details: 'Dry since May' }] };
    const second = await device.update(RATINGS, first.id, { ...corrected, version: 1 });
    expect(second).toMatchObject({ version: 2, record: { data: { water: 'fair' } } });
    const early = await refusal(() => device.transition(RATINGS, { record_id: first.id, action: 'verify' }));
    expect(early).toMatchObject({ status: 403, code: 'role_needed' });

    const waiting = await store.operations.all();
    expect(waiting.map(({ seq, kind, base, parent_id }) => [seq, kind, base?.version, parent_id])).toEqual([
      [1, 'create', undefined, null],
      [2, 'create', undefined, made.id],
      [3, 'update', 1, made.id],
    ]);
    expect(waiting[2]?.base?.data, 'as the person saw it').toEqual(first.record.data);
    await send(store, focal);
    for (const [name, id] of [
      ['schools', made.id],
      ['schools-rates', first.id],
    ] as const) {
      const local = await store.records.get(id);
      const answer = await focal.must('GET', `${name}/${id}`);
      const there = Object.values(answer).find((value): value is Json => (value as Json)?.id === id);
      expect(there.data).toEqual(local?.record.data);
      expect(there).toMatchObject({ version: local?.record.version, current_state: { id: local?.record.state } });
    }
    for (const { id } of waiting) await store.operations.discard(id, first.id, undefined);
    await pull(store, focal, FORMS);
    expect((await device.record(SCHOOLS, made.id)).record.code).toMatch(/\d/);
  });

  it('asks about a new problem of an open type as the server does, and what waits says so', async () => {
    const made = await focal.must('POST', 'schools/store', schoolAnswers(stage, 'Dry'));
    const visit = (day: string, id: string) =>
      body({
        cbms_school_id: made.id,
        monitoring_date: day,
        problems: [problem({ id })],
        other_problems: [] as string[],
      });
    const [known, added] = [randomUUID(), randomUUID()] as const;
    await focal.must('POST', 'schools-rates/store', visit('2026-07-01', known));
    await pull(store, focal, FORMS);
    const second = visit('2026-07-02', added);
    const here = await refusal(() => device.store(RATINGS, structuredClone(second)));
    const { status, body: there } = await focal.call('POST', 'schools-rates/store', second);
    expect(here).toEqual({ status, ...there });
    expect(here).toMatchObject({ code: 'problem_same', same_problems: [{ id: added, problems: [{ id: known }] }] });
    const saved = await device.store(RATINGS, { ...second, other_problems: [added] });
    const states = async () => {
      const { record } = await device.record(RATINGS, saved.id);
      const listed = await device.list(RATINGS, { per_page: 100 } as never);
      const row = listed.data.find(({ id }) => id === saved.id);
      return [record.current_state.unsent, row?.current_state.unsent];
    };
    expect(await states()).toEqual([true, true]);
    const waiting = await store.operations.all();
    expect(waiting.at(-1)?.body).toMatchObject({ other_problems: [added] });
    await send(store, focal);
    for (const { id, record_id } of waiting) await store.operations.discard(id, record_id, undefined);
    await pull(store, focal, FORMS);
    expect(await states()).toEqual([undefined, undefined]);
    expect((await focal.must('GET', `schools/${made.id}/problems`)).data).toHaveLength(2);
  });

  it('a visit is returned on one device, corrected and sent again from another', async () => {
    const coordinator = server.person('coordinator.bamyan');
    const desk = await prepareDevice(server, coordinator, FORMS);
    const checking = offlineSource(desk, options);
    const { record } = await checking.record(RATINGS, stage.rating);
    const step = { record_id: record.id, action: 'return' };
    expect(await refusal(() => checking.transition(RATINGS, step))).toMatchObject({
      code: 'transition_comment_required',
    });
    const asked = { record_id: [record.id, randomUUID()], action: 'verify', look: true };
    const seen = await coordinator.must('POST', 'schools-rates/change-record-status', asked);
    expect(seen.flagged.length + seen.clear.length, 'the visit itself').toBe(1);
    const { flagged, clear, refused } = await checking.transition(RATINGS, asked);
    expect({ flagged, clear, refused }).toEqual({ flagged: seen.flagged, clear: seen.clear, refused: seen.refused });
    const returned = await checking.transition(RATINGS, { ...step, comment: 'Which well?', version: record.version });
    expect(returned.record).toMatchObject({ version: 2, current_state: { id: 'returned' } });
    await send(desk, coordinator);
    await pull(store, focal, FORMS);

    const { record: mine } = await device.record(RATINGS, stage.rating);
    const saved = await device.update(RATINGS, mine.id, {
      ...mine.data,
      water: 'na',
      version: 2,
      transition: 'resubmit',
    });
    expect(saved.record).toMatchObject({ version: 3, current_state: { id: 'submitted' }, data: { water: 'na' } });
    expect((await device.history(RATINGS, mine.id)).data).toMatchObject([
      { seq: 3, action: 'resubmit', changes: [{ field: 'water', before: 'good', after: 'na' }] },
      // Of what was before, what the reviewer said is sent along.
      { seq: 2, action: 'return', comment: 'Which well?' },
    ]);
    const tried = await device.transition(RATINGS, { record_id: [mine.id], action: 'verify' });
    expect(tried).toMatchObject({ changed: 0, refused: [{ id: mine.id, code: 'role_needed' }] });
    await send(store, focal);
    const there = await focal.must('GET', `schools-rates/${mine.id}`);
    expect(JSON.stringify(there)).toContain('"water":"na"');
  });

  it('photos of the chosen records are taken along, the newest first, and the oldest make room', async () => {
    const visit = (await store.records.get(stage.rating)) as LocalRecord;
    const sizes: Record<string, number> = { new: 40, middle: 50, old: 30, newer: 50, other: 1 };
    const put = async (photo: string, updated_at: string, parent_id = stage.school) => {
      const record = { ...visit.record, id: randomUUID(), parent_id, updated_at, data: { photo: [photo] } };
      await store.records.put([{ ...visit, record, server: record }]);
      return record.id;
    };
    const asked: string[] = [];
    const take = () =>
      pullFiles({
        ...{ store, most: 100 },
        async get(id) {
          asked.push(id);
          if (id === 'other') throw new ApiError(404, {});
          return { blob: new Blob(['x'.repeat(sizes[id] ?? 0)], { type: 'image/jpeg' }), name: `${id}.jpg` };
        },
      });
    const held = async () => (await store.files.all()).map(({ id }) => id).filter((id) => id in sizes);
    expect(await take()).toBe(0);
    const filters = [{ field: 'parent_id', op: 'eq' as const, value: stage.school }];
    await enableFilePull(store, { forms: ['school-rating'], filters, files: true });
    await put('old', '2026-01-01');
    await put('other', '2026-01-02');
    const middle = await put('middle', '2026-01-03');
    await put('new', '2026-01-05');
    await put('elsewhere', '2026-01-06', randomUUID());
    expect([await take(), await held(), asked]).toEqual([1, ['new', 'middle'], ['new', 'middle', 'other', 'old']]);
    expect((await device.file('new')).name).toBe('new.jpg');
    await put('newer', '2026-01-07');
    expect([await take(), await held()]).toEqual([3, ['new', 'newer']]);
    expect([await take(), asked.slice(4).filter((id) => id !== 'other')]).toEqual([3, ['newer']]);
    await store.records.remove([middle]);
    const unnamed = (await store.files.all()).length;
    await take();
    expect((await store.files.all()).length).toBe(unnamed);
  });

  it('a record of another province is not there, to remove or to visit', async () => {
    const admin = server.person('admin');
    const other = await admin.must('POST', 'schools/store', { ...schoolAnswers(stage, 'Other'), ...elsewhere() });
    await pull(store, admin, ['school']);
    expect(await refusal(() => device.remove(SCHOOLS, other.id))).toMatchObject({
      status: 404,
      code: 'record_not_found',
    });
    const visit = await refusal(() => device.store(RATINGS, body({ cbms_school_id: other.id })));
    expect(visit.errors).toEqual({ '/cbms_school_id': [expect.objectContaining({ code: 'record_missing' })] });
  });

  it('the site of a visit comes along; the people it names do not, and are judged by the server', async () => {
    const sparse = await prepareDevice(server, focal, []);
    const there = offlineSource(sparse, options);
    const sent = body({ monitoring_date: '2026-04-02', problems: [problem()] });
    const { id, version } = await focal.must('POST', 'schools-rates/store', sent);
    await receive(sparse, focal, ['school-rating']);
    const { record } = await there.record(RATINGS, id);
    await there.update(RATINGS, id, { ...record.data, water: 'fair', version });
    const other = body({ monitoring_date: '2026-04-03', cbms_local_monitor_id: randomUUID() });
    await there.store(RATINGS, other);
    const [correction, visit] = await sparse.operations.all();
    const changed = { ...correction?.body, version };
    expect(await focal.must('PUT', `schools-rates/${id}`, changed)).toMatchObject({ version: version + 1 });
    const refused = await focal.call('POST', 'schools-rates/store', visit?.body);
    expect(refused.body.errors).toEqual({
      '/cbms_local_monitor_id': [expect.objectContaining({ code: 'record_missing' })],
    });
  });

  it('an answer that only one record may have is free again when that record was deleted', async () => {
    const admin = server.person('admin');
    const items = form('inventory-item');
    const api = { base: items.definition.api.base };
    const answers = await new Answerer(server, admin, stage.province).answers(items, admin, 1);
    for (const { name } of [...items.fields.values()].filter(holdsFiles)) delete answers[name];
    const { id } = await admin.must('POST', api.base, answers);
    const desk = offlineSource(await prepareDevice(server, admin, ['inventory-item']), options);
    const enter = () => refusal(() => desk.store(api, { ...structuredClone(answers), client_id: randomUUID() }));
    const codes = Object.values((await enter()).errors).flatMap((list) => (list as Json[]).map(({ code }) => code));
    expect(codes).toEqual(['unique']);
    await desk.remove(api, id);
    expect((await desk.home()).activity, 'what was removed is no work to show').toEqual([]);
    expect(await enter()).toEqual({ status: 200 });
    expect((await desk.home()).activity).toMatchObject([{ form: 'inventory-item' }]);
  });

  it('a typed code stays taken when its record was deleted, as on the server', async () => {
    const admin = server.person('admin');
    const api = { base: form('court').definition.api.base };
    const answers = {
      ...(await new Answerer(server, admin, stage.province).answers(form('court'), admin, 1)),
      code: 'C-7',
    };
    const { id } = await admin.must('POST', api.base, answers);
    const desk = offlineSource(await prepareDevice(server, admin, ['court']), options);
    const enter = (code: string) => refusal(() => desk.store(api, { ...answers, code, client_id: randomUUID() }));
    await desk.remove(api, id);
    await admin.must('DELETE', `${api.base}/${id}`);
    for (const { errors } of [await enter('C-7'), (await admin.call('POST', api.base, answers)).body])
      expect(errors).toEqual({ '/code': [expect.objectContaining({ code: 'unique' })] });
    expect(await enter('C-8')).toEqual({ status: 200 });
  });

  it('a new record that is saved once more is the same one, and other answers under its id are refused', async () => {
    const own = offlineSource(await prepareDevice(server, focal, FORMS), options);
    const sent = body({ monitoring_date: '2026-03-03' });
    const { id } = await own.store(RATINGS, sent);
    expect((await own.store(RATINGS, sent)).id).toBe(id);
    const other = await refusal(() => own.store(RATINGS, { ...sent, water: 'fair' }));
    expect(other).toMatchObject({ code: 'idempotency_mismatch' });
  });
});
