/** Each page of a ranking is a part of the whole order, although the database passes on only rows that can be on the page. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSources } from '../../src/core/contract/read.ts';
import type { Block, Measure, ReportDefinition } from '../../src/core/generated/report.ts';
import { roundDecimals } from '../../src/core/reports/cells.ts';
import { sortKey } from '../../src/core/text/letters.ts';
import { seededRandom } from '../../src/server/demo/random.ts';
import { shippedFiles } from '../../src/server/services.ts';
import { seedVolume } from '../bench/volume.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

const text = (en: string) => ({ en, fa: en, ps: en });
const FORMS = ['school-rating'] as [string];
const MOST = 3;
const SPLIT = '2026-05-01';
const ASKED = 'from_date=2026-05-01&to_date=2026-05-31';

const average: Measure = { id: 'average', of: 'points', forms: FORMS };
const visits: Measure = { id: 'visits', of: 'count', forms: FORMS };
const verified: Measure = {
  id: 'verified',
  of: 'count',
  forms: FORMS,
  where: [{ field: 'status', op: 'eq', value: 'verified' }],
};
const now: Measure = { ...average, id: 'now', span: { days: 90 } };
const before: Measure = { ...average, id: 'before', span: { days: 90, before: true } };
const change: Measure = { id: 'change', minus: ['now', 'before'] };
const share: Measure = { id: 'share', rate: ['verified', 'visits'], digits: 0 };
const halves: Measure = { ...average, id: 'halves', times: 0.5, digits: 0 };

const ranking = (id: string, order: string, measures: [Measure, ...Measure[]], more: Partial<Block> = {}): Block => ({
  id,
  show: 'ranking',
  by: 'site',
  measures,
  order,
  most: MOST,
  ...more,
});

/** All of them read the same rows, so that one statement has to pass on what each of them needs. */
const BLOCKS: Block[] = [
  ranking('best', '-average', [average, visits], { total: true }),
  ranking('worst', 'average', [average, visits]),
  ranking('often', '-visits', [visits, average]),
  ranking('seldom', 'visits', [visits]),
  ranking('coarse', '-halves', [halves, visits]),
  ranking('improved', '-change', [change, now, before], { only: 'change' }),
  ranking('turned', 'change', [change, now, before], { only: 'change' }),
  ranking('fallen', 'change', [change, now, before]),
  ranking('shares', '-share', [share, verified, visits], { total: true }),
  { id: 'sum', show: 'numbers', measures: [visits, average] },
];
const report = (name: string, blocks: Block[]): ReportDefinition => ({
  report: name,
  programme: 'schools',
  kind: 'summary',
  title: text(name),
  path: `/${name}`,
  filters: ['from_date', 'to_date'],
  blocks: blocks as [Block],
});
/** In the order of names all rows are needed, also of those that are read with them. */
const NAMED = ranking('named', 'name', [average, visits]);

interface Visit {
  site: string;
  day: string;
  state: string;
  points: number;
  answers: number;
}

describe.each(ANY_DATABASE)('pages of rankings on %s', (database) => {
  let server: TestServer;
  let rows: Visit[];
  let names: Map<string, string>;

  beforeAll(async () => {
    const sources = await loadSources(shippedFiles);
    const reports = [...(sources.reports ?? []), report('test-pages', BLOCKS), report('test-all', [NAMED, ...BLOCKS])];
    server = await startTestServer(database, { sources: { ...sources, reports } });
    const { services } = server;
    await seedVolume(services, { records: 25, forms: ['school'], now: services.now() });
    await seedVolume(services, { records: 140, forms: ['school-rating'], now: services.now() });
    rows = await scatter(server);
    const known = await services.database.read.selectFrom('records').select(['id', 'name']).execute();
    names = new Map(known.map(({ id, name }) => [id, name]));
  });
  afterAll(() => server?.stop());

  const result = async (name: string, query: string): Promise<Json> =>
    (await server.person('admin').must('GET', `reports/${name}/result?${query}`)).data;

  it.each([ASKED, 'to_date=2026-05-31', ''])('asked for %s', async (asked) => {
    const whole = await result('test-pages', asked);
    const together = await result('test-all', asked);
    const plain = plainOrder(rows, names, asked);
    for (const block of BLOCKS.filter(({ by }) => by)) {
      const expected = plain(block);
      const first = whole.blocks.find(({ id }: Json) => id === block.id);
      expect([block.id, first.all]).toEqual([block.id, expected.length]);
      expect([block.id, first.rows]).toEqual([block.id, together.blocks.find(({ id }: Json) => id === block.id).rows]);
      for (let offset = 0; offset <= expected.length; offset += MOST) {
        const page = (await result('test-pages', `${asked}&block=${block.id}&offset=${offset}`)).blocks[0];
        expect([block.id, offset, page.all, page.rows.map(({ key, cells }: Json) => [key, cells[0]])]).toEqual([
          block.id,
          offset,
          expected.length,
          expected.slice(offset, offset + MOST),
        ]);
      }
    }
    const totals = (from: Json) => from.blocks.map(({ id, total }: Json) => [id, total?.cells]);
    const { blocks, records } = whole;
    expect(totals({ blocks })).toEqual(totals({ blocks: together.blocks.slice(1) }));
    expect(blocks.at(-1).rows[0].cells[0]).toBe(records);
    expect(records).toBe(plain.records);
  });
});

