/** A body with very many errors gets a response of limited size that says how many more there are. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MOST_ERRORS } from '../../src/core/errors/recordErrors.ts';
import { expectRefusal } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { type Json, prepareStage, schoolAnswers } from './http-stage.ts';

describe.each(ANY_DATABASE)('bodies of mistakes on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(database);
  });
  afterAll(() => server?.stop());

  const store = async (base: string, body: Json, language = 'en') => {
    const response = await fetch(`${server.base}/api/${base}/store`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.tokens.admin}`,
        'content-type': 'application/json',
        'accept-language': language,
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, bytes: text.length, body: JSON.parse(text) as Json };
  };

  it('name the first of them and count the others, in the reader’s language', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 15_000 }, (_, n) => [`k${n}`, 1]));
    const { status, bytes, body } = await store('schools', unknown);
    expectRefusal({ status, body }, 'validation_failed');
    expect(bytes).toBeLessThan(200_000);
    expect(Object.keys(body.errors)).toHaveLength(MOST_ERRORS);
    expect(body.more_errors).toBe(15_000 - MOST_ERRORS);
    expect(body.message).toMatch(/Not listed: 14,000 more/);
    expect((await store('schools', unknown, 'fa')).body.message).toContain('در این فهرست نیامده');
  });

  it('hold for rows, for groups and for what the contract refuses', async () => {
    const many = Array.from({ length: 9_000 }, (_, n) => n);
    const { province, district } = await prepareStage(server);
    const school = (await server.person('admin').must('POST', 'schools', schoolAnswers({ province, district }, 'One')))
      .id;
    const bodies: [string, Json][] = [
      ['schools-rates', { problems: many.map(() => ({ colour: 'red' })) }],
      ['schools-rates', { ratings: Object.fromEntries(many.map((n) => [`k${n}`, 'x'])) }],
      ['schools-rates', { ratings: many.slice(0, 5_000).map((n) => ({ id: `k${n}`, rate: 1 })) }],
      ['schools-rates', { cbms_school_id: school, problems: many.slice(0, 900).map(() => ({})) }],
    ];
    for (const [base, body] of bodies) {
      const answer = await store(base, body);
      expectRefusal(answer, 'validation_failed');
      expect(answer.bytes).toBeLessThan(400_000);
      expect(answer.body.more_errors ?? 0, JSON.stringify(answer.body).slice(0, 200)).toBeGreaterThanOrEqual(0);
      expect(Object.keys(answer.body.errors).length).toBeGreaterThan(200);
    }
  });

  it('with more than a record can hold are refused before they are read', async () => {
    const ones = (count: number) => Array.from({ length: count }, () => 1);
    const unknown = (count: number) => Object.fromEntries(ones(count).map((_, n) => [`k${n}`, 1]));
    const rows = (count: number) => ones(count).map(() => ({ colour: 'red', size: 1 }));
    for (const body of [
      { ratings: ones(100_000) },
      unknown(75_000),
      { problems: rows(25_000) },
      { a: { b: unknown(75_000) } },
    ]) {
      const { status, body: answer } = await store('schools-rates', body);
      expect([status, answer.code]).toEqual([422, 'too_many']);
      expect(answer.errors).toBeUndefined();
    }
    const large = await store('schools-rates', { ratings: ones(1_900_000) });
    expect([large.status, large.body.code, large.body.message]).toEqual([
      413,
      'too_large',
      'This is too large. Make it smaller: the limit is 1 MB.',
    ]);
  });

  it('that are large are read one after the other for one account, and hold up nothing else', async () => {
    const body = JSON.stringify({ ratings: Array.from({ length: 60_000 }, () => 1) });
    const { host, port, hostname } = new URL(server.base);
    const head = [
      ...['POST /api/schools-rates/store HTTP/1.1', `Host: ${host}`, 'Connection: close'],
      ...[`Authorization: Bearer ${server.tokens.admin}`, 'Content-Type: application/json'],
      ...['Expect: 100-continue', `Content-Length: ${body.length}`],
    ].join('\r\n');
    const first = connect(Number(port), hostname);
    const closed = new Promise((resolve) => first.once('close', resolve));
    first.write(`${head}\r\n\r\n${body.slice(0, -1)}`);
    // It has its turn, and its body does not end yet.
    await once(first, 'data');
    first.resume();
    expectRefusal(await store('schools-rates', { colour: 'red' }), 'validation_failed');
    const begun: string[] = [];
    const second = store('schools-rates', { ratings: Array.from({ length: 60_000 }, () => 1) }).then(() =>
      begun.push('second'),
    );
    expectRefusal(await store('schools-rates', { colour: 'red' }), 'validation_failed');
    expect(begun).toEqual([]);
    first.write(body.slice(-1));
    await Promise.all([closed, second]);
  });

  it('with a list much longer than its contract says name that list alone', async () => {
    const { status, body } = await store('schools-rates', { problems: Array.from({ length: 5_000 }, () => ({})) });
    expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'validation_failed', ['/problems']]);
  });

  it('in form encoding with very many brackets are refused', async () => {
    const body = Array.from({ length: 4_000 }, (_, n) => `k${n}[a][b][c]=1`).join('&');
    const response = await fetch(`${server.base}/api/schools-rates/store`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.tokens.admin}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body,
    });
    expect([response.status, (await response.json()).code]).toEqual([422, 'too_many']);
  });
});
