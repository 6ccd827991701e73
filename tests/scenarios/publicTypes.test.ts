/**
 * Types of problems on the public page: told for the country and by province. Every page that is printed could also be printed of a
 * world in which a problem has another type, nearly as often; and the other tables tell nothing of a few, whenever their order changed.
 */

import { describe, expect, it } from 'vitest';
import { measureDimensions, type PublicCounts, publishMeasure } from '../../src/core/public/measure.ts';
import { publishOwnTable } from '../../src/core/public/ownTable.ts';
import { type PublicCell, publicCellKey, sumCellsBy } from '../../src/core/public/publish.ts';
import { tabulateCells, tabulateWithOwn } from '../../src/core/public/tabulate.ts';
import { seededRandom } from '../../src/server/demo/random.ts';
import fc from '../support/property.ts';
import { type Known, whatFollows } from '../support/publicAttack.ts';

const THRESHOLD = 5;
const DAYS = 30;
const DRAWS = 4000;
const RUNS = process.env.AMANAT_FULL === '1' ? 400 : 10;
type Measure = Parameters<typeof publishMeasure>[1];
type Table = Pick<PublicCounts, 'dimensions' | 'cells'>;

const MEASURE: Measure = {
  id: 'problems',
  dimensions: ['programme', 'province', 'district'],
  drop: ['district', 'province', 'programme'],
  ownTable: 'problem_type',
};
/** As it was before types had a table of their own, and with another order of what is left out. */
const BY_TYPE: Measure = {
  id: 'problems',
  dimensions: ['programme', 'province', 'district', 'problem_type'],
  drop: ['problem_type', 'district', 'province', 'programme'],
};

const OTHERWISE: Measure = { ...MEASURE, drop: ['province', 'district', 'programme'] };

const [PROVINCES, DISTRICTS, TYPES] = [3, 2, 4];
const KEYS = Array.from({ length: PROVINCES * DISTRICTS * TYPES }, (_, at): string[] => {
  const [province, rest] = [Math.floor(at / (DISTRICTS * TYPES)), at % (DISTRICTS * TYPES)];
  return ['g', `p${province}`, `p${province}d${Math.floor(rest / TYPES)}`, `t${rest % TYPES}`];
});
const APART = new Set(KEYS.map((key) => key[2] as string));

type World = readonly number[];
/** What changes in a day: nothing, or some numbers. */
type Change = readonly (readonly [at: number, by: number])[];

const world = fc.array(fc.oneof(fc.nat(3), fc.nat(4), fc.nat(12)), { minLength: KEYS.length, maxLength: KEYS.length });
const change = fc.oneof(
  fc.constant<Change>([]),
  fc.array(fc.tuple(fc.nat(KEYS.length - 1), fc.integer({ min: -3, max: 4 })), { maxLength: 6 }),
);

function changed(now: World, changes: Change): World {
  const next = [...now];
  for (const [at, by] of changes) next[at] = Math.max(0, (next[at] as number) + by);
  return next;
}

function cellsOf(now: World, dimensions: readonly string[]): PublicCell[] {
  const positions = dimensions.map((name) => ['programme', 'province', 'district', 'problem_type'].indexOf(name));
  return now.flatMap((count, at): PublicCell[] =>
    count > 0 ? [{ at: positions.map((position) => KEYS[at]?.[position] ?? null), count }] : [],
  );
}

/** Counts by the former order come the other way round too, as from a list of types in another order. */
function publish(now: World, measure: Measure, last: readonly PublicCounts[]): PublicCounts[] {
  const cells = cellsOf(now, measureDimensions(measure));
  const counted = measure === MEASURE ? cells : cells.reverse();
  return publishMeasure(counted, measure, last, { threshold: THRESHOLD, apart: APART, chance: dice(last.length) });
}

