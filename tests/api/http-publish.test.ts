/** A form published at run time is served without a restart: list, create, store, show, validator, description. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSources } from '../../src/core/contract/read.ts';
import type { FormSource } from '../../src/core/definitions/types.ts';
import { buildServer } from '../../src/server/server.ts';
import { openServices, shippedFiles } from '../../src/server/services.ts';
import { expectRefusal, refusalOf } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { springSource, wellSource } from '../support/wells.ts';
import type { Json } from './http-stage.ts';

describe.each(ANY_DATABASE)('publishing on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(database);
  });
  afterAll(() => server?.stop());

  it('serves a new form and its next version at once, under every base', async () => {
    const admin = server.person('admin');
    expect((await admin.call('GET', 'test/wells')).body.code).toBe('route_not_found');
    await server.services.registry.publish(wellSource(1));
    expect((await admin.must('GET', 'test/wells')).data).toEqual([]);
    const create = await admin.must('GET', 'test/wells/create');
    expect(create).toMatchObject({
      definition: { form: 'test-well', version: 1 },
      depths: [
        { id: 'deep', value: 'deep' },
        { id: 'flat', value: 'flat' },
      ],
      editData: null,
    });
    const one = await admin.must('POST', 'test/wells/store', { name: 'First well', depth: 'deep' });
    expect(one).toMatchObject({ code: 'WELL_1', well: { name: 'First well', form_version: 1 } });
    const shown = await admin.must('GET', `test-wells/${one.id}`);
    expect(shown.well.depth).toBe('deep');
    expect(shown.around.sections[0].fields[1]).toMatchObject({ field: 'depth', value: 'deep', text: 'Deep' });
    await server.services.registry.publish(wellSource(2));
    expect((await admin.must('GET', 'definitions/test-well')).version).toBe(2);
    expect((await admin.call('POST', 'test/wells', { name: 'Second well' })).body.errors).toHaveProperty('/water');
    await admin.must('POST', 'test/wells', { name: 'Second well', water: 'yes' });
    expect(
      (await admin.must('PUT', `test/wells/${one.id}`, { name: 'First well again', depth: 'flat' })).well,
      'keeps the version it was captured with',
    ).toMatchObject({ form_version: 1 });
    const rows = (await admin.must('GET', 'test-wells?filters={"depth":"flat"}')).data;
    expect(rows.map((row: Json) => row.name)).toEqual(['First well again']);
    const validator = await fetch(`${server.base}/api/definitions/test-well/2/validator.js`);
    expect(await validator.text()).toContain('water');
    const document = (await (await fetch(`${server.base}/api/openapi.json`)).json()) as Json;
    expect(document.paths).toHaveProperty('/test/wells/{id}');
    expect(document.paths).toHaveProperty('/test-wells');
  });

  it('refuses a changed contract under a published number', async () => {
    const changed = wellSource(2);
    (changed.schema.properties as Json).name.maxLength = 5;
    await expect(server.services.registry.publish(changed)).rejects.toThrow(/add version 3/);
  });

  it('takes a sound form version over HTTP and serves it at once', { timeout: 60_000 }, async () => {
    const admin = server.person('admin');
    const { revision } = await admin.must('GET', 'definitions');
    const first = await admin.must('POST', 'definitions', springSource(1));
    expect(first).toEqual({
      form: 'test-spring',
      version: 1,
      hash: expect.any(String),
      revision: revision + 1,
      still_restricted: [],
    });
    expect((await admin.must('POST', 'test/springs', { name: 'First spring', depth: 'deep' })).version).toBe(1);
    expect((await admin.must('POST', 'definitions', springSource(1))).revision, 'the same again').toBe(revision + 1);
    const second = await admin.must('POST', 'definitions', springSource(2));
    expect(second).toMatchObject({ version: 2, revision: revision + 2 });
    expect(second.hash).not.toBe(first.hash);
    expect((await admin.must('GET', 'definitions/test-spring')).versions).toEqual([1, 2]);
    expect((await admin.call('POST', 'test/springs', { name: 'Second spring' })).body.errors).toHaveProperty('/water');
    const document = (await (await fetch(`${server.base}/api/openapi.json`)).json()) as Json;
    expect(document.paths['/definitions']).toHaveProperty('post.requestBody');
  });

  it('refuses over HTTP what the check of the files refuses, with every sentence', { timeout: 60_000 }, async () => {
    const admin = server.person('admin');
    const refused = async (change: (source: Json) => void, version = 3) => {
      const source = springSource(version);
      change(source);
      const { status, body } = await admin.call('POST', 'definitions', source);
      expect([status, body.code]).toEqual([422, 'validation_failed']);
      for (const { message } of body.issues) expect(message).toMatch(/\S.*[.?]$/);
      return body.issues as Json[];
    };
    const said = (issues: Json[]) => issues.map(({ file, pointer }) => [file, pointer].join(' '));
    expect(said(await refused(({ definition }) => (definition.sections[0].fields = ['name', 'nothing'])))).toContain(
      ' /sections/0/fields/1',
    );
    expect(said(await refused(({ schema }) => schema.required.push('extra')))).toContain('schema /required/2');
    expect(said(await refused(({ schema }) => (schema.properties = 5)))).toContain('schema /properties');
    expect(said(await refused(({ definition }) => (definition.workflow = 'unheard-of')))).toContain(' /workflow');
    expect(said(await refused(({ definition }) => (definition.api.base = 'schools')))).toEqual([' /api/base']);
    expect(said(await refused(({ definition }) => (definition.form = '../up')))).toEqual([' /form']);
    expect(await refused(({ schema }) => (schema.properties.name.maxLength = 5), 2)).toEqual([
      {
        pointer: '/version',
        code: 'contract_differs',
        params: { version: 2, next: 3 },
        message: expect.stringContaining('Make version 3'),
      },
    ]);
    expect((await admin.must('GET', 'definitions/test-spring')).versions).toEqual([1, 2]);
    expect((await admin.call('POST', 'definitions', { definition: [], schema: {} })).body.code).toBe('bad_body');
  });

  it('finds what the next version loses, what no answers reach, and keys that stand twice', {
    timeout: 60_000,
  }, async () => {
    const admin = server.person('admin');
    const refused = async (change: (source: Json) => void) => {
      const source = springSource(3);
      change(source);
      const { body } = await admin.call('POST', 'definitions', source);
      return body.issues.map(({ pointer, code }: Json) => `${pointer} ${code}`);
    };
    const without = (definition: Json, schema: Json) => {
      delete definition.fields.water;
      delete schema.properties.water;
      schema.required = schema.required.filter((name: string) => name !== 'water');
      definition.sections[0].fields = definition.sections[0].fields.filter((name: string) => name !== 'water');
    };
    expect(await refused(({ definition, schema }) => without(definition, schema))).toEqual([
      '/migrate question_removed',
    ]);
    const both = { all: ['yes', 'no'].map((value) => ({ field: 'water', is: { const: value } })) };
    expect(
      await refused(({ definition }) => {
        definition.fields.name.visibleWhen = both;
        definition.fields.depth['ui:widget'] = 'slider';
      }),
    ).toEqual(['/fields/name/visibleWhen never_visible', '/fields/depth/ui:widget widget_unknown']);
    const text = JSON.stringify(springSource(3)).replace('"version":3', '"version":3,"version":4');
    const response = await fetch(`${server.base}/api/definitions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.tokens.admin}`, 'content-type': 'application/json' },
      body: text,
    });
    const { issues } = (await response.json()) as Json;
    expect(issues).toMatchObject([{ pointer: '/version', code: 'key_twice', params: { name: 'version', line: 1 } }]);
  });

  it('says what is wrong in the language of the caller', { timeout: 60_000 }, async () => {
    const source = springSource(3);
    source.definition.workflow = 'unheard-of';
    const said = async (language: string) => {
      const response = await fetch(`${server.base}/api/definitions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${server.tokens.admin}`,
          'accept-language': language,
          'content-type': 'application/json',
        },
        body: JSON.stringify(source),
      });
      const { issues } = (await response.json()) as Json;
      const { pointer, code, params, message } = issues[0];
      expect([issues.length, pointer, code, params]).toEqual([
        1,
        '/workflow',
        'workflow_unknown',
        { name: 'unheard-of' },
      ]);
      return message;
    };
    expect(await said('en')).toBe('There is no workflow “unheard-of”.');
    expect(await said('fa')).toBe('جریان کار «unheard-of» وجود ندارد.');
    expect(await said('pa')).toBe('د «unheard-of» کاري بهیر نشته.');
  });

  it('lists the versions of a form: who published them, their records, and what changed', async () => {
    const { data } = await server.person('admin').must('GET', 'definitions/test-well/versions');
    expect(data.map((one: Json) => [one.version, one.records, one.origin, one.published_by])).toEqual([
      [2, 1, 'published', null],
      [1, 1, 'published', null],
    ]);
    const added = { kind: 'question_added', label: 'Question added', about: 'Water' };
    expect(data[0].differences).toContainEqual(expect.objectContaining(added));
    expect(data[1].differences).toEqual([]);
    const [spring] = (await server.person('admin').must('GET', 'definitions/test-spring/versions')).data;
    expect(spring.published_by).toEqual({ id: server.person('admin').id, name: 'Test Administrator' });
    const refused = await server.person('focal.bamyan').call('GET', 'definitions/test-well/versions');
    expectRefusal(refused, 'forbidden');
  });

  it('says before publishing what would change and which answers would have no place', {
    timeout: 60_000,
  }, async () => {
    const admin = server.person('admin');
    const next = springSource(3);
    next.definition.fields.depth.options.pop();
    next.schema.properties.depth.enum.pop();
    next.definition.migrate = { map: { depth: { flat: null } } };
    await admin.must('POST', 'test/springs', { name: 'Flat spring', depth: 'flat', water: 'no' });
    await admin.must('PUT', `drafts/${randomUUID()}`, {
      form: 'test-spring',
      form_version: 2,
      at: server.services.now().toISOString(),
      draft: { data: { name: 'Begun' } },
    });
    const told = await admin.must('POST', 'definitions?dry_run=1', next);
    expect(told).toMatchObject({ dry_run: true, impact: { records: 2, looked: 2, provinces: [], forms: [] } });
    expect(told.differences.map(({ kind }: Json) => kind)).toContain('option_removed');
    const [lost, ...others] = told.impact.answers;
    expect([lost.question, lost.records, lost.samples.length, others]).toEqual(['q_spring_depth', 1, 1, []]);
    expect(told.impact).toMatchObject({ reports: [], views: 0, drafts: { drafts: 1, people: 1 } });
    next.definition.fields.water.label.en = 'Is there water?';
    const { body: inDari } = await admin.call('POST', 'definitions?dry_run=1', next, { 'accept-language': 'fa' });
    const reworded = inDari.differences.filter(({ pointer }: Json) => pointer === '/fields/water/label');
    expect(
      reworded.map(({ after }: Json) => after.text),
      'words of the language that changed',
    ).toEqual(['انگلیسی: Is there water?']);
    const school = await admin.must('GET', 'definitions/school');
    const counted = await admin.must('POST', 'definitions?dry_run=1', {
      definition: {
        ...school.definition,
        version: school.version + 1,
        icon: 'book',
        changes: { from: school.version, note: { en: 'Again', fa: 'دوباره', ps: 'بیا' } },
      },
      schema: school.schema,
    });
    expect(counted.impact.reports.map(({ path }: Json) => path)).toContain('/cbms-program-summary');
    expect((await admin.must('GET', 'definitions/test-spring')).version, 'nothing is published').toBe(2);
    next.definition.workflow = 'unheard-of';
    expectRefusal(await admin.call('POST', 'definitions?dry_run=1', next), 'validation_failed');
  });

  it('writes into the activity log who published', async () => {
    const admin = server.person('admin');
    const events = await server.services.database.read
      .selectFrom('events')
      .selectAll()
      .where('action', '=', 'definition_published')
      .where('form', '=', 'test-spring')
      .orderBy('id')
      .execute();
    expect(events.map(({ user_id, detail }) => [user_id, detail])).toEqual([
      [admin.id, '{"version":1}'],
      [admin.id, '{"version":2}'],
    ]);
  });

  it('lets nobody publish who may not, and says who may', async () => {
    const { status, body } = await server.person('manager.schools').call('POST', 'definitions', springSource(3));
    expect([status, body.code]).toEqual([403, 'role_needed']);
    expect(body.message).toContain('dministrator');
    expectRefusal(await refusalOf(fetch(`${server.base}/api/definitions`, { method: 'POST' })), 'unauthorized');
  });

  it('starts with files whose contract was changed since the last start, also of versions that nobody froze, and says so', async () => {
    const sources = await loadSources(shippedFiles);
    const at = sources.forms.findIndex(({ definition }) => definition.form === 'album');
    const changed = structuredClone(sources.forms[at]) as FormSource;
    const next =
      1 + Math.max(...sources.forms.map(({ definition: { form, version } }) => (form === 'album' ? version : 0)));
    const unfrozen = JSON.parse(JSON.stringify(springSource(4)).replaceAll('spring', 'never-frozen')) as FormSource;
    const row = structuredClone(sources.rows[0]) as FormSource;
    await server.release();
    const { settings } = server.services;
    const first = await openServices({ settings, sources: { ...sources, forms: [...sources.forms, unfrozen] } });
    await first.close();
    const later = structuredClone(unfrozen);
    for (const { schema } of [changed, later, row]) schema.minProperties = 7;
    const forms = [...sources.forms.with(at, changed), later];
    const rows = sources.rows.with(0, row);
    const services = await openServices({ settings, sources: { ...sources, forms, rows } });
    const app = await buildServer(services);
    try {
      const get = async (username: string, url: string) => {
        const authorization = `Bearer ${server.tokens[username]}`;
        return (await app.inject({ method: 'GET', url: `/api/${url}`, headers: { authorization } })).json();
      };
      expect((await get('admin', 'home')).held).toEqual([
        {
          form: row.definition.form,
          version: row.definition.version,
          next: sources.rows.length + 1,
          title: row.definition.title,
        },
        { form: 'album', version: changed.definition.version, next, title: changed.definition.title },
        { form: 'test-never-frozen', version: 4, next: 5, title: later.definition.title },
      ]);
      expect((await get('focal.bamyan', 'home')).held).toEqual([]);
      for (const form of ['album', 'test-never-frozen', row.definition.form])
        expect((await get('admin', `definitions/${form}`)).schema).not.toHaveProperty('minProperties');
      expect((await get('admin', 'schools')).data).toEqual([]);
    } finally {
      await app.close();
      await services.close();
    }
  });
});
