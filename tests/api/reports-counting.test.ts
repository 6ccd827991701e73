/** What counts in figures: a few records made by hand, with returned, archived and deleted ones, and figures worked out by hand. */
import type { FastifyBaseLogger } from 'fastify';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problemCountingTest } from '../../src/core/records/counting.ts';
import { fillAllProblemVisits } from '../../src/server/problems/visits.ts';
import { countCells } from '../../src/server/publication/count.ts';
import { clockAt } from '../support/clock.ts';
import { expectRefusal } from '../support/refusal.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import { type Json, prepareStage, ratingAnswers, type Stage, schoolAnswers } from './http-stage.ts';

const TODAY = '2026-06-15';
type Row = [problem: string, status: 'ongoing' | 'solved'];
/** Visits of the first school: the day, what they say of problems, and what was done with them. */
const VISITS: [day: string, rows: Row[], step?: 'return' | 'archive'][] = [
  [
    '2026-01-05',
    [
      ['solved by a returned visit', 'ongoing'],
      ['solved by an archived visit', 'ongoing'],
      ['solved', 'ongoing'],
      ['found again by a returned visit', 'solved'],
    ],
  ],
  [
    '2026-02-05',
    [
      ['solved by a returned visit', 'solved'],
      ['found again by a returned visit', 'ongoing'],
    ],
    'return',
  ],
  ['2026-03-05', [['solved by an archived visit', 'solved']], 'archive'],
  ['2026-04-05', [['solved', 'solved']]],
  ['2026-05-05', [['found by a returned visit', 'ongoing']], 'return'],
];
const SCHOOLS_RATES = 'schools-rates';

/** Further schools, with their students and what was done with them. Each has a visit in February. */
const SCHOOLS: [name: string, type: string, boys: number, girls: number, step: 'return' | 'archive' | 'delete'][] = [
  ['Returned', 'girls', 10, 20, 'return'],
  ['Archived', 'boys', 100, 200, 'archive'],
  ['Deleted', 'girls', 1000, 2000, 'delete'],
];

