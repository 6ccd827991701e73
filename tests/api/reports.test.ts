/** Reports count what their readers may see: every number equals a plain recount of the records, and the list behind it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSources, type Sources } from '../../src/core/definitions/load.ts';
import type { RecordData } from '../../src/core/definitions/types.ts';
import type { Block, Measure, ReportDefinition } from '../../src/core/generated/report.ts';
import { shippedFiles } from '../../src/server/services.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import { type Json, prepareStage, ratingAnswers, type Stage, schoolAnswers, surveyAnswers } from './http-stage.ts';

const text = (en: string) => ({ en, fa: en, ps: en });
const RATINGS = ['school-rating'] as [string];
const SCHOOLS = ['school'] as [string];
const SURVEYS = ['school-survey'] as [string];

/** Has every kind of measure and row. */
const REPORT: ReportDefinition = {
  report: 'test-everything',
  programme: 'schools',
  kind: 'summary',
  title: text('Everything'),
  path: '/test-everything',
  filters: [
    'from_date',
    'to_date',
    'period',
    'organizations',
    'provinces',
    { id: 'kind', title: text('Kind'), by: 'type', of: ['school-survey'] },
  ],
  blocks: [
    {
      id: 'sites',
      show: 'table',
      by: 'province',
      total: true,
      order: '-schools',
      measures: [
        { id: 'schools', of: 'count', forms: SCHOOLS, undated: true },
        {
          id: 'pupils',
          of: 'sum',
          forms: SCHOOLS,
          fields: ['enrolment_current_boys', 'enrolment_current_girls'],
          undated: true,
        },
        { id: 'visits', of: 'count', forms: ['school-rating', 'school-survey'] },
        { id: 'visited', of: 'distinct', field: 'parent_id', forms: ['school-rating', 'school-survey'] },
        { id: 'mean', of: 'average', forms: SURVEYS, field: 'age' },
        { id: 'middle', of: 'median', forms: SURVEYS, field: 'age' },
        { id: 'found', of: 'problems', forms: RATINGS },
        { id: 'solved', of: 'problems', forms: RATINGS, when: 'solved' },
        { id: 'open', of: 'problems', forms: RATINGS, when: 'open' },
        { id: 'ever', of: 'problems', forms: RATINGS, when: 'ever' },
        { id: 'rate', rate: ['solved', 'found'] },
        { id: 'both', plus: ['solved', 'open'] },
        { id: 'hiddenOne', of: 'count', forms: SURVEYS, hidden: true },
      ],
    },
    { id: 'types', show: 'bars', by: { field: 'type' }, measures: [{ id: 'n', of: 'count', forms: SURVEYS }] },
    {
      id: 'ages',
      show: 'bars',
      by: { field: 'age', ages: [20, 40] },
      measures: [{ id: 'n', of: 'count', forms: SURVEYS }],
    },
    {
      id: 'cross',
      show: 'stacked',
      by: { field: 'type' },
      across: { field: 'gender' },
      total: true,
      measures: [{ id: 'n', of: 'count', forms: SURVEYS }],
    },
    {
      id: 'months',
      show: 'trend',
      by: 'month',
      measures: [{ id: 'n', of: 'count', forms: ['school-rating', 'school-survey'] }],
    },
    { id: 'states', show: 'funnel', by: 'status', measures: [{ id: 'n', of: 'count', forms: RATINGS }] },
    { id: 'parents', show: 'bars', by: 'site', measures: [{ id: 'n', of: 'count', forms: RATINGS }] },
    {
      id: 'people',
      show: 'bars',
      by: 'person',
      measures: [
        { id: 'n', of: 'events', forms: RATINGS },
        { id: 'made', of: 'count', forms: RATINGS, undated: true },
      ],
    },
    {
      id: 'questions',
      show: 'bars',
      by: { questions: 'each' },
      measures: [
        { id: 'good', of: 'answers', value: ['good'], forms: RATINGS },
        { id: 'points', of: 'points', forms: RATINGS },
      ],
    },
    {
      id: 'steps',
      show: 'numbers',
      measures: [
        { id: 'days', of: 'days', from: 'submitted', to: 'verified', forms: RATINGS },
        { id: 'due', of: 'sites-due', visits: 'school-rating' },
        { id: 'done', of: 'sites-due', visits: 'school-rating', visited: true },
      ],
    },
    {
      id: 'secret',
      show: 'numbers',
      measures: [
        { id: 'told', of: 'distinct', forms: ['complaint'], field: 'complainant_name' },
        { id: 'all', of: 'count', forms: ['complaint'] },
      ],
    },
  ],
  api: { base: 'test-everything', keys: { 'deep.sites': 'sites', types: 'types', found: 'sites.found' } },
};

const ONLY_MANAGERS: ReportDefinition = {
  ...REPORT,
  report: 'test-managers',
  path: '/test-managers',
  roles: ['program-manager'],
  api: { base: 'test-managers' },
};

