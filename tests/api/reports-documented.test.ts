/**
 * Every documented field of a report's answer and every documented filter (`tests/golden/report-fields.csv`), over HTTP with
 * records of every form that the reports count. A path `fixRate[].solved` stands in each row of a list with rows, `?name` is
 * a filter. An answer without rows has no field, so an empty one does not pass.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompiledForm, RecordData } from '../../src/core/definitions/types.ts';
import { formsOfReport } from '../../src/core/reports/sources.ts';
import { publishFigures } from '../../src/server/publication/publish.ts';
import { Answerer } from '../support/everyForm.ts';
import { rowsOf } from '../support/golden.ts';
import { expectRefusal } from '../support/refusal.ts';
import { fillWorld } from '../support/reportWorld.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';
import type { Person } from './permissions-cast.ts';

const ROWS = rowsOf('report-fields.csv');
const FIELDS = ROWS.filter(({ path = '' }) => !path.startsWith('?'));
const FILTERS = ROWS.filter(({ path = '', type }) => path.startsWith('?') && type !== 'public');
const PUBLIC = ROWS.filter(({ type }) => type === 'public');

const IS: Record<string, (value: unknown) => boolean> = {
  number: (value) => typeof value === 'number' && value >= 0,
  // Nothing to work it out from is null. One of all rows must have a rate.
  rate: (value) => value === null || typeof value === 'number',
  text: (value) => typeof value === 'string' && value !== '',
};

/** Returns the values at a path; undefined if one of the rows, or the list, has none. */
function valuesAt(answer: Json, path: string): unknown[] | undefined {
  let found: Json[] = [answer];
  for (const step of path.split('.')) {
    const key = step.replace('[]', '');
    const next = found.map((one) => (one !== null && typeof one === 'object' ? one[key] : undefined));
    if (next.some((one) => one === undefined || (step.endsWith('[]') && !Array.isArray(one)))) return undefined;
    found = step.endsWith('[]') ? next.flat() : next;
  }
  return found.length === 0 ? undefined : found;
}

function isHeld(answer: Json, { path = '', type = '' }: Record<string, string>): boolean {
  const values = valuesAt(answer, path);
  return values?.every((one) => IS[type]?.(one)) === true && values.some((one) => one !== null);
}

/** Records of each form, so that every group has some. */
const ENOUGH = 40;

/** Choices that no record has. */
const NARROWED: Record<string, string> = {
  from_date: '2100-01-01',
  to_date: '1990-01-01',
  from: '2100-01-01',
  to: '1990-01-01',
};

it('an empty answer holds no row, and each row names a call, a path and a type', () => {
  for (const row of FIELDS) for (const empty of [{}, [], null]) expect(isHeld(empty, row), row.row).toBe(false);
  expect(new Set(ROWS.map(({ type }) => type))).toEqual(
    new Set(['number', 'rate', 'text', 'date', 'choices', 'search', 'period', 'public']),
  );
  expect(new Set(ROWS.map(({ row }) => row).filter((row) => row?.includes('-field-'))).size).toBe(127);
});

