/**
 * Every figure of every report, of its files and documented calls, of lists, home and the pages of sites, read a second time: from `records.data` and `record_revisions`, by the sentences and headings that the
 * API prints. The reader (`tests/support/reading`) shares nothing with the product, which `tests/architecture` holds.
 */
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import readSheets from 'read-excel-file/universal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inFull } from '../support/inFull.ts';
import { type Compare, type Compared, compareReport, type Filters } from '../support/reading/compare.ts';
import { compareHome } from '../support/reading/home.ts';
import { TODAY } from '../support/reading/plan.ts';
import { type Known, knownOf, type Rows } from '../support/reading/rows.ts';
import { compareSites } from '../support/reading/sites.ts';
import type { Reader } from '../support/reading/things.ts';
import { makeWorld, type World, type WorldPlan } from '../support/reading/world.ts';
import { ANY_DATABASE } from '../support/server.ts';
import { ADMINISTRATOR, newPerson } from './permissions-cast.ts';

/** Bamyan is the province of the coordinators. */
const COORDINATED = 'Bamyan';
const EVERYDAY: WorldPlan = { seed: 1, provinces: [COORDINATED, 'Kabul'], share: 0.5 };
const MORE: WorldPlan[] = [2, 3, 4].map((seed) => ({ seed, provinces: [COORDINATED, 'Kabul', 'Herat'], share: 1 }));

/** Those that have sites, and in the full run all others with reports. */
const PROGRAMMES = [
  ...['schools', 'health', 'mines', 'projects', 'courts'],
  ...(process.env.AMANAT_FULL === '1'
    ? ['social-audit', 'advocacy', 'integrity', 'communication', 'administration']
    : []),
];
const QUARTER = { from_date: '2026-03-01', to_date: '2026-05-31' };
const OVER = { to_date: '2026-01-31', calendar: 'solar' } as const;
const PERIODS = ['today', 'week', 'month', 'quarter'] as const;
/** What every world has. */
const HAPPENED = [
  ...'return archive delete resubmit verify edit move reword retire merge'.split(' '),
  ...['reword questions', 'earlier version', 'merge place', 'report'],
];
/** Filters of one report, and the questions whose answers they choose of. */
const OF_ITEMS = {
  donor: 'donor_id',
  department: 'department_id',
  physical_status: 'physical_status',
  stock_user: 'stock_user',
  asset_type: 'asset_type_id',
};

async function rowsOf({ server, merged }: World): Promise<Rows> {
  const { read } = server.services.database;
  const records = await sql<Rows['records'][number]>`SELECT id, form, form_version, data FROM records`.execute(read);
  const revisions = await sql<Rows['revisions'][number]>`SELECT record_id, seq, action, at, by_id, to_state
    FROM record_revisions`.execute(read);
  return { records: records.rows, revisions: revisions.rows, merged };
}

/** An administrator, and a manager and a coordinator of each programme. */
async function readersOf({ server }: World): Promise<Pick<Compare, 'person' | 'reader'>[]> {
  const admin = server.person('admin');
  const withFiles = {
    must: (method: string, path: string) => admin.must(method, path),
    table: (path: string) => tableOf(server, path),
  };
  const places = [...server.services.registry.places().values()];
  const province = places.find(({ level, name_en }) => level === 'province' && name_en === COORDINATED)?.id as string;
  const readers: Required<Pick<Reader, 'role' | 'programme'>>[] = PROGRAMMES.flatMap((programme) => [
    { role: 'program-manager', programme },
    { role: 'provincial-coordinator', programme },
    // Reads no report, but home says what is to be visited.
    { role: 'focal-point', programme },
  ]);
  const made: Pick<Compare, 'person' | 'reader'>[] = [{ person: withFiles, reader: { role: 'administrator' } }];
  for (const { role, programme } of readers) {
    const place = role === 'program-manager' ? null : province;
    const person = await newPerson(server.base, admin, { ...ADMINISTRATOR, role, programme, province_id: place });
    made.push({ person, reader: { role, programme, ...(place && { province: place }) } });
  }
  return made;
}

/** Fetches files as the administrator. */
async function tableOf({ base, tokens }: World['server'], path: string): Promise<unknown[][]> {
  const response = await fetch(`${base}/api/${path}`, { headers: { authorization: `Bearer ${tokens.admin}` } });
  const file = await response.blob();
  if (path.endsWith('xlsx')) return (await readSheets(file))[0]?.data ?? [];
  return parse(await file.text(), { bom: true, relax_column_count: true, skip_empty_lines: false });
}

