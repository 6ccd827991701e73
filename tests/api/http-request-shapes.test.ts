/**
 * What is sent is checked against `schemas/api`: each fixed route by the schema that it was registered with, the calls of a form by
 * those of their kind. What does not fit is refused with a code and a sentence in the reader's language, whoever sends it.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompiledForm } from '../../src/core/definitions/types.ts';
import { CATALOGUE, type ErrorCode } from '../../src/core/errors/catalogue.ts';
import { registerAccountRoutes } from '../../src/server/api/admin/accounts.ts';
import {
  FIXED_CALLS,
  FORM_CALLS,
  readApiSchema,
  routePatternOf,
  type SchemasByName,
} from '../../src/server/api/contract/calls.ts';
import { addRouteSchemas, compileRequestCheck, requestSchemasOf } from '../../src/server/api/contract/validation.ts';
import { formHandlerOf, sheetHandlerOf } from '../../src/server/api/dispatch.ts';
import { registerFileRoutes } from '../../src/server/api/files/routes.ts';
import { openApiDocument } from '../../src/server/api/openapi/document.ts';
import { registerApi } from '../../src/server/api/routes.ts';
import { registerHealth } from '../../src/server/http/health.ts';
import { buildServer } from '../../src/server/server.ts';
import { expectRefusal } from '../support/refusal.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import { springSource } from '../support/wells.ts';
import type { Json } from './http-stage.ts';

const METRICS = 'figures-of-the-tests';
const JSON_BODIES = Object.entries(FIXED_CALLS).filter(([, { body }]) => body !== undefined && body !== 'multipart');

describe('routes and calls', () => {
  let server: TestServer;
  let app: FastifyInstance;
  beforeAll(async () => {
    server = await startTestServer('sqlite');
    app = await buildServer(server.services);
    await app.ready();
  });
  afterAll(async () => {
    await app?.close();
    await server?.stop();
  });

  it('every call of the contract has a route with its schema', () => {
    const bare = Fastify();
    addRouteSchemas(bare);
    const schemas = new Map<string, unknown>();
    bare.addHook('onRoute', ({ method, url, schema }) => void schemas.set(`${method} ${url}`, schema));
    for (const register of [registerHealth, registerAccountRoutes, registerFileRoutes, registerApi])
      register(bare, server.services);
    for (const [name, call] of Object.entries(FIXED_CALLS)) {
      const [method = '', path = ''] = name.split(' ');
      const url = `/api${routePatternOf(path)}`;
      expect(app.hasRoute({ method: method as 'GET', url }), `${name} has no route`).toBe(true);
      expect(schemas.get(`${method} ${url}`), name).toEqual(requestSchemasOf(call));
    }
    expect(JSON_BODIES.length).toBeGreaterThan(30);
  });

  it('a route that no call describes is refused when it is registered', async () => {
    const other = await buildServer(server.services);
    expect(() => other.get('/api/undescribed', async () => ({}))).toThrow('does not describe GET /api/undescribed');
    await other.close();
  });

  it('every call of forms has a handler', () => {
    const form = server.services.registry.forms().find(({ definition }) => definition.import) as CompiledForm;
    const { base } = form.definition.api;
    for (const name of Object.keys(FORM_CALLS)) {
      const [method = '', path = ''] = name.split(' ');
      const rest = routePatternOf(path).split('/').filter(Boolean);
      const found =
        sheetHandlerOf(form, `${method} ${routePatternOf(path)}`) ??
        formHandlerOf({ form, base, rest: rest.map(plain) }, method, {});
      expect(found, name).toBeTypeOf('function');
    }
  });

  it('every schema compiles, and takes no body that is no object', () => {
    for (const [name, call] of [...Object.entries(FIXED_CALLS), ...Object.entries(FORM_CALLS)]) {
      const { body, querystring, params } = requestSchemasOf(call);
      if (querystring) expect(compileRequestCheck(querystring, 'querystring')({}), name).toHaveProperty('value');
      if (params) expect(compileRequestCheck(params, 'params')({}), name).toHaveProperty('value');
      if (!body) continue;
      for (const wrong of [[], 'text', 5, true])
        expect(compileRequestCheck(body, 'body')(wrong).error?.code, `${name} ${JSON.stringify(wrong)}`).toBe(
          'bad_body',
        );
    }
  });
});

const plain = (part: string) => part.replace(':', '');

describe.each(DATABASES)('made-up bodies on %s', (database) => {
  let server: TestServer;
  let params: Record<string, string>;
  beforeAll(async () => {
    server = await startTestServer(database, { env: { METRICS_TOKEN: METRICS } });
    const admin = server.person('admin');
    const draft = await admin.must('POST', 'definitions/drafts', { from: { form: 'school' } });
    const view = await admin.must('POST', 'views/school', { name: 'Mine' });
    params = { id: server.person('mande').id, form: 'school', version: '1', draft: draft.data.id, view: view.data.id };
    Object.assign(params, { list: 'organization', part: 'navigation', question: 'name' });
  });
  afterAll(() => server?.stop());

  const send = async (name: string, body: unknown, language = 'en') => {
    const [method, path = ''] = name.split(' ');
    const filled = path.replace(/\{(\w+)\}/g, (_hole, part: string) => params[part] as string);
    const response = await fetch(`${server.base}/api${filled}`, {
      method: method as string,
      headers: {
        authorization: `Bearer ${server.tokens.admin}`,
        'content-type': 'application/json',
        'accept-language': language,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: JSON.parse(text) as Json };
  };

  /** Holds that a refusal has a code of the catalogue with its status, and sentences without holes. */
  const isRefused = ({ status, body }: { status: number; body: Json }, about: string) => {
    const entry = CATALOGUE[body.code as ErrorCode];
    expect(entry, `${about}: ${JSON.stringify(body).slice(0, 300)}`).toBeDefined();
    expect(entry.status, about).toBe(status);
    expect(status, about).toBeLessThan(500);
    const sentences = [
      body.message,
      ...Object.values<Json[]>(body.errors ?? {}).flatMap((list) => list.map((one) => one.message)),
    ];
    for (const sentence of sentences) expect(sentence, about).toMatch(/^(?!.*(\{\{|undefined|\[object))\P{Cc}{4,}$/su);
  };

  it('of wrong types are refused for every key, in each language', { timeout: 300_000 }, async () => {
    const languages = ['en', 'fa', 'ps'];
    const shapes = new Map(Object.entries(shapesWithProperties()));
    let refused = 0;
    for (const [name, { body = '' }] of JSON_BODIES) {
      for (const wrong of [[], 5, 'text'])
        isRefused(
          await send(name, JSON.stringify(wrong), languages[refused++ % 3]),
          `${name} ${JSON.stringify(wrong)}`,
        );
      for (const key of Object.keys(shapes.get(body)?.properties ?? {}))
        for (const wrong of [[[{}]], { a: { b: [] } }]) {
          const told = `${name} ${key} ${JSON.stringify(wrong)}`;
          const answer = await send(name, { [key]: wrong }, languages[refused++ % 3]);
          // Answers of a draft and attributes of a list may hold anything.
          if (answer.status >= 300) isRefused(answer, told);
          else expect(told).toMatch(/ (definition|schema|content|states|filters) /);
        }
    }
    expect(refused).toBeGreaterThan(300);
  });

  it('of prototype names and of a great many values are refused', { timeout: 120_000 }, async () => {
    for (const [name] of JSON_BODIES) {
      const named = await send(name, '{"__proto__":{"reason":"x","grants":[]}}');
      // A draft may hold any definition, and its check says where such a key stands.
      if (named.status >= 300 || !name.startsWith('POST /definitions/')) isRefused(named, `${name} __proto__`);
      const many = await send(name, `{"ids":[${Array(100_001).fill(1).join()}]}`);
      if (many.status >= 300) isRefused(many, `${name} many`);
    }
    const done = { ids: Array(1001).fill('op-1') };
    expectRefusal(await send('POST /sync/done', done), 'bad_body');
    const records = Array(1001).fill({ id: 'a', version: 1 });
    expectRefusal(await send('POST /sync/check', { records }), 'bad_body');
    const grants = Array(51).fill({ role: 'focal-point' });
    expectRefusal(await send('PUT /users/{id}', { grants }), 'too_many', '/grants');
    expectRefusal(await send('PUT /users/{id}', { grants: [{ role: 'constructor' }] }), 'choice', '/grants/0/role');
    expectRefusal(await send('PUT /users/{id}', { language: 'constructor' }), 'choice', '/language');
  });

  it('with keys that nobody asked for are taken without them', async () => {
    const { status, body } = await send('PUT /session', { calendar: 'solar', constructor: { a: 1 }, more: [1] });
    expect([status, body.user.calendar]).toEqual([200, 'solar']);
    expect(JSON.stringify(body)).not.toContain('more');
  });

  it('are refused for who they are before for what they hold', async () => {
    const stranger = server.person('focal.bamyan');
    for (const [method, path] of [
      ['POST', 'users'],
      ['PUT', `users/${params.id}`],
      ['POST', 'definitions/school/retire'],
    ] as const)
      for (const sent of [{}, { name: [] }, [1]])
        expectRefusal(await stranger.call(method, path, sent), 'forbidden', undefined, path);
    const response = await fetch(`${server.base}/api/users`, {
      method: 'POST',
      body: '[]',
      headers: { 'content-type': 'application/json' },
    });
    expectRefusal({ status: response.status, body: await response.json() }, 'unauthorized');
  });

  it('a form-encoded body says numbers and truth values as text', async () => {
    const form = (body: string) =>
      fetch(`${server.base}/api/users/${params.id}`, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${server.tokens.admin}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body,
      });
    const answer = await form('disabled=false&grants[0][role]=me-officer&language=fa');
    expect([answer.status, ((await answer.json()) as Json).data.language]).toEqual([200, 'fa']);
    const wrong = await form('disabled=perhaps');
    expectRefusal({ status: wrong.status, body: await wrong.json() }, 'type', '/disabled');
  });

  it('numbers and choices of a query are read from its text, or refused by their name', async () => {
    const admin = server.person('admin');
    expect((await admin.must('GET', 'users?page=1&per_page=2&state=')).meta).toMatchObject({
      current_page: 1,
      per_page: 2,
    });
    for (const [path, field] of [
      ['users?page=x', 'page'],
      ['users?page=0', 'page'],
      ['users?text[a]=b', 'text'],
      ['users?state=asleep', 'state'],
      ['map/sites?zoom=20', 'zoom'],
      ['schools?page=x', 'page'],
      ['schools?sort=a&sort=b', 'sort'],
      ['schools/export?format=pdf', 'format'],
    ] as const) {
      const answer = await admin.call('GET', path);
      expectRefusal(answer, 'bad_filter', undefined, path);
      expect(answer.body.message, path).toContain(field);
    }
    expectRefusal(await admin.call('GET', 'definitions/school/latest'), 'record_not_found');
  });

  describe('of steps', () => {
    const STEP = '/schools-rates/change-record-status';
    const ALL = `${STEP}/all`;
    /** Fits, and names no record. */
    const step = { record_id: 'none', action: 'verify' };
    const pointersOf = ({ body }: { body: Json }) =>
      Object.fromEntries(
        Object.entries<Json[]>(body.errors ?? {}).map(([pointer, found]) => [pointer, found.map(({ code }) => code)]),
      );
    const sendForm = async (path: string, body: string) => {
      const response = await fetch(`${server.base}/api${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${server.tokens.admin}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body,
      });
      return { status: response.status, body: (await response.json()) as Json };
    };

    it('come flat, or nested as clients of before send them, and are described so', async () => {
      const ajv = new Ajv2020({ strict: false });
      ajv.addSchema({ $id: 'openapi', ...openApiDocument(server.services) });
      const path = STEP.replaceAll('/', '~1');
      const fits = ajv.compile({
        $ref: `openapi#/paths/${path}/post/requestBody/content/application~1json/schema`,
      });
      for (const sent of [
        step,
        { id: 'none', action: 'verify' },
        { record_id: 'none', comment: { action: 'verify', comment: 'Seen' } },
        { record_id: 'other', action: 'nope', comment: { id: 'none', action: 'verify', record_id: null } },
        { ...step, version: 1, comment: 'Seen', fields: [{ field: 'water', comment: 'Look' }] },
        { ...step, version: 'W/"1"', captured_at: 5 },
      ]) {
        expect(fits(sent), JSON.stringify(sent)).toBe(true);
        expectRefusal(await send(`POST ${STEP}`, sent), 'record_not_found', undefined, sent);
      }
      for (const wrong of [{}, { action: 'verify' }, { ...step, comment: 5 }, { ...step, fields: ['water'] }])
        expect(fits(wrong), JSON.stringify(wrong)).toBe(false);
    });

    it('may name ids as numbers, one comment on a question without a list, and keys that say nothing', async () => {
      for (const sent of [
        { ...step, record_id: 5 },
        { ...step, record_id: ' none ' },
        { ...step, fields: { field: 'water', comment: 'Look' } },
        { ...step, comment: null, version: '', fields: '', versions: null, not_taken: null },
        { ...step, nobody: 'knows', filters: 5 },
      ])
        expectRefusal(await send(`POST ${STEP}`, sent), 'record_not_found', undefined, sent);
      for (const sent of [
        'record_id=none&comment[action]=verify&version=1',
        'id=none&action=verify&fields[field]=water&fields[comment]=Look',
      ])
        expectRefusal(await sendForm(STEP, sent), 'record_not_found', undefined, sent);
      const { body } = await sendForm(STEP, 'record_id[]=none&record_id[]=5&action=verify&look=true');
      expect(body.refused.map(({ id }: Json) => id)).toEqual(['none', '5']);
      expectRefusal(await sendForm(STEP, 'record_id[]=none&action=verify&look='), 'bad_body');
    });

    it('are refused for all that is wrong with them at once, by where clients say it', async () => {
      const list = { record_id: ['none', '!'], action: 'verify' };
      for (const [sent, pointers] of [
        [{}, { '/record_id': ['required'], '/action': ['required'] }],
        [
          { id: '!', action: ' ' },
          { '/record_id': ['required'], '/action': ['required'] },
        ],
        [list, { '/record_id/1': ['pattern'] }],
        [{ ...list, record_id: Array(1001).fill('none') }, { '/record_id': ['too_many'] }],
        [
          { ...list, versions: { none: 'new' } },
          { '/record_id/1': ['pattern'], '/versions/none': ['integer'] },
        ],
        [{ ...step, look: true }, { '/record_id': ['type'] }],
        [{ ...step, action: 'delete' }, { '/action': ['choice'] }],
        [{ ...step, comment: { comment: { comment: 'x' } } }, { '/comment': ['type'] }],
        [{ ...step, comment: 'x'.repeat(5001) }, { '/comment': ['max_length'] }],
        [{ ...step, fields: Array(501).fill({ field: 'water', comment: 'x' }) }, { '/fields': ['too_many'] }],
        [
          { ...step, fields: [{ comment: 'x' }, { field: 'water' }] },
          { '/fields/0/field': ['unknown_field'], '/fields/1/comment': ['required'] },
        ],
        [
          { record_id: '!', action: 'nope', comment: 5, version: 0, fields: [{ field: 'nope', comment: 'x' }] },
          {
            '/record_id': ['required'],
            '/action': ['choice'],
            '/comment': ['type'],
            '/version': ['integer'],
            '/fields/0/field': ['unknown_field'],
          },
        ],
      ] as const) {
        const answer = await send(`POST ${STEP}`, sent);
        const about = JSON.stringify(sent).slice(0, 200);
        expectRefusal(answer, 'validation_failed', undefined, about);
        expect(pointersOf(answer), about).toEqual(pointers);
      }
      for (const wrong of [{ look: null }, { versions: [] }, { not_taken: 'x' }, { not_taken: {} }])
        expectRefusal(await send(`POST ${STEP}`, { ...step, ...wrong }), 'bad_body', undefined, wrong);
    });

    it('for everything that a filter finds are refused where a key that narrows them is not understood', async () => {
      for (const [wrong, pointers] of [
        [{ text: 5 }, { '/text': ['type'] }],
        [{ after: ['x'] }, { '/after': ['type'] }],
        [{ limit: 0 }, { '/limit': ['minimum'] }],
        [
          { limit: 'x', text: {} },
          { '/limit': ['integer'], '/text': ['type'] },
        ],
      ] as const) {
        const answer = await send(`POST ${ALL}`, { action: 'verify', ...wrong });
        expectRefusal(answer, 'validation_failed', undefined, wrong);
        expect(pointersOf(answer)).toEqual(pointers);
      }
      expectRefusal(await sendForm(ALL, 'action=verify&text[]=x'), 'type', '/text');
      for (const filters of [5, '{', [5]])
        expectRefusal(await send(`POST ${ALL}`, { action: 'verify', filters }), 'bad_filter', undefined, filters);
      const none = { looked: 0, changed: 0, next_cursor: null };
      expect((await sendForm(ALL, 'action=verify&limit=5000&filters[id]=none&text=&after=')).body).toMatchObject(none);
    });
  });

  it('a form that is published meanwhile is checked, counted and described like the others', async () => {
    const admin = server.person('admin');
    const before = (await (await fetch(`${server.base}/api/openapi.json`)).json()) as Json;
    const source = springSource(1);
    const path = `/${source.definition.api.base}`;
    expect(before.paths[path]).toBeUndefined();
    await server.services.registry.publish(source);
    expect((await admin.must('GET', `${path.slice(1)}?page=1&per_page=5`)).meta).toMatchObject({ per_page: 5 });
    expectRefusal(await admin.call('GET', `${path.slice(1)}?page=x`), 'bad_filter');
    expectRefusal(await admin.call('GET', `${path.slice(1)}/no-such-record/history`), 'record_not_found');
    const after = (await (await fetch(`${server.base}/api/openapi.json`)).json()) as Json;
    expect(after.paths[path].get.parameters).toContainEqual(
      expect.objectContaining({ name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 } }),
    );
    const figures = await (
      await fetch(`${server.base}/metrics`, { headers: { authorization: `Bearer ${METRICS}` } })
    ).text();
    for (const label of [
      `route="/api${path}",status="200"`,
      `route="/api${path}",status="400"`,
      `route="/api${path}/:id/history",status="404"`,
    ])
      expect(figures).toContain(`amanat_http_requests_total{method="GET",${label}} 1`);
  });
});

/** The shapes of schemas/api that have keys, by name. */
function shapesWithProperties(): SchemasByName {
  const files = [
    'accounts',
    'definitions',
    'drafts',
    'home',
    'lists',
    'permissions',
    'personal',
    'reference',
    'reports',
    'session',
    'sync',
  ];
  return Object.assign(
    {},
    ...files.map((file) => readApiSchema(`${file}.schema.json`).$defs as SchemasByName),
  ) as SchemasByName;
}
