/** Expressions on the server: what they hide, require, forbid and work out is the same when answers are stored over HTTP. */
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { springSource } from '../support/wells.ts';
import type { Json } from './http-stage.ts';

const label = { en: 'Spring', fa: 'چشمه', ps: 'چینه' };
const message = {
  en: 'More taps work than there are.',
  fa: 'نل‌های فعال از همه نل‌ها زیادتر است.',
  ps: 'فعال نلونه له ټولو نلونو ډېر دي.',
};

/** A spring with taps: a constraint, a condition and a derived value. */
function tapSource(): Json {
  const source = springSource(1);
  const fields = {
    taps: { type: 'integer' },
    working: { type: 'integer' },
    why: { type: 'text', visibleWhen: { expr: 'working < taps' }, requiredWhen: { expr: 'working == 0 && taps > 2' } },
    share: { type: 'derived', derived: { expr: 'round(working / taps * 100, 1)' } },
    crews: { type: 'derived', derived: { expr: 'floor(taps / 3) + mod(taps, 3)' } },
    nearest: { type: 'derived', derived: { expr: 'first(users).families + users[taps].families' } },
  };
  for (const [name, field] of Object.entries(fields)) {
    const own = { ...label, en: name[0]?.toUpperCase() + name.slice(1) };
    source.definition.fields[name] = { id: `q_spring_${name}`, label: own, ...field };
    source.definition.sections[0].fields.push(name);
    source.schema.properties[name] = name === 'why' ? { type: 'string', maxLength: 100 } : { type: 'integer' };
  }
  source.definition.fields.crews.show = false;
  delete source.definition.fields.crews.label;
  for (const name of ['share', 'crews', 'nearest']) source.schema.properties[name] = { type: 'number' };
  const column = (name: string, more: object) => ({
    id: `q_spring_user_${name}`,
    label: { ...label, en: name },
    ...more,
  });
  source.definition.fields.users = {
    id: 'q_spring_users',
    label: { ...label, en: 'Users' },
    type: 'table',
    columns: {
      families: column('families', { type: 'integer' }),
      nr: column('nr', { type: 'derived', derived: { expr: 'row.index' }, show: false }),
      far: column('far', {
        type: 'text',
        visibleWhen: { expr: 'families > 9' },
        requiredWhen: { expr: 'families > 90' },
      }),
    },
  };
  source.definition.sections[0].fields.push('users');
  source.schema.properties.users = {
    type: 'array',
    maxItems: 20,
    items: {
      type: 'object',
      additionalProperties: false,
      properties: { families: { type: 'integer' }, nr: { type: 'integer' }, far: { type: 'string', maxLength: 100 } },
    },
  };
  source.definition.import = { path: '/test/springs/upload', fields: ['name', 'taps', 'working'] };
  source.definition.constraints = [{ id: 'taps_fit', expr: 'working <= taps', at: 'working', message }];
  return source;
}

