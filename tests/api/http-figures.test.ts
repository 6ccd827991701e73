/** Figures and the matrix count exactly what the list behind them shows, for each user, and nothing restricted. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompiledForm, FormSource } from '../../src/core/definitions/types.ts';
import type { Actor } from '../../src/core/records/types.ts';
import { addDays } from '../../src/core/text/dates.ts';
import { clockAt } from '../support/clock.ts';
import { expectRefusal } from '../support/refusal.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

const words = (en: string) => ({ en, fa: `${en} دری`, ps: `${en} پښتو` });
const scale = (...values: string[]) => values.map((value) => ({ value, label: words(`option ${value}`) }));
/** The last day of a month, and of a quarter, of the Solar calendar. */
const TODAY = '2026-09-22';
const ago = (days: number) => addDays(TODAY, -days) as string;

const SOURCE: FormSource = {
  definition: {
    form: 'test-hazard',
    version: 1,
    kind: 'record',
    programme: 'schools',
    title: words('Hazard'),
    plural: words('Hazards'),
    paths: { list: '/test-hazards', record: '/test-hazards/:id', figures: '/test-hazards/figures' },
    api: { base: 'test-hazards' },
    workflow: 'verified-record',
    place: 'place',
    date: 'day',
    sections: [
      {
        id: 'all',
        title: words('All'),
        fields: ['day', 'place', 'odds', 'harm', 'level', 'stage', 'witness', 'sworn', 'touched'],
      },
    ],
    fields: {
      day: { id: 'q_hz_day', type: 'date', label: words('Day') },
      place: { id: 'q_hz_place', type: 'place', label: words('Place'), bind: { province: 'province_id' } },
      odds: { id: 'q_hz_odds', type: 'choice', label: words('Odds'), options: scale('1', '2', '3') as never },
      harm: { id: 'q_hz_harm', type: 'choice', label: words('Harm'), options: scale('1', '2', '3') as never },
      level: {
        id: 'q_hz_level',
        type: 'derived',
        label: words('Level'),
        derived: { product: ['odds', 'harm'] },
        bands: [
          { from: 1, label: words('small'), variant: 'green' },
          { from: 6, label: words('great'), variant: 'red' },
        ],
      },
      stage: { id: 'q_hz_stage', type: 'choice', label: words('Stage'), options: scale('open', 'closed') as never },
      witness: { id: 'q_hz_witness', type: 'choice', label: words('Who'), choices: 'organization', restricted: true },
      sworn: { id: 'q_hz_sworn', type: 'integer', label: words('Sworn'), restricted: true },
      touched: {
        id: 'q_hz_touched',
        type: 'multi',
        label: words('Touched'),
        options: scale('people', 'water') as never,
      },
    },
    matrix: {
      title: words('Matrix'),
      rows: 'odds',
      columns: 'harm',
      level: 'level',
      where: [{ field: 'stage', op: 'eq', value: 'open' }],
    },
    figures: {
      title: words('Figures'),
      filters: ['province', 'day'],
      items: [
        { id: 'all', show: 'count', title: words('All') },
        { id: 'old', show: 'count', title: words('Old'), where: [{ field: 'day', op: 'lte', daysAgo: 31 }] },
        { id: 'mean', show: 'average', of: 'level', title: words('Mean') },
        { id: 'stages', show: 'bars', by: 'stage', title: words('Stages') },
        { id: 'provinces', show: 'bars', by: 'province', title: words('Provinces') },
        { id: 'states', show: 'donut', by: 'status', title: words('States') },
        { id: 'ages', show: 'ages', by: 'day', limits: [7, 30], overdue: 30, title: words('Ages') },
        { id: 'months', show: 'months', by: 'day', title: words('Months') },
        { id: 'touched', show: 'bars', by: 'touched', title: words('Touched') },
        { id: 'witnesses', show: 'bars', by: 'witness', title: words('Witnesses') },
        { id: 'sworn', show: 'average', of: 'sworn', title: words('Witness years') },
        {
          id: 'witnessed',
          show: 'count',
          where: [{ field: 'witness', op: 'empty', value: false }],
          title: words('Witnessed'),
        },
      ],
    },
    list: { columns: ['level', 'stage'], filters: ['province', 'odds', 'harm', 'witness', 'touched'] },
    changes: { from: 0, note: words('First') },
  },
  schema: {
    type: 'object',
    required: ['day', 'province_id', 'odds', 'harm'],
    additionalProperties: false,
    properties: {
      day: { type: 'string', format: 'date' },
      province_id: { type: 'string' },
      odds: { type: 'string', enum: ['1', '2', '3'] },
      harm: { type: 'string', enum: ['1', '2', '3'] },
      level: { type: 'integer' },
      stage: { type: 'string', enum: ['open', 'closed'] },
      witness: { type: 'string' },
      sworn: { type: 'integer' },
      touched: { type: 'array', items: { type: 'string', enum: ['people', 'water'] }, uniqueItems: true },
    },
  },
};

