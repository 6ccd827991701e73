/**
 * Which report opens for whom: role × report × call × place, over HTTP. The expected letters are in
 * tests/golden/permissions-reports.csv. `UPDATE_GOLDEN=1` writes what the server does instead, and people review the diff.
 * Columns: `here` is what a person sees of records in the province of their grant, `there` of those in another one, with a
 * grant for the programme of the report; `foreign` of those here with a grant for another programme. Letters:
 *
 *   Y  told of at least one record    n  answered, but no record counts    r  403
 *
 * `list` is the entry in the list of reports, `show` the documented call, `result` the numbers, `behind` the records behind a
 * number, `file` the spreadsheet.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportDefinition } from '../../src/core/generated/report.ts';
import { formsOfReport, measuresOf } from '../../src/core/reports/sources.ts';
import { findRecords, groupIntoMap } from '../../src/server/db/rows.ts';
import { fillWorld } from '../support/reportWorld.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';
import { ADMINISTRATOR, type Answer, newPerson, type Person, regrant } from './permissions-cast.ts';

const FILE = new URL('../golden/permissions-reports.csv', import.meta.url);
const HEAD = 'role,call,here,there,foreign,reports';

/** Programmes of the everyday run. Rules depend on the programme and on the roles that a report names. */
const EVERYDAY = ['schools', 'communication'];
const isFull = process.env.AMANAT_FULL === '1' || process.env.UPDATE_GOLDEN === '1';

const letter = ({ status }: Answer, told: () => boolean): string => {
  if (status === 403) return 'r';
  if (status !== 200) throw new Error(`answered ${status}`);
  return told() ? 'Y' : 'n';
};

type Call = (person: Person, report: ReportDefinition, province: string) => Promise<string>;

/** Query of the filters that narrow a report to a province, if it has such a filter. */
const placed = ({ filters }: ReportDefinition, province: string) =>
  filters.includes('provinces') ? `provinces=${province}` : '';

const counts = (blocks: Json): boolean =>
  blocks.some(({ rows }: Json) => rows.some(({ cells }: Json) => cells.some((cell: unknown) => Number(cell) > 0)));

const CALLS: Record<string, Call> = {
  async list(person, { report, path }) {
    const { data, closed } = await person.must('GET', 'reports');
    const isOpen = data.some((one: Json) => one.report === report);
    const told = closed.find((one: Json) => one.report === report);
    // Everybody is told of each report: what it is, or who may open it.
    if (isOpen === Boolean(told) || (told && (told.path !== path || !told.message)))
      throw new Error(`${report} is in both`);
    return isOpen ? 'Y' : 'r';
  },
  async show(person, { api }, province) {
    if (!api) return '';
    const path = api.result ?? `${api.base}/show`;
    const answer = await person.call(
      'GET',
      `${path}?filters=${encodeURIComponent(JSON.stringify({ provinces: [province] }))}`,
    );
    const plain = await person.call('GET', api.base);
    if (plain.status !== answer.status) throw new Error(`${api.base} and ${path} differ`);
    return letter(answer, () =>
      Object.keys(api.keys ?? {}).some((key) => (key.split('.')[0] as string) in answer.body),
    );
  },
  async result(person, report, province) {
    const answer = await person.call('GET', `reports/${report.report}/result?${placed(report, province)}`);
    return letter(answer, () => counts(answer.body.data.blocks));
  },
  async behind(person, report, province) {
    const found = new Set<string>();
    for (const block of report.blocks)
      for (const { id, rate } of measuresOf(block)) {
        if (rate) continue;
        const query = `block=${block.id}&measure=${id}&per_page=1&${placed(report, province)}`;
        const answer = await person.call('GET', `reports/${report.report}/behind?${query}`);
        const one = letter(answer, () => answer.body.meta.total > 0);
        if (one === 'Y') return one;
        found.add(one);
      }
    // Of an open report some blocks may be closed.
    return found.has('n') || found.size === 0 ? 'n' : 'r';
  },
  async file(person, report, province) {
    const query = `format=csv&localSuffix=en&${placed(report, province)}`;
    const answer = await person.call('GET', `reports/${report.report}/export?${query}`);
    return letter(answer, () => /,[1-9]/.test(String(answer.body)));
  },
};

