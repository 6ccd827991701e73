/** Reports count what their readers may see: every number equals a plain recount of the records, and the list behind it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSources } from '../../src/core/contract/read.ts';
import type { Sources } from '../../src/core/definitions/load.ts';
import type { Block, Measure, ReportDefinition } from '../../src/core/generated/report.ts';
import { formsOfReport } from '../../src/core/reports/sources.ts';
import { kabulDay } from '../../src/core/text/dates.ts';
import { fillAllProblemVisits } from '../../src/server/problems/visits.ts';
import { shippedFiles } from '../../src/server/services.ts';
import { folded, plainCells, plainKeys } from '../support/plainCount.ts';
import { expectRefusal } from '../support/refusal.ts';
import { fillWorld, type Raw, readStored, type Stored, storeOlder } from '../support/reportWorld.ts';
import { ANY_DATABASE, DATABASES, PEOPLE, startTestServer, type TestServer } from '../support/server.ts';
import { ONLY_MANAGERS, REPORT, VERSIONS } from '../support/testReports.ts';
import { type Json, prepareStage, ratingAnswers, type Stage, schoolAnswers, surveyAnswers } from './http-stage.ts';

/** The everyday run opens all numbers of one report, and some of each column of the others. */
const isFull = process.env.AMANAT_FULL === '1';

async function withTestReports(): Promise<Sources> {
  const sources = await loadSources(shippedFiles);
  return { ...sources, reports: [...(sources.reports ?? []), REPORT, ONLY_MANAGERS, VERSIONS] };
}

