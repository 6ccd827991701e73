/**
 * The server survives any input: never a 5xx, never a hang, never a change by a refused request. Thousands of random
 * bodies, queries, paths, tokens and headers go to a real port, within a time limit.
 */

import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import fc from '../support/property.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { anything, strange } from '../support/strange.ts';
import { type Json, prepareStage, ratingAnswers, type Stage, schoolAnswers } from './http-stage.ts';

const CASES = process.env.AMANAT_FULL ? 3000 : 400;
const LIMIT = { interruptAfterTimeLimit: 60_000, markInterruptAsFailure: false };

describe.each(ANY_DATABASE)('made-up requests on %s', (database) => {
  let server: TestServer;
  let stage: Stage;
  let names: string[];
  let before: string;
  beforeAll(async () => {
    server = await startTestServer(database);
    stage = await prepareStage(server);
    const { definition } = await server.person('admin').must('GET', 'definitions/school-rating');
    names = Object.keys(definition.fields);
    before = await state();
  });
  afterAll(() => server?.stop());

  /** Returns everything that a refused write must not change. */
  const state = async () => {
    const db = server.services.database.read;
    // The server's own log of refusals does not count as a change.
    const logs = server.services.registry.forms().flatMap(({ form, definition }) => (definition.log ? [form] : []));
    const [records, revisions, problems] = await Promise.all([
      db
        .selectFrom('records')
        .select(['id', 'version', 'state', 'hash'])
        .where('form', 'not in', logs)
        .orderBy('id')
        .execute(),
      db
        .selectFrom('record_revisions')
        .innerJoin('records', 'records.id', 'record_id')
        .select(['record_id', 'seq'])
        .where('form', 'not in', logs)
        .orderBy('record_id')
        .orderBy('seq')
        .execute(),
      db.selectFrom('problems').select('id').orderBy('id').execute(),
    ]);
    return JSON.stringify([records, revisions, problems]);
  };

  /** Sends a raw request with paths and headers unchanged. */
  const raw = (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(server.base);
      const sent = httpRequest(
        { hostname, port, method, path, headers: { connection: 'close', ...headers }, timeout: 20_000 },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => {
            text += chunk;
          });
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        },
      );
      sent.on('timeout', () => sent.destroy(new Error(`no answer: ${method} ${path}`)));
      sent.on('error', reject);
      sent.end(body);
    });
  const bearer = () => ({ authorization: `Bearer ${server.tokens['focal.bamyan']}` });

  const answered = ({ status, text }: { status: number; text: string }, what: unknown) => {
    expect(status, `${JSON.stringify(what)}\n${text.slice(0, 500)}`).toBeLessThan(500);
    if (status >= 400 && text.startsWith('{')) {
      const body = JSON.parse(text) as Json;
      expect(body.code, text).toBeTypeOf('string');
      expect(body.message, text).not.toMatch(/\{\{[a-z]|\[object/);
    }
    return status;
  };

  const writes = (path: string) => async (body: Json, encoding: string) => {
    const text =
      encoding === 'json'
        ? JSON.stringify(body)
        : new URLSearchParams(
            Object.entries(body).map(([key, value]) => [
              key,
              typeof value === 'string' ? value : JSON.stringify(value),
            ]),
          ).toString();
    const type = encoding === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
    return answered(await raw('POST', path, { ...bearer(), 'content-type': type }, text ?? ''), body);
  };

  it('bodies of a record: one strange answer in an otherwise good sheet', { timeout: 120_000 }, async () => {
    const send = writes('/api/schools-rates/store');
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(
          ...names,
          'cbms_school_id',
          'id',
          'version',
          'client_id',
          'problems',
          'ratings',
          'form_version',
          'captured_at',
          'scan',
        ),
        anything,
        fc.constantFrom('json', 'form'),
        async (name, value, encoding) => {
          const status = await send(
            { ...ratingAnswers(stage), water: 'excellent', nowhere: 1, [name]: value },
            encoding,
          );
          expect(status).toBeGreaterThanOrEqual(400);
        },
      ),
      { numRuns: CASES, ...LIMIT },
    );
    expect(await state(), 'a refused body changed something').toBe(before);
  });

  it('bodies of steps, passwords, sessions and accounts', { timeout: 120_000 }, async () => {
    const shapes: [string, Record<string, fc.Arbitrary<Json>>][] = [
      [
        '/api/schools-rates/change-record-status',
        {
          record_id: anything,
          action: fc.oneof(anything, fc.constant('return')),
          comment: anything,
          fields: anything,
          version: anything,
        },
      ],
      [
        '/api/schools/change-record-status/all',
        { action: fc.oneof(anything, fc.constant('archive')), filters: anything, comment: anything },
      ],
      ['/api/auth/password', { current_password: anything, new_password: anything, confirmation: anything }],
      ['/api/auth/logout-not', { token: anything }],
      ['/api/users', { username: anything, name: anything, grants: anything }],
      ['/api/schools', { name: anything, id: anything }],
    ];
    for (const [path, shape] of shapes) {
      const send = writes(path);
      await fc.assert(
        fc.asyncProperty(
          fc.record(shape, { requiredKeys: [] }),
          fc.constantFrom('json', 'form'),
          async (body, encoding) => {
            await send(body, encoding);
          },
        ),
        { numRuns: Math.ceil(CASES / 8), ...LIMIT },
      );
    }
    expect(await state()).toBe(before);
  });

  it('logins with made-up names and tokens', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(anything, async (token) => {
        const value = String(typeof token === 'string' ? token : JSON.stringify(token)).replace(/[^\x20-\x7e]/g, '?');
        expect(answered(await raw('GET', '/api/schools', { authorization: `Bearer ${value}` }), value)).toBe(401);
      }),
      { numRuns: Math.ceil(CASES / 2), ...LIMIT },
    );
    await fc.assert(
      fc.asyncProperty(anything, anything, async (username, password) => {
        await writes('/api/auth/login')({ username, password }, 'json');
      }),
      { numRuns: 60, ...LIMIT },
    );
  });

  it('queries: filters, sort, pages, text, dates', { timeout: 120_000 }, async () => {
    const field = fc.oneof(
      fc.constantFrom(
        'name',
        'status',
        'province',
        'code',
        'monitoring_date',
        'created_at',
        'parent.name',
        'date',
        'water',
      ),
      strange,
    );
    const filter = fc.oneof(
      fc.dictionary(field, anything, { maxKeys: 4 }),
      fc.array(
        fc.record({
          field,
          op: fc.oneof(fc.constantFrom('eq', 'ne', 'contains', 'not_contains', 'empty', 'in', 'gte', 'lte'), strange),
          value: anything,
        }),
        { maxLength: 4 },
      ),
      anything,
    );
    const paths = [
      'schools',
      'schools-rates',
      'schools-surveys',
      'schools/export',
      `schools/${stage.school}/forms`,
      `schools/${stage.school}/problems`,
      `schools/${stage.school}/rates`,
      'schools-rates/create',
      'schools/validation',
      'users',
      'places',
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...paths),
        filter,
        fc.record(
          {
            page: anything,
            per_page: anything,
            sort: anything,
            text: anything,
            after: anything,
            form_type: anything,
            fromDate: anything,
            school_id: anything,
            fieldName: anything,
            value: anything,
            ids: anything,
            format: fc.constantFrom('csv', 'xlsx', 'pdf'),
          },
          { requiredKeys: [] },
        ),
        async (path, filters, rest) => {
          const query = new URLSearchParams([
            ['filters', JSON.stringify(filters) ?? ''],
            ...Object.entries(rest).map(([key, value]) => [
              key,
              typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
            ]),
          ] as [string, string][]);
          answered(await raw('GET', `/api/${path}?${query}`, bearer()), { path, filters, rest });
        },
      ),
      { numRuns: CASES, ...LIMIT },
    );
  });

  it('paths and methods', { timeout: 120_000 }, async () => {
    const segment = fc.oneof(
      strange.map(encodeURIComponent0),
      fc.constantFrom(
        'schools',
        'schools-rates',
        'create',
        'store',
        stage.school,
        'history',
        'forms',
        'problems',
        'files',
        'definitions',
        '1',
        'validator.js',
        '%2e%2e',
        '..',
        '%00',
        '%zz',
        '%',
      ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'),
        fc.array(segment, { maxLength: 5 }),
        async (method, segments) => {
          const path = `/api/${segments.join('/')}`.replace(/[^\x21-\x7e]/g, '');
          if (method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS' && segments.includes(stage.school)) return;
          answered(await raw(method, path, bearer()), { method, path });
        },
      ),
      { numRuns: CASES, ...LIMIT },
    );
    expect(await state()).toBe(before);
  });

  it('torn and misformed bodies', { timeout: 120_000 }, async () => {
    const types = [
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=b',
      'multipart/form-data',
      'text/html',
      'application/json; charset=utf-16',
      '*/*',
      ';',
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...types),
        fc.oneof(
          strange,
          fc.jsonValue().map((value) => JSON.stringify(value).slice(0, -1)),
          strange.map((text) => `--b\r\nContent-Disposition: form-data; name="${text}"\r\n\r\nx\r\n--b--\r\n`),
        ),
        fc.constantFrom('/api/schools/store', '/api/files', '/api/auth/password'),
        async (type, body, path) => {
          answered(await raw('POST', path, { ...bearer(), 'content-type': type }, body), { type, body });
        },
      ),
      { numRuns: CASES, ...LIMIT },
    );
    expect(await state()).toBe(before);
  });

  it('still works afterwards', async () => {
    const { id } = await server.person('focal.bamyan').must('POST', 'schools', schoolAnswers(stage, 'After the storm'));
    expect((await server.person('focal.bamyan').must('GET', `schools/${id}`)).data.name).toBe('After the storm');
  });
});

/** Percent-encodes a text and replaces lone surrogates. */
function encodeURIComponent0(text: string): string {
  return encodeURIComponent(text.replace(/[\ud800-\udfff]/g, '\ufffd'));
}
