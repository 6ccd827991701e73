/** Sites whose ratings became better: the chosen days beside as many days before, and the records behind each number. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { type Json, prepareStage, ratingAnswers, schoolAnswers } from './http-stage.ts';

const QUESTIONS = ['security', 'cleanliness', 'water'];
/** Each school: its ratings in April and in May. The other questions are not applicable. */
const SCHOOLS: Record<string, [before: string[], now: string[]]> = {
  better: [
    ['fair', 'fair'],
    ['good', 'excellent'],
  ],
  little: [['good'], ['excellent']],
  same: [['fair'], ['fair']],
  worse: [['excellent'], ['fair']],
  once: [[], ['excellent']],
};
const MAY = 'from_date=2026-05-01&to_date=2026-05-31';

describe.each(ANY_DATABASE)('improved sites on %s', (database) => {
  let server: TestServer;
  const ids: Record<string, string> = {};
  const result = async (query: string): Promise<Json> =>
    (await server.person('admin').must('GET', `reports/schools-dashboard/result?block=improved&${query}`)).data
      .blocks[0];

  beforeAll(async () => {
    server = await startTestServer(database);
    const stage = await prepareStage(server);
    const admin = server.person('admin');
    for (const [name, [before, now]] of Object.entries(SCHOOLS)) {
      const { id } = await admin.must('POST', 'schools/store', schoolAnswers(stage, name));
      ids[name] = id;
      const visits = [
        ...before.map((word, at) => [`2026-04-1${at}`, word]),
        ...now.map((word, at) => [`2026-05-2${at}`, word]),
      ];
      for (const [day, word] of visits) {
        const answers = ratingAnswers({ ...stage, school: id }, day as string);
        const rated = Object.fromEntries(
          Object.entries(answers).map(([key, value]) => [
            key,
            ['excellent', 'good', 'fair', 'bad'].includes(String(value)) ? 'na' : value,
          ]),
        );
        await admin.must('POST', 'schools-rates/store', {
          ...rated,
          ...Object.fromEntries(QUESTIONS.map((one) => [one, word])),
        });
      }
    }
  });
  afterAll(() => server?.stop());

  it('are those with a higher average than in as many days before, the best first', async () => {
    const { columns, rows, all } = await result(MAY);
    expect(columns.map(({ measure }: Json) => measure)).toEqual(['change', 'now', 'before']);
    expect(rows.map(({ key, cells }: Json) => [key, cells])).toEqual([
      [ids.better, [1.5, 3.5, 2]],
      [ids.little, [1, 4, 3]],
    ]);
    expect(all).toBe(2);
  });

  it('compares the last days with those before if no day is chosen', async () => {
    expect((await result('to_date=2026-08-12')).rows.map(({ key }: Json) => key)).toEqual([ids.better, ids.little]);
    expect((await result('to_date=2026-12-31')).rows).toEqual([]);
  });

  it('each number opens to the records behind it', async () => {
    const behind = (measure: string) =>
      server
        .person('admin')
        .must('GET', `reports/schools-dashboard/behind?block=improved&measure=${measure}&row=${ids.better}&${MAY}`);
    const valuesOf = ({ data }: Json) => data.map(({ day, value }: Json) => [day, value]);
    const three = (day: string, value: number) => QUESTIONS.map(() => [day, value]);
    const [now, before, change] = [await behind('now'), await behind('before'), await behind('change')];
    expect(valuesOf(now)).toEqual([...three('2026-05-21', 4), ...three('2026-05-20', 3)]);
    expect(valuesOf(before)).toEqual([...three('2026-04-11', 2), ...three('2026-04-10', 2)]);
    expect(valuesOf(change)).toEqual([...valuesOf(now), ...valuesOf(before)]);
    expect([now.number, before.number, change.number]).toEqual([3.5, 2, 1.5]);
  });

  it('a file has the same rows', async () => {
    const response = await fetch(`${server.base}/api/reports/schools-dashboard/export?${MAY}&format=csv`, {
      headers: { authorization: `Bearer ${server.tokens.admin}` },
    });
    const lines = (await response.text()).split(/\r?\n/);
    expect(lines.some((line) => /better.*1\.5.*3\.5.*2/.test(line))).toBe(true);
  });
});