describe.each(ANY_DATABASE)('expressions on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(database);
  });
  afterAll(() => server?.stop());

  it('are refused at a publication when they are wrong, with their place', async () => {
    const source = tapSource();
    source.definition.constraints[0].expr = 'working <= tabs';
    const { status, body } = await server.person('admin').call('POST', 'definitions', source);
    expectRefusal({ status, body }, 'validation_failed');
    expect(JSON.stringify(body)).toContain('/constraints/0/expr');
    expect(JSON.stringify(body)).toContain('Did you mean “taps”?');
  });

  it('judge, hide and work out what is stored', async () => {
    const admin = server.person('admin');
    await admin.must('POST', 'definitions', tapSource());
    const store = (answers: Json) => admin.call('POST', 'test/springs/store', { name: 'First spring', ...answers });

    const refused = await store({ taps: 4, working: 5 });
    expectRefusal(refused, 'constraint', '/working');
    expect(refused.body.errors).toEqual({
      '/working': [{ code: 'constraint', number: 42230, message: message.en }],
    });
    expect((await store({ taps: 4, working: 0 })).body.errors).toMatchObject({ '/why': [{ code: 'required' }] });

    const made = await store({ taps: 8, working: 3, why: 'No parts', share: 12 });
    expect(made.body.well).toMatchObject({ taps: 8, working: 3, why: 'No parts', share: 37.5 });
    const changed = await admin.must('PUT', `test/springs/${made.body.id}`, { ...made.body.well, working: 8 });
    expect(changed.well).toMatchObject({ working: 8, share: 100 });
    expect(changed.well.why ?? null).toBeNull();
    expect((await store({ working: 5 })).status, 'an unanswered question refuses nothing').toBe(200);
  });

  it('hide and require cells by the other cells of their row', async () => {
    const store = (users: Json) =>
      server.person('admin').call('POST', 'test/springs/store', { name: 'Far spring', users });
    const refused = await store([{ families: 3 }, { families: 91 }]);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['/users/1/far']]);
    const made = await store([
      { families: 3, far: 'Two hours' },
      { families: 91, far: 'An hour' },
    ]);
    expect(made.body.well.users).toEqual([
      { families: 3, nr: 1 },
      { families: 91, nr: 2, far: 'An hour' },
    ]);
  });

  it('number rows by what is stored, and read an entry where there is one', async () => {
    const store = async (answers: Json) => {
      const { body } = await server
        .person('admin')
        .call('POST', 'test/springs/store', { name: 'New spring', ...answers });
      return body.well;
    };
    const users = [{ families: 3, nr: 9 }, {}, { nr: 3 }, { families: 4, nr: -1 }];
    expect(await store({ taps: 1, users })).toMatchObject({
      crews: 1,
      nearest: 7,
      users: [
        { families: 3, nr: 1 },
        { families: 4, nr: 2 },
      ],
    });
    for (const taps of [2, 1_000_000_000])
      expect((await store({ taps, users })).nearest, `entry ${taps}`).toBeUndefined();
  });

  it('are exported and kept in the history where nobody is shown them, under their stored name', async () => {
    const admin = server.person('admin');
    const made = await admin.must('POST', 'test/springs/store', {
      name: 'Old spring',
      taps: 8,
      users: [{ families: 3 }],
    });
    expect(made.well).toMatchObject({ crews: 4 });
    const csv = async (what: string): Promise<string[][]> => {
      const answer = await fetch(`${server.base}/api/test/springs/export?format=csv&names=1&ids=${made.id}&${what}`, {
        headers: { authorization: `Bearer ${server.tokens.admin}` },
      });
      return parse(await answer.text(), { bom: true, relax_column_count: true });
    };
    const told = async (what: string, heading: string) => {
      const [headings = [], , line = []] = await csv(what);
      return line[headings.indexOf(heading)];
    };
    expect([await told('all=1', 'crews'), await told('rows=users', 'nr')]).toEqual(['4', '1']);
    const { data } = await admin.must('GET', `test/springs/${made.id}/history`);
    expect(data[0].changes).toContainEqual(expect.objectContaining({ field: 'crews', after: 4 }));
  });

  it('judge the rows of an upload', async () => {
    const body = new FormData();
    const rows = ['Spring,Taps,Working', 'One,4,3', 'Two,4,5'].join('\n');
    body.append('file', new Blob([rows], { type: 'text/csv' }), 'springs.csv');
    const answer = await fetch(`${server.base}/api/test/springs/upload/preview`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.tokens.admin}` },
      body,
    });
    const preview = (await answer.json()) as Json;
    const errors = preview.rows.map(({ errors }: Json) => errors.map(({ message }: Json) => message));
    expect(errors).toEqual([[], [expect.stringContaining(message.en)]]);
  });

  it('travel in the validator module as text', async () => {
    const module = await (await fetch(`${server.base}/api/definitions/test-spring/1/validator.js`)).text();
    expect(module).toContain('"taps_fit":{"expr":"working <= taps"}');
  });
});
