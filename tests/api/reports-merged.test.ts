/** What turns out to be the same is counted once, whichever of its ids a visit, a link or a question names. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FormSource } from '../../src/core/definitions/types.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import { type Json, prepareStage, ratingAnswers, type Stage, schoolAnswers } from './http-stage.ts';

const TYPES = 'problem-type.schools';
const DASHBOARD = 'reports/schools-dashboard/result';

describe.each(DATABASES)('what was merged on %s', (database) => {
  let server: TestServer;
  let stage: Stage;
  beforeAll(async () => {
    server = await startTestServer(database);
    stage = await prepareStage(server);
  });
  afterAll(() => server?.stop());

  const admin = () => server.person('admin');
  const add = async (list: string, name: string, more: Json = {}) => {
    const names = { name_en: name, name_fa: `${name} به دری`, name_ps: `${name} په پښتو` };
    return (await admin().must('POST', `master-tables/${list}`, { ...names, ...more })).data.id as string;
  };
  const merge = async (list: string, id: string, into: string) => {
    await admin().must('POST', `master-tables/${list}/${id}/merge`, { into });
    await server.services.idle();
  };
  const visit = (day: string, type: string) => {
    const row = {
      id: randomUUID(),
      problem_type_id: type,
      problem_details: 'The pump is broken',
      date_identified: day,
    };
    const problems = [{ ...row, identified_by_id: [stage.monitor] }];
    return { ...ratingAnswers(stage, day), ...(type === 'water' && { water: 'bad' }), problems };
  };
  const open = async () => {
    const { data } = await admin().must('GET', DASHBOARD);
    const { rows } = data.blocks.find(({ id }: Json) => id === 'problems');
    return rows.map(({ key, cells }: Json) => [key, cells[0]]);
  };

  it('a type of problems: one row, one list, and a new one is asked about', async () => {
    const [water, doubled] = ['water', await add(TYPES, 'Dry pump', { category: 'environment' })];
    const store = (body: Json) => server.person('focal.bamyan').call('POST', 'schools-rates/store', body);
    for (const [day, type] of [
      ['2026-06-01', doubled],
      ['2026-06-02', water],
    ] as const)
      await server.person('focal.bamyan').must('POST', 'schools-rates/store', visit(day, type));
    expect(await open()).toEqual(expect.arrayContaining([[doubled, 1]]));
    await merge(TYPES, doubled, water);
    expect(await open()).toEqual([[water, 2]]);
    const behind = await admin().must(
      'GET',
      `${DASHBOARD.replace('result', 'behind')}?block=problems&measure=open&row=${water}`,
    );
    expect(behind.data).toHaveLength(2);
    for (const type of [water, doubled]) {
      const { data } = await admin().must('GET', `schools/${stage.school}/problems?types=${type}`);
      expect(data, type).toHaveLength(2);
    }
    const asked = await store({ ...visit('2026-06-03', water), other_problems: [] });
    expect(asked.body.same_problems?.[0].problems).toHaveLength(2);

    await admin().must('POST', `master-tables/${TYPES}/${doubled}/restore`);
    expect(await open()).toEqual(expect.arrayContaining([[water, 1]]));
  });

  it('an organisation in a link that somebody kept', async () => {
    const [right, doubled] = [await add('organization', 'Hope'), await add('organization', 'Hoppe')];
    const answers = { ...schoolAnswers(stage, 'Hopeful'), organization_id: doubled };
    const { id } = await admin().must('POST', 'schools/store', answers);
    await admin().must('POST', 'schools-rates/store', { ...ratingAnswers({ ...stage, school: id }, '2026-06-05') });
    await merge('organization', doubled, right);
    for (const organization of [right, doubled]) {
      const { data } = await admin().must('GET', `reports/cbms-program-summary/result?organizations=${organization}`);
      const { columns, rows } = data.blocks.find(({ id }: Json) => id === 'monitoringInfo');
      const at = columns.findIndex(({ measure }: Json) => measure === 'no_schools_monitored');
      expect(rows[0].cells[at], organization).toBe(1);
      expect(data.filters.organizations).toEqual([right]);
      const filters = encodeURIComponent(JSON.stringify({ organization_id: organization }));
      expect((await admin().must('GET', `schools-rates?filters=${filters}`)).meta.total, 'in the list').toBe(1);
    }
  });

  it('an answer of a place that a list, a rule of what is due, and the question before a visit name', async () => {
    const words = (en: string) => ({ en, fa: `${en} به دری`, ps: `${en} په پښتو` });
    const common = {
      version: 1,
      programme: 'schools',
      workflow: 'verified-record',
      changes: { from: 0, note: words('First') },
    };
    const form = (name: string, more: Json) => ({
      form: name,
      ...common,
      title: words(name),
      plural: words(`${name}s`),
      paths: { list: `/${name}s`, record: `/${name}s/:id` },
      api: { base: `${name}s` },
      ...more,
    });
    const [right, doubled] = [await add('organization', 'Rivers'), await add('organization', 'Riverz')];
    const site = form('test-pump', {
      kind: 'site',
      name: ['title'],
      sections: [{ id: 'all', title: words('All'), fields: ['title', 'owner'] }],
      fields: {
        title: { id: 'q_pump_title', type: 'text', label: words('Title') },
        owner: { id: 'q_pump_owner', type: 'choice', label: words('Owner'), choices: 'organization' },
      },
      list: { columns: ['title', 'owner'], filters: ['owner'] },
    });
    const visits = form('test-look', {
      kind: 'sheet',
      parent: { field: 'pump_id', forms: ['test-pump'] },
      sections: [{ id: 'all', title: words('All'), fields: ['pump_id', 'day'] }],
      fields: {
        pump_id: { id: 'q_look_pump', type: 'record', label: words('Pump'), record: { forms: ['test-pump'] } },
        day: { id: 'q_look_day', type: 'date', label: words('Day') },
      },
      date: 'day',
      due: { every: 'month', site: 'pump_id', where: [{ field: 'owner', op: 'eq', value: doubled }] },
      list: { columns: ['day', 'parent.owner'], filters: ['day', 'parent.owner'] },
    });
    const schema = (...names: string[]) => ({
      type: 'object',
      required: names,
      additionalProperties: false,
      properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    });
    for (const [definition, contract] of [
      [site, schema('title', 'owner')],
      [visits, schema('pump_id', 'day')],
    ])
      await server.services.registry.publish({ definition, schema: contract } as unknown as FormSource);
    await server.services.idle();
    const pump = async (owner: string) =>
      (await admin().must('POST', 'test-pumps', { title: `Pump of ${owner}`, owner })).id as string;
    const pumps = [await pump(doubled), await pump(right), await pump(await add('organization', 'Hills'))];
    for (const pump_id of pumps) await admin().must('POST', 'test-looks', { pump_id, day: '2026-05-01' });
    await merge('organization', doubled, right);

    for (const owner of [right, doubled]) {
      const filters = encodeURIComponent(JSON.stringify({ 'parent.owner': owner }));
      expect((await admin().must('GET', `test-looks?filters=${filters}`)).meta.total, 'in the list').toBe(2);
    }
    const { due } = await server.person('focal.bamyan').must('GET', 'home');
    expect(due.find(({ form: of }: Json) => of === 'test-look')).toMatchObject({ sites: 2, visited: 0 });
    const asked = async (id?: string) =>
      (await admin().must('GET', `test-looks/create?pump_id=${id}`)).parent.unvisited;
    expect(await asked(pumps[0])).toBeUndefined();
    expect(await asked(pumps[1])).toBeUndefined();
    expect(await asked(pumps[2])).toMatchObject([{ answer: { en: 'Hills', fa: 'Hills به دری' } }]);
  });
});
