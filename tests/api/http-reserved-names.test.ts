/**
 * Names that every object inherits (`toString`, `constructor`, `__proto__` …), sent where a name may stand: in definitions,
 * bodies, filters, sorting, columns, queries, headers and spreadsheets. Each is unknown like any other; values may be called so.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RESERVED_NAMES } from '../../src/core/json.ts';
import { multipart } from '../support/encode.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { springSource } from '../support/wells.ts';
import type { Json } from './http-stage.ts';

const names = [...RESERVED_NAMES];
/** An option's code begins with a letter or digit. */
const codes = names.filter((name) => /^[A-Za-z0-9]/.test(name));

describe.each(ANY_DATABASE)('names that every object has on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(database);
  });
  afterAll(() => server?.stop());

  async function send(method: string, path: string, body?: string | Buffer, headers: Record<string, string> = {}) {
    const response = await fetch(`${server.base}/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${server.tokens.admin}`, ...headers },
      ...(body !== undefined && { body: body as BodyInit }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('application/json');
    return { status: response.status, text, body: (isJson ? JSON.parse(text) : {}) as Json };
  }
  const sendJson = (method: string, path: string, body: string) =>
    send(method, path, body, { 'content-type': 'application/json' });

  /** Publishes, first as a trial. Returns code and pointer of the findings. */
  async function publish(change: (source: Json, name: string) => void, name: string): Promise<string[]> {
    const source = springSource(1);
    change(source, name);
    const found: string[][] = [];
    for (const query of process.env.AMANAT_FULL || name === 'constructor' ? ['?dry_run=1', ''] : ['']) {
      const { status, body } = await sendJson('POST', `definitions${query}`, JSON.stringify(source));
      expect([name, query, status, body.code]).toEqual([name, query, 422, 'validation_failed']);
      for (const { message } of body.issues) expect(message).toMatch(/\S.*[.?]$/);
      found.push(body.issues.map(({ code, pointer }: Json) => `${code} ${pointer}`));
    }
    expect(found.at(-1)).toEqual(found[0]);
    return found[0] as string[];
  }

  it('are unknown where a definition refers to something', { timeout: 120_000 }, async () => {
    const cases: [string, (source: Json, name: string) => void][] = [
      ['field_unknown /sections/0/fields/2', ({ definition }, name) => definition.sections[0].fields.push(name)],
      ['field_unknown /date', ({ definition }, name) => (definition.date = name)],
      ['workflow_unknown /workflow', ({ definition }, name) => (definition.workflow = name)],
      ['field_unknown /name/0', ({ definition }, name) => (definition.name = [name])],
      [
        'condition_field_unknown /fields/depth/visibleWhen/field',
        ({ definition }, name) => (definition.fields.depth.visibleWhen = { field: name, is: { const: 'x' } }),
      ],
      [
        'condition_field_unknown /sections/0/visibleWhen/field',
        ({ definition }, name) => (definition.sections[0].visibleWhen = { field: name, is: { const: 'x' } }),
      ],
      [
        'field_unknown /code/by/field',
        ({ definition }, name) => (definition.code.by = { field: name, patterns: { a: 'A_{seq}' } }),
      ],
    ];
    for (const [at, [finding, change]] of cases.entries())
      for (const name of process.env.AMANAT_FULL ? names : [names[at] as string])
        expect(await publish(change, name), name).toContain(finding);
  });

  it('are refused as names of what a definition makes', { timeout: 120_000 }, async () => {
    const cases: [string, (source: Json, name: string) => void][] = [
      ['/programme', ({ definition }, name) => (definition.programme = name)],
      ['/fields/depth/id', ({ definition }, name) => (definition.fields.depth.id = name)],
      ['/sections/0/id', ({ definition }, name) => (definition.sections[0].id = name)],
      [
        '/fields/constructor',
        ({ definition, schema }, name) => {
          definition.sections[0].fields.push(name);
          definition.fields[name] = { ...definition.fields.depth, id: 'q_spring_other' };
          schema.properties[name] = schema.properties.depth;
        },
      ],
    ];
    for (const [pointer, change] of cases)
      expect(await publish(change, 'constructor')).toContain(`name_reserved ${pointer}`);
    for (const name of process.env.AMANAT_FULL ? codes : ['prototype'])
      expect(await publish(cases[3]?.[1] as never, name)).toContain(`name_reserved /fields/${name}`);
    const text = JSON.stringify(springSource(1)).replace('"depth":', '"__proto__":');
    const { status, body } = await sendJson('POST', 'definitions', text);
    expect([status, body.code, body.issues[0].code]).toEqual([422, 'validation_failed', 'name_reserved']);
  });

  it('may be codes of options, from publishing to the history', { timeout: 120_000 }, async () => {
    const source = springSource(1);
    source.definition.fields.depth.options = codes.map((value) => ({ value, label: source.definition.title }));
    source.definition.code.by = { field: 'depth', patterns: { toString: 'TOSTRING_{seq}' } };
    source.schema.properties.depth.enum = codes;
    const admin = server.person('admin');
    await admin.must('POST', 'definitions', source);
    const made: Json[] = [];
    for (const depth of codes) made.push(await admin.must('POST', 'test/springs', { name: `Spring ${depth}`, depth }));
    expect(made.map(({ code }) => code.startsWith('TOSTRING_'))).toEqual(codes.map((code) => code === 'toString'));
    for (const [at, depth] of codes.entries()) {
      const list = await admin.must('GET', `test-springs?filters=${encodeURIComponent(JSON.stringify({ depth }))}`);
      expect(list.data.map(({ name }: Json) => name)).toEqual([`Spring ${depth}`]);
      const id = made[at]?.id as string;
      expect((await admin.must('GET', `test-springs/${id}`)).well.depth).toBe(depth);
      expect(JSON.stringify(await admin.must('GET', `test-springs/${id}/history`))).toContain(`"${depth}"`);
    }
    const sheet = await send('GET', 'test-springs/export?format=csv');
    expect(sheet.status).toBe(200);
    expect(sheet.text.split('\n').filter((line) => line.includes('Spring '))).toHaveLength(codes.length);
    const synced = await send('GET', 'sync/records?forms=test-spring');
    for (const depth of codes) expect(synced.text).toContain(`"depth":"${depth}"`);
  });

  it('as keys of bodies are refused or kept, never left out', { timeout: 120_000 }, async () => {
    const admin = server.person('admin');
    for (const name of names) {
      const key = JSON.stringify(name);
      const inJson = await sendJson('POST', 'schools/store', `{${key}:"x"}`);
      const inForm = await send('POST', 'schools/store', `${name}=x`, {
        'content-type': 'application/x-www-form-urlencoded',
      });
      const nested = await send('POST', 'schools/store', `a%5B${name}%5D=x`, {
        'content-type': 'application/x-www-form-urlencoded',
      });
      expect([name, inForm.body.code, nested.body.code]).toEqual([name, 'bad_body', 'bad_body']);
      expect([name, inJson.status, inJson.body.code]).toEqual(
        name === '__proto__' ? [name, 400, 'bad_body'] : [name, 422, 'validation_failed'],
      );
      if (name !== '__proto__') expect(inJson.body.errors).toHaveProperty([`/${name}`]);
      const draft = await sendJson('POST', 'definitions/drafts', `{"definition":{${key}:{"a":1}},"schema":{}}`);
      if (name === '__proto__') expect(draft.body.issues[0].code).toBe('name_reserved');
      else
        expect(Object.keys((await admin.must('GET', `definitions/drafts/${draft.body.data.id}`)).definition)).toEqual([
          name,
        ]);
    }
    expect((await sendJson('POST', 'schools/store', '{"\\u005f_proto__":"x"}')).body.code).toBe('bad_body');
  });

  it('are answered wherever a request names something', { timeout: 120_000 }, async () => {
    const answers: string[] = [];
    const note = (what: string, { status, text }: { status: number; text: string }) => {
      if (status >= 500) answers.push(`${what}: ${status} ${text.slice(0, 200)}`);
    };
    for (const name of process.env.AMANAT_FULL ? names : ['toString', '__proto__', 'constructor']) {
      const filters = encodeURIComponent(`{${JSON.stringify(name)}:"x"}`);
      for (const query of [
        `filters=${filters}`,
        `filters[${name}]=x`,
        `filters[name][${name}]=x`,
        `sort=${name}`,
        `sort=-parent.${name}`,
        `columns=${name}`,
        `${name}=x`,
        `page[${name}]=1`,
        `from_${name}=2026-01-01`,
        `text=${name}`,
      ])
        for (const path of ['schools', 'schools/export', 'schools/create', 'schools/totals', 'find', 'sync/records'])
          note(`${path}?${query}`, await send('GET', `${path}?${query}`));
      for (const path of [
        `definitions/${name}`,
        `definitions/${name}/versions`,
        `definitions/common/${name}`,
        `schools/${name}`,
        `master-tables/${name}`,
        `reports/${name}`,
        `${name}`,
        `schools/options/${name}`,
        `schools/x/forms?form_type=${name}`,
      ])
        note(path, await send('GET', path));
      for (const header of [
        'accept-language',
        'content-language',
        'idempotency-key',
        'if-none-match',
        'x-language',
        'accept',
      ])
        note(header, await send('GET', 'schools', undefined, { [header]: name }));
      for (const key of ['name', 'version', 'per_page', 'latitude', 'record_id', 'province_id', 'id', 'client_id'])
        for (const [method, path] of [
          ['POST', 'schools/store'],
          ['POST', 'schools/change-record-status'],
          ['POST', 'views'],
          ['POST', 'places'],
          ['POST', 'form-drafts'],
        ] as const)
          note(`${path} ${key}`, await sendJson(method, path, `{"${key}":{"${name}":1,"valueOf":2}}`));
      for (const content of [`${name},name\nx,y\n`, `name,${name}\n${name},x\n`]) {
        const { body, type } = multipart([{ name: 'file', file: 'rows.csv', content: Buffer.from(content) }]);
        note('upload', await send('POST', 'schools/upload/preview', body, { 'content-type': type }));
      }
    }
    expect(answers).toEqual([]);
  });
});
