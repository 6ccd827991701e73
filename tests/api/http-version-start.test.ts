/**
 * A version is published for a later day: it is served and read at once, and new records are captured with it from that day in
 * Kabul on, by the server and by a device that was prepared before and has had no network since.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { deviceClock } from '../../src/app/data/deviceClock.ts';
import { offlineSource } from '../../src/app/offline/source.ts';
import { createFormRegistry } from '../../src/server/definitions/registry.ts';
import { clockAt } from '../support/clock.ts';
import { LOCAL, prepareDevice, speak } from '../support/localDevice.ts';
import { expectRefusal, refusalOf } from '../support/refusal.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import { springSource } from '../support/wells.ts';
import type { Json } from './http-stage.ts';

const [YESTERDAY, TODAY, SOON, LATER] = ['2026-09-21', '2026-09-22', '2026-09-24', '2026-10-01'];
/** The last moment of a day in Kabul, and the first. */
const ends = (day: string) => `${day}T23:59:59.000+04:30`;
const begins = (day: string) => `${day}T00:00:00.000+04:30`;

const ICONS = ['book', 'bell', 'archive'];

/** Versions from 3 on are like the second one with another icon. */
function spring(version: number): Json {
  const { definition, schema } = springSource(version);
  const icon = version > 2 ? { icon: ICONS[version % 3] } : {};
  return { definition: { ...definition, ...icon, changes: { ...definition.changes, from: version - 1 } }, schema };
}

