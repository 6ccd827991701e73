/** A form without a data contract: checked, previewed, published, filled, exported and changed; the engine writes what is stored. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../support/refusal.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

const DRAFTS = 'definitions/drafts';
const said = (en: string, fa: string, ps: string) => ({ en, fa, ps });

/** Members of a household with their visits, a site, and limits. */
function household(version = 1): Json {
  const visits = {
    id: 'q_hh_visits',
    type: 'table',
    label: said('Visits', 'مراجعه‌ها', 'کتنې'),
    limits: { maxItems: 2 },
    columns: {
      day: { id: 'q_hh_day', type: 'date', label: said('Day', 'روز', 'ورځ'), required: true },
      cost: { id: 'q_hh_cost', type: 'decimal', label: said('Cost', 'مصرف', 'لګښت'), limits: { minimum: 0 } },
    },
  };
  const members = {
    id: 'q_hh_members',
    type: 'table',
    label: said('Members', 'اعضا', 'غړي'),
    columns: {
      name: { id: 'q_hh_name', type: 'text', label: said('Name', 'نام', 'نوم'), required: true },
      age: { id: 'q_hh_age', type: 'integer', label: said('Age', 'سن', 'عمر'), limits: { maximum: 120 } },
      visits,
    },
  };
  return {
    form: 'test-household',
    version,
    kind: 'record',
    programme: 'schools',
    title: said('Household', 'خانواده', 'کورنۍ'),
    plural: said('Households', 'خانواده‌ها', 'کورنۍ'),
    code: { pattern: 'TESTHH_{seq}' },
    paths: { list: '/test/households', record: '/test/households/:id', create: ['/test/households/create'] },
    api: { base: 'test/households' },
    workflow: 'verified-record',
    sections: [{ id: 'all', title: said('All', 'همه', 'ټول'), fields: ['school', 'size', 'members', 'spent'] }],
    fields: {
      school: {
        id: 'q_hh_school',
        type: 'record',
        label: said('School', 'مکتب', 'ښوونځی'),
        record: { forms: ['school'] },
      },
      size: {
        id: 'q_hh_size',
        type: 'integer',
        label: said('People', 'نفر', 'کسان'),
        required: true,
        limits: { minimum: 1, maximum: 30 },
      },
      members,
      spent: {
        id: 'q_hh_spent',
        type: 'derived',
        label: said('Spent', 'مصرف شده', 'لګول شوي'),
        derived: { expr: 'sum(members.map(m, sum(m.visits.map(v, v.cost))))' },
      },
    },
    list: { columns: ['index', 'status', 'code', 'size'] },
    changes: { from: version - 1, note: said('First', 'اول', 'لومړی') },
  };
}

describe.each(DATABASES)('a form without a data contract, on %s', (database) => {
  let server: TestServer;
  let draft: Json;
  beforeAll(async () => {
    server = await startTestServer(database);
    ({ data: draft } = await server.person('mande').must('POST', DRAFTS, { definition: household() }));
  });
  afterAll(() => server?.stop());

  it('is checked, and the check says what was written', async () => {
    const { advice, differences } = await server.person('mande').must('POST', `${DRAFTS}/${draft.id}/check`, {});
    expect(differences).toEqual([]);
    expect(advice).toEqual([
      {
        file: 'schema',
        pointer: '',
        advice: true,
        code: 'contract_added',
        params: { names: ['school', 'size', 'members', 'spent'] },
        message: 'Added to the stored fields: “school”, “size”, “members”, “spent”.',
      },
    ]);
    const { body } = await server
      .person('mande')
      .call('POST', `${DRAFTS}/${draft.id}/check`, {}, { 'accept-language': 'fa' });
    expect(body.advice[0].message).toBe(
      'به ساختار معلومات افزوده شد: «\u2068school\u2069»، «\u2068size\u2069»، «\u2068members\u2069»، «\u2068spent\u2069».',
    );
  });

  it('is previewed as the form people will fill in', async () => {
    const { form, issues, validator } = await server.person('mande').must('GET', `${DRAFTS}/${draft.id}/preview`);
    expect(issues.filter((one: Json) => !one.advice)).toEqual([]);
    expect(form.schema.required).toEqual(['size']);
    expect(form.schema.properties.members.items.properties.visits.maxItems).toBe(2);
    expect((await fetch(server.base + validator)).status).toBe(200);
  });

  it('is published, filled within its limits, and exported with its tables', async () => {
    const { person } = server;
    await person('mande').must('POST', `${DRAFTS}/${draft.id}/publish`, { version: draft.version });
    const admin = person('admin');
    const wrong = await admin.call('POST', 'test/households', {
      size: 31,
      members: [{ age: 130, visits: [{ cost: -1 }, { day: '2026-01-01' }, { day: '2026-01-02' }] }],
    });
    expectRefusal(wrong, 'validation_failed');
    expect(Object.keys(wrong.body.errors).sort()).toEqual([
      '/members/0/age',
      '/members/0/name',
      '/members/0/visits',
      '/members/0/visits/0/cost',
      '/members/0/visits/0/day',
      '/size',
    ]);
    const { code } = await admin.must('POST', 'test/households', {
      size: 4,
      members: [
        {
          name: 'Sample',
          age: 30,
          visits: [
            { day: '2026-01-01', cost: 12.5 },
            { day: '2026-02-01', cost: 0 },
          ],
        },
      ],
    });
    expect(code).toBe('TESTHH_1');
    const { data } = await admin.must('GET', 'test/households?fields=all');
    expect(data[0]).toMatchObject({ size: 4, spent: 12.5 });
    const csv = await fetch(`${server.base}/api/test/households/export?format=csv&all=1&rows=members.visits`, {
      headers: { authorization: `Bearer ${server.tokens.admin}` },
    });
    expect([csv.status, await csv.text()]).toEqual([200, expect.stringContaining('12.5')]);
  });

  it('tells of its next version what follows: a limit less, another type, a question less', async () => {
    const mande = server.person('mande');
    const { data, definition, schema } = await mande.must('POST', DRAFTS, { from: { form: 'test-household' } });
    definition.fields.size.limits = { minimum: 1, maximum: null };
    definition.fields.members.columns.age = {
      ...definition.fields.members.columns.age,
      type: 'decimal',
    };
    definition.fields.school.required = true;
    definition.changes.note = said('Less', 'کمتر', 'لږ');
    const path = `${DRAFTS}/${data.id}`;
    await mande.must('PUT', path, { version: data.version, definition, schema });
    const { advice, differences } = await mande.must('POST', `${path}/check`, {});
    expect(advice.map(({ code, params }: Json) => [code, params.names])).toEqual([
      ['contract_required', ['school']],
      ['contract_changed', ['size', 'members.age']],
    ]);
    const told = differences.map(({ kind, about }: Json) => `${kind} ${about}`);
    expect(told).toEqual(['now_required School', 'rule_changed People', 'question_retyped Age']);
    await mande.must('POST', `${path}/publish`, { version: data.version + 1 });
    const admin = server.person('admin');
    const refused = await admin.call('POST', 'test/households', { size: 31 });
    expect(Object.keys(refused.body.errors)).toEqual(['/school']);
  });
});
