/** The worked example of the fix rate in forms/README.md: four problems, asked for one month and for three. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import { type Json, prepareStage, ratingAnswers } from './http-stage.ts';

/** When each problem was identified and solved. */
const PROBLEMS = [
  ['2026-01-10', '2026-01-20'],
  ['2026-01-12', '2026-02-03'],
  ['2026-02-05', undefined],
  ['2026-02-08', '2026-03-15'],
] as const;

describe.each(DATABASES)('the fix rate on %s', (database) => {
  let server: TestServer;
  let row: (query: string) => Promise<Json>;

  beforeAll(async () => {
    server = await startTestServer(database);
    const stage = await prepareStage(server);
    const admin = server.person('admin');
    const types = server.services.registry.choices('problem-type.schools');
    for (const [at, [date_identified, date_solved]] of PROBLEMS.entries()) {
      const problem = { problem_type_id: types[at]?.id, problem_details: 'Broken', date_identified };
      const solved = date_solved ? { problem_status_id: 'solved', date_solved } : { problem_status_id: 'ongoing' };
      await admin.must('POST', 'schools-rates/store', {
        ...ratingAnswers(stage, date_solved ?? date_identified),
        problems: [{ ...problem, ...solved }],
      });
    }
    row = async (query) => {
      const { fixRate } = await admin.must('GET', `cbms-program-summary/show?${query}`);
      return fixRate.find(({ id }: Json) => id === stage.province);
    };
  });
  afterAll(() => server?.stop());

  it.each([
    ['from_date=2026-02-01&to_date=2026-02-28', [2, 1, 0, 50, 2]],
    ['from_date=2026-01-01&to_date=2026-03-31', [4, 3, 3, 75, 3]],
    ['to_date=2026-01-31', [2, 1, 1, 50, 1]],
    ['from_date=2026-03-01&to_date=2026-03-31', [0, 1, 0, null, 3]],
  ])('%s', async (query, expected) => {
    const { identified, solved, identified_solved, fix_rate, cumulative_solved } = await row(query);
    expect([identified, solved, identified_solved, fix_rate, cumulative_solved]).toEqual(expected);
  });
});