async function withTestReports(): Promise<Sources> {
  const sources = await loadSources(shippedFiles);
  return { ...sources, reports: [...(sources.reports ?? []), REPORT, ONLY_MANAGERS] };
}

interface Raw {
  id: string;
  form: string;
  state: string;
  province_id: string | null;
  parent_id: string | null;
  created_by: string;
  created_at: string;
  data: RecordData;
}

interface Told {
  records: Raw[];
  problems: {
    id: string;
    date_identified: string;
    date_solved: string | null;
    status: string;
    province: string | null;
    on: string[];
  }[];
}

const DATES: Record<string, string> = { 'school-rating': 'monitoring_date', 'school-survey': 'filling_date' };

/** Counts again without SQL: from the records as they are stored. */
function recount(
  { records, problems }: Told,
  measure: Measure,
  days: { from?: string; to?: string },
  province?: string,
): number | null {
  const isIn = (day: string) =>
    (days.from === undefined || day >= days.from) && (days.to === undefined || day <= days.to);
  const own = records.filter(
    (one) =>
      measure.forms?.includes(one.form) &&
      (province === undefined || one.province_id === province) &&
      (measure.undated || isIn(String(one.data[DATES[one.form] ?? ''] ?? one.created_at.slice(0, 10)))) &&
      (measure.where ?? []).every(({ field, op, value }) => {
        const answer = one.data[field] ?? '';
        return op === 'in' ? (value as unknown[]).includes(answer) : op === 'eq' ? answer === value : true;
      }),
  );
  const numbers = own
    .map(({ data }) => data[measure.field ?? ''])
    .filter((one): one is number => typeof one === 'number')
    .sort((a, b) => a - b);
  switch (measure.of) {
    case 'count':
      return own.length;
    case 'distinct':
      return new Set(own.map(({ parent_id }) => parent_id)).size;
    case 'sum':
      return (
        own.reduce(
          (sum, { data }) =>
            sum + (measure.fields ?? [measure.field ?? '']).reduce((n, name) => n + Number(data[name] ?? 0), 0),
          0,
        ) * (measure.times ?? 1)
      );
    case 'average':
      return numbers.length === 0 ? null : numbers.reduce((a, b) => a + b, 0) / numbers.length;
    case 'median': {
      const at = Math.floor(numbers.length / 2);
      if (numbers.length === 0) return null;
      return numbers.length % 2 === 1
        ? (numbers[at] as number)
        : ((numbers[at - 1] as number) + (numbers[at] as number)) / 2;
    }
    case 'problems': {
      const seen = new Set(records.filter(({ form }) => measure.forms?.includes(form)).map(({ id }) => id));
      const mine = problems.filter(
        (one) => (province === undefined || one.province === province) && one.on.some((id) => seen.has(id)),
      );
      if (measure.when === 'solved')
        return mine.filter((one) => one.date_solved !== null && isIn(one.date_solved)).length;
      if (measure.when === 'ever')
        return mine.filter((one) => one.date_solved !== null && (days.to === undefined || one.date_solved <= days.to))
          .length;
      if (measure.when === 'open')
        return mine.filter(
          (one) =>
            one.status !== 'dropped' &&
            (days.to === undefined || one.date_identified <= days.to) &&
            (one.date_solved === null || (days.to !== undefined && one.date_solved > days.to)),
        ).length;
      return mine.filter(
        (one) =>
          isIn(one.date_identified) &&
          (measure.where ?? []).every(
            ({ value }) => one.status === value && (days.to === undefined || (one.date_solved ?? '') <= days.to),
          ),
      ).length;
    }
    default:
      throw new Error(`no recount of ${measure.of}`);
  }
}

const RECOUNTED = new Set(['count', 'distinct', 'sum', 'average', 'median', 'problems']);
const two = (value: number | null, digits: number) => (value === null ? null : Number(value.toFixed(digits)));