describe.each(DATABASES)('figures and the matrix on %s', (database) => {
  let server: TestServer;
  let bamyan: string;
  beforeAll(async () => {
    server = await startTestServer(database, { now: clockAt(`${TODAY}T12:00:00+04:30`).now });
    await server.services.registry.publish(SOURCE);
    const places = [...server.services.registry.places().values()];
    const province = (name: string) => places.find((one) => one.name_en === name)?.id as string;
    bamyan = province('Bamyan');
    const rows: Json[] = [
      { province_id: bamyan, odds: '3', harm: '2', stage: 'open', day: TODAY, touched: ['people', 'water'] },
      { province_id: bamyan, odds: '3', harm: '2', stage: 'open', day: ago(8), touched: ['water'] },
      { province_id: bamyan, odds: '1', harm: '1', stage: 'closed', day: ago(31), witness: '1', sworn: 4 },
      { province_id: province('Kabul'), odds: '3', harm: '2', stage: 'open', day: ago(30) },
      { province_id: province('Kabul'), odds: '2', harm: '3', day: ago(400) },
    ];
    for (const row of rows) await server.person('admin').must('POST', 'test-hazards', row);
    await server.services.idle();
  });
  afterAll(() => server?.stop());

  const listed = async (who: string, filters: Json[]): Promise<number> =>
    (await server.person(who).must('GET', `test-hazards?filters=${encodeURIComponent(JSON.stringify(filters))}`)).meta
      .total;
  const figures = async (who: string, query = ''): Promise<Record<string, Json>> =>
    Object.fromEntries(
      (await server.person(who).must('GET', `test-hazards/figures${query}`)).data.map((one: Json) => [one.id, one]),
    );

  it('the level is worked out of both scales and written in words', async () => {
    const { data } = await server.person('admin').must('GET', 'test-hazards?sort=-level&fields=all');
    expect(data.map((row: Json) => row.data.level)).toEqual([6, 6, 6, 6, 1]);
    const csv = (await server.person('admin').call('GET', 'test-hazards/matrix?format=csv&localSuffix=fa')).body;
    expect(csv).toContain('option 3 دری,option 2 دری,great دری (6),3');
  });

  it('a cell counts the records its filters list, for everybody their own', async () => {
    for (const [who, inCell] of [
      ['admin', 3],
      ['coordinator.bamyan', 2],
      ['coordinator.kabul', 1],
    ] as const) {
      const { data, total, filters } = await server.person(who).must('GET', 'test-hazards/matrix');
      expect(data, who).toEqual([{ row: '3', column: '2', total: inCell }]);
      expect(total).toBe(inCell);
      expect(await listed(who, [...filters, { field: 'odds', op: 'eq', value: '3' }])).toBe(inCell);
    }
    const narrowed = `filters=${JSON.stringify({ province: bamyan, odds: '1' })}`;
    expect((await server.person('admin').must('GET', `test-hazards/matrix?${narrowed}`)).total).toBe(2);
    expectRefusal(await server.person('admin').call('GET', 'schools/matrix'), 'route_not_found');
    expectRefusal(await server.person('admin').call('GET', 'schools/figures'), 'route_not_found');
  });

  it('every figure and every group of it is what the list behind it shows', async () => {
    for (const [who, asked, most] of [
      ['admin', { from_date: ago(399) }, 12],
      ['admin', { touched: 'people' }, 12],
      ['coordinator.bamyan', { from_date: ago(399) }, 12],
      ['mande', { from_date: ago(399) }, 9],
    ] as const) {
      const all = Object.values(await figures(who, `?filters=${JSON.stringify(asked)}`));
      expect(all).toHaveLength(most);
      for (const { id, total, filters, groups } of all) {
        expect([id, await listed(who, filters)]).toEqual([id, total]);
        for (const group of groups)
          expect([id, group.id, await listed(who, group.filters)]).toEqual([id, group.id, group.total]);
      }
    }
  });

  it('averages, ages, months of both calendars, and scales in their order with what nobody chose', async () => {
    const all = await figures('admin');
    expect(all.all.total).toBe(5);
    expect(all.old.total).toBe(2);
    expect(all.mean).toMatchObject({ value: 5, total: 5 });
    expect(all.stages.groups.map(({ id, total }: Json) => [id, total])).toEqual([
      ['open', 3],
      ['closed', 1],
      ['', 1],
    ]);
    expect(all.states.groups[0].name).toBe('Waiting for check');
    expect(all.ages.groups.map(({ id, total, late }: Json) => [id, total, late === true])).toEqual([
      ['0-7', 1, false],
      ['8-30', 2, false],
      ['31-', 2, true],
    ]);
    expect(all.ages.groups[2].name).toBe('more than 30 days');
    const solar = (await figures('admin', '?calendar=solar')).months.groups;
    const gregorian = (await figures('admin', '?calendar=gregorian')).months.groups;
    for (const months of [solar, gregorian])
      expect(months.reduce((sum: number, { total }: Json) => sum + total, 0)).toBe(5);
    expect(gregorian.at(-1).id).toBe(`${TODAY.slice(0, 7)}-01`);
    expect(solar.at(-1).name).toMatch(/14\d\d$/);
  });

  it('each chosen option of several counts the record, and what rests on restricted answers is left out', async () => {
    const all = await figures('admin');
    expect(all.touched.groups.map(({ id, total }: Json) => [id, total])).toEqual([
      ['people', 1],
      ['water', 2],
      ['', 3],
    ]);
    expect(all.touched.total).toBe(5);
    expect([all.witnesses.groups.length, all.witnessed.total, all.sworn.value]).toEqual([2, 1, 4]);
    const others = await figures('mande');
    for (const id of ['witnesses', 'witnessed', 'sworn']) expect(others[id], id).toBeUndefined();
    const { body } = await server.person('mande').call('GET', 'test-hazards/figures?format=csv');
    expect(body).toContain('Touched,option water,2');
    expect(body).not.toContain('Witness');
  });

  it('the sheet has the same figures; other formats and restricted questions are refused', async () => {
    const person = server.person('coordinator.bamyan');
    const { body } = await person.call('GET', 'test-hazards/figures?format=csv');
    expect(body).toContain('All,,3');
    expect((await person.call('GET', 'test-hazards/figures?format=xlsx')).status).toBe(200);
    expect((await person.call('GET', 'test-hazards/figures?format=pdf')).body.code).toBe('bad_filter');
    const asked = `filters=${JSON.stringify({ witness: '1' })}`;
    for (const path of ['figures', 'matrix'])
      expect((await server.person('mande').call('GET', `test-hazards/${path}?${asked}`)).body.code).toBe('bad_filter');
  });

  it('nothing is counted by a restricted answer for those who may not read it', async () => {
    const { registry, records } = server.services;
    const form = registry.form('test-hazard') as CompiledForm;
    const count = (role: string, by: string[]) =>
      records.aggregate({ form, filters: [], by }, {
        ...{ id: role, username: role, name: role, language: 'en' },
        grants: [{ role, programme: null, province_id: null }],
      } as Actor);
    for (const by of [['witness'], ['stage', 'witness']])
      await expect(count('me-officer', by)).rejects.toMatchObject({ code: 'bad_filter', params: { field: 'witness' } });
    expect((await count('me-officer', ['stage'])).length).toBeGreaterThan(1);
    expect(await count('administrator', ['witness'])).toContainEqual({ keys: ['1'], count: 1 });
  });

  it('who sees no records of the form sees no figures', async () => {
    for (const path of ['figures', 'matrix']) {
      const { status, body } = await server.person('finance').call('GET', `test-hazards/${path}`);
      expect([path, status, body.code]).toEqual([path, 403, 'view_role_needed']);
    }
  });
});
