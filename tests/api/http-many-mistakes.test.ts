/** A body with very many errors gets a response of limited size that says how many more there are. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MOST_ERRORS } from '../../src/core/errors/recordErrors.ts';
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
    const unknown = Object.fromEntries(Array.from({ length: 300_000 }, (_, n) => [`k${n}`, 1]));
    const { status, bytes, body } = await store('schools', unknown);
    expect(status).toBe(422);
    expect(bytes).toBeLessThan(200_000);
    expect(Object.keys(body.errors)).toHaveLength(MOST_ERRORS);
    expect(body.more_errors).toBe(300_000 - MOST_ERRORS);
    expect(body.message).toMatch(/Not listed: 299,000 more/);
    expect((await store('schools', unknown, 'fa')).body.message).toContain('در این فهرست نیامده');
  });

  it('hold for rows, for groups and for what the contract refuses', async () => {
    const many = Array.from({ length: 60_000 }, (_, n) => n);
    const { province, district } = await prepareStage(server);
    const school = (await server.person('admin').must('POST', 'schools', schoolAnswers({ province, district }, 'One')))
      .id;
    const bodies: [string, Json][] = [
      ['schools-rates', { problems: many.map(() => ({ colour: 'red' })) }],
      ['schools-rates', { ratings: Object.fromEntries(many.map((n) => [`k${n}`, 'x'])) }],
      ['schools-rates', { ratings: many.map((n) => ({ id: `k${n}`, rate: 1 })) }],
      ['schools-rates', { cbms_school_id: school, problems: many.map(() => ({})) }],
      ['schools-rates', { cbms_school_id: school, problems: many.map(() => 1) }],
    ];
    for (const [base, body] of bodies) {
      const answer = await store(base, body);
      expect(answer.status, JSON.stringify(answer.body).slice(0, 200)).toBe(422);
      expect(answer.bytes).toBeLessThan(400_000);
      expect(answer.body.more_errors ?? 0, JSON.stringify(answer.body).slice(0, 200)).toBeGreaterThan(50_000);
    }
  });
});