describe.each(DATABASES)('reports on %s', (database) => {
  let server: TestServer;
  let stage: Stage;
  let kabul: string;

  beforeAll(async () => {
    server = await startTestServer(database, { sources: await withTestReports() });
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
  });
  afterAll(() => server?.stop());

  const ask = (who: string, report: string, query: Record<string, string> = {}) =>
    server.person(who).must('GET', `reports/${report}/result?${new URLSearchParams(query)}`);
  const behind = (who: string, report: string, query: Record<string, string>) =>
    server.person(who).must('GET', `reports/${report}/behind?${new URLSearchParams({ per_page: '200', ...query })}`);

  async function told(isSeen: (record: Raw) => boolean): Promise<Told> {
    const db = server.services.database.read;
    const rows = await db.selectFrom('records').selectAll().where('deleted_at', 'is', null).execute();
    const all = rows
      .filter(({ state }) => state !== 'returned' && state !== 'archived')
      .map((row): Raw => ({ ...row, data: JSON.parse(row.data) as RecordData }));
    const logs = await db.selectFrom('problem_logs').select(['problem_id', 'record_id']).execute();
    const problems = await db.selectFrom('problems').selectAll().execute();
    const site = new Map(rows.map(({ id, province_id }) => [id, province_id]));
    return {
      records: all.filter(isSeen),
      problems: problems.map((one) => ({
        ...one,
        province: site.get(one.site_id ?? '') ?? null,
        on: logs.filter(({ problem_id }) => problem_id === one.id).map(({ record_id }) => record_id),
      })),
    };
  }

  it.each([
    ['admin', {}, undefined],
    ['admin', { from_date: '2026-03-20', to_date: '2026-08-30' }, undefined],
    ['focal.bamyan', { to_date: '2026-05-02' }, 'Bamyan'],
    ['focal.kabul', { from_date: '2026-02-01' }, 'Kabul'],
  ])('the numbers of %s with %o are those of the raw records', async (who, query, place) => {
    const own = place === 'Kabul' ? kabul : place === undefined ? undefined : stage.province;
    const raw = await told(({ province_id }) => own === undefined || province_id === own);
    const days = {
      ...('from_date' in query && { from: query.from_date }),
      ...('to_date' in query && { to: query.to_date }),
    };
    let compared = 0;
    for (const report of [
      REPORT,
      ...server.services.registry.reports().filter(({ report }) => report === 'cbms-program-summary'),
    ]) {
      const { data } = await ask(who, report.report, query as Record<string, string>);
      for (const block of report.blocks.filter(({ by }) => by === undefined || by === 'province')) {
        const result = data.blocks.find(({ id }: Json) => id === block.id);
        for (const [at, column] of result.columns.entries()) {
          const measure = block.measures?.find(({ id }) => id === column.measure) as Measure;
          if (!RECOUNTED.has(measure.of ?? '') || block.id === 'secret') continue;
          const digits = measure.of === 'average' || measure.of === 'median' ? 2 : 0;
          const lines = [
            ...result.rows.map((row: Json) => [block.by ? row.key : undefined, row]),
            ...(result.total ? [[undefined, result.total]] : []),
          ];
          for (const [key, line] of lines) {
            expect([report.report, block.id, measure.id, key, line.cells[at]]).toEqual([
              report.report,
              block.id,
              measure.id,
              key,
              two(recount(raw, measure, days, key), digits),
            ]);
            compared += 1;
          }
        }
      }
    }
    expect(compared).toBeGreaterThan(30);
  });

  it('every number of every report opens to exactly what it counted', async () => {
    let opened = 0;
    const open = async (who: string, report: ReportDefinition, query: Record<string, string>) => {
      const { data } = await ask(who, report.report, query);
      for (const result of data.blocks) {
        const block = report.blocks.find(({ id }) => id === result.id) as Block;
        for (const [at, { measure: id, across }] of result.columns.entries()) {
          const measure = block.measures?.find((one) => one.id === id) as Measure;
          if (measure.rate) continue;
          const lines = [
            ...result.rows.map((row: Json) => [row, block.by ? { row: row.key } : {}]),
            ...(result.total ? [[result.total, {}]] : []),
          ];
          for (const [line, key] of lines.slice(0, report === REPORT ? 40 : 2)) {
            const list = await behind(who, report.report, {
              ...query,
              block: block.id,
              measure: id,
              ...key,
              ...(across !== undefined && { across }),
            });
            const values = list.data
              .map(({ value }: Json) => value)
              .filter((value: unknown) => value !== null)
              .sort((a: number, b: number) => a - b);
            const sum = values.reduce((a: number, b: number) => a + b, 0);
            const mid = values.length / 2;
            const number =
              measure.of === 'sum'
                ? sum * (measure.times ?? 1)
                : measure.of === 'average' || measure.of === 'points'
                  ? values.length
                    ? sum / values.length
                    : null
                  : measure.of === 'median' || measure.of === 'days'
                    ? values.length
                      ? (values[Math.ceil(mid) - 1 + (values.length % 2 ? 0 : 0)] + values[Math.floor(mid)]) / 2
                      : null
                    : list.meta.total * (measure.times ?? 1);
            const digits =
              measure.digits ?? (['average', 'points', 'median', 'days'].includes(measure.of ?? '') ? 2 : 0);
            expect([report.report, block.id, id, key, across, line.cells[at]]).toEqual([
              report.report,
              block.id,
              id,
              key,
              across,
              two(number, digits),
            ]);
            opened += line.cells[at] ? 1 : 0;
          }
        }
      }
    };
    await open('admin', REPORT, {});
    await open('focal.bamyan', REPORT, {
      from_date: '2026-01-01',
      to_date: '2026-05-02',
      calendar: 'solar',
      kind: 'annual,baseline',
    });
    for (const report of server.services.registry.reports())
      if (report !== REPORT && report !== ONLY_MANAGERS) await open('admin', report, {});
    expect(opened).toBeGreaterThan(100);
  });
});
