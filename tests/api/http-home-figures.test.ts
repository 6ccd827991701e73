/** The figures at home, expected by hand: visits, what waits, open problems and the average before and after a visit is returned. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HomeView } from '../../src/core/generated/api.ts';
import { clockAt } from '../support/clock.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import { problemOf, TODAY } from '../support/viewsWorld.ts';
import { type Json, prepareStage, ratingAnswers, type Stage, schoolAnswers } from './http-stage.ts';

describe.each(DATABASES)('figures at home on %s', (database) => {
  let server: TestServer;
  let stage: Stage;
  let returned: string;

  beforeAll(async () => {
    server = await startTestServer(database, { now: clockAt(`${TODAY}T12:00:00+04:30`).now });
    stage = await prepareStage(server);
    const focal = server.person('focal.bamyan');
    const second = (await focal.must('POST', 'schools/store', schoolAnswers(stage, 'مکتب دوم'))).id;
    const visit = async (school: string, day: string, more: Json): Promise<string> =>
      (await focal.must('POST', 'schools-rates/store', { ...ratingAnswers({ ...stage, school }, day), ...more })).id;
    const found = (type: string, day: string): Json => ({
      ...problemOf(server, stage, type, 'Found'),
      date_identified: day,
    });
    const well = found('water', '2026-08-10');
    await visit(stage.school, '2026-08-10', { water: 'bad', problems: [well] });
    const mended = { ...well, problem_status_id: 'solved', date_solved: '2026-09-01' };
    await visit(stage.school, '2026-09-01', { water: 'fair', problems: [mended, found('toilets', '2026-09-01')] });
    returned = await visit(second, TODAY, { problems: [found('water', TODAY)] });
  });
  afterAll(() => server?.stop());

  const figuresOf = async (username: string): Promise<HomeView['figures']> =>
    (await server.person(username).must('GET', 'home')).figures;

  it('count what the visits say, this month and the one before', async () => {
    for (const username of ['mande', 'manager.schools'])
      expect(await figuresOf(username), username).toMatchObject([
        {
          form: 'school-rating',
          visits: { sites: 2, visited: 2 },
          waiting: { total: 4 },
          // The well was open at the end of the month before, and was mended since.
          problems: { open: 2, before: 1 },
          // 14 good answers, two fair ones; 15 and one. Before: 14, a fair and a bad one.
          average: { points: (14 * 3 + 2 * 2 + 15 * 3 + 2) / 32, before: (14 * 3 + 2 + 1) / 16 },
        },
      ]);
    expect(await figuresOf('focal.bamyan')).toEqual([]);
  });

  it('lead to lists with as many records', async () => {
    const [figures] = await figuresOf('mande');
    const listed = async (filters: unknown) =>
      (await server.person('mande').must('GET', `schools-rates?filters=${encodeURIComponent(JSON.stringify(filters))}`))
        .meta.total;
    expect(await listed(figures?.waiting.filters)).toBe(4);
    expect(await listed(figures?.visits.filters)).toBe(2);
  });

  it('leave out a visit that was returned, with the problem that only it tells of', async () => {
    const back = { record_id: returned, action: 'return', comment: 'Who saw it?' };
    await server.person('manager.schools').must('POST', 'schools-rates/change-record-status', back);
    expect(await figuresOf('mande')).toMatchObject([
      {
        visits: { sites: 2, visited: 1 },
        waiting: { total: 3 },
        problems: { open: 1, before: 1 },
        average: { points: (14 * 3 + 2 * 2) / 16 },
      },
    ]);
  });
});
