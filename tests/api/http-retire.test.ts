/** A retired form takes no new records from a day on. What was entered goes on, and the decision can be taken back. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, kabulDay } from '../../src/core/text/dates.ts';
import { expectRefusal } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { wellSource } from '../support/wells.ts';
import type { Json } from './http-stage.ts';

const DAY = 86_400_000;

describe.each(ANY_DATABASE)('retiring a form on %s', (database) => {
  let server: TestServer;
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);
  beforeAll(async () => {
    server = await startTestServer(database, { now });
    await server.services.registry.publish(wellSource(1));
  });
  afterAll(() => server?.stop());

  const create = (name: string, headers: Record<string, string> = {}) =>
    server.person('admin').call('POST', 'test/wells', { name }, headers);
  const entry = async () =>
    (await server.person('admin').must('GET', 'definitions')).data.find(({ form }: Json) => form === 'test-well');

  it('is for those who publish, and needs a reason and a day', async () => {
    const coordinator = server.person('coordinator.bamyan');
    for (const decision of ['retire', 'resume']) {
      const path = `definitions/test-well/${decision}`;
      expectRefusal(await coordinator.call('POST', path, { reason: 'Over' }), 'forbidden');
      const unexplained = await server.person('mande').call('POST', path, { reason: ' ' });
      expect([unexplained.status, unexplained.body.errors]).toMatchObject([422, { '/reason': [{ code: 'required' }] }]);
      expectRefusal(
        await server.person('mande').call('POST', path.replace('well', 'nothing'), { reason: 'Over' }),
        'record_not_found',
      );
    }
    for (const from of ['soon', '2026-02-31', 5, null]) {
      const refused = await server
        .person('mande')
        .call('POST', 'definitions/test-well/retire', { reason: 'Over', from });
      expect([refused.status, refused.body.errors]).toMatchObject([422, { '/from': [{ code: 'date' }] }]);
    }
    expect((await create('Well of before')).status).toBe(200);
  });

  it('refuses new records with a sentence, and lets existing ones go on, until it takes them again', async () => {
    const admin = server.person('admin');
    const mande = server.person('mande');
    const sentOnce = { 'idempotency-key': 'well-of-yesterday' };
    const { id } = (await create('Well of yesterday', sentOnce)).body;
    expect((await entry()).may.create).toBe(true);
    const { retired } = await mande.must('POST', 'definitions/test-well/retire', { reason: 'The programme is over' });
    expect(retired).toEqual({
      from: kabulDay(now()),
      at: expect.any(String),
      by: { id: mande.id, name: 'Test Evaluator' },
      reason: 'The programme is over',
    });
    expect((await mande.must('GET', 'definitions/test-well/versions')).retired).toEqual(retired);
    expect(await entry()).toMatchObject({ retired: retired.from, may: { view: true, export: true } });
    expect((await entry()).may).not.toHaveProperty('create');

    const fresh = await admin.must('GET', 'test/wells/create');
    expect(fresh.recordScope).toEqual({});
    expect(fresh.why_not.create).toMatchObject({ code: 'form_retired', message: expect.stringContaining('retired') });
    for (const path of ['test/wells', 'test/wells/store'])
      for (const [language, said] of Object.entries({
        en: 'no new records',
        fa: 'ریکارد جدید',
        pa: 'نوې ډکې شوې فورمې',
      })) {
        const refused = await admin.call('POST', path, { name: 'Late well' }, { 'accept-language': language });
        expect([refused.status, refused.body.code]).toEqual([403, 'form_retired']);
        expect(refused.body.message).toContain(said);
      }
    expect((await create('Well of yesterday', sentOnce)).body.id, 'sent again').toBe(id);
    const unable = await server.person('finance').call('POST', 'test/wells', { name: 'Late well' });
    expect(unable.body.code, 'the reason that no decision would change').toBe('role_needed');

    await admin.must('PUT', `test/wells/${id}`, { name: 'Well of today' });
    const { well, recordScope, why_not } = await admin.must('GET', `test/wells/${id}`);
    expect(well.name).toBe('Well of today');
    expect([recordScope.edit, recordScope.create, why_not.create.code]).toEqual([true, undefined, 'form_retired']);
    const verified = { record_id: id, action: 'verify', comment: 'Seen' };
    await mande.must('POST', 'test/wells/change-record-status', verified);
    const { data } = await admin.must('GET', 'test/wells');
    expect(data.map(({ name, recordScope: scope }: Json) => [name, scope.create])).toEqual([
      ['Well of before', undefined],
      ['Well of today', undefined],
    ]);
    expect(String((await admin.call('GET', 'test/wells/export?format=csv')).body)).toContain('Well of today');

    expect(await mande.must('POST', 'definitions/test-well/resume', { reason: 'It goes on' })).toEqual({
      retired: null,
    });
    expect((await mande.must('GET', 'definitions/test-well/versions')).retired).toBeNull();
    expect((await entry()).may.create).toBe(true);
    expect(await entry()).not.toHaveProperty('retired');
    expect((await create('Well of later')).status).toBe(200);
  });

  it('begins on the day that was named', async () => {
    const mande = server.person('mande');
    const from = addDays(kabulDay(now()), 2);
    const { retired } = await mande.must('POST', 'definitions/test-well/retire', { reason: 'Soon over', from });
    expect(retired.from).toBe(from);
    expect((await entry()).may.create).toBe(true);
    expect((await create('Well of the last days')).status).toBe(200);
    ahead = 2 * DAY;
    expect((await entry()).retired).toBe(from);
    expect((await create('Well too late')).body.code).toBe('form_retired');
    // A device that had no network for days.
    const sent = (name: string, captured: Date) =>
      server.person('admin').call('POST', 'test/wells', { name, captured_at: captured.toISOString() });
    expect((await sent('Well of the last day', new Date(now().getTime() - DAY))).status).toBe(200);
    expect((await sent('Well of the first day without', now())).body.code).toBe('form_retired');
  });

  it('logs who decided what, when and why', async () => {
    const events = await server.services.database.read
      .selectFrom('events')
      .select(['action', 'user_id', 'at', 'detail'])
      .where('form', '=', 'test-well')
      .where('action', 'in', ['form_retired', 'form_resumed'])
      .orderBy('id')
      .execute();
    expect(events.map(({ action, user_id, detail }) => [action, user_id, JSON.parse(detail ?? '')])).toEqual([
      ['form_retired', server.person('mande').id, { from: expect.any(String), reason: 'The programme is over' }],
      ['form_resumed', server.person('mande').id, { reason: 'It goes on' }],
      ['form_retired', server.person('mande').id, { from: expect.any(String), reason: 'Soon over' }],
    ]);
    for (const { at } of events) expect(Date.parse(at)).not.toBeNaN();
  });
});