describe.each(DATABASES)('reports on %s', (database) => {
  let server: TestServer;
  let stage: Stage;
  let kabul: string;
  let stored: Stored;

  beforeAll(async () => {
    server = await startTestServer(database, { sources: await withTestReports() });
    await fillWorld(server.services, [...new Set(openTo('admin').flatMap((report) => formsOfReport(report)))]);
    const older = [{ source: 'spring', people: 4 }, { source: 'river', people: 30 }, { source: 'well' }];
    await storeOlder(server.services, { form: 'example-versions', version: 1 }, older);
    stage = await prepareStage(server);
    const admin = server.person('admin');
    const places = [...server.services.registry.places().values()];
    kabul = places.find(({ name_en, level }) => level === 'province' && name_en === 'Kabul')?.id as string;
    const district = places.find(({ parent_id }) => parent_id === kabul)?.id as string;
    const there = { ...stage, province: kabul, district };
    const schools = [stage.school];
    for (const [at, place] of [stage, there, there].entries()) {
      const answers = {
        ...schoolAnswers(place, `School ${at}`),
        type: ['girls', 'boys', 'girls'][at],
        enrolment_current_boys: 10 * at,
        ...(at < 2 && { enrolment_current_girls: 7, organization_id: '1' }),
      };
      schools.push((await admin.must('POST', 'schools/store', answers)).id);
    }
    const [type] = server.services.registry.choices('problem-type.schools');
    const problem = (more: Json) => ({ problem_type_id: type?.id, problem_details: 'Broken', ...more });
    const made: string[] = [];
    for (const [at, day] of [
      '2026-01-05',
      '2026-03-20',
      '2026-03-21',
      '2026-05-02',
      '2026-08-30',
      '2026-09-01',
      '2026-02-02',
    ].entries()) {
      const on = { ...stage, school: schools[at % 4] as string };
      const problems = [
        problem({ date_identified: day, problem_status_id: 'ongoing' }),
        ...(at % 2
          ? [problem({ date_identified: day, problem_status_id: 'solved', date_solved: at > 2 ? '2026-09-09' : day })]
          : []),
        ...(at === 4 ? [problem({ date_identified: day, problem_status_id: 'dropped' })] : []),
      ];
      made.push(
        (
          await admin.must('POST', 'schools-rates/store', {
            ...ratingAnswers(on, day),
            security: at % 2 ? 'na' : 'bad',
            problems,
          })
        ).id,
      );
      await admin.must('POST', 'schools-surveys/store', {
        ...surveyAnswers({ ...on }),
        filling_date: day,
        type: ['baseline', 'annual', 'endline'][at % 3],
        gender: at % 2 ? 'male' : 'female',
        age: 19 + 7 * at,
      });
    }
    const step = (id: string, action: string) =>
      server.person('manager.schools').call('POST', 'schools-rates/change-record-status', { id, action, comment: 'x' });
    await admin.must('DELETE', `schools-rates/${made[6]}`, {});
    await step(made[5] as string, 'return');
    await step(made[1] as string, 'verify');
    await step(made[2] as string, 'verify');
    await admin.must('DELETE', `schools/${schools[3]}`, {}).catch(() => undefined);
    await server.services.idle();
    stored = await readStored(server.services);
  });
  afterAll(() => server?.stop());

  const ask = (who: string, report: string, query: Record<string, string> = {}) =>
    server.person(who).must('GET', `reports/${report}/result?${new URLSearchParams(query)}`);
  const behind = (who: string, report: string, query: Record<string, string>) =>
    server.person(who).must('GET', `reports/${report}/behind?${new URLSearchParams({ per_page: '200', ...query })}`);

  const openTo = (who: string): ReportDefinition[] => {
    const all = server.services.registry.reports().filter((one) => one !== ONLY_MANAGERS);
    const role = PEOPLE[who]?.role ?? '';
    return who === 'admin'
      ? all
      : all.filter(({ programme, roles }) => programme === 'schools' && (!roles || roles.includes(role)));
  };

  it.each([
    ['admin', {}],
    ['admin', { calendar: 'solar' }],
    ['focal.bamyan', { calendar: 'solar', from_date: '2026-03-20', to_date: '2026-06-21' }],
    ['admin', { from_date: '2026-03-20', to_date: '2026-08-30', calendar: 'gregorian' }],
    ['focal.bamyan', { to_date: '2026-05-02', kind: 'annual,baseline' }],
    ['focal.kabul', { from_date: '2026-02-01', organizations: '2,1' }],
  ])('the numbers of %s with %o are those of the raw records', async (who, given) => {
    const query: Record<string, string> = { calendar: 'gregorian', ...given };
    const place = { 'focal.bamyan': stage.province, 'focal.kabul': kabul }[who];
    const sees = (one: Raw) =>
      place === undefined ||
      (one.province_id === place && stored.registry.form(one.form)?.definition.programme === 'schools');
    const differing: unknown[] = [];
    let compared = 0;
    for (const report of openTo(who)) {
      const ids = ['calendar', ...report.filters.map((one) => (typeof one === 'string' ? one : one.id))];
      const known = Object.fromEntries(Object.entries(query).filter(([id]) => ids.includes(id)));
      const asked = { stored, report, sees, query: known, today: kabulDay(server.services.now()) };
      const { data } = await ask(who, report.report, query);
      for (const result of data.blocks) {
        const block = report.blocks.find(({ id }) => id === result.id) as Block;
        const keys = result.rows.map(({ key }: Json) => key);
        if (block.by && result.all === keys.length)
          for (const key of plainKeys(asked, block))
            if (!keys.includes(key)) differing.push([report.report, block.id, 'no row', key]);
        for (const [at, { measure: id, across }] of result.columns.entries()) {
          const measure = block.measures?.find((one) => one.id === id) as Measure;
          const cell = plainCells(asked, block, measure);
          for (const line of [...result.rows, ...(result.total ? [result.total] : [])]) {
            const key = line === result.total || block.by === undefined ? undefined : line.key;
            const [found, plain] = [line.cells[at], cell(key, across)];
            compared += 1;
            const isSame = found === null || plain === null ? found === plain : Math.abs(found - plain) < 0.005001;
            if (!isSame) differing.push([report.report, block.id, id, key, across, found, plain]);
          }
        }
      }
    }
    expect(differing).toEqual([]);
    expect(compared).toBeGreaterThan(100);
  });

  // Which records stand behind a number is asked of both in the whole matrix.
  it.runIf(ANY_DATABASE.includes(database))(
    'every number of every report opens to exactly what it counted',
    { timeout: 240_000 },
    async () => {
      const differing: unknown[] = [];
      let opened = 0;
      const open = async (who: string, report: ReportDefinition, query: Record<string, string>) => {
        const { data } = await ask(who, report.report, query);
        for (const result of data.blocks) {
          const block = report.blocks.find(({ id }) => id === result.id) as Block;
          for (const [at, { measure: id, across }] of result.columns.entries()) {
            const measure = block.measures?.find((one) => one.id === id) as Measure;
            if (measure.rate) continue;
            const lines = [...result.rows, ...(result.total ? [result.total] : [])].filter(
              // A few of the empty ones are enough.
              ({ cells }: Json, index: number) => cells[at] || index < 2,
            );
            for (const line of isFull || report === REPORT ? lines : lines.slice(0, 3)) {
              const row: Record<string, string> =
                block.by === undefined || line === result.total ? {} : { row: line.key };
              const key: Record<string, string> = {
                block: block.id,
                measure: id,
                ...row,
                ...(across !== undefined && { across }),
              };
              const list = await behind(who, report.report, { ...query, ...key });
              const values = list.data.map(({ value }: Json) => value);
              const isCounted = values.every((value: unknown) => value === null);
              const number = isCounted && values.length > 0 ? list.meta.total : folded(values, measure);
              const [found, plain] = [line.cells[at], number === null ? null : number * (measure.times ?? 1)];
              if (found === null || plain === null ? found !== plain : Math.abs(found - plain) > 0.005001)
                differing.push([report.report, key, found, plain]);
              if (found !== list.number) differing.push([report.report, key, found, 'of the list', list.number]);
              opened += found ? 1 : 0;
            }
          }
        }
      };
      const narrowed = { from_date: '2026-01-01', to_date: '2026-05-02', calendar: 'solar', kind: 'annual,baseline' };
      await open('focal.bamyan', REPORT, narrowed);
      for (const report of openTo('admin')) await open('admin', report, {});
      expect(differing).toEqual([]);
      expect(opened).toBeGreaterThan(300);
    },
  );

  it('problems whose row does not say yet on which visits they stand are counted by their log', async () => {
    const { kysely } = server.services.database;
    const kept = () =>
      kysely.selectFrom('problems').select(['id', 'visits', 'site_province_id']).orderBy('id').execute();
    const numbers = async () =>
      (await ask('admin', 'cbms-program-summary', { calendar: 'gregorian' })).data.blocks.find(
        ({ id }: Json) => id === 'fixRate',
      ) as Json;
    const counted = await numbers();
    await fillAllProblemVisits(server.services.database, server.services.registry);
    expect(await numbers()).toEqual(counted);
    const before = await kept();
    expect(before.filter(({ visits }) => visits === null)).toEqual([]);
    for (const [at, { id }] of before.entries())
      if (at % 2 === 0)
        await kysely
          .updateTable('problems')
          .set({ visits: null, site_province_id: 'x' })
          .where('id', '=', id)
          .execute();
    expect(await numbers()).toEqual({ ...counted, pending: true });
    await fillAllProblemVisits(server.services.database, server.services.registry);
    expect(await kept()).toEqual(before);
  });

  it('the data has everything that must not count', async () => {
    const db = server.services.database.read;
    const rows = await db
      .selectFrom('records')
      .select(['state', 'deleted_at'])
      .where('form', '=', 'school-rating')
      .execute();
    expect(rows.some(({ deleted_at }) => deleted_at !== null)).toBe(true);
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['submitted', 'returned', 'verified', 'archived']));
    const statuses = (await db.selectFrom('problems').select('status').execute()).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set(['ongoing', 'solved', 'dropped']));
  });

  it('documented calls answer under their keys, also nested ones, and files hold the rows', async () => {
    const admin = server.person('admin');
    const all = await admin.must('GET', 'test-everything/show?organizations=2');
    const { data } = await ask('admin', 'test-everything');
    expect(all.deep.sites.map((row: Json) => row.hiddenOne)).toHaveLength(data.blocks[0].rows.length);
    expect(data.blocks[0].columns.map(({ measure }: Json) => measure)).not.toContain('hiddenOne');
    expect(all.found[0]).toEqual({
      id: data.blocks[0].rows[0].key,
      name: data.blocks[0].rows[0].name,
      found: data.blocks[0].rows[0].cells[6],
    });
    const choices = await admin.must('GET', 'test-everything');
    expect([choices.organizations[0].id, choices.organizations.length > 1, choices.provinces.length > 1]).toEqual([
      '2',
      true,
      true,
    ]);
    const { provinces } = await server.person('focal.bamyan').must('GET', 'test-everything');
    expect(provinces.map(({ id }: Json) => id)).toEqual([stage.province]);
    const csv = (await admin.call('GET', 'reports/test-everything/export?format=csv&localSuffix=fa')).body;
    expect(csv).toContain('بامیان');
    expect((await admin.call('GET', 'reports/test-everything/export?format=xlsx')).status).toBe(200);
  });

  it('what is worked out of an answer that the reader may not read is absent, not shown as nothing', async () => {
    const secretOf = async (who: string) => {
      const { data } = await ask(who, 'test-everything');
      const { absent, columns, rows } = data.blocks.find(({ id }: Json) => id === 'secret');
      const shown = columns.map(({ measure }: Json) => measure);
      return { absent, shown, numbers: rows[0]?.cells.length };
    };
    expect(await secretOf('coordinator.bamyan')).toEqual({
      ...{ absent: ['told', 'share', 'more'], shown: ['all'], numbers: 1 },
    });
    expect(await secretOf('admin')).toEqual({ absent: undefined, shown: ['told', 'all', 'share', 'more'], numbers: 4 });
  });

  it('nobody asks sideways', async () => {
    const call = async (who: string, path: string) => (await server.person(who).call('GET', path)).status;
    expect(await call('admin', 'reports/test-nothing/result')).toBe(404);
    expect(await call('focal.bamyan', 'reports/test-managers/result')).toBe(403);
    expect(await call('focal.bamyan', 'test-managers/show')).toBe(403);
    expect(await call('manager.schools', 'reports/test-managers/result')).toBe(200);
    expect(
      await call('volunteer.bamyan', 'reports/cbms-program-summary/behind?block=formsCount&measure=no_monitorings'),
    ).not.toBe(500);
    const { data } = await ask('focal.bamyan', 'test-everything', { provinces: kabul });
    expect(data.blocks[0].rows).toEqual([]);
    const list = await behind('focal.bamyan', 'test-everything', { block: 'sites', measure: 'schools', row: kabul });
    expect(list.meta.total).toBe(0);
  });

  it('hostile filters are refused and harm nothing', async () => {
    const filters = (value: unknown) => `result?filters=${encodeURIComponent(JSON.stringify(value))}`;
    const path = (rest: string) => `reports/test-everything/${rest}`;
    for (const rest of [
      'result?from_date=2026-13-01',
      'result?to_date=yesterday',
      'result?period=forever',
      'result?offset=-1',
      'result?block=none',
      'result?filters={',
      'result?filters=[1]',
      filters({ constructor: ['x'] }),
      filters({ provinces: { a: 1 } }),
      'behind?block=sites&measure=rate',
      'behind?block=sites&measure=none',
      'behind?block=__proto__&measure=n',
      'behind?block=sites&measure=schools&page=0',
      `behind?block=sites&measure=schools&row=${'x'.repeat(300)}`,
      'export?format=exe',
    ]) {
      expectRefusal(await server.person('admin').call('GET', path(rest)), 'bad_filter', undefined, rest);
    }
    for (const rest of [
      "result?provinces=1' OR 1=1 --",
      'behind?block=months&measure=n&row=%25',
      'behind?block=ages&measure=n&row=9-9',
      'behind?block=types&measure=n&row=__proto__',
      `result?provinces=${Array.from({ length: 400 }, (_, at) => at + 9000).join(',')}`,
    ])
      expect([rest, (await server.person('admin').call('GET', path(rest))).status]).toEqual([rest, 200]);
  });
});
