/** The office sends the work of a person from their rescue file: what arrives, what is refused, and what a second time does. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FormApi } from '../../src/app/data/source.ts';
import type { OpenedOfficeFile } from '../../src/app/offline/store/index.ts';
import { type OfficeWork, officeWork } from '../../src/app/offline/takingIn.ts';
import { httpTransport } from '../../src/app/offline/transport.ts';
import { memoryStore } from '../../src/core/sync/memoryStore.ts';
import { runOutbox } from '../../src/core/sync/outbox.ts';
import type { Operation } from '../../src/core/sync/types.ts';
import { steps } from '../../src/server/db/migrations/0091-sent-by-office.ts';
import { expectRefusal, refusalOf } from '../support/refusal.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import { type Json, prepareStage, ratingAnswers, type Stage, schoolAnswers } from './http-stage.ts';
import type { Person } from './permissions-cast.ts';

let server: TestServer;
/** Requests of the office, with their tokens. */
let asked: { call: string; token: string }[] = [];
/** The request after which the line is cut. */
let cutAfter: string | undefined;

// The library for uploads in chunks takes files of browsers only.
vi.mock('../../src/app/offline/upload.ts', () => ({
  async uploadInChunks(
    file: { blob: Blob; name: string; question?: object },
    _begun: unknown,
    _: unknown,
    token: string,
  ) {
    const body = new FormData();
    body.append('file', file.blob, file.name);
    const headers = { authorization: `Bearer ${token}` };
    const query = new URLSearchParams({ ...file.question });
    return (await (await fetch(`/api/files?${query}`, { method: 'POST', body, headers })).json()).id;
  },
}));

const plainFetch = globalThis.fetch;

beforeAll(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'token' ? server.tokens.admin : null),
    setItem() {},
  });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (!path.startsWith('/')) return plainFetch(path, init);
    const isCut = () => asked.some(({ call }) => call === cutAfter) && !path.endsWith('logout');
    if (isCut()) throw new TypeError('cut');
    asked.push({ call: `${init.method} ${path}`, token: String(new Headers(init.headers).get('authorization')) });
    const response = await plainFetch(`${server.base}${path}`, init);
    if (isCut()) throw new TypeError('cut');
    return response;
  });
});
afterAll(() => vi.unstubAllGlobals());