describe.each(ANY_DATABASE)('what reports tell on %s', (database) => {
  let server: TestServer;
  let admin: Person;
  let person: Person;
  let reports: readonly ReportDefinition[];
  let places: string[];

  beforeAll(async () => {
    server = await startTestServer(database);
    admin = await server.administrator();
    person = await newPerson(server.base, admin, ADMINISTRATOR);
    const all = server.services.registry.reports();
    reports = all.filter(({ programme }) => isFull || EVERYDAY.includes(programme));
    places = (await admin.must('GET', 'provinces')).data.map(({ id }: Json) => id).slice(0, 2);
    // Always of all reports: what one form's records belong to depends on which others there are.
    await fillWorld(server.services, [...new Set(all.flatMap((report) => formsOfReport(report)))], 16);
    await spread(server.services, places);
  }, 300_000);
  afterAll(() => server?.stop());

  it('every cell is as expected', { timeout: 900_000 }, async () => {
    const cells = new Map<string, string[]>();
    const { roles } = await admin.must('GET', 'session');
    const [here, there] = places as [string, string];
    for (const { id: role } of roles) {
      const letters = new Map<string, string[]>();
      const programmes = [...new Set(reports.map(({ programme }) => programme))];
      for (const programme of programmes)
        for (const [of, place] of [
          [programme, here],
          [programme, there],
          [programme === 'schools' ? 'health' : 'schools', here],
        ] as const) {
          await regrant(admin, person, { role, programme: of, province_id: here });
          for (const report of reports.filter((one) => one.programme === programme))
            for (const [name, call] of Object.entries(CALLS)) {
              const key = `${name} ${report.report}`;
              letters.set(key, [...(letters.get(key) ?? []), await call(person, report, place)]);
            }
        }
      for (const [key, found] of letters) {
        const [name, report] = key.split(' ') as [string, string];
        if (found.includes('')) continue;
        const line = [role, name, ...found].join(',');
        cells.set(line, [...(cells.get(line) ?? []), report]);
      }
    }
    const lines = [...cells].map(([key, names]) => `${key},${names.join(' ')}`);
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(FILE, `${[HEAD, ...lines].join('\n')}\n`);
    const [head, ...rows] = readFileSync(FILE, 'utf8').trim().split('\n');
    expect(head).toBe(HEAD);
    const each = (some: readonly string[]) =>
      some
        .flatMap((line) => {
          const at = line.lastIndexOf(',');
          return line
            .slice(at + 1)
            .split(' ')
            .map((report) => `${line.slice(0, at)},${report}`);
        })
        .filter((line) => reports.some(({ report }) => line.endsWith(`,${report}`)))
        .sort();
    expect(each(lines)).toEqual(each(rows));
  });
});

/** Puts sites into the places by turns, with everything that belongs to them, so that each place has some of all. */
async function spread({ database, projector }: TestServer['services'], places: readonly string[]): Promise<void> {
  await database.transaction(async (trx) => {
    const rows = await trx.selectFrom('records').select(['id', 'form', 'site_id', 'parent_id']).orderBy('id').execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    const rootOf = ({ id, site_id, parent_id }: (typeof rows)[number]): string => {
      const above = byId.get(site_id ?? parent_id ?? '');
      return above && above.id !== id ? rootOf(above) : id;
    };
    const turns = new Map<string, number>();
    for (const own of groupIntoMap(rows, ({ form }) => form).values())
      for (const [at, root] of [...new Set(own.map(rootOf))].entries())
        if (!turns.has(root)) turns.set(root, Math.floor(at / 2) % places.length);
    for (const [at, province_id] of places.entries()) {
      const ids = rows.filter((row) => turns.get(rootOf(row)) === at).map(({ id }) => id);
      await trx.updateTable('records').set({ province_id }).where('id', 'in', ids).execute();
    }
    for (const [form, own] of groupIntoMap(rows, (row) => row.form))
      await projector.project(trx, form, [
        ...(
          await findRecords(
            trx,
            own.map(({ id }) => id),
          )
        ).values(),
      ]);
  });
}
