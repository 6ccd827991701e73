/**
 * Every documented call (`tests/golden/calls-<document>.json`) returns its documented keys, over HTTP, on both databases. A
 * `{form}` in a path or a query is a record of that form, made from its definition with everything it may refer to. A row
 * with `valid` sends valid answers. Any other write sends nothing and is refused with a sentence.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompiledForm } from '../../src/core/definitions/types.ts';
import { Answerer } from '../support/everyForm.ts';
import { expectRefusal } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { type Json, prepareStage, ratingAnswers, type Stage, schoolAnswers } from './http-stage.ts';
import type { Person } from './permissions-cast.ts';

interface CallRow {
  call: string;
  method: string;
  path: string;
  query?: Record<string, string>;
  /** Keys of the response. A dot goes deeper. */
  keys?: string[];
  /** Keys of the response with their values */
  values?: Record<string, unknown>;
  /** The form whose valid answers are sent */
  valid?: string;
  /** Part of the file's content type */
  file?: string;
  /** Status of the expected refusal */
  refused?: number;
}

const GOLDEN = join(import.meta.dirname, '../golden');
const CALLS = readdirSync(GOLDEN)
  .filter((file) => /^calls-\d\.json$/.test(file))
  .flatMap((file) => JSON.parse(readFileSync(join(GOLDEN, file), 'utf8')) as CallRow[]);
/** Names of the forms whose records the calls contain. */
const FORMS = [
  ...new Set(
    CALLS.flatMap(({ path, query }) => [path, ...Object.values(query ?? {})])
      .flatMap((text) => [...text.matchAll(/\{([\w-]+)\}/g)].map(([, name]) => name as string))
      .filter((name) => !['province', 'district', 'department'].includes(name)),
  ),
];
const at = (value: Json, path: string) => path.split('.').reduce((found, key) => found?.[key], value);

