/** Defaults and conditions on who fills in a form, over HTTP: the server gives what a new record reads, and judges as its client. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kabulDay } from '../../src/core/text/dates.ts';
import { expectRefusal, refusalOf } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { springSource, wellSource } from '../support/wells.ts';
import type { Json } from './http-stage.ts';

const DAY = 86_400_000;

const label = { en: 'Spring', fa: 'چشمه', ps: 'چینه' };

/** A visit to a spring. Reads the spring and the visit before. */
function visitSource(): Json {
  const source = JSON.parse(
    JSON.stringify(wellSource(1))
      .replaceAll('test-well', 'test-visit')
      .replaceAll('test/well', 'test/visit')
      .replaceAll('q_well', 'q_visit')
      .replaceAll('WELL_', 'VISIT_'),
    (_key, value) => (typeof value?.fa === 'string' ? label : value),
  ) as Json;
  const { definition, schema } = source;
  definition.kind = 'sheet';
  definition.parent = { forms: ['test-spring'], field: 'spring' };
  definition.date = 'day';
  definition.import = { path: '/test/visits/upload', fields: ['name', 'spring', 'day', 'early', 'checked'] };
  const fields = {
    spring: { type: 'record', record: { forms: ['test-spring'] } },
    day: { type: 'date' },
    before: { type: 'hidden', default: 'last.name' },
    place: { type: 'text', default: 'parent.name', 'ui:readonly': true },
    checked: { type: 'text', visibleWhen: { expr: '"me-officer" in user.roles' } },
    early: { type: 'text', visibleWhen: { expr: 'day < today()' }, requiredWhen: { expr: 'day < today()' } },
  };
  definition.fields.name.label = { ...label, en: 'Called' };
  for (const [name, field] of Object.entries(fields)) {
    definition.fields[name] = { id: `q_visit_${name}`, label: { ...label, en: name }, ...field };
    definition.sections[0].fields.push(name);
    schema.properties[name] = name === 'day' ? { type: 'string', format: 'date' } : { type: 'string', maxLength: 100 };
  }
  schema.properties.spring = { type: 'string', minLength: 1, maxLength: 64 };
  schema.required = ['name', 'spring', 'checked'];
  return source;
}

