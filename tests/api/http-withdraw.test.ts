/** A withdrawn version takes no new records: an earlier one does. What was captured with it stays as it is. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../../src/server/api/openapi/document.ts';
import { expectRefusal, refusalOf } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { springSource } from '../support/wells.ts';
import type { Json } from './http-stage.ts';

describe.each(ANY_DATABASE)('withdrawing a version on %s', (database) => {
  let server: TestServer;
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);
  beforeAll(async () => {
    server = await startTestServer(database, { now });
    for (const version of [1, 2]) await server.services.registry.publish(springSource(version) as never);
  });
  afterAll(() => server?.stop());

  const admin = () => server.person('admin');
  const mande = () => server.person('mande');
  const decide = (version: number | string, decision: string, reason = 'The question was wrong') =>
    mande().call('POST', `definitions/test-spring/${version}/${decision}`, { reason });
  const versions = async (): Promise<Json[]> => (await mande().must('GET', 'definitions/test-spring/versions')).data;
  const captured = async (id: string) => (await admin().must('GET', `test/springs/${id}`)).definition.version;

  it('is for those who publish, with a reason, and never the last version', async () => {
    const refused = await server
      .person('coordinator.bamyan')
      .call('POST', 'definitions/test-spring/2/withdraw', { reason: 'Wrong' });
    expectRefusal(refused, 'forbidden');
    expect((await decide(2, 'withdraw', ' ')).body.errors).toMatchObject({ '/reason': [{ code: 'required' }] });
    for (const version of [3, 'two']) expectRefusal(await refusalOf(decide(version, 'withdraw')), 'record_not_found');
    expect((await decide(1, 'withdraw')).status).toBe(200);
    const last = await decide(2, 'withdraw');
    expect([last.status, last.body.code]).toEqual([422, 'only_version']);
    expect((await decide(1, 'reinstate')).body).toEqual({ withdrawn: null });
  });

  it('captures new records with the version before, and leaves those it has', async () => {
    const [first, replayed] = ['spring-of-before', 'spring-sent-once'];
    await admin().must('POST', 'test/springs', { client_id: first, name: 'Spring of before', water: 'yes' });
    const once = { client_id: replayed, name: 'Spring sent once', water: 'no', form_version: 2 };
    await admin().must('POST', 'test/springs', once);
    const open = now().toISOString();
    ahead += 60_000;
    const { withdrawn } = (await decide(2, 'withdraw')).body;
    expect(withdrawn).toEqual({
      at: expect.any(String),
      by: { id: mande().id, name: 'Test Evaluator' },
      reason: 'The question was wrong',
    });
    expect((await decide(2, 'withdraw', 'Again')).body, 'the first decision stays').toEqual({ withdrawn });
    expect((await versions()).map((one) => [one.version, one.withdrawn])).toEqual([
      [2, withdrawn],
      [1, null],
    ]);

    expect((await admin().must('GET', 'test/springs/create')).definition).toEqual({ form: 'test-spring', version: 1 });
    const { components } = openApiDocument(server.services);
    expect(components.schemas['test-spring.Input'], 'what a new record sends').not.toHaveProperty('properties.water');
    const later = await admin().must('POST', 'test/springs', { name: 'Spring of later' });
    expect(later.newest_version).toBe(1);
    expect(await captured(later.id)).toBe(1);
    expectRefusal(await admin().call('POST', 'test/springs', { name: 'Dry', water: 'no' }), 'unknown_field', '/water');

    ahead += 60_000;
    const late = { name: 'Spring too late', water: 'yes', form_version: 2 };
    for (const [language, said] of Object.entries({ en: 'was withdrawn', fa: 'پس گرفته شده', pa: 'بېرته اخیستل' }))
      for (const sent of [late, { ...late, captured_at: now().toISOString() }]) {
        const refused = await admin().call('POST', 'test/springs', sent, { 'accept-language': language });
        expect([refused.status, refused.body.code]).toEqual([403, 'version_withdrawn']);
        expect(refused.body.message).toContain(said);
        expect(refused.body.message).toContain('The question was wrong');
      }
    const early = await admin().must('POST', 'test/springs', { ...late, name: 'Spring in time', captured_at: open });
    expect(await captured(early.id)).toBe(2);
    expect((await admin().must('POST', 'test/springs', once)).id, 'sent again').toBe(replayed);

    await admin().must('PUT', `test/springs/${first}`, { name: 'Spring of today', water: 'no' });
    const { well, definition } = await admin().must('GET', `test/springs/${first}`);
    expect([well.name, definition.version]).toEqual(['Spring of today', 2]);
    await admin().must('PUT', `test/springs/${later.id}`, { name: 'Spring of later', form_version: 2 });
    expect(await captured(later.id), 'nothing moves to a withdrawn version').toBe(1);
    const sheet = String((await admin().call('GET', 'test/springs/export?format=csv')).body);
    for (const name of ['Spring of today', 'Spring in time', 'Spring of later']) expect(sheet).toContain(name);
    expect((await admin().must('GET', 'definitions/test-spring')).version, 'lists read with it').toBe(2);
    expectRefusal(await server.person('coordinator.bamyan').call('GET', 'definitions?details=1'), 'role_needed');
    const listed = (await mande().must('GET', 'definitions?details=1')).data;
    const entryOf = (form: string) => listed.find((one: Json) => one.form === form);
    const of = (form: string) => entryOf(form).details;
    const changed_by = { id: mande().id, name: 'Test Evaluator' };
    expect(of('test-spring')).toEqual({
      records: 4,
      next: null,
      changed_at: withdrawn.at,
      changed_by,
    });
    expect(entryOf('test-spring')).toMatchObject({ version: 2, captured_with: 1 });
    expect(of('school')).toEqual({ records: 0, next: null, changed_at: null, changed_by: null });
    const [plain] = (await mande().must('GET', 'definitions')).data;
    expect(plain, 'only if asked for').not.toHaveProperty('details');
  });

  it('is cured by a version as the one before was, which says what becomes of the answers between', async () => {
    const { data, definition } = await mande().must('POST', 'definitions/drafts', {
      from: { form: 'test-spring', version: 1 },
    });
    expect(definition).toMatchObject({
      version: 3,
      migrate: { drop: { water: { en: 'Only version 2 asked this.' } } },
    });
    expect(definition.migrate).not.toHaveProperty('map');
    const { impact } = await mande().must('POST', `definitions/drafts/${data.id}/check`, {});
    expect(impact.answers.map(({ question }: Json) => question)).toEqual(['q_spring_water']);
    await mande().must('DELETE', `definitions/drafts/${data.id}`);
  });

  it('a dry run says which version takes new records, and a later version takes them', async () => {
    const dryRun = async (version: number) => {
      const { definition, schema } = springSource(2);
      const changes = { ...definition.changes, from: version - 1 };
      const other = version > 2 ? { icon: 'book' } : {};
      const body = { definition: { ...definition, version, changes, ...other }, schema };
      return { body, said: await mande().must('POST', 'definitions?dry_run=1', body) };
    };
    expect((await dryRun(2)).said.impact.captured_with).toBe(1);
    const third = await dryRun(3);
    expect(third.said.impact.captured_with).toBe(3);
    await mande().must('POST', 'definitions', third.body);
    expect((await admin().must('GET', 'test/springs/create')).definition.version).toBe(3);
    expect((await decide(3, 'withdraw')).status).toBe(200);
    expect((await decide(2, 'reinstate', 'It was right')).body).toEqual({ withdrawn: null });
    expect((await admin().must('GET', 'test/springs/create')).definition.version).toBe(2);
  });

  it('logs who decided what, when and why', async () => {
    const events = await server.services.database.read
      .selectFrom('events')
      .select(['action', 'user_id', 'detail'])
      .where('form', '=', 'test-spring')
      .where('action', 'in', ['version_withdrawn', 'version_reinstated'])
      .orderBy('id')
      .execute();
    const wrong = 'The question was wrong';
    expect(events.map(({ action, user_id, detail }) => [action, user_id, JSON.parse(detail ?? '')])).toEqual([
      ['version_withdrawn', mande().id, { version: 1, reason: wrong }],
      ['version_reinstated', mande().id, { version: 1, reason: wrong }],
      ['version_withdrawn', mande().id, { version: 2, reason: wrong }],
      ['version_withdrawn', mande().id, { version: 3, reason: wrong }],
      ['version_reinstated', mande().id, { version: 2, reason: 'It was right' }],
    ]);
  });
});