/** What somebody concludes from the main table of a day who has that of the day before. */
function knownOf({ dimensions, cells }: PublicCounts, last: PublicCounts | undefined): Known[] {
  const positions = dimensions.map((name) => ['programme', 'province', 'district', 'problem_type'].indexOf(name));
  const before = sumCellsBy(last?.cells ?? [], last ? dimensions.map((name) => last.dimensions.indexOf(name)) : []);
  const countAt = (of: readonly PublicCell[], at: PublicCell['at']) =>
    of.find((one) => publicCellKey(one.at) === publicCellKey(at))?.count ?? 0;
  const isIn = (at: PublicCell['at'], index: number) =>
    at.every((value, place) => value === null || value === KEYS[index]?.[positions[place] as number]);
  const numbersOf = (at: PublicCell['at']) => [...KEYS.keys()].filter((index) => isIn(at, index));
  const finest = KEYS.map((key) => positions.map((position) => key[position] ?? null));
  const keys = [...new Map(finest.map((at) => [publicCellKey(at), at])).values()];
  const hidden = keys.filter((at) => countAt(cells, at) === 0);
  const told = keys.map((at): Known => {
    const [count, past] = [countAt(cells, at), countAt(before, at)];
    const own = { name: publicCellKey(at), of: numbersOf(at) };
    // Of what a former order told nobody knows how much it has moved since.
    if (cells.some((one) => one.printed && publicCellKey(one.at) === publicCellKey(at)))
      return { ...own, least: 0, most: Number.POSITIVE_INFINITY };
    if (count > 0 && count === past)
      return { ...own, least: Math.max(2, count - THRESHOLD + 1), most: count + THRESHOLD - 1 };
    return { ...own, least: count, most: count > 0 ? count : THRESHOLD - 1 };
  });
  // On the first day a coarser cell has all that the finest ones of it do not tell.
  const coarser = last ? [] : cells.filter(({ at }) => at.filter((one) => one === null).length === 1);
  const rests = coarser.map(({ at, count }): Known => {
    const of = numbersOf(at).filter((index) => hidden.some((one) => isIn(one, index)));
    return { name: `rest ${publicCellKey(at)}`, of, least: count, most: count };
  });
  return [...told, ...rests];
}

/** Numbers above 0 and up to 1 that are the same in every run. */
function dice(seed: number): () => number {
  const random = seededRandom(seed);
  return () => 1 - random.next();
}

/** Counts of the types of one programme, by province. */
type Types = Readonly<Record<string, readonly number[]>>;

function typesOf(world: Types): PublicCell[] {
  return Object.entries(world).flatMap(([type, counts]) =>
    counts.map((count, at): PublicCell => ({ at: ['g', `p${at}`, type], count })),
  );
}

/** Publishes these days one after the other, again and again, and returns how often each sequence of pages was printed. */
function pagesOf(days: readonly Types[], chance: () => number): Map<string, number> {
  const found = new Map<string, number>();
  for (let round = 0; round < DRAWS; round += 1) {
    let last: PublicCell[] = [];
    const pages = days.map((day) => {
      last = publishOwnTable(typesOf(day), last, { threshold: THRESHOLD, chance });
      return last
        .filter(({ count }) => count > 0)
        .map(({ at, count }) => `${publicCellKey(at)}=${count}`)
        .sort()
        .join();
    });
    const all = pages.join(' then ');
    found.set(all, (found.get(all) ?? 0) + 1);
  }
  return found;
}