describe.each(ANY_DATABASE)('defaults on %s', (database) => {
  let server: TestServer;
  let spring: string;
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);
  const admin = () => server.person('admin');
  const store = (answers: Json) =>
    admin().call('POST', 'test/visits/store', { name: 'Visit', spring, early: 'It was', ...answers });
  beforeAll(async () => {
    server = await startTestServer(database, { now });
    await admin().must('POST', 'definitions', springSource(1));
    await admin().must('POST', 'definitions', visitSource());
    spring = (await admin().must('POST', 'test/springs/store', { name: 'Blue spring' })).id;
  });
  afterAll(() => server?.stop());

  it('a new form is told what its defaults read, and nothing else', async () => {
    const first = await admin().must('GET', `test/visits/create?spring=${spring}`);
    expect(first.known).toEqual({ parent: { name: 'Blue spring' } });
    await store({ name: 'Old visit', day: '2026-01-05' });
    await store({ name: 'Newest visit', day: '2026-03-05' });
    await store({ name: 'Middle visit', day: '2026-02-05' });
    const next = await admin().must('GET', `test/visits/create?spring=${spring}`);
    expect(next.known).toEqual({ parent: { name: 'Blue spring' }, last: { name: 'Newest visit' } });
  });

  it('what nobody is asked for is filled, and is never changed', async () => {
    const made = await store({ day: '2026-04-01' });
    expect(made.body.well).toMatchObject({ before: 'Newest visit', place: 'Blue spring' });
    const path = `test/visits/${made.body.id}`;
    const changed = await admin().must('PUT', path, {
      name: 'Renamed',
      spring,
      day: '2026-04-01',
      early: 'x',
      place: 'Elsewhere',
      before: 'Mine',
    });
    expect(changed.well).toMatchObject({ name: 'Renamed', before: 'Newest visit', place: 'Blue spring' });
    const own = await store({ day: '2026-04-02', before: 'As seen on the phone' });
    expect(own.body.well.before, 'what was captured comes first').toBe('As seen on the phone');
  });

  it('a request that is sent again gets its first answer, though its defaults would now read another record', async () => {
    const sent = { client_id: randomUUID(), day: '2026-04-10' };
    const first = await store(sent);
    expect(first.body.well.before).toBe('Visit');
    await store({ name: 'Later visit', day: '2026-04-20' });
    const again = await store(sent);
    expect([again.status, again.body.id, again.body.well.before]).toEqual([200, first.body.id, 'Visit']);
    const withKey = await admin().call(
      'POST',
      'test/visits/store',
      { name: 'Visit', spring, early: 'It was', ...sent },
      { 'idempotency-key': randomUUID() },
    );
    expect([withKey.status, withKey.body.id], 'another key, but the same record').toEqual([200, first.body.id]);
  });

  it('rows of a spreadsheet are filled like records of a form', async () => {
    const body = new FormData();
    const rows = ['Called,spring,day,early,checked', 'From paper,Blue spring,2026-04-30,It was,'];
    body.append('file', new Blob([rows.join('\n')]), 'visits.csv');
    const { records } = await admin().must('POST', 'test/visits/upload', body);
    const { well } = await admin().must('GET', `test/visits/${records[0].id}`);
    expect(well).toMatchObject({ name: 'From paper', before: 'Later visit', place: 'Blue spring' });
  });

  it('a parent that does not exist is refused as before', async () => {
    const refused = await store({ spring: 'nothing' });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { '/spring': [expect.objectContaining({ code: 'record_missing' })] },
    ]);
  });

  it('a question for one role is demanded of nobody else, and keeps its answer', async () => {
    const made = await store({ checked: 'By the officer' });
    expect(made.status).toBe(200);
    expect(made.body.well.checked).toBe('By the officer');
    const officer = await server.person('mande').call('PUT', `test/visits/${made.body.id}`, { name: 'Visit', spring });
    expect([officer.status, officer.body.errors]).toEqual([
      422,
      { '/checked': [expect.objectContaining({ code: 'required' })] },
    ]);
  });

  it('today is the day of capture, and never later than the day of the server', async () => {
    ahead = 2 * DAY;
    const yesterday = new Date(now().getTime() - DAY);
    const day = kabulDay(yesterday);
    const late = await store({ day, early: undefined });
    expect(late.body.errors).toMatchObject({ '/early': [{ code: 'required' }] });
    expect((await store({ day, early: undefined, captured_at: yesterday.toISOString() })).status).toBe(200);
    for (const [captured, why] of [
      [now().toISOString(), 'it is the next day in Kabul'],
      ['2015-01-01T08:00:00Z', 'before there was the form the clock was wrong'],
    ] as const)
      expectRefusal(
        await refusalOf(store({ day, early: undefined, captured_at: captured })),
        'validation_failed',
        undefined,
        why,
      );
    expect((await store({ day: '2298-01-01', early: undefined, captured_at: '2298-01-02T08:00:00Z' })).status).toBe(
      200,
    );
  });

  it('the first minutes of tomorrow on a device are today while the server says so', async () => {
    ahead = 2 * DAY;
    const ofDay = (now().getTime() + 4.5 * 3_600_000) % DAY;
    // 23:57 in Kabul.
    ahead += DAY - 3 * 60_000 - ofDay;
    const day = kabulDay(now());
    const captured_at = new Date(now().getTime() + 4 * 60_000).toISOString();
    expect(kabulDay(new Date(captured_at))).not.toBe(day);
    expect((await store({ day, early: undefined, captured_at })).status).toBe(200);
  });
});