/** What is asked of a report: everybody asks the first two, the administrator all. */
function questionsOf(report: string, known: ReadonlyMap<string, Known>, merged: Rows['merged']): Filters[] {
  const all = [...known.values()].filter(({ isDeleted }) => !isDeleted);
  const ofForm = (name: string) => all.filter(({ form }) => form.form === name);
  if (report === 'court-case-report')
    return ofForm('court-case').map(({ id }) => ({ asked: {}, own: { case: ['cbmt_court_case_id', id] } }));
  const [site] = all.filter((one) => one.form.kind === 'site' && one.organization !== '');
  const { organization = '', places: { province } = { province: '' } } = site ?? {};
  const items = ofForm('inventory-item').flatMap(({ data }, at): Filters[] => {
    const [filter, field] = Object.entries(OF_ITEMS)[at % 5] as [string, string];
    return data[field] ? [{ asked: {}, own: { [filter]: [field, data[field]] } }] : [];
  });
  return [
    { asked: {}, files: true },
    { asked: report.endsWith('user-activity') ? { period: 'week' } : QUARTER },
    { asked: OVER },
    { asked: { provinces: province } },
    { asked: { ...QUARTER, organizations: organization } },
    ...PERIODS.map((period) => ({ asked: { period, calendar: 'solar' as const } })),
    ...(report === 'inventory-report' ? items : []),
    ...byEarlierIds(report, merged),
  ];
}

/** Links that people kept name what was merged since: they ask for what it is now. */
function byEarlierIds(report: string, merged: Rows['merged']): Filters[] {
  return [...merged].flatMap(([item, into]): Filters[] => {
    const [list, id = ''] = item.split(' ');
    if (list === 'organization') return [{ asked: { organizations: into }, sent: { organizations: id } }];
    if (list === 'place' && report === 'test-places')
      return [{ asked: {}, own: { district: ['district', into] }, sent: { district: id } }];
    const [filter, field] = Object.entries(OF_ITEMS).find(([, name]) => name.startsWith(list as string)) ?? [];
    if (!filter || !field || report !== 'inventory-report') return [];
    return [{ asked: {}, own: { [filter]: [field, into] }, sent: { [filter]: id } }];
  });
}

async function readAgain(world: World): Promise<Compared> {
  const found: Compared = { cells: 0, figures: new Map(), unseen: [], differences: [] };
  const known = knownOf(await rowsOf(world));
  for (const one of await readersOf(world)) {
    const isAdmin = one.reader.role === 'administrator';
    if (one.reader.role === 'focal-point') {
      await compareHome({ ...one, known, today: TODAY }, world.server.person('admin'), found);
      continue;
    }
    const { data } = await one.person.must('GET', 'reports');
    for (const { report } of data)
      await compareReport(
        { ...one, known, today: TODAY },
        report,
        questionsOf(report, known, world.merged).slice(0, isAdmin ? undefined : 2),
        found,
      );
    await compareSites({ ...one, known, today: TODAY }, found);
  }
  return found;
}

async function expectSame(world: World): Promise<void> {
  const { differences, unseen, figures, cells } = await readAgain(world);
  expect(differences, `of ${cells} cells`).toEqual([]);
  expect(unseen, 'figures that nobody read').toEqual([]);
  for (const what of HAPPENED) expect(world.done[what] ?? 0, what).toBeGreaterThan(0);
  // A figure of which every cell is empty would say nothing.
  expect([...figures.values()].filter((told) => told > 0).length / figures.size).toBeGreaterThan(0.8);
}

// On both databases in the full run; `reports.test.ts` compares both every day.
describe.each(ANY_DATABASE)('a second reading on %s', (database) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(database, EVERYDAY);
  }, 600_000);
  afterAll(() => world?.server.stop());

  it('finds the same in every cell of every report', { timeout: 600_000 }, () => expectSame(world));

  inFull.each(MORE)('also in the world $seed', { timeout: 1_800_000 }, async (plan) => {
    const other = await makeWorld(database, plan);
    try {
      await expectSame(other);
    } finally {
      await other.server.stop();
    }
  });
});