describe.each(ANY_DATABASE)('documented fields of reports on %s', (database) => {
  let server: TestServer;
  let admin: Person;
  const answers = new Map<string, Json>();

  beforeAll(async () => {
    server = await startTestServer(database);
    admin = server.person('admin');
    const reports = server.services.registry.reports();
    await fillWorld(server.services, [...new Set(reports.flatMap((report) => formsOfReport(report)))], ENOUGH);
    await addRare();
    await publishFigures(server.services);
    for (const { call = '' } of ROWS) answers.set(call, await admin.must('GET', call));
  });
  afterAll(() => server?.stop());

  it.each(FIELDS)('$row: $call answers $path', ({ call = '', ...row }) => {
    expect(isHeld(answers.get(call), row), JSON.stringify(valuesAt(answers.get(call), row.path ?? ''))).toBe(true);
  });

  /** Returns the report of a call, as its screen knows it. */
  const viewOf = async (call: string): Promise<Json> => {
    const report = server.services.registry
      .reports()
      .find(({ report, api }) => call === `reports/${report}/result` || (api && call.startsWith(api.base)));
    return (await admin.must('GET', `reports/${report?.report}`)).data;
  };

  it.each(FILTERS)('$row: $call is narrowed by $path', async ({ call = '', path = '', type = '' }) => {
    const name = path.slice(1);
    const { filters } = await viewOf(call);
    const known: Record<string, string> = { from: 'from_date', to: 'to_date', province: 'provinces' };
    const filter = filters.find(({ id }: Json) => id === name) ?? filters.find(({ id }: Json) => id === known[name]);
    expect(filter.kind).toBe(type);
    const counted = ({ data, ...answer }: Json) => JSON.stringify(data?.blocks ?? answer);
    const value = type === 'search' ? await someRecord(filter.forms[0]) : (NARROWED[name] ?? 'today');
    const narrowed = await admin.must('GET', `${call}?${name}=${value}`);
    const asJson = await admin.must('GET', `${call}?filters=${encodeURIComponent(JSON.stringify({ [name]: value }))}`);
    expect(counted(asJson)).toBe(counted(narrowed));
    expect(counted(narrowed)).not.toBe(counted(answers.get(call)));
    const unknown = encodeURIComponent(JSON.stringify({ [`${name}s_`]: value }));
    expectRefusal(await admin.call('GET', `${call}?filters=${unknown}`), 'bad_filter');
  });

  it.each(PUBLIC)('$row: $call is narrowed by $path', async ({ call = '', path = '' }) => {
    const { filters, measures } = answers.get(call);
    expect(filters.map(({ dimension }: Json) => dimension)).toContain(path.slice(1));
    expect(measures[0].total).toBeGreaterThan(0);
    expect((await admin.must('GET', `${call}${path}=none`)).measures[0].total).toBe(0);
  });

  it('choosing “-- Select --” narrows nothing, and an organisation does', async () => {
    const call = 'cbms-program-summary/show';
    const { organizations } = answers.get(call);
    expect([organizations[0].id, organizations[0].name_en]).toEqual(['2', '-- Select --']);
    expect(await admin.must('GET', `${call}?organizations=2`)).toEqual(answers.get(call));
    expect(await admin.must('GET', `${call}?organizations=${organizations[1].id}`)).not.toEqual(answers.get(call));
  });

  it.each(['schools-dashboard', 'health-centers-dashboard/ranking'])(
    'pages of %s come after each other',
    async (call) => {
      const key = call === 'schools-dashboard' ? 'schoolRates' : 'ranking';
      const pages: Json[] = [];
      for (const page of [1, 2]) pages.push((await admin.must('GET', `${call}?per_page=2&page=${page}`))[key]);
      expect(pages.map(({ meta }) => [meta.current_page, meta.per_page])).toEqual([
        [1, 2],
        [2, 2],
      ]);
      const all = (await admin.must('GET', `${call}?per_page=4`))[key].data;
      expect(pages.flatMap(({ data }) => data)).toEqual(all);
      expect(pages[0].meta.total).toBeGreaterThan(2);
    },
  );

  /** Adds what is not among generated records by chance: problems that no answer requires, an event of each department. */
  async function addRare(): Promise<void> {
    const { registry } = server.services;
    const answerer = new Answerer(server, admin, (await admin.must('GET', 'provinces')).data[0].id);
    const add = async (name: string, given: RecordData) => {
      const form = registry.form(name) as CompiledForm;
      await admin.must('POST', form.definition.api.base, await answerer.answers(form, admin, 1, given));
    };
    const [type] = registry.choices('problem-type.social-audit');
    const problem = { problem_type_id: type?.id, problem_details: 'Unpaid', date_identified: '2026-02-01' };
    const problems = [
      { ...problem, problem_status_id: 'ongoing' },
      { ...problem, problem_status_id: 'solved', date_solved: '2026-03-01' },
    ];
    await add('social-audit', { start_date: '2026-01-01', end_date: '2026-03-02', problems });
    for (const { id } of registry.choices('department')) await add('cbm-event', { department: id });
  }

  /** Returns the id of a record to which a sheet that counts refers. */
  async function someRecord(form: string): Promise<string> {
    const read = server.services.database.read;
    const own = new Set(
      (await read.selectFrom('records').select('id').where('form', '=', form).execute()).map(({ id }) => id),
    );
    const sheets = await read
      .selectFrom('records')
      .select('data')
      .where('deleted_at', 'is', null)
      .where('state', '=', 'submitted')
      .where('form', 'in', ['criminal-monitoring', 'civil-monitoring'])
      .execute();
    const named = sheets.map(({ data }) => JSON.parse(data).cbmt_court_case_id as string);
    return named.find((id) => own.has(id)) as string;
  }
});