describe('types of problems on the public page', () => {
  it('leave the other tables as safe as they were, whenever their order was changed', { timeout: 300_000 }, () => {
    fc.assert(
      fc.property(
        world,
        fc.array(change, { minLength: DAYS, maxLength: DAYS }),
        fc.nat(DAYS - 1),
        fc.constantFrom(BY_TYPE, OTHERWISE),
        (first, changes, until, former) => {
          let [now, last, known]: [World, PublicCounts[], Known[]] = [first, [], []];
          for (const [day, one] of changes.entries()) {
            now = changed(now, one);
            const tables = publish(now, day < until ? former : MEASURE, last);
            // While nothing changes, what was published on each day is known of the same numbers.
            known = [...(one.length > 0 ? [] : known), ...knownOf(tables[0] as PublicCounts, last[0])];
            for (const { name, of, least, most } of known) {
              const sum = of.reduce((all, at) => all + (now[at] as number), 0);
              expect([name, sum >= least && sum <= most]).toEqual([name, true]);
            }
            expect(whatFollows(KEYS.length, known, THRESHOLD)).toEqual([]);
            last = tables;
          }
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('tell nothing of three types with four problems each, where a fourth type of the district was told before', () => {
    const world = (most: number) => KEYS.map((key) => (key[2] === 'p2d0' ? (key[3] === 't3' ? most : 4) : 0));
    const first = publish(world(11), BY_TYPE, []);
    const told = ([main]: readonly PublicCounts[]) =>
      (main?.cells ?? []).filter(({ count }) => count > 0).map(({ at, count }) => [at.join(' '), count]);
    expect(told(first)).toEqual([['g p2 p2d0 t3', 11]]);
    // 23 would leave 12 for the three, so each would have as many as can be hidden.
    const second = publish(world(11), MEASURE, first);
    expect(told(second)).toEqual([['g p2 p2d0', 11]]);
    const third = publish(world(15), MEASURE, second);
    expect(told(third)).toEqual([['g p2 p2d0', 11]]);
    expect(told(publish(world(16), MEASURE, third))).toEqual([['g p2 p2d0', 28]]);
  });

  it.each<[string, Types[], Types[]]>([
    ['few in a province', [{ a: [4, 9, 30], b: [6, 2, 0] }], [{ a: [3, 9, 30], b: [7, 2, 0] }]],
    [
      'as many as can be hidden in each province',
      [{ a: [4, 4, 4, 4, 4], b: [9, 9, 9, 9, 9] }],
      [{ a: [3, 4, 4, 4, 4], b: [10, 9, 9, 9, 9] }],
    ],
    ['all of one type', [{ a: [1, 1], b: [0, 0] }], [{ a: [0, 1], b: [1, 0] }]],
    [
      'more on a second day',
      [
        { a: [4, 13], b: [6, 12] },
        { a: [4, 18], b: [6, 12] },
        { a: [9, 18], b: [6, 12] },
      ],
      [
        { a: [3, 13], b: [7, 12] },
        { a: [3, 18], b: [7, 12] },
        { a: [8, 18], b: [7, 12] },
      ],
    ],
  ])('are printed alike, nearly as often, where one problem has another type: %s', (_name, days, others) => {
    const [one, other] = [pagesOf(days, dice(1)), pagesOf(others, dice(2))];
    // Each of four numbers (two types, in the province and in the country) is half as likely, each time that it is drawn.
    const times = days.length > 1 ? 3 : 1;
    const often = [...one].filter(([, count]) => count >= DRAWS / 50);
    expect(often.length).toBeGreaterThan(0);
    for (const [page, count] of often) {
      const found = other.get(page) ?? 0;
      expect([page, found > (count / 2 ** (4 * times)) * 0.5]).toEqual([page, true]);
      expect([page, found < count * 2 ** (4 * times) * 2]).toEqual([page, true]);
    }
  });

  it('are multiples of the threshold near their count, and change only when it has moved by the threshold', () => {
    const chance = dice(3);
    fc.assert(
      fc.property(fc.array(fc.nat(60), { minLength: DAYS, maxLength: DAYS }), (counts) => {
        let last: PublicCell[] = [];
        let drawnFor: number | undefined;
        for (const count of counts) {
          const now = publishOwnTable(typesOf({ a: [count] }), last, { threshold: THRESHOLD, chance });
          for (const { count: shown, printed } of now) {
            expect([shown % THRESHOLD, shown === 0 || shown >= 2 * THRESHOLD]).toEqual([0, true]);
            expect(Math.abs((printed?.as ?? 0) - (printed?.of ?? 0))).toBeLessThan(40);
          }
          if (drawnFor !== undefined && Math.abs(count - drawnFor) < THRESHOLD) expect(now).toEqual(last);
          else drawnFor = count;
          last = now;
        }
      }),
    );
    const drawn = Array.from({ length: DRAWS }, () =>
      publishOwnTable(typesOf({ a: [40] }), [], { threshold: THRESHOLD, chance }),
    );
    const all = drawn.map(([cell]) => cell?.count ?? 0);
    const mean = all.reduce((sum, count) => sum + count, 0) / DRAWS;
    expect(Math.abs(mean - 40)).toBeLessThan(0.5);
    expect(all.filter((count) => Math.abs(count - 40) <= THRESHOLD).length / DRAWS).toBeGreaterThan(0.95);
  });

  it('are told apart for the country and by province where there are some 1,500', () => {
    const problems = plenty();
    const { main, own } = published(problems, MEASURE);
    const of = (filters: Record<string, string>) => {
      const { total, tables } = tabulateWithOwn(main.dimensions, main.cells, ownOf(own), filters);
      const told = (dimension: string) => tables.find((table) => table.dimension === dimension);
      return { total, types: told('problem_type'), provinces: told('province'), districts: told('district') };
    };
    const country = of({});
    expect(country.total).toBeGreaterThan(1300);
    expect(country.types?.rows.length).toBeGreaterThan(50);
    expect(country.types?.rest).toBeLessThan(country.total / 3);
    const provinces = country.provinces?.rows ?? [];
    expect(provinces).toHaveLength(9);
    expect(country.districts?.rows.length).toBeGreaterThan(20);
    for (const { id } of provinces) expect(of({ province: id }).types?.rows.length).toBeGreaterThan(1);
    // The order before told hardly any, and choosing a type leads to its provinces.
    const former = published(problems, BY_TYPE).main;
    const before = tabulateCells(former.dimensions, former.cells, {}).tables.at(-1);
    expect(before?.rest).toBeGreaterThan(country.total / 2);
    const type = country.types?.rows[0];
    const chosen = of({ problem_type: type?.id ?? '' });
    expect(chosen.total).toBe(type?.count);
    expect(chosen.provinces?.rows.length).toBeGreaterThan(2);
    expect([chosen.districts?.rows, chosen.districts?.rest]).toEqual([[], chosen.total]);
    expect(of({ problem_type: type?.id ?? '', district: 'p0d0' }).total).toBe(0);
  });
});

/** Some 1,500 problems as the demonstration has them: five programmes in nine provinces, some types of each more often. */
function plenty(): PublicCell[] {
  const random = seededRandom(7);
  const one = (size: number) => random.whole(0, size - 1);
  return Array.from({ length: 1500 }, (): PublicCell => {
    const [programme, type] = [Math.min(one(5), one(5)), Math.min(one(18), one(18))];
    const province = `p${one(9)}`;
    return { at: [`g${programme}`, province, `${province}d${one(7)}`, `g${programme}t${type}`], count: 1 };
  });
}

function published(cells: readonly PublicCell[], measure: Measure): { main: Table; own: Table } {
  const apart = new Set(cells.map(({ at }) => at[2] as string));
  const by = ['programme', 'province', 'district', 'problem_type'];
  const exact = sumCellsBy(
    cells,
    measureDimensions(measure).map((name) => by.indexOf(name)),
  );
  const [main, own] = publishMeasure(exact, measure, [], { threshold: THRESHOLD, apart, chance: dice(4) });
  if (!main) throw new Error('nothing is published');
  return { main, own: own ?? { dimensions: [], cells: [] } };
}

function ownOf({ cells }: Table) {
  return { dimension: 'problem_type', cells, threshold: THRESHOLD };
}