describe.each(ANY_DATABASE)('documented calls on %s', (database) => {
  let server: TestServer;
  let admin: Person;
  let answerer: Answerer;
  let stage: Stage;
  /** Values for the names in braces */
  const named = new Map<string, string>();

  beforeAll(async () => {
    server = await startTestServer(database);
    admin = server.person('admin');
    stage = await prepareStage(server);
    answerer = new Answerer(server, admin, stage.province);
    named.set('province', stage.province).set('district', stage.district);
    named.set('department', server.services.registry.choices('department')[0]?.id as string);
    for (const name of FORMS) {
      const form = formOf(name);
      const { id } = await admin.must('POST', form.definition.api.base, await answerer.answers(form, admin, 1));
      named.set(name, id);
    }
  });
  afterAll(() => server?.stop());

  const formOf = (name: string) => server.services.registry.form(name) as CompiledForm;
  const fill = (text: string) => text.replace(/\{([\w-]+)\}/g, (_hole, name: string) => named.get(name) as string);

  it.each(CALLS)('$call: $method $path', async ({ method, path, query, keys, values, valid, file, refused }) => {
    const search = new URLSearchParams(
      Object.entries(query ?? {}).map(([name, value]) => [name, fill(value)]),
    ).toString();
    const writes = method === 'POST' || method === 'PUT';
    const body = valid ? JSON.stringify(await answerer.answers(formOf(valid), admin, 2)) : '_probe=1';
    const response = await fetch(`${server.base}/api/${fill(path)}${search && `?${search}`}`, {
      method,
      headers: {
        authorization: `Bearer ${server.tokens.admin}`,
        ...(writes && { 'content-type': valid ? 'application/json' : 'application/x-www-form-urlencoded' }),
      },
      ...(writes && { body }),
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
    for (const [key, value] of Object.entries(values ?? {})) expect(at(answer, key), key).toEqual(value);
  });

  it('answers a delete with a sentence', async () => {
    const { id } = await admin.must('POST', 'schools-surveys/store', {
      cbms_school_id: stage.school,
      ...surveyOf(stage),
    });
    const answer = await admin.call('DELETE', `schools-surveys/${id}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatch(/^Deleted: /);
    expectRefusal(await server.person('focal.bamyan').call('GET', `schools-surveys/${id}`), 'record_not_found');
  });

  it('fills rates, forms and counts from what belongs to the school', async () => {
    const { rates } = await admin.must('GET', `schools/${stage.school}/rates?fromDate=2026-01-01&toDate=2026-12-31`);
    const water = rates.find((rate: Json) => rate.field === 'water');
    expect(water).toMatchObject({ average: 3, count: 1, distribution: { good: 1, bad: 0 } });
    expect(rates).toHaveLength(16);
    const none = await admin.must('GET', `schools/${stage.school}/rates?fromDate=2020-01-01&toDate=2020-12-31`);
    expect(none.rates[0].average).toBeNull();
    // A visit that was archived counts no more, in no number.
    const during = `schools/${stage.school}/rates?fromDate=2026-05-20&toDate=2026-05-20`;
    const archived = { ...ratingAnswers(stage, '2026-05-20'), water: 'excellent' };
    const { id } = await admin.must('POST', 'schools-rates/store', archived);
    const waterOf = async () => {
      const answer = await admin.must('GET', during);
      return [answer.sheets, answer.rates.find((rate: Json) => rate.field === 'water').average];
    };
    expect(await waterOf()).toEqual([1, 4]);
    await admin.must('POST', 'schools-rates/change-record-status', { record_id: id, action: 'archive', comment: 'x' });
    expect(await waterOf()).toEqual([0, null]);
    await admin.must('DELETE', `schools-rates/${id}`);
    const monitorings = await admin.must('GET', `schools/${stage.school}/forms?form_type=monitoring`);
    expect(monitorings.data.map((row: Json) => row.id)).toEqual([stage.rating]);
    expectRefusal(await admin.call('GET', `schools/${stage.school}/forms?form_type=nonsense`), 'bad_filter');
    const { formsCount } = await admin.must('GET', `schools/${stage.school}`);
    expect(formsCount).toMatchObject({ monitoring: 1, endline: 0 });
  });

  it('tells the state and the position of a place as far as the reader sees its visits and answers', async () => {
    const position = { latitude: 34.82, longitude: 67.83 };
    const people = { focal_point_name: 'Simin', focal_point_contact: '0700 000 009' };
    const answers = { ...schoolAnswers(stage, 'School with a state'), ...position, ...people };
    const { id: school } = await admin.must('POST', 'schools/store', answers);
    const path = `schools/${school}/overview`;
    const own = { position, people: [{ title: expect.anything(), name: 'Simin', phone: '0700 000 009' }] };
    expect(await admin.must('GET', path)).toEqual({ last_visit: null, problems: null, trend: [], ...own });
    const visit = async (day: string, more: Json = {}) => {
      const visited = { ...ratingAnswers({ ...stage, school }, day), ...more };
      return (await server.person('focal.bamyan').must('POST', 'schools-rates/store', visited)).id;
    };
    const problem = { problem_type_id: 'water', problem_details: 'Dry', date_identified: '2026-05-10' };
    const measured = { latitude: 34.821, longitude: 67.831 };
    const later = await visit('2026-05-13', {
      ...measured,
      water: 'bad',
      problems: [{ ...problem, identified_by_id: [stage.monitor] }],
    });
    const earlier = await visit('2026-05-01');
    const seen = await admin.must('GET', path);
    expect(seen).toMatchObject({
      last_visit: { id: later, form: 'school-rating', date: '2026-05-13', by: expect.stringMatching(/./) },
      problems: { open: 1, total: 1 },
      trend: [{ id: earlier }, { id: later }],
      ...own,
    });
    expect(seen.trend[1].average).toBeLessThan(seen.trend[0].average);
    // Finance reads schools, but none of their visits.
    const finance = await server.person('finance').must('GET', path);
    expect(finance).toEqual({ last_visit: null, problems: null, trend: [], ...own });
    expect((await admin.call('GET', `schools-rates/${later}/overview`)).body.code).toBe('route_not_found');
    // The next visit offers this position only for the same school, with its day.
    const next = await admin.must('GET', `schools-rates/create?school_id=${school}`);
    expect(next.known.last).toMatchObject({ cbms_school_id: school, monitoring_date: '2026-05-13', ...measured });
    const near = await admin.must('GET', `schools/positions?province=${stage.province}`);
    expect(near.data).toContainEqual({ id: school, name: 'School with a state', ...position });
    const elsewhere = server.person('focal.kabul');
    expect((await elsewhere.must('GET', `schools/positions?province=${stage.province}`)).data).toEqual([]);
    for (const query of ['', '?province=%00', '?province[]=1', '?province=a%20b'])
      expectRefusal(await admin.call('GET', `schools/positions${query}`), 'bad_filter', undefined, query);
    expectRefusal(await admin.call('GET', 'schools-rates/positions?province=x'), 'route_not_found');
    await admin.must('DELETE', `schools-rates/${later}`);
    expect(await admin.must('GET', path)).toMatchObject({ last_visit: { id: earlier }, trend: [{ id: earlier }] });
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
