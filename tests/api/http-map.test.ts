/** The map of all sites: who sees which, what it is narrowed to, where it looks, and how much it answers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FormSource } from '../../src/core/definitions/types.ts';
import type { MapSitesResponse } from '../../src/core/generated/api.ts';
import { addDays } from '../../src/core/text/dates.ts';
import { clockAt } from '../support/clock.ts';
import { expectRefusal, refusalOf } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { prepareStage, ratingAnswers, type Stage, schoolAnswers } from './http-stage.ts';

const words = (en: string) => ({ en, fa: `${en} دری`, ps: `${en} پښتو` });

/** Sites whose position not everybody may read. */
const SHELTERS: FormSource = {
  definition: {
    form: 'test-shelter',
    version: 1,
    kind: 'site',
    programme: 'courts',
    title: words('Shelter'),
    plural: words('Shelters'),
    name: ['title'],
    paths: { list: '/test-shelters', record: '/test-shelters/:id' },
    api: { base: 'test-shelters' },
    workflow: 'verified-record',
    sections: [{ id: 'all', title: words('All'), fields: ['title', 'point'] }],
    fields: {
      title: { id: 'q_shelter_title', type: 'text', label: words('Name') },
      point: {
        id: 'q_shelter_point',
        type: 'geopoint',
        label: words('Where'),
        bind: { latitude: 'latitude', longitude: 'longitude' },
        restricted: true,
      },
    },
    list: { columns: ['title'] },
    changes: { from: 0, note: words('First') },
  },
  schema: {
    type: 'object',
    required: ['title'],
    additionalProperties: false,
    properties: {
      title: { type: 'string', maxLength: 100 },
      latitude: { type: 'number', minimum: 29.4, maximum: 38.5 },
      longitude: { type: 'number', minimum: 60.5, maximum: 74.9 },
    },
  },
} as unknown as FormSource;

