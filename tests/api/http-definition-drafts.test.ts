/** Drafts of definitions: half-done versions that several people write, check and publish. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endsOf, expectRefusal, refusalOf } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { springSource } from '../support/wells.ts';
import type { Json } from './http-stage.ts';

const DRAFTS = 'definitions/drafts';

describe.each(ANY_DATABASE)('drafts of definitions on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(database);
  });
  afterAll(() => server?.stop());

  const admin = () => server.person('admin');
  const mande = () => server.person('mande');
  const start = (body: Json = {}) => admin().must('POST', DRAFTS, body);

  it('are for those who publish', async () => {
    const { data } = await start();
    const coordinator = server.person('coordinator.bamyan');
    for (const [method, path, body] of [
      ['GET', DRAFTS],
      ['POST', DRAFTS, {}],
      ['GET', `${DRAFTS}/${data.id}`],
      ['PUT', `${DRAFTS}/${data.id}`, { version: 1, definition: {}, schema: {} }],
      ['DELETE', `${DRAFTS}/${data.id}`],
      ['POST', `${DRAFTS}/${data.id}/check`, {}],
      ['POST', `${DRAFTS}/${data.id}/publish`, { version: 1 }],
    ] as const)
      expectRefusal(await coordinator.call(method, path, body), 'role_needed', undefined, `${method} ${path}`);
    await admin().must('DELETE', `${DRAFTS}/${data.id}`);
    expectRefusal(await admin().call('GET', `${DRAFTS}/${data.id}`), 'draft_not_found');
  });

  it('hold what is half-done or wrong, but no key that stands twice', async () => {
    const { data } = await start({ note: ' For the spring ' });
    expect(data).toMatchObject({ form: null, form_version: null, title: null, note: 'For the spring', version: 1 });
    expect(data.created_by).toEqual({ id: admin().id, name: 'Test Administrator' });
    const path = `${DRAFTS}/${data.id}`;
    const definition = { form: 'spring', title: { en: 'Spring' }, fields: { name: 5 } };
    const saved = await mande().must('PUT', path, { version: 1, definition, schema: { type: 'nothing' } });
    expect(saved.data).toMatchObject({ form: 'spring', title: { en: 'Spring' }, version: 2, note: null });
    expect(saved.data.changed_by.id).toBe(mande().id);
    expect(await admin().must('GET', path)).toEqual({
      ...saved,
      // Of a form that is not there yet.
      definition: { ...definition, words: 'advice' },
      schema: { type: 'nothing' },
    });
    expect((await admin().must('GET', DRAFTS)).data).toEqual([saved.data]);
    const unsound = await admin().call('POST', `${path}/check`, {});
    expect([unsound.status, unsound.body.issues.length > 0]).toEqual([422, true]);
    expectRefusal(await admin().call('POST', `${path}/publish`, { version: 2 }), 'validation_failed');
    for (const wrong of [{ version: 2 }, { version: 2, definition: [], schema: {} }])
      expectRefusal(await admin().call('PUT', path, wrong), 'bad_body');
    const twice = await fetch(`${server.base}/api/${path}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${server.tokens.admin}`, 'content-type': 'application/json' },
      body: '{"version":2,"definition":{"form":"a","form":"b"},"schema":{}}',
    });
    expect(((await twice.json()) as Json).issues).toMatchObject([{ pointer: '/form', code: 'key_twice' }]);
    for (const [method, target] of [
      ['PUT', path],
      ['POST', DRAFTS],
      ['POST', 'definitions'],
    ] as const) {
      const slip = await fetch(`${server.base}/api/${target}`, {
        method,
        headers: { authorization: `Bearer ${server.tokens.admin}`, 'content-type': 'application/json' },
        body: '{\n  "form": "a",,\n}',
      });
      expect([slip.status, ((await slip.json()) as Json).issues]).toEqual([
        422,
        [
          {
            pointer: '',
            code: 'no_json',
            params: { line: 2, column: 15 },
            message: 'This is not valid JSON (line 2, column 15).',
          },
        ],
      ]);
    }
    const deep = `{"version":2,"definition":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)},"schema":{}}`;
    for (const target of [path, DRAFTS, 'definitions']) {
      const method = target === path ? 'PUT' : 'POST';
      const headers = { authorization: `Bearer ${server.tokens.admin}`, 'content-type': 'application/json' };
      const refused = await fetch(`${server.base}/api/${target}`, { method, headers, body: deep });
      expectRefusal(await refusalOf(refused), 'validation_failed', undefined, target);
    }
    await admin().must('DELETE', path);
  });

  it('are not overwritten by somebody who saw an earlier version', async () => {
    const { data } = await start(springSource(1));
    const path = `${DRAFTS}/${data.id}`;
    const theirs = springSource(1);
    theirs.definition.icon = 'droplet';
    await mande().must('PUT', path, { version: 1, ...theirs });
    for (const [method, to, body] of [
      ['PUT', path, { version: 1, ...springSource(1) }],
      ['PUT', path, springSource(1)],
      ['POST', `${path}/publish`, { version: 1 }],
    ] as const) {
      const refused = await admin().call(method, to, body);
      expect([refused.status, refused.body.code]).toEqual([417, 'conflict']);
      expect(refused.body.theirs).toMatchObject({ version: 2, data: theirs, by: { name: 'Test Evaluator' } });
    }
    const saves = ['admin', 'mande'].map((who) =>
      server.person(who).call('PUT', path, { version: 2, ...springSource(1) }),
    );
    expect(endsOf(await Promise.all(saves))).toEqual(['conflict', 'done']);
    await admin().must('DELETE', path);
  });

  it('are checked and published, then they are gone and the form is served', { timeout: 60_000 }, async () => {
    const first = await start(springSource(1));
    const checked = await admin().must('POST', `${DRAFTS}/${first.data.id}/check`, {});
    expect(checked).toEqual(await admin().must('POST', 'definitions?dry_run=1', springSource(1)));
    const published = await mande().must('POST', `${DRAFTS}/${first.data.id}/publish`, { version: 1 });
    expect(published).toMatchObject({ form: 'test-spring', version: 1, still_restricted: [] });
    expectRefusal(await admin().call('GET', `${DRAFTS}/${first.data.id}`), 'draft_not_found');
    expect((await admin().must('GET', 'test/springs')).data).toEqual([]);

    const { data, definition, schema } = await start({ from: { form: 'test-spring' } });
    expect(data).toMatchObject({ form: 'test-spring', form_version: 2, title: springSource(1).definition.title });
    expect(definition).toMatchObject({ version: 2, changes: { from: 1 } });
    expect(schema).toEqual(springSource(1).schema);
    const next = springSource(2);
    await admin().must('PUT', `${DRAFTS}/${data.id}`, { version: 1, ...next });
    const { differences } = await admin().must('POST', `${DRAFTS}/${data.id}/check`, {});
    expect(differences.map(({ kind }: Json) => kind)).toContain('question_added');
    await admin().must('POST', `${DRAFTS}/${data.id}/publish`, { version: 2 });
    expect((await admin().must('GET', 'definitions/test-spring')).versions).toEqual([1, 2]);
    const old = await start({ from: { form: 'test-spring', version: 1 } });
    expect(old.definition).toMatchObject({ version: 3, changes: { from: 2 } });
    await admin().must('DELETE', `${DRAFTS}/${old.data.id}`);
    expectRefusal(await admin().call('POST', DRAFTS, { from: { form: 'test-nothing' } }), 'record_not_found');
  });

  it('are previewed as a form with its findings, also when the check refuses them', { timeout: 60_000 }, async () => {
    const { data } = await start(springSource(3));
    const path = `${DRAFTS}/${data.id}`;
    const sound = await admin().must('GET', `${path}/preview`);
    expect(sound).toMatchObject({ data, issues: [], form: { form: 'test-spring', version: 3, versions: [1, 2] } });
    const module = (query = sound.validator.split('?')[1]) =>
      fetch(`${server.base}/api/${path}/validator.js${query && '?'}${query}`);
    expect(await (await module()).text()).toContain('water');
    for (const query of ['', 'hash=guessed'])
      expectRefusal(await refusalOf(module(query)), 'record_not_found', undefined, query);

    const unsound = springSource(3);
    unsound.definition.workflow = 'unheard-of';
    await admin().must('PUT', path, { version: 1, ...unsound });
    const shown = await admin().must('GET', `${path}/preview`);
    expect(shown.form.definition.workflow).toBe('unheard-of');
    expect(shown.issues).toMatchObject([{ pointer: '/workflow', message: 'There is no workflow “unheard-of”.' }]);

    const misspelt = springSource(3);
    misspelt.definition.fields.water.type = 'sourceless';
    await admin().must('PUT', path, { version: 2, ...misspelt });
    const { body } = await admin().call('GET', `${path}/preview`, undefined, { 'accept-language': 'fa' });
    expect(body.issues[0]).toMatchObject({ pointer: '/fields/water/type', question: 'water', place: 'چشمه › چشمه' });

    await admin().must('PUT', path, { version: 3, definition: { form: 'test-spring', version: 3 }, schema: {} });
    const broken = await admin().must('GET', `${path}/preview`);
    expect([broken.form, broken.validator, broken.issues.length > 0]).toEqual([null, null, true]);
    expect(await (await module()).text(), 'of the preview that was shown before').toContain('water');
    expectRefusal(await refusalOf(module('hash=guessed')), 'record_not_found');
    expectRefusal(await server.person('coordinator.bamyan').call('GET', `${path}/preview`), 'role_needed');
    await admin().must('DELETE', path);
  });

  it('log who did what', async () => {
    const rows = await server.services.database.read
      .selectFrom('events')
      .select(['action', 'user_id', 'detail'])
      .where('form', '=', 'test-spring')
      .where('action', 'like', 'definition_%')
      .orderBy('id')
      .execute();
    const [created, saved, ...later] = rows.map(({ action, user_id }) => [action, user_id]);
    expect([created, saved]).toEqual([
      ['definition_draft_created', admin().id],
      ['definition_draft_saved', mande().id],
    ]);
    expect(later.slice(0, 6).map(([action]) => action)).toContain('definition_published');
    expect(later.at(-1)).toEqual(['definition_draft_deleted', admin().id]);
    expect(JSON.parse(rows[1]?.detail ?? '')).toMatchObject({ draft: expect.any(String), version: 2 });
  });

  it('do not replace the version that somebody else published meanwhile', { timeout: 60_000 }, async () => {
    const form = 'test-spring';
    const [mine, theirs] = [(await start({ from: { form } })).data, (await start({ from: { form } })).data];
    const publish = ({ id, version }: Json, note?: string) =>
      mande().call('POST', `${DRAFTS}/${id}/publish`, { version, note });
    const unchanged = await publish(theirs, 'Nothing');
    expect(unchanged.body.issues).toMatchObject([
      { pointer: '/version', code: 'version_same', params: { version: 2 } },
    ]);
    const change = async ({ id }: Json) => {
      const { definition, schema } = await admin().must('GET', `${DRAFTS}/${id}`);
      return (
        await mande().must('PUT', `${DRAFTS}/${id}`, {
          version: 1,
          definition: { ...definition, icon: 'book' },
          schema,
        })
      ).data;
    };
    const changed = await change(theirs);
    const own = await change(mine);
    const checked = await admin().must('POST', `${DRAFTS}/${theirs.id}/check`, {});
    expect(checked.note, 'nobody has said what is new').toBe(null);
    const silent = await publish(changed);
    expect(silent.body.issues).toMatchObject([{ pointer: '/changes/note', code: 'note_placeholder' }]);
    expect((await publish(changed, 'A picture of a drop')).status).toBe(200);
    const { changes: said } = (await admin().must('GET', 'definitions/test-spring')).definition;
    expect(said.note, 'in the language of whoever published').toEqual({ en: 'A picture of a drop' });
    for (const refused of [await mande().call('POST', `${DRAFTS}/${own.id}/check`, {}), await publish(own, 'Mine')])
      expect([refused.status, refused.body.issues]).toMatchObject([
        422,
        [{ pointer: '/version', code: 'version_taken', params: { version: theirs.form_version } }],
      ]);
    const corrected = (await start({ from: { form } })).data;
    const { definition, schema } = await admin().must('GET', `${DRAFTS}/${corrected.id}`);
    const changes = { ...definition.changes, from: theirs.form_version - 1 };
    const body = { version: 1, definition: { ...definition, version: theirs.form_version, changes }, schema };
    await admin().must('PUT', `${DRAFTS}/${corrected.id}`, body);
    expect((await mande().call('POST', `${DRAFTS}/${corrected.id}/check`, {})).status, 'written after it').toBe(200);
  });
});
