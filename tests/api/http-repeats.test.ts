/** Rows in rows on the server: the same rules as in the browser, exports that keep what belongs together, history. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleForm } from '../support/exampleForm.ts';
import { expectRefusal } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

const BASE = 'examples-repeats';
const household = (more: Json = {}): Json => ({
  visited: '2026-09-12',
  hh_size: 2,
  head_age: 62,
  income: 1000,
  fare: 10,
  members: [
    {
      name: 'Ali',
      age: 62,
      visits: [
        { day: '2026-08-01', cost: 300, reason: 'Far' },
        { day: '2026-08-02', cost: 5 },
      ],
    },
    { name: 'Mina', age: 9, occupation: 'school' },
  ],
  ...more,
});

describe.each(ANY_DATABASE)('rows in rows on %s', (database) => {
  let server: TestServer;
  const call = (method: string, path: string, body?: Json) => server.person('mande').call(method, path, body);
  const codes = (body: Json) =>
    Object.fromEntries(Object.entries(body.errors).map(([at, list]) => [at, (list as Json[]).map(({ code }) => code)]));
  beforeAll(async () => {
    server = await startTestServer(database);
    await server.services.registry.publish(exampleForm('example-repeats'), { by: server.person('mande').id });
  });
  afterAll(() => server?.stop());

  it('are judged at their cells', async () => {
    const [ali, mina] = household().members;
    const refused = await call('POST', `${BASE}/store`, {
      ...household({ hh_size: 1, head_age: 40 }),
      members: [
        { ...ali, visits: [{ cost: 900 }] },
        { ...mina, occupation: 'farm' },
      ],
    });
    expectRefusal(refused, 'validation_failed');
    expect(codes(refused.body)).toEqual({
      '/members': ['rows_surplus'],
      '/members/0/age': ['constraint'],
      '/members/0/visits/0/day': ['required'],
      '/members/0/visits/0/reason': ['required'],
      '/members/1/occupation': ['choice'],
    });
    const missing = await call('POST', `${BASE}/store`, household({ hh_size: 3 }));
    expect(codes(missing.body)).toEqual({ '/members': ['rows_missing'] });
  });

  it('are worked out, exported line by line, and changed', async () => {
    const made = await call('POST', `${BASE}/store`, household());
    expect(made.status).toBe(200);
    const stored = (await call('GET', `${BASE}/${made.body.id}`)).body.data;
    expect(stored.members[0].visits.map(({ total }: Json) => total)).toEqual([320, 25]);
    expect(stored.treated).toBe(1);

    const file = async (rows: string) => {
      const { token } = { token: server.tokens.mande };
      const answer = await fetch(`${server.base}/api/${BASE}/export?format=csv&localSuffix=en&rows=${rows}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const text = await answer.text();
      return { status: answer.status, lines: text.trim().split('\r\n'), body: text };
    };
    const members = await file('members');
    expect(members.lines).toHaveLength(3);
    expect(members.lines[2]).toMatch(/^EX_RP_\d+,.*,2,Mina,9,,,Goes to school$/);
    const visits = await file('members.visits');
    expect(visits.lines[0]).toContain('Members: row number,Visits to the clinic: row number');
    expect(visits.lines).toHaveLength(3);
    expect(visits.lines[2]).toMatch(/,1,2,.*,5,25,$/);
    const { status, body } = await file('treated');
    expectRefusal({ status, body: JSON.parse(body) }, 'bad_filter');

    const changed = await call('PUT', `${BASE}/${made.body.id}`, { ...stored, fare: 100 });
    expect(changed.status).toBe(200);
    const now = (await call('GET', `${BASE}/${made.body.id}`)).body.data;
    expect(now.members[0].visits.map(({ total }: Json) => total)).toEqual([500, 205]);
    const history = (await call('GET', `${BASE}/${made.body.id}/history`)).body;
    expect(JSON.stringify(history)).toContain('members');
  });
});