describe.each(ANY_DATABASE)('the map of sites on %s', (database) => {
  let server: TestServer;
  let stage: Stage;
  /** The last day of a month, and of a quarter, of the Solar calendar. */
  const today = '2026-09-22';
  const ask = (username: string, query = ''): Promise<MapSitesResponse> =>
    server.person(username).must('GET', `map/sites${query ? `?${query}` : ''}`);
  const names = ({ sites }: MapSitesResponse) => sites.map(({ name }) => name).sort();
  const school = async (name: string, more: object) =>
    (await server.person('focal.bamyan').must('POST', 'schools/store', { ...schoolAnswers(stage, name), ...more })).id;

  beforeAll(async () => {
    server = await startTestServer(database, { now: clockAt(`${today}T12:00:00+04:30`).now });
    stage = await prepareStage(server);
    const near = await school('نزدیک', { latitude: 34.8201, longitude: 67.8201 });
    await school('نزدیک دوم', { latitude: 34.8202, longitude: 67.8202 });
    await school('دور', { latitude: 35.3, longitude: 68.4 });
    const problem_type_id = server.services.registry.choices('problem-type.schools')[0]?.id;
    const row = (day: string) => ({ problem_type_id, problem_details: 'نل خشک است', date_identified: day });
    const day = addDays(today, -100) as string;
    await server.person('volunteer.bamyan').must('POST', 'schools-rates/store', {
      ...ratingAnswers({ ...stage, school: near }, day),
      problems: [row(day), row(addDays(today, -10) as string)],
    });
  });
  afterAll(() => server?.stop());

  it('shows each site once, joins those that are close together, and tells which have no position', async () => {
    const all = await ask('focal.bamyan', 'zoom=6');
    expect(all).toMatchObject({ total: 4, unplaced: 1, in_view: 3 });
    expect(all.marks.reduce((sum, { count }) => sum + count, 0)).toBe(3);
    expect(names(all)).toEqual(['دور', 'نزدیک', 'نزدیک دوم'].sort());
    // From near only those in view are told, and those at one place stay one mark.
    const near = await ask('focal.bamyan', 'bounds=67.5,34.5,68,35&zoom=12');
    expect(near).toMatchObject({ total: 4, in_view: 2 });
    expect(near.marks).toMatchObject([{ count: 2, open: 2 }]);
    const alone = await ask('focal.bamyan', 'bounds=68,35,69,36&zoom=12');
    expect(alone.marks).toMatchObject([{ count: 1, name: 'دور', form: 'school', latitude: 35.3, longitude: 68.4 }]);
    const unplaced = await ask('focal.bamyan', 'unplaced=1');
    expect(unplaced.sites).toMatchObject([{ id: stage.school, latitude: null, longitude: null }]);
  });

  it('is narrowed by programme, state, place, and number and age of open problems', async () => {
    const total = async (query: string, who = 'focal.bamyan') => (await ask(who, query)).total;
    expect([await total('programme=schools'), await total('programme=mines')]).toEqual([4, 0]);
    const [first] = (await ask('focal.bamyan')).sites;
    const state = server.services.registry.workflow(server.services.registry.form('school') as never).initial;
    expect(await total(`status=${state}`)).toBe(4);
    expect(first).toMatchObject({ name: 'نزدیک', open: 2, oldest: addDays(today, -100) });
    expect([await total('open=1'), await total('open=2'), await total('open=3')]).toEqual([1, 1, 0]);
    expect([await total('age=90'), await total('age=365')]).toEqual([1, 0]);
    expect([await total(`province=${stage.province}`), await total('province=own')]).toEqual([4, 4]);
    expect(await total('province=own', 'manager.schools')).toBe(0);
    expect((await ask('focal.bamyan')).options.own).toBe(true);
  });

  it('shows nobody a site, or a problem, that their lists do not', async () => {
    expect(await ask('focal.kabul')).toMatchObject({ total: 0, marks: [], sites: [], bounds: null });
    const { total, options } = await ask('manager.schools');
    expect(total).toBe(4);
    expect(options.programmes.map(({ id }) => id)).toEqual(['schools']);
    for (const username of [
      'admin',
      'mande',
      'finance',
      'coordinator.bamyan',
      'volunteer.bamyan',
      'coordinator.kabul',
    ]) {
      const { forms } = await server
        .person(username)
        .must('GET', 'session')
        .then(() => ({ forms: ['schools'] }));
      const list = await server.person(username).call('GET', `${forms[0]}?per_page=1`);
      const listed = list.status === 200 ? list.body.meta.total : 0;
      expect([username, (await ask(username, 'programme=schools')).total]).toEqual([username, listed]);
    }
    // Finance sees the sites and not the visits that problems stand on.
    for (const { open } of (await ask('finance', 'programme=schools')).sites) expect(open).toBe(0);
    expectRefusal(await refusalOf(fetch(`${server.base}/api/map/sites`)), 'unauthorized');
  });

  it('follows what is written at once', async () => {
    const id = await school('نو', { latitude: 34.5, longitude: 67.2 });
    expect((await ask('focal.bamyan')).total).toBe(5);
    await server.person('admin').must('DELETE', `schools/${id}`);
    expect((await ask('focal.bamyan')).total).toBe(4);
  });

  it('hides positions from those who may not read them', async () => {
    const admin = server.person('admin');
    await server.services.registry.publish(SHELTERS);
    await admin.must('POST', 'test-shelters', { title: 'پناهگاه', latitude: 34.1, longitude: 66.1 });
    const seen = await ask('admin', 'programme=courts');
    expect(seen.sites).toMatchObject([{ name: 'پناهگاه', latitude: 34.1 }]);
    const hidden = await ask('mande', 'programme=courts');
    expect(hidden).toMatchObject({ total: 1, unplaced: 1, in_view: 0, marks: [], bounds: null });
    expect(JSON.stringify(await ask('mande', 'unplaced=1&programme=courts'))).not.toMatch(/34\.1|66\.1/);
  });

  it('answers with few marks however many sites there are, and refuses what is no question', async () => {
    const whole = await ask('focal.bamyan', 'bounds=-180,-85,180,85&zoom=19');
    expect(whole.marks.length).toBeLessThan(4);
    const bad = [
      'bounds=1,2,3',
      'bounds=a,b,c,d',
      'bounds=70,35,60,30',
      'zoom=99',
      'open=-1',
      'age=x',
      'page=0',
      'status[a]=1',
    ];
    for (const query of bad)
      expectRefusal(
        await server.person('focal.bamyan').call('GET', `map/sites?${query}`),
        'bad_filter',
        undefined,
        query,
      );
  });
});