/** Gives the rows few points, so that very many sites are equal, some no site, and some no points. */
async function scatter({ services }: TestServer): Promise<Visit[]> {
  const { database, projector } = services;
  const { table, points } = projector.plan('school-rating');
  const [sum, answers] = [sql.ref(points?.sum as string), sql.ref(points?.answers as string)];
  const random = seededRandom(7);
  const { rows } = await sql<{
    id: string;
    site_id: string;
  }>`SELECT id, site_id FROM ${sql.table(table)} ORDER BY id`.execute(database.kysely);
  const found: Visit[] = [];
  for (const [at, { id, site_id }] of rows.entries()) {
    const one: Visit = {
      site: at % 19 === 0 ? '' : site_id,
      day: random.percent(50) ? '2026-05-12' : '2026-04-12',
      state: random.percent(40) ? 'verified' : 'submitted',
      answers: random.percent(20) ? 0 : 3 + Math.floor(random.next() * 3),
      points: 0,
    };
    // Sites whose average stays as it was are not improved.
    const isSteady = one.site === rows[1]?.site_id || one.site === rows[2]?.site_id;
    one.points = one.answers * 2 + (isSteady || one.answers === 0 ? 0 : Math.floor(random.next() * 4));
    found.push(one);
    await sql`UPDATE ${sql.table(table)} SET site_id = ${one.site}, record_date = ${one.day},
      state = ${one.state}, ${answers} = ${one.answers}, ${sum} = ${one.points} WHERE id = ${id}`.execute(
      database.kysely,
    );
  }
  return found;
}

/** Orders all rows of a block, from the visits alone: by the rounded number, then by name; none and no site last. */
function plainOrder(all: readonly Visit[], names: ReadonlyMap<string, string>, asked: string) {
  const isIn = ({ day }: Visit) => (asked === ASKED ? day >= SPLIT : true);
  const asksMay = asked !== '';
  const spanned = asksMay ? all : [];
  const averageOf = (some: readonly Visit[]) => {
    const n = some.reduce((sum, { answers }) => sum + answers, 0);
    return n === 0 ? null : some.reduce((sum, { points }) => sum + points, 0) / n;
  };
  const numbers: Record<string, (site: string) => number | null> = {
    average: (site) => averageOf(all.filter((one) => one.site === site && isIn(one))),
    visits: (site) => all.filter((one) => one.site === site && isIn(one)).length,
    verified: (site) => all.filter((one) => one.site === site && isIn(one) && one.state === 'verified').length,
    now: (site) => averageOf(spanned.filter((one) => one.site === site && inSpan(one, asked, 'now'))),
    before: (site) => averageOf(spanned.filter((one) => one.site === site && inSpan(one, asked, 'before'))),
  };
  const number = ({ id, rate, minus, times = 1, digits = id === 'visits' ? 0 : 2 }: Measure, site: string) => {
    const parts = (rate ?? minus ?? []).map((part) => numbers[part]?.(site) ?? null);
    const [a = null, b = null] = parts;
    const own = rate
      ? a === null || !b
        ? null
        : (100 * a) / b
      : minus
        ? a === null || b === null
          ? null
          : a - b
        : (numbers[id === 'halves' ? 'average' : id]?.(site) ?? null);
    return roundDecimals(own === null ? null : own * times, digits);
  };
  const order = (block: Block): [string, number | null][] => {
    const measure = block.measures?.find(({ id }) => id === block.order?.replace('-', '')) as Measure;
    const sign = block.order?.startsWith('-') ? -1 : 1;
    const parts = (block.measures ?? []).filter(({ rate, minus }) => !rate && !minus).map(({ id }) => id);
    const isThere = (site: string) =>
      parts.some((id) => {
        const counted = id === 'halves' ? 'average' : id;
        const value = numbers[counted]?.(site) ?? null;
        return ['visits', 'verified'].includes(counted) ? (value ?? 0) > 0 : value !== null;
      });
    return [...new Set(all.map(({ site }) => site))]
      .filter(isThere)
      .map((site) => ({ site, value: number(measure, site), name: sortKey(names.get(site) ?? '') }))
      .filter(({ value }) => !block.only || (value ?? 0) > 0)
      .sort((a, b) => {
        if ((a.site === '') !== (b.site === '')) return a.site === '' ? 1 : -1;
        if ((a.value === null) !== (b.value === null)) return a.value === null ? 1 : -1;
        return sign * ((a.value ?? 0) - (b.value ?? 0)) || (a.name < b.name ? -1 : 1);
      })
      .map(({ site, value }) => [site, value]);
  };
  return Object.assign(order, { records: all.filter(isIn).length });
}

function inSpan({ day }: Visit, asked: string, span: 'now' | 'before'): boolean {
  // Asked for May, the days before are those of April; with an end alone, 90 days and the 90 before.
  if (asked === ASKED) return span === 'now' ? day >= SPLIT : day < SPLIT;
  return span === 'now';
}