describe.each(DATABASES)('what counts on %s', (database) => {
  let server: TestServer;
  let stage: Stage;
  const visits: string[] = [];

  const step = (base: string, id: string, action: string) =>
    server
      .person('manager.schools')
      .must('POST', `${base}/change-record-status`, { id, action, comment: 'Look again' });
  const block = async (report: string, id: string, query = ''): Promise<Json> =>
    (await server.person('admin').must('GET', `reports/${report}/result?block=${id}${query}`)).data.blocks[0];
  const cells = async (report: string, id: string, query = ''): Promise<Record<string, number | null>> => {
    const { columns, rows, total } = await block(report, id, query);
    return Object.fromEntries(columns.map(({ measure }: Json, at: number) => [measure, (total ?? rows[0]).cells[at]]));
  };
  const fixRate = () => cells('cbms-program-summary', 'fixRate');

  beforeAll(async () => {
    server = await startTestServer(database, { now: clockAt(`${TODAY}T12:00:00+04:30`).now });
    stage = await prepareStage(server);
    const admin = server.person('admin');
    const [type] = server.services.registry.choices('problem-type.schools');
    const ids = new Map<string, string>();
    for (const [day, rows, after] of VISITS) {
      const problems = rows.map(([name, status]) => {
        const id = ids.get(name) ?? uuid();
        ids.set(name, id);
        const solved = status === 'solved' && { date_solved: day };
        const found = { id, problem_type_id: type?.id, problem_details: name, date_identified: '2026-01-05' };
        return { ...found, problem_status_id: status, ...solved };
      });
      const visit = await admin.must('POST', `${SCHOOLS_RATES}/store`, { ...ratingAnswers(stage, day), problems });
      visits.push(visit.id);
      if (after) await step(SCHOOLS_RATES, visit.id, after);
    }
    for (const [name, type, boys, girls, after] of SCHOOLS) {
      const students = { enrolment_current_boys: boys, enrolment_current_girls: girls };
      const answers = { ...schoolAnswers(stage, name), type, ...students };
      const { id } = await admin.must('POST', 'schools/store', answers);
      if (after === 'delete') await admin.must('DELETE', `schools/${id}`, {});
      else {
        await admin.must('POST', `${SCHOOLS_RATES}/store`, ratingAnswers({ ...stage, school: id }, '2026-02-10'));
        await step('schools', id, after);
      }
    }
  });
  afterAll(() => server?.stop());

  const PROBLEMS = { identified: 4, solved: 2, identified_solved: 2, fix_rate: 50, cumulative_solved: 2 };

  it('a problem is as the visits that count say: returned and archived ones say nothing', async () => {
    expect(await fixRate()).toEqual(PROBLEMS);
    const open = await block('schools-dashboard', 'problems');
    expect(open.rows.map((row: Json) => row.cells)).toEqual([[2]]);
    const solved = await server
      .person('admin')
      .must('GET', 'reports/cbms-program-summary/behind?block=fixRate&measure=solved');
    expect([solved.meta.total, solved.number]).toEqual([2, 2]);
    // Until the end of February only the one that was solved when it was found.
    const before = await cells('cbms-program-summary', 'fixRate', '&from_date=2026-01-01&to_date=2026-02-28');
    expect(before).toEqual({ identified: 4, solved: 1, identified_solved: 1, fix_rate: 25, cumulative_solved: 1 });
  });

  it('the same on the map, on the page of the place and on the public page', async () => {
    const { sites }: Json = await server.person('admin').must('GET', 'map/sites?unplaced=1');
    expect(sites.find(({ id }: Json) => id === stage.school)).toMatchObject({ open: 2 });
    expect((await server.person('admin').must('GET', `schools/${stage.school}/overview`)).problems).toEqual({
      open: 2,
      total: 4,
    });
    const { registry, database } = server.services;
    const [measure] = registry.common().public?.measures ?? [];
    const published = await countCells(database.read, registry, {
      ...(measure as NonNullable<typeof measure>),
      dimensions: ['status'],
    });
    expect(Object.fromEntries(published.map(({ at, count }) => [at[0], count]))).toEqual({ ongoing: 2, solved: 2 });
  });

  it('sites are all but deleted ones, so that not more are monitored than there are', async () => {
    const schools = { Girls: 1, Boys: 1, Other: 1 };
    const students = { total_direct_male: 110, total_direct_female: 220, indirect_beneficiaries: 1650 };
    expect(await cells('cbms-program-summary', 'generalInfo')).toEqual({ ...schools, ...students });
    expect(await cells('cbms-program-summary', 'monitoringInfo')).toEqual({ no_schools_monitored: 3 });
    const { registry, database } = server.services;
    const sites = registry.common().public?.measures.find(({ kinds }) => kinds?.includes('site'));
    const published = await countCells(database.read, registry, {
      ...(sites as NonNullable<typeof sites>),
      dimensions: ['programme'],
    });
    expect(published.map(({ at, count }) => [at[0], count])).toEqual([['schools', 3]]);
  });

  it('a place is visited if a visit of it counts', async () => {
    const february = '&from_date=2026-02-01&to_date=2026-02-28';
    // The archived school is not to be visited. The visit of the first one was returned.
    expect(await cells('schools-dashboard', 'coverage', february)).toEqual({ due: 2, visited: 1, coverage: 50 });
    expect(await cells('schools-dashboard', 'coverage', '&from_date=2026-01-01&to_date=2026-02-28')).toEqual({
      ...{ due: 2, visited: 2, coverage: 100 },
    });
  });

  it('open problems are as old as they were on the last day of the period', async () => {
    const ages = async (query = '') =>
      Object.fromEntries(
        (await block('schools-dashboard', 'ages', query)).rows.map(({ key, cells }: Json) => [key, cells[0]]),
      );
    const none = { '0-30': 0, '31-90': 0, '91-180': 0, '181-365': 0, '366-': 0 };
    const march = '&from_date=2026-03-01&to_date=2026-03-31';
    // Of four that were found on 5 January, one was solved then and one in April.
    expect(await ages(march)).toEqual({ ...none, '31-90': 3 });
    expect(await ages('&to_date=2026-01-31')).toEqual({ ...none, '0-30': 3 });
    expect(await ages()).toEqual({ ...none, '91-180': 2 });
    expect(await ages('&to_date=2027-01-31')).toEqual({ ...none, '91-180': 2 });
    const path = `reports/schools-dashboard/behind?block=ages&measure=open${march}&row=`;
    expect((await server.person('admin').must('GET', `${path}31-90`)).meta.total).toBe(3);
    expect((await server.person('admin').must('GET', `${path}91-180`)).meta.total).toBe(0);
  });

  it('activity is what was done, whatever became of the records', async () => {
    const { columns, rows } = await block('schools-user-activity', 'people', '&period=today');
    expect(columns.map(({ measure }: Json) => measure)).toEqual(['created', 'changed', 'verified', 'returned']);
    const done = new Map(rows.map(({ name, cells }: Json) => [name, cells]));
    // Five visits of the first school, two other schools with a visit each; not the one that was deleted.
    expect(done.get('Test Administrator')).toEqual([9, 0, 0, 0]);
    // Two visits and a school.
    expect(done.get('Test Manager')).toEqual([0, 0, 0, 3]);
  });

  it('a last day before the first one is refused', async () => {
    const days = (from: string, to: string) => `from_date=${from}&to_date=${to}`;
    for (const path of [
      'reports/cbms-program-summary/result',
      'cbms-program-summary/show',
      'reports/schools-dashboard/export',
    ])
      expectRefusal(
        await server.person('admin').call('GET', `${path}?${days('2026-03-02', '2026-03-01')}`),
        'days_reversed',
        undefined,
        path,
      );
    expect(await cells('cbms-program-summary', 'formsCount', `&${days('2026-01-05', '2026-01-05')}`)).toMatchObject({
      no_monitorings: 1,
    });
  });

  it('blocks of records that the reader may not see are left out, and the screen says so', async () => {
    const coordinator = server.person('coordinator.bamyan');
    const { data: view } = await coordinator.must('GET', 'reports/cbmh-program-summary');
    expect(view.blocks.map(({ id }: Json) => id)).toEqual(['events']);
    expect(view.closed.map(({ en }: Json) => en)).toContain('Fix rate');
    const { data } = await coordinator.must('GET', 'reports/cbmh-program-summary/result');
    expect(data.blocks.map(({ id }: Json) => id)).toEqual(['events']);
    expect(Object.keys(await coordinator.must('GET', 'cbmh-program-summary/show')).sort()).toEqual([
      ...['events', 'organizations', 'provinces'],
    ]);
    const path = 'reports/cbmh-program-summary/behind?block=fixRate&measure=solved';
    expectRefusal(await coordinator.call('GET', path), 'other_programme');
    expectRefusal(
      await coordinator.call('GET', 'reports/cbmh-program-summary/result?block=fixRate'),
      'other_programme',
    );
    const { data: own } = await coordinator.must('GET', 'reports/cbms-program-summary');
    expect([own.closed, own.blocks.length]).toEqual([undefined, 5]);
  });

  it('so are single numbers of a block, where the reader sees the places and not their visits', async () => {
    const finance = server.person('finance');
    const { data: view } = await finance.must('GET', 'reports/cbmh-program-summary');
    expect(view.closed.map(({ en }: Json) => en)).toEqual([
      ...['Visits', 'Health centers visited', 'Surveys', 'Fix rate', 'Events'],
    ]);
    const { data } = await finance.must('GET', 'reports/cbmh-program-summary/result');
    const columns = data.blocks.flatMap((one: Json) => one.columns.map(({ measure }: Json) => [one.id, measure]));
    expect(columns).toEqual([['monitoringInfo', 'total_projects']]);
    const behind = (measure: string) =>
      finance.call('GET', `reports/cbmh-program-summary/behind?block=monitoringInfo&measure=${measure}`);
    expectRefusal(await behind('monitored'), 'report_role_needed');
    expect((await behind('total_projects')).status).toBe(200);
  });

  it('a report of which nothing is left is refused, and the list of reports says why', async () => {
    const finance = server.person('finance');
    const name = 'health-centers-survey-rating';
    const answer = await finance.call('GET', `reports/${name}`);
    expectRefusal(answer, 'report_role_needed');
    const { data, closed } = await finance.must('GET', 'reports');
    expect(data.map(({ report }: Json) => report)).not.toContain(name);
    const { message } = answer.body;
    expect(closed).toContainEqual(expect.objectContaining({ report: name, message }));
  });

  it('rows that were filled when other visits counted are filled again', async () => {
    const { database, registry } = server.services;
    const { kysely } = database;
    const asBefore = { counted_status: 'solved', counted_open: 0, counted_solved: '2026-02-05' };
    await kysely.updateTable('problems').set(asBefore).execute();
    await kysely.updateTable('settings').set({ value: 'earlier' }).where('key', '=', 'problems.counted').execute();
    expect(await fixRate()).toMatchObject({ solved: 4 });
    const { rule } = (await server.person('admin').must('GET', 'reports/cbms-program-summary')).data;
    expect(rule.en).not.toContain('since');
    const told: string[] = [];
    const log = { warn: (_values: object, line: string) => told.push(line) } as unknown as FastifyBaseLogger;
    await fillAllProblemVisits(database, registry, { now: () => new Date('2026-03-02T12:00:00Z'), log });
    expect(await fixRate()).toEqual(PROBLEMS);
    // Whoever upgrades reads both numbers, and every report from which day they hold.
    expect(told).toContainEqual(
      expect.stringMatching(/since 2026-03-02: problems solved, schools: [0-9]+ before, [0-9]+ now$/),
    );
    const after = (await server.person('admin').must('GET', 'reports/cbms-program-summary')).data.rule;
    expect(after.en).toContain('Problems are counted so since 2 March 2026: figures printed before');
    expect(after.fa).toMatch(/مشکلات از .* به این قاعده شمرده می‌شود/);
    // A form more is another set of visits that count, but changes no figure: the day stays, and nothing is told.
    const lines = told.length;
    await kysely
      .updateTable('settings')
      .set({ value: 'with a form more' })
      .where('key', '=', 'problems.counted')
      .execute();
    await fillAllProblemVisits(database, registry, { now: () => new Date('2026-04-02T12:00:00Z'), log });
    expect(told).toHaveLength(lines);
    expect((await server.person('admin').must('GET', 'reports/cbms-program-summary')).data.rule).toEqual(after);
    expect(problemCountingTest(registry)('school-rating', 'returned')).toBe(false);
  });

  it('a store of before the rule was stated is told which sites and how much activity it left out', async () => {
    const { database, registry } = server.services;
    const settings = ['problems.counted', 'figures.counted', 'problems.restated'];
    await database.kysely.deleteFrom('settings').where('key', 'in', settings).execute();
    const told: string[] = [];
    const log = { warn: (_values: object, line: string) => told.push(line) } as unknown as FastifyBaseLogger;
    const fill = () => fillAllProblemVisits(database, registry, { now: () => new Date('2026-03-02T12:00:00Z'), log });
    await fill();
    const schools = told.filter((line) => line.includes(', schools: '));
    // Of four schools one is returned, one archived and one deleted.
    expect(schools).toContainEqual(expect.stringMatching(/since 2026-03-02: sites, schools: 1 before, 3 now$/));
    // Of what was done: two schools that are returned and archived (2 entries each), and three visits (2 each).
    const activity = schools.map((line) => /: activity, schools: (\d+) before, (\d+) now$/.exec(line)).find(Boolean);
    expect(Number(activity?.[2]) - Number(activity?.[1])).toBe(10);
    const lines = told.length;
    await fill();
    expect(told).toHaveLength(lines);
  });

  it('a visit that is handed in again, returned or deleted changes the figures at once', async () => {
    const [, returned, , last] = visits as [string, string, string, string];
    await step(SCHOOLS_RATES, returned, 'resubmit');
    // One is solved by it, another is found again by it.
    expect(await fixRate()).toMatchObject({ identified: 4, solved: 2 });
    await step(SCHOOLS_RATES, last, 'return');
    expect(await fixRate()).toMatchObject({ identified: 4, solved: 1 });
    await step(SCHOOLS_RATES, returned, 'return');
    expect(await fixRate()).toMatchObject({ identified: 4, solved: 1 });
    await step(SCHOOLS_RATES, last, 'resubmit');
    expect(await fixRate()).toEqual(PROBLEMS);
  });
});
