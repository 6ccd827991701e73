/** Records from devices whose clock is wrong: true days are taken, and who verifies is told to check them. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { offlineSource } from '../../src/app/offline/source.ts';
import { syncRequestOf } from '../../src/core/sync/request.ts';
import type { Operation } from '../../src/core/sync/types.ts';
import { addDays, kabulDay } from '../../src/core/text/dates.ts';
import { LOCAL, prepareDevice, speak } from '../support/localDevice.ts';
import { expectRefusal } from '../support/refusal.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import { type Json, prepareStage, ratingAnswers, type Stage } from './http-stage.ts';

type Person = Awaited<ReturnType<TestServer['fresh']>>;

const DAY = 86_400_000;

describe.each(DATABASES)('a wrong clock of the device on %s', (database) => {
  let server: TestServer;
  let stage: Stage;
  /** A month after the accounts and forms came, so that a clock may be behind without being impossible. */
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);
  const ago = (days: number) => new Date(now().getTime() - days * DAY).toISOString();
  const today = (days = 0) => addDays(kabulDay(now()), days) as string;
  let people: Record<'focal' | 'coordinator', Person>;
  const focal = () => people.focal;
  const coordinator = () => people.coordinator;
  const send = (day: string, more: Json = {}, deviceTime?: string) =>
    focal().call(
      'POST',
      'schools-rates/store',
      { ...ratingAnswers(stage, day), cbms_local_monitor_id: stage.monitor, ...more },
      deviceTime ? { 'x-device-time': deviceTime } : {},
    );
  const made = async (...sent: Parameters<typeof send>) => {
    const { status, body } = await send(...sent);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.id as string;
  };
  const review = (id: string) => coordinator().must('GET', `schools-rates/${id}/review`);
  const clockFlags = async (id: string) =>
    (await review(id)).flags.filter(({ code }: { code: string }) => code === 'clock');
  const told = { code: 'clock', fields: ['monitoring_date'], values: {} };

  beforeAll(async () => {
    server = await startTestServer(database, { now });
    stage = await prepareStage(server);
    ahead = 30 * DAY;
    const [one, other] = await Promise.all([server.fresh('focal.bamyan'), server.fresh('coordinator.bamyan')]);
    people = { focal: one, coordinator: other };
  });
  afterAll(() => server?.stop());

  it('does not make the day of today one of the future', async () => {
    for (const captured_at of ['2015-01-01T00:00:00.000Z', ago(20), '2999-01-01T00:00:00.000Z'])
      expect((await send(today(), { captured_at })).status, captured_at).toBe(200);
    for (const captured_at of ['2015-01-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z', now().toISOString()])
      expectRefusal(
        await send(today(1), { captured_at }),
        'not_after_today',
        '/monitoring_date',
        'the server judges by its own clock',
      );
  });

  it('is told to who checks one by one, and only where it was certainly wrong when the day was filled in', async () => {
    for (const [what, more, deviceTime] of [
      ['before there was the account', { captured_at: '2015-01-01T00:00:00.000Z' }],
      ['in the future', { captured_at: ago(-2) }],
      ['said by the device', { captured_at: ago(3), device_clock: 'wrong' }],
      ['still behind when it is sent', { captured_at: ago(21) }, ago(21)],
    ] as const)
      expect(await clockFlags(await made(today(-1), more, deviceTime)), what).toEqual([told]);
    for (const [what, more, deviceTime] of [
      ['sent late', { captured_at: ago(3) }],
      ['put right by the device', { captured_at: now().toISOString(), device_clock: 'checked' }, ago(4000)],
      ['put right by the device, sent late', { captured_at: ago(3), device_clock: 'checked' }, ago(4000)],
      ['no time', {}, ago(4000)],
    ] as const)
      expect(await clockFlags(await made(today(-2), more, deviceTime)), what).toEqual([]);
  });

  it('is over once somebody with a right clock corrected the day', async () => {
    const id = await made(today(-4), { captured_at: '2015-01-01T00:00:00.000Z' });
    await focal().must('PUT', `schools-rates/${id}`, { ...ratingAnswers(stage, today(-4)), security: 'fair' });
    expect(await clockFlags(id), 'another answer').toEqual([told]);
    await focal().must('PUT', `schools-rates/${id}`, ratingAnswers(stage, today(-5)));
    expect(await clockFlags(id)).toEqual([]);
  });

  it('is told in the history, also when it was put right before the record was sent', async () => {
    const notes = async (id: string) => {
      const { data } = await coordinator().must('GET', `schools-rates/${id}/history`);
      return data.map(({ clock_offset, wrong_clock_at }: Json) => ({ clock_offset, wrong_clock_at }));
    };
    const captured_at = ago(3);
    const since = await made(today(-9), { captured_at, device_clock: 'wrong' }, now().toISOString());
    expect(await notes(since)).toEqual([{ wrong_clock_at: captured_at }]);
    const still = await made(today(-10), { captured_at, device_clock: 'wrong' }, ago(21));
    expect(await notes(still)).toEqual([{ clock_offset: expect.any(Number) }]);
    expect(await notes(await made(today(-11), { captured_at }))).toEqual([{}]);
  });

  it('keeps a record out of what is verified together, with the reason, and not out of the one by one', async () => {
    const wrong = await made(today(-7), { captured_at: '2015-01-01T00:00:00.000Z' });
    const right = await made(today(-8), { captured_at: ago(8) });
    const early = await made(today(-12), { captured_at: ago(-2) });
    const path = 'schools-rates/change-record-status';
    const refused = [
      { id: wrong, code: 'clock_wrong', message: expect.stringContaining('check the date'), name: expect.any(String) },
    ];
    const many = await coordinator().must('POST', path, { action: 'verify', record_id: [wrong, right] });
    expect(many).toMatchObject({ changed: 1, done: [{ id: right }], refused });
    const filters = [{ field: 'id', op: 'in', value: [wrong] }];
    const all = await coordinator().must('POST', `${path}/all`, { action: 'verify', filters });
    expect(all).toMatchObject({ looked: 1, changed: 0, refused });
    await speak();
    const desk = await prepareDevice(server, coordinator(), ['school', 'school-rating', 'local-monitor', 'staff']);
    const checking = offlineSource(desk, LOCAL);
    // The device knows no more than when a record was filled in and when it arrived.
    const verify = { action: 'verify', record_id: [early] };
    const kept = await checking.transition({ base: 'schools-rates' }, verify);
    expect(kept, 'without network').toMatchObject({ changed: 0, refused: [{ id: early, code: 'clock_wrong' }] });
    const own = await focal().must('POST', path, { action: 'verify', record_id: [wrong] });
    expect(own.refused[0].code, 'who may not verify hears that first').not.toBe('clock_wrong');
    const returned = { action: 'return', comment: 'Which day?', record_id: [wrong] };
    expect(await coordinator().must('POST', path, returned), 'other steps').toMatchObject({ changed: 1 });
    await focal().must('POST', path, { action: 'resubmit', record_id: wrong });
    await coordinator().must('POST', path, { action: 'verify', record_id: wrong });
  });

  it('asks for the day on a device without network, refuses none there, and says so when it sends', async () => {
    await speak();
    const store = await prepareDevice(server, focal(), ['school', 'school-rating', 'local-monitor', 'staff']);
    const behind = () => new Date(now().getTime() - 9 * DAY);
    const api = { base: 'schools-rates' };
    const query = { school_id: stage.school };
    const right = offlineSource(store, { ...LOCAL, now: behind });
    expect((await right.createForm(api, query)).defaults.monitoring_date).toBe(kabulDay(behind()));
    const sent = {
      ...ratingAnswers(stage, today(-6)),
      client_id: randomUUID(),
      captured_at: behind().toISOString(),
    };
    await expect(right.store(api, sent), 'a clock that may be right').rejects.toMatchObject({
      status: 422,
      code: 'validation_failed',
    });

    const wrong = offlineSource(store, { ...LOCAL, now: behind, isDayKnown: () => false });
    expect((await wrong.createForm(api, query)).defaults).not.toHaveProperty('monitoring_date');
    await wrong.store(api, { ...sent, device_clock: 'wrong' });
    const [operation] = await store.operations.all();
    const { path, body } = syncRequestOf(operation as Operation);
    const { id } = await focal().must('POST', `schools-rates/${path}`, body);
    expect(await clockFlags(id)).toEqual([told]);
  });
});
