/** A form published while the server runs is served without a restart: list, create, store, show, validator, description. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FormSource } from '../../src/core/definitions/types.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

const words = (en: string) => ({ en, fa: `${en} دری`, ps: `${en} پښتو` });

function wellSource(version: number): FormSource {
  const second = version > 1;
  return {
    definition: {
      form: 'test-well',
      version,
      kind: 'site',
      programme: 'schools',
      title: words('Well'),
      plural: words('Wells'),
      code: { pattern: 'WELL_{seq}' },
      name: ['name'],
      paths: { list: '/test/wells', record: '/test/wells/:id' },
      api: {
        base: 'test/wells',
        also: ['test-wells'],
        record: 'well',
        create: { depths: 'options:depth', editData: 'record' },
        show: { 'around.sections': 'sections' },
      },
      workflow: 'verified-record',
      sections: [{ id: 'all', title: words('All'), fields: second ? ['name', 'depth', 'water'] : ['name', 'depth'] }],
      fields: {
        name: { id: 'q_well_name', type: 'text', label: words('Name') },
        depth: {
          id: 'q_well_depth',
          type: 'choice',
          label: words('Depth'),
          options: [
            { value: 'deep', label: words('Deep') },
            { value: 'flat', label: words('Flat') },
          ],
        },
        ...(second && { water: { id: 'q_well_water', type: 'yesno' as const, label: words('Water') } }),
      },
      list: { columns: ['index', 'status', 'name', 'depth'], filters: ['depth'], sort: 'name' },
      changes: { from: version - 1, note: words('Version') },
    },
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      required: second ? ['name', 'water'] : ['name'],
      additionalProperties: false,
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 100 },
        depth: { type: 'string', enum: ['deep', 'flat'] },
        ...(second && { water: { type: 'string', enum: ['yes', 'no'] } }),
      },
    },
  };
}

/** A form like the well, in words that pass every check. */
function springSource(version: number): Json {
  const spring = { en: 'Spring', fa: 'چشمه', ps: 'چینه' };
  const text = JSON.stringify(wellSource(version))
    .replaceAll('test-well', 'test-spring')
    .replaceAll('test/well', 'test/spring')
    .replaceAll('q_well', 'q_spring')
    .replaceAll('WELL_', 'SPRING_');
  return JSON.parse(text, (_key, value) => (typeof value?.fa === 'string' ? spring : value));
}

describe.each(DATABASES)('publishing on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(database);
  });
  afterAll(() => server?.stop());

  it('serves a new form and its next version at once, under every base', async () => {
    const admin = server.person('admin');
    expect((await admin.call('GET', 'test/wells')).body.code).toBe('route_not_found');
    await server.rooms.library.publish(wellSource(1));
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
    await server.rooms.library.publish(wellSource(2));
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
    await expect(server.rooms.library.publish(changed)).rejects.toThrow(/add version 3/);
  });

  it('takes a sound form version over HTTP and serves it at once', { timeout: 60_000 }, async () => {
    const admin = server.person('admin');
    const { revision } = await admin.must('GET', 'definitions');
    const first = await admin.must('POST', 'definitions', springSource(1));
    expect(first).toEqual({ form: 'test-spring', version: 1, hash: expect.any(String), revision: revision + 1 });
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
    expect(said(await refused(({ schema }) => (schema.properties.extra = { type: 'string' })))).toContain(
      'schema /properties/extra',
    );
    expect(said(await refused(({ schema }) => (schema.properties = 5)))).toContain('schema /properties');
    expect(said(await refused(({ definition }) => (definition.workflow = 'unheard-of')))).toContain(' /workflow');
    expect(said(await refused(({ definition }) => (definition.form = '../up')))).toEqual([' /form']);
    expect(await refused(({ schema }) => (schema.properties.name.maxLength = 5), 2)).toEqual([
      { pointer: '/version', message: expect.stringContaining('add version 3') },
    ]);
    expect((await admin.must('GET', 'definitions/test-spring')).versions).toEqual([1, 2]);
    expect((await admin.call('POST', 'definitions', { definition: [], schema: {} })).body.code).toBe('bad_body');
  });

  it('lets nobody publish who may not, and says who may', async () => {
    const { status, body } = await server.person('manager.schools').call('POST', 'definitions', springSource(3));
    expect([status, body.code]).toEqual([403, 'role_needed']);
    expect(body.message).toContain('dministrator');
    expect((await fetch(`${server.base}/api/definitions`, { method: 'POST' })).status).toBe(401);
  });
});