describe.each(DATABASES)('a version for a later day on %s', (database) => {
  const clock = clockAt(`${TODAY}T12:00:00+04:30`);
  let server: TestServer;
  beforeAll(async () => {
    await speak();
    server = await startTestServer(database, { now: clock.now });
    await server.services.registry.publish(springSource(1) as never);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  afterAll(() => server?.stop());

  const admin = () => server.person('admin');
  const mande = () => server.person('mande');
  const publish = (version: number, from: unknown, more: Json = {}) =>
    refusalOf(mande().call('POST', 'definitions', { ...spring(version), from, ...more }));
  const start = (version: number | string, from: unknown, reason = 'The training is later') =>
    refusalOf(mande().call('POST', `definitions/test-spring/${version}/start`, { reason, from }));
  const versions = async (): Promise<Json[]> => (await mande().must('GET', 'definitions/test-spring/versions')).data;
  const begun = async () => (await admin().must('GET', 'test/springs/create')).definition.version;
  const entry = async (): Promise<Json> =>
    (await mande().must('GET', 'definitions?details=1')).data.find((one: Json) => one.form === 'test-spring');
  const captured = async (id: string) => (await admin().must('GET', `test/springs/${id}`)).definition.version;

  it('is refused for a day that is none or over, and where no other version takes records until then', async () => {
    for (const from of ['soon', '2026-02-31', 5, null, ''])
      expectRefusal(await publish(2, from), 'validation_failed', undefined, from);
    expect((await publish(2, 'soon')).body.errors).toMatchObject({ '/from': [{ code: 'date' }] });
    expectRefusal(await publish(2, YESTERDAY), 'day_over');
    expectRefusal(await publish(1, SOON), 'version_in_use');
    const first = JSON.parse(
      JSON.stringify(spring(1))
        .replaceAll('test-spring', 'test-brook')
        .replaceAll('test/spring', 'test/brook')
        .replaceAll('SPRING_', 'BROOK_')
        .replaceAll('q_spring', 'q_brook'),
    );
    expectRefusal(
      await refusalOf(mande().call('POST', 'definitions', { ...first, from: SOON })),
      'no_version_until_then',
    );
    expect((await versions()).map(({ version }) => version)).toEqual([1]);
  });

  it('is published and served, and a dry run says what new records would use', async () => {
    const { impact } = await mande().must('POST', 'definitions?dry_run=1', { ...spring(2), from: SOON });
    expect([impact.captured_with, impact.planned]).toEqual([2, []]);
    expect((await publish(2, SOON)).status).toBe(200);
    const [second, first] = await versions();
    const decision = {
      from: SOON,
      at: expect.any(String),
      by: { id: mande().id, name: 'Test Evaluator' },
      reason: null,
    };
    expect([second?.start, first?.start]).toEqual([decision, null]);
    expect((await admin().must('GET', 'definitions/test-spring')).version, 'what lists read with').toBe(2);
    expect(await entry()).toMatchObject({
      version: 2,
      captured_with: 1,
      details: { next: { version: 2, from: SOON }, changed_by: { id: mande().id } },
    });
  });

  it('takes no new records before its day, unless they name it', async () => {
    clock.set(ends('2026-09-23'));
    expect(await begun()).toBe(1);
    const plain = await admin().must('POST', 'test/springs', { name: 'Spring of before' });
    expect([await captured(plain.id), plain.newest_version]).toEqual([1, 1]);
    // A device may have changed over by a day that was put off since: nothing that was filled in is lost.
    const ahead = { name: 'Spring ahead', water: 'yes', form_version: 2 };
    expect(await captured((await admin().must('POST', 'test/springs', ahead)).id)).toBe(2);
    const sheet = String((await admin().call('GET', 'test/springs/export?format=csv')).body);
    for (const name of ['Spring of before', 'Spring ahead']) expect(sheet).toContain(name);
    const entries = (await admin().must('GET', 'sync/reference')).entries as Json[];
    const definitions = entries.filter(({ path }) => /^definitions\/test-spring\//.test(path));
    expect(definitions.map(({ path, earlier }) => [path, earlier])).toEqual([
      ['definitions/test-spring/1', undefined],
      ['definitions/test-spring/2', undefined],
    ]);
    expect((await admin().must('GET', 'sync/rules')).starts).toEqual({ 'test-spring@2': SOON });
  });

  it('takes them from the first moment of its day in Kabul', async () => {
    clock.set(begins(SOON));
    expect(await begun()).toBe(2);
    expect(
      (await admin().must('POST', 'test/springs', { name: 'Spring of the day', water: 'no' })).newest_version,
    ).toBe(2);
    expect(await entry()).toMatchObject({ version: 2, details: { next: null } });
    expect(await entry(), 'the newest is in use').not.toHaveProperty('captured_with');
    clock.set(ends('2026-09-23'));
  });

  it('is described to programs as it will be, from its day on', async () => {
    const input = async () => {
      const document = (await (await fetch(`${server.base}/api/openapi.json`)).json()) as Json;
      return document.components.schemas['test-spring.Input'].properties;
    };
    expect(await input()).not.toHaveProperty('water');
    clock.set(begins(SOON));
    expect(await input()).toHaveProperty('water');
    clock.set(ends('2026-09-23'));
  });

  it('is put off, brought forward and taken back until the day has come, with a reason', async () => {
    expectRefusal(
      await refusalOf(
        server
          .person('coordinator.bamyan')
          .call('POST', 'definitions/test-spring/2/start', { reason: 'No', from: SOON }),
      ),
      'forbidden',
    );
    expect((await start(2, LATER, ' ')).body.errors).toMatchObject({ '/reason': [{ code: 'required' }] });
    for (const version of [3, 'two']) expectRefusal(await start(version, LATER), 'record_not_found');
    expectRefusal(await start(1, LATER), 'not_newest_version');
    expectRefusal(await start(2, YESTERDAY), 'day_over');
    expect((await start(2, LATER)).body.start).toMatchObject({ from: LATER, reason: 'The training is later' });
    clock.set(begins(SOON));
    expect(await begun(), 'put off').toBe(1);
    expect((await start(2, SOON, 'From today')).body.start).toMatchObject({ from: SOON });
    expect(await begun(), 'taken back').toBe(2);
    for (const from of [SOON, LATER]) expectRefusal(await start(2, from), 'version_in_use');
    for (const [language, said] of Object.entries({ en: 'already', fa: 'همین اکنون', pa: 'لا له مخکې' })) {
      const body = { reason: 'Again', from: LATER };
      const refused = await mande().call('POST', 'definitions/test-spring/2/start', body, {
        'accept-language': language,
      });
      expect(refused.body.message).toContain(said);
    }
  });

  it('and a later version with an earlier day comes instead of it', async () => {
    expect((await publish(3, LATER)).status).toBe(200);
    const { impact } = await mande().must('POST', 'definitions?dry_run=1', { ...spring(4), from: '2026-09-28' });
    expect([impact.captured_with, impact.planned]).toEqual([4, [{ version: 3, from: LATER }]]);
    expect((await publish(4, '2026-09-28')).status).toBe(200);
    expect(await entry()).toMatchObject({
      version: 4,
      captured_with: 2,
      details: { next: { version: 4, from: '2026-09-28' } },
    });
    expectRefusal(await start(3, LATER), 'not_newest_version');
    clock.set(begins('2026-09-28'));
    expect(await begun()).toBe(4);
    clock.set(begins(LATER));
    expect(await begun(), 'the day of the third comes too late').toBe(4);
    const decided = { reason: 'It was wrong' };
    await mande().must('POST', 'definitions/test-spring/4/withdraw', decided);
    expect(await begun(), 'but it is there').toBe(3);
    await mande().must('POST', 'definitions/test-spring/4/reinstate', decided);
  });

  it('keeps its day when its texts are corrected, and one at a later day cannot be the only one', async () => {
    expect((await publish(5, '2026-10-20')).status).toBe(200);
    const corrected = spring(5);
    corrected.definition.icon = 'calendar';
    await mande().must('POST', 'definitions', corrected);
    expect((await versions())[0]?.start).toMatchObject({ from: '2026-10-20' });
    expect(await begun()).toBe(4);
    for (const version of [1, 2, 3])
      await mande().must('POST', `definitions/test-spring/${version}/withdraw`, { reason: 'Old' });
    expectRefusal(
      await refusalOf(mande().call('POST', 'definitions/test-spring/4/withdraw', { reason: 'Old' })),
      'only_version',
    );
  });

  it('is known to a server that opens the store, and to a device without network', async () => {
    const { database: db } = server.services;
    const at = clockAt(ends('2026-10-19'));
    const sources = { forms: [], common: server.services.registry.common() };
    const other = await createFormRegistry({ database: db, sources, now: at.now, poll: false });
    expect(other.captureForm('test-spring')?.version).toBe(4);
    at.set(begins('2026-10-20'));
    expect(other.captureForm('test-spring')?.version).toBe(5);
    other.close();

    vi.useFakeTimers({ toFake: ['Date'], now: new Date(ends('2026-10-19')) });
    // What other suites of this process told the clock of the device is of another day.
    vi.spyOn(deviceClock, 'now').mockImplementation(() => new Date());
    const store = await prepareDevice(server, admin(), []);
    const device = offlineSource(store, { ...LOCAL, now: () => new Date() });
    const springs = { base: 'test/springs' };
    const opens = async () => (await device.createForm(springs, {})).definition.version;
    const keep = (more: Json) =>
      device.store(springs, { client_id: randomUUID(), name: 'Spring of a phone', water: 'yes', ...more });
    expect(await opens()).toBe(4);
    expect((await keep({})).newest_version).toBe(4);
    vi.setSystemTime(new Date(begins('2026-10-20')));
    expect(await opens(), 'the same phone on the day').toBe(5);
    // What was begun in the version before is saved in it.
    expect((await keep({ form_version: 4 })).newest_version).toBe(5);
    await keep({});
    const waiting = await store.operations.all();
    expect(waiting.map(({ body }) => body?.form_version)).toEqual([4, 4, 5]);
  });

  it('logs who decided what, when and why', async () => {
    const events = await server.services.database.read
      .selectFrom('events')
      .select(['user_id', 'detail'])
      .where('form', '=', 'test-spring')
      .where('action', '=', 'version_start_set')
      .orderBy('id')
      .execute();
    expect(events.map(({ user_id, detail }) => [user_id, JSON.parse(detail ?? '')])).toEqual(
      [
        { version: 2, from: SOON },
        { version: 2, from: LATER, reason: 'The training is later' },
        { version: 2, from: SOON, reason: 'From today' },
        { version: 3, from: LATER },
        { version: 4, from: '2026-09-28' },
        { version: 5, from: '2026-10-20' },
      ].map((detail) => [mande().id, detail]),
    );
  });
});