describe.each(DATABASES)('taking in a rescue file on %s', (database) => {
  let stage: Stage;
  let account: string;
  beforeAll(async () => {
    server = await startTestServer(database);
    stage = await prepareStage(server);
    account = server.person('focal.bamyan').id;
  });
  afterAll(() => server?.stop());

  const id = () => crypto.randomUUID();
  const operation = (seq: number, kind: Operation['kind'], form: string, record_id: string, body: Json): Operation => ({
    ...{ id: id(), seq, kind, form, record_id, parent_id: null, body, files: [], base: null },
    ...{ captured_at: '2026-05-03T08:00:00.000Z', state: { is: 'waiting', attempts: 3 } },
  });
  const opened = (operations: Operation[], more: Partial<OpenedOfficeFile> = {}): OpenedOfficeFile => ({
    ...{ account, operations, records: [], receipts: [], files: [] },
    ...{ secret: new Uint8Array(32), device: '', made_at: '', damaged: { changes: [], receipts: [], files: [] } },
    ...more,
  });
  const take = (file: OpenedOfficeFile, cut?: string) => sendAll(officeWork(file), cut);
  const sendAll = async (work: OfficeWork, cut?: string) => {
    asked = [];
    cutAfter = cut;
    const { sent, before, stopped } = await work.send(() => {});
    const rest = await work.rest();
    const { token } = asked.at(-1) as { token: string };
    const ended = await plainFetch(`${server.base}/api/session`, { headers: { authorization: token } });
    expect(asked.at(-1)?.call).toBe('POST /api/auth/logout');
    expectRefusal(await refusalOf(ended), 'session_ended');
    return { sent, before, isStopped: stopped !== undefined, rest: rest.map(({ state }) => state.is) };
  };

  it('sends it in order with its pictures, goes on after a cut, and sends nothing twice', async () => {
    const school = id();
    const rating = id();
    const answers = schoolAnswers(stage, 'From the phone');
    const photo = { id: 'local:1', name: 'p.png', type: 'image/png', size: 70, question: QUESTION };
    const file = opened(
      [
        operation(1, 'create', 'school', school, answers),
        {
          ...operation(2, 'update', 'school', school, { ...answers, name: 'From the phone, again' }),
          base: { version: 1, form_version: 1, state: 'submitted', data: answers },
        },
        {
          ...operation(3, 'create', 'school-rating', rating, {
            ...ratingAnswers({ ...stage, school }),
            photo: ['local:1'],
          }),
          ...{ parent_id: school, files: ['local:1'] },
        },
      ],
      { files: [{ ...photo, blob: new Blob([PIXEL], { type: photo.type }) }] },
    );
    const work = officeWork(file);
    // The server has taken the first change, and here nothing knows it.
    const cut = await sendAll(work, 'POST /api/schools/store');
    expect(cut).toEqual({ sent: 0, before: 0, isStopped: true, rest: ['waiting', 'waiting', 'waiting'] });
    expect(await sendAll(work)).toEqual({ sent: 2, before: 1, isStopped: false, rest: [] });
    const admin = server.person('admin');
    const { monitoring } = await admin.must('GET', `schools-rates/${rating}`);
    expect(monitoring.data.photo).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    const photoThere = { photo: monitoring.data.photo };
    expect((await admin.must('GET', `schools/${school}`)).data).toMatchObject({
      version: 2,
      name: 'From the phone, again',
    });
    expect(await take(file)).toEqual({ sent: 0, before: 3, isStopped: false, rest: [] });
    expect(asked.map(({ call }) => call.split(' ')[1]).filter((path) => path?.includes('files'))).toEqual([]);
    expect((await admin.must('GET', `schools/${school}`)).data.version).toBe(2);
    const { data: history } = await admin.must('GET', `schools-rates/${rating}/history`);
    expect(history[0]).toMatchObject({ by: { id: account }, taken_in_by: { id: admin.id } });

    // The device, which opens again, sends the picture under another id.
    const store = memoryStore({ operations: file.operations });
    for (const { blob, ...one } of file.files) await store.files.put(one, blob);
    cutAfter = undefined;
    const apiOf = (form: string) => server.services.registry.form(form)?.definition.api as FormApi;
    const transport = httpTransport(async (form) => apiOf(form), server.tokens['focal.bamyan']);
    const forms = async (form: string) => server.services.registry.versions(form);
    const again = await runOutbox({ store, transport, forms, now: () => '' });
    expect(again).toEqual({ sent: 3, failed: 0, conflicts: 0, left: 0 });
    const receipts = await store.receipts.all();
    expect(receipts.map(({ kind, version }) => `${kind} ${version}`)).toEqual(['create 1', 'update 2', 'create 1']);
    expect((await admin.must('GET', `schools/${school}`)).data.version).toBe(2);
    expect((await admin.must('GET', `schools-rates/${rating}`)).monitoring).toMatchObject({
      version: 1,
      data: photoThere,
    });
  });

  it('keeps what somebody else answered meanwhile, and says what was not taken', async () => {
    const admin = server.person('admin');
    const focal = server.person('focal.bamyan');
    const { id: school } = await focal.must('POST', 'schools/store', schoolAnswers(stage, 'Shared'));
    const { data: first } = await admin.must('GET', `schools/${school}`);
    const change = (name: string) => admin.must('PUT', `schools/${school}`, { ...first.data, name, version: 1 });
    await change('Of the office');
    const base = { version: 1, form_version: first.form_version, state: first.state, data: first.data };
    const other = { ...operation(1, 'update', 'school', school, { ...first.data, name: 'Of the phone' }), base };
    const shifts = { ...operation(1, 'update', 'school', school, { ...first.data, school_shifts: 2 }), base };
    const asking = officeWork(opened([other]));
    expect(await sendAll(asking)).toEqual({ sent: 0, before: 0, isStopped: false, rest: ['conflict'] });
    expect(await take(opened([shifts]))).toEqual({ sent: 1, before: 0, isStopped: false, rest: [] });
    const { data: now } = await admin.must('GET', `schools/${school}`);
    expect([now.name, now.data.school_shifts]).toEqual(['Of the office', 2]);
    const [conflict] = (await asking.rest()) as [Operation];
    const sides = await asking.merge(conflict);
    expect(sides.questions.flatMap(({ isConflict, node }) => (isConflict ? [node.name] : []))).toEqual(['name']);
    expect((await asking.refs(conflict))[school]?.name).toBe('Of the office');
    await asking.resolve(conflict, { name: 'mine' });
    expect(await sendAll(asking)).toEqual({ sent: 1, before: 0, isStopped: false, rest: [] });
    const { data: decided } = await admin.must('GET', `schools/${school}`);
    expect([decided.name, decided.data.school_shifts]).toEqual(['Of the phone', 2]);
    const places = [...server.services.registry.places().values()];
    const kabul = places.find(({ name_en }) => name_en === 'Kabul')?.id as string;
    const district = places.find(({ parent_id }) => parent_id === kabul)?.id as string;
    const elsewhere = schoolAnswers({ province: kabul, district }, 'Elsewhere');
    const refused = opened([
      operation(1, 'create', 'school', id(), elsewhere),
      operation(2, 'create', 'nothing', id(), {}),
    ]);
    expect(await take(refused)).toEqual({ sent: 0, before: 0, isStopped: false, rest: ['failed', 'failed'] });
  });

  it('lets the office compare what the server refused, choose, and leave the rest out with a reason', async () => {
    const admin = server.person('admin');
    const focal = server.person('focal.bamyan');
    const { id: school } = await focal.must('POST', 'schools/store', schoolAnswers(stage, 'Refused'));
    const { data: first } = await admin.must('GET', `schools/${school}`);
    const base = { version: 1, form_version: first.form_version, state: first.state, data: first.data };
    const wrong = { ...first.data, name: 'Refused, corrected', school_shifts: 'many' };
    const [made, below] = [id(), id()];
    const places = [...server.services.registry.places().values()];
    const kabul = places.find(({ name_en }) => name_en === 'Kabul')?.id as string;
    const district = places.find(({ parent_id }) => parent_id === kabul)?.id as string;
    const work = officeWork(
      opened([
        { ...operation(1, 'update', 'school', school, wrong), base },
        operation(2, 'create', 'school', made, schoolAnswers({ province: kabul, district }, 'Elsewhere')),
        {
          ...operation(3, 'create', 'school-rating', below, ratingAnswers({ ...stage, school: made })),
          parent_id: made,
        },
      ]),
    );
    expect((await sendAll(work)).rest).toEqual(['failed', 'failed', 'waiting']);
    const [change, create] = (await work.rest()) as [Operation, Operation];
    expect(await work.compared(create), 'nothing to compare with').toBeUndefined();
    const asked = (await work.compared(change)) as Operation;
    expect((await work.merge(asked)).questions.map(({ node }) => node.name).sort()).toEqual(['name', 'school_shifts']);
    await work.resolve(asked, { school_shifts: 'theirs' });
    expect(await sendAll(work)).toMatchObject({ sent: 1, rest: ['failed', 'waiting'] });
    expect((await admin.must('GET', `schools/${school}`)).data).toMatchObject({
      ...{ version: 2, name: 'Refused, corrected' },
    });
    await work.leaveOut(create, 'It is another province.');
    expect(await work.rest()).toEqual([]);
    const [newest] = (await admin.must('GET', `users/${account}/changes`)).data;
    expect(newest).toMatchObject({
      ...{ action: 'work_left_out', by: { id: admin.id } },
      after: { form: 'school', record_id: made, changes: 2, reason: 'It is another province.' },
    });
  });

  it('gives the office no decision of the person: what was decided on the phone stays and is told', async () => {
    const admin = server.person('admin');
    const coordinator = server.person('coordinator.bamyan');
    const { id: school } = await server
      .person('focal.bamyan')
      .must('POST', 'schools/store', schoolAnswers(stage, 'Held'));
    const { data: first } = await admin.must('GET', `schools/${school}`);
    const seen = { form_version: first.form_version, data: first.data };
    const corrected = { ...first.data, name: 'Held, corrected' };
    const step = (action: string, comment?: string) => ({ action, ...(comment && { comment }) });
    const work = officeWork(
      opened(
        [
          { ...operation(1, 'update', 'school', school, corrected), base: { ...seen, version: 1, state: 'submitted' } },
          {
            ...operation(2, 'transition', 'school', school, step('return', 'Which village?')),
            base: { ...seen, data: corrected, version: 2, state: 'submitted' },
          },
        ],
        { account: coordinator.id },
      ),
    );
    expect(await sendAll(work)).toEqual({ sent: 1, before: 0, isStopped: false, rest: ['failed'] });
    const [held] = (await work.rest()) as [Operation];
    expect(held).toMatchObject({
      body: step('return', 'Which village?'),
      state: { is: 'failed', failure: { reason: 'transition', status: 403, code: 'taken_in' } },
    });
    const { data: now } = await coordinator.must('GET', `schools/${school}`);
    expect([now.name, now.version], 'no step was taken').toEqual(['Held, corrected', 2]);
    const { recordScope } = await coordinator.must('GET', `schools/${school}`);
    expect(recordScope, 'with their own account they may').toMatchObject({ return: true });

    // Handing in again is what the writer does, and the office sends it.
    await admin.must('POST', 'schools/change-record-status', {
      record_id: school,
      ...step('return', 'Look'),
      version: 2,
    });
    const again = operation(1, 'transition', 'school', school, step('resubmit'));
    const base = { ...seen, data: corrected, version: 3, state: 'returned' };
    expect(await take(opened([{ ...again, base }]))).toMatchObject({ sent: 1, rest: [] });
    const [handedIn] = (await admin.must('GET', `schools/${school}/history`)).data;
    expect(handedIn).toMatchObject({ action: 'resubmit', by: { id: account }, taken_in_by: { id: admin.id } });
    const event = await server.services.database.read
      .selectFrom('events')
      .select(['user_id', 'detail'])
      .where('record_id', '=', school)
      .where('seq', '=', 4)
      .executeTakeFirstOrThrow();
    expect(event.user_id).toBe(account);
    expect(JSON.parse(event.detail ?? '{}')).toMatchObject({ taken_in_by: { id: admin.id } });
    const { activity } = await admin.must('GET', 'home');
    expect(activity.find(({ id }: Json) => id === school)).toMatchObject({
      by: { id: account },
      taken_in_by: { id: admin.id },
    });
  });

  it('leaves the judgement of what was sent to somebody else than the writer and than who sent it', async () => {
    const [admin, mande] = [server.person('admin'), server.person('mande')];
    const coordinator = server.person('coordinator.bamyan');
    const made = id();
    const answers = (name: string) => schoolAnswers(stage, name);
    const work = (operations: Operation[]) => opened(operations, { account: coordinator.id });
    expect(await take(work([operation(1, 'create', 'school', made, answers('Made by the office'))]))).toMatchObject({
      sent: 1,
    });
    const { id: changed } = await mande.must('POST', 'schools/store', answers('Changed by the office'));
    const { data: first } = await mande.must('GET', `schools/${changed}`);
    const base = { version: 1, form_version: first.form_version, state: first.state, data: first.data };
    const update = operation(1, 'update', 'school', changed, { ...first.data, name: 'Changed on the phone' });
    expect(await take(work([{ ...update, base }]))).toMatchObject({ sent: 1 });
    const verify = (person: Person, record_id: string) =>
      person.call('POST', 'schools/change-record-status', { record_id, action: 'verify' });
    const waits = async (person: Person, record: string) => {
      const { waiting } = await person.must('GET', 'home');
      const { filters } = waiting
        .find(({ key }: Json) => key === 'to_verify')
        .forms.find(({ form }: Json) => form === 'school');
      const { data } = await person.must('GET', `schools?filters=${encodeURIComponent(JSON.stringify(filters))}`);
      return data.some((row: Json) => row.id === record);
    };
    for (const record of [made, changed])
      for (const person of [coordinator, admin]) {
        expectRefusal(await refusalOf(await verify(person, record)), 'four_eyes');
        const { why_not } = await person.must('GET', `schools/${record}`);
        expect(why_not.verify, 'the screen says the same').toMatchObject({ code: 'four_eyes' });
        expect(await waits(person, record), 'home does not ask them').toBe(false);
      }
    expect(await waits(server.person('manager.schools'), made)).toBe(true);

    // It stays the office's work when the writer changes it, until somebody else wrote all of it anew.
    const { data: now } = await coordinator.must('GET', `schools/${made}`);
    await coordinator.must('PUT', `schools/${made}`, { ...now.data, name: 'Changed by its writer', version: 1 });
    expectRefusal(await refusalOf(await verify(admin, made)), 'four_eyes');
    const { data: then } = await mande.must('GET', `schools/${changed}`);
    await mande.must('PUT', `schools/${changed}`, { ...then.data, name: 'Changed by its author', version: 2 });
    expect((await verify(admin, changed)).status, 'nothing of it is theirs now').toBe(200);
    expect((await verify(server.person('manager.schools'), made)).status).toBe(200);

    // What the revisions say gives the same again.
    const { database: db } = server.services;
    const columns = () =>
      db.read.selectFrom('records').select(['id', 'created_sent_by', 'edited_sent_by']).orderBy('id').execute();
    const before = await columns();
    expect(before.find((row) => row.id === made)).toMatchObject({ created_sent_by: admin.id, edited_sent_by: null });
    await db.transaction(async (trx) => {
      await trx.updateTable('records').set({ created_sent_by: null, edited_sent_by: null }).execute();
      for (const step of steps) if (typeof step !== 'string') await step(trx as never);
    });
    expect(await columns()).toEqual(before);
  });

  it('refuses every call but those of an outbox, whoever the person is', async () => {
    const admin = server.person('admin');
    const document = await (await plainFetch(`${server.base}/api/openapi.json`)).json();
    const other = server.person('mande').id;
    const { access_token } = await admin.must('POST', `users/${other}/taking-in`);
    const { id: school } = await admin.must('POST', 'schools/store', schoolAnswers(stage, 'Theirs'));
    const as = async (method: string, path: string, token?: string) => {
      const headers = {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(method !== 'GET' && method !== 'HEAD' && { 'content-type': 'application/json' }),
        'tus-resumable': '1.0.0',
      };
      const body = headers['content-type'] ? '{}' : undefined;
      const response = await plainFetch(`${server.base}/api${path}`, { method, headers, ...(body && { body }) });
      const text = await response.text();
      return `${response.status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? ''}`.trim();
    };
    const fixed = new Set(Object.keys(JSON.parse(readFileSync('schemas/api/calls.json', 'utf8'))));
    const taken: string[] = [];
    for (const [path, operations] of Object.entries<Json>(document.paths))
      for (const verb of Object.keys(operations)) {
        const call = `${verb.toUpperCase()} ${path}`;
        const isOfOtherForm = !fixed.has(call) && !/^\/(schools|complaints)\b/.test(path);
        if (isOfOtherForm || WITHOUT_LOGIN.has(call) || call === 'POST /auth/logout') continue;
        const answer = await as(verb.toUpperCase(), path.replaceAll(/\{\w+\}/g, id()), access_token);
        if (answer !== '403 forbidden') taken.push(call);
      }
    expect(taken.filter((call) => !OUTBOX.test(call))).toEqual([]);
    expect(taken.length).toBeGreaterThan(10);
    // One that nobody described is refused too.
    expect(await as('POST', '/schools/anything/new', access_token)).toBe('403 forbidden');
    expect(await as('GET', '/sync/records', access_token), 'only what is named').toBe('403 forbidden');
    expect(await as('GET', `/sync/records?ids=${school}`, access_token)).toMatch(/^200/);
    expect(await as('POST', '/auth/logout', access_token)).toBe('200');
  });
});

const WITHOUT_LOGIN = new Set([
  'POST /auth/login',
  'GET /proofs/{token}',
  'GET /public/figures',
  'GET /public/flows/{id}',
  'GET /definitions/drafts/{draft}/validator.js',
  'GET /definitions/{form}/{version}/validator.js',
  'GET /health',
  'GET /ready',
  'GET /openapi.json',
  'GET /docs',
]);
/** Calls that an outbox makes. `POST` with an id is the documented other way of `PUT`, which no device uses. */
const OUTBOX = new RegExp(
  `^(${[
    'POST /[\\w-]+/(store|change-record-status)',
    '(PUT|DELETE) /[\\w-]+/\\{id\\}',
    'POST /files',
    '(POST|HEAD|PATCH) /files/uploads(/\\{id\\})?',
    'GET /definitions(/\\{form\\}/\\{version\\})?',
    'POST /sync/done',
    'GET /sync/records',
  ].join('|')})$`,
);
const QUESTION = { form: 'school-rating', field: 'photo' };
const PIXEL = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (char) => char.charCodeAt(0),
);
