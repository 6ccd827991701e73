/** Every documented call of the school programme answers with its documented keys, over HTTP, on both databases. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import { type Json, prepareStage, type Stage } from './http-stage.ts';

interface CallRow {
  call: string;
  method: string;
  path: string;
  query?: Record<string, string>;
  keys?: string[];
  file?: string;
  refused?: number;
}

const CALLS = JSON.parse(readFileSync(new URL('../golden/calls-schools.json', import.meta.url), 'utf8')) as CallRow[];
const at = (value: Json, path: string) => path.split('.').reduce((found, key) => found?.[key], value);

describe.each(DATABASES)('documented calls on %s', (database) => {
  let server: TestServer;
  let stage: Stage;
  beforeAll(async () => {
    server = await startTestServer(database);
    stage = await prepareStage(server);
  });
  afterAll(() => server?.stop());

  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_hole, name: keyof Stage) => stage[name]);

  it.each(CALLS)('$call: $method $path', async ({ method, path, query, keys, file, refused }) => {
    const search = new URLSearchParams(
      Object.entries(query ?? {}).map(([name, value]) => [name, fill(value)]),
    ).toString();
    const response = await fetch(`${server.base}/api/${fill(path)}${search && `?${search}`}`, {
      method,
      headers: {
        authorization: `Bearer ${server.tokens.admin}`,
        ...(method === 'POST' || method === 'PUT' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...((method === 'POST' || method === 'PUT') && { body: '_probe=1' }),
    });
    if (file) {
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toContain(file);
      return;
    }
    const answer = (await response.json()) as Json;
    expect(response.status, JSON.stringify(answer)).toBe(refused ?? 200);
    if (refused) {
      expect(answer.code).not.toBe('route_not_found');
      expect(answer.message.length).toBeGreaterThan(3);
    }
    for (const key of keys ?? []) expect(at(answer, key), key).not.toBeUndefined();
  });

  it('answers a delete with a sentence', async () => {
    const admin = server.person('admin');
    const { id } = await admin.must('POST', 'schools-surveys/store', {
      cbms_school_id: stage.school,
      ...surveyOf(stage),
    });
    const answer = await admin.call('DELETE', `schools-surveys/${id}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatch(/deleted/);
    expect((await server.person('focal.bamyan').call('GET', `schools-surveys/${id}`)).status).toBe(404);
  });

  it('fills rates, forms and counts from what belongs to the school', async () => {
    const admin = server.person('admin');
    const { rates } = await admin.must('GET', `schools/${stage.school}/rates?fromDate=2026-01-01&toDate=2026-12-31`);
    const water = rates.find((rate: Json) => rate.field === 'water');
    expect(water).toMatchObject({ average: 3, count: 1, distribution: { good: 1, bad: 0 } });
    expect(rates).toHaveLength(16);
    const none = await admin.must('GET', `schools/${stage.school}/rates?fromDate=2020-01-01&toDate=2020-12-31`);
    expect(none.rates[0].average).toBeNull();
    const monitorings = await admin.must('GET', `schools/${stage.school}/forms?form_type=monitoring`);
    expect(monitorings.data.map((row: Json) => row.id)).toEqual([stage.rating]);
    expect((await admin.call('GET', `schools/${stage.school}/forms?form_type=nonsense`)).status).toBe(400);
    const { formsCount } = await admin.must('GET', `schools/${stage.school}`);
    expect(formsCount).toMatchObject({ monitoring: 1, endline: 0 });
  });
});

function surveyOf(stage: Stage): Json {
  return {
    type: 'baseline',
    filling_date: '2026-04-03',
    local_monitor_id: stage.monitor,
    gender: 'male',
    age: 40,
    information: 'enough',
    teaching_quality: 'good',
    teachers_conduct: 'good',
    facilities: 'fair',
    council_active: 'yes',
    complaint_answered: 'no',
    money_asked: 'no',
  };
}
