/** Types of problems on the public page: told for the country and by province, and no few follow from any two tables. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Counts, countedBy, ownTableOf, publishMeasure } from '../../src/core/public/measure.ts';
import { type Cell, keyOf, summedBy } from '../../src/core/public/publish.ts';
import { tabulate, tabulateWithOwn } from '../../src/core/public/tabulate.ts';
import { type Known, whatFollows } from '../support/publicAttack.ts';

const THRESHOLD = 5;
const DAYS = 30;
const RUNS = process.env.AMANAT_FULL === '1' ? 400 : 10;
type Measure = Parameters<typeof publishMeasure>[1];
type Table = Pick<Counts, 'dimensions' | 'cells'>;

const MEASURE: Measure = {
  id: 'problems',
  dimensions: ['programme', 'province', 'district'],
  drop: ['district', 'province', 'programme'],
  ownTable: 'problem_type',
};
/** As it was before types had a table of their own. */
const FORMER: Measure = {
  id: 'problems',
  dimensions: ['programme', 'province', 'district', 'problem_type'],
  drop: ['problem_type', 'district', 'province', 'programme'],
};

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

function cellsOf(now: World, dimensions: readonly string[]): Cell[] {
  const positions = dimensions.map((name) => ['programme', 'province', 'district', 'problem_type'].indexOf(name));
  return now.flatMap((count, at): Cell[] =>
    count > 0 ? [{ at: positions.map((position) => KEYS[at]?.[position] ?? null), count }] : [],
  );
}

/** Counts by the former order come the other way round too, as from a list of types in another order. */
function publish(now: World, measure: Measure, last: readonly Counts[]): Counts[] {
  const cells = cellsOf(now, countedBy(measure));
  const counted = measure === FORMER ? cells.reverse() : cells;
  return publishMeasure(counted, measure, last, { threshold: THRESHOLD, apart: APART });
}

/** The keys of a number in the table of types: in its province, and in the country. */
function ownKeysOf(index: number): string[] {
  const [programme, province, , type] = KEYS[index] as string[];
  return [
    keyOf([programme as string, province as string, type as string]),
    keyOf([programme as string, null, type as string]),
  ];
}

/** The exact counts of the table of types. */
function exactOwn(now: World): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [at, count] of now.entries()) for (const key of ownKeysOf(at)) sums.set(key, (sums.get(key) ?? 0) + count);
  return sums;
}

/** What is shown by cell; null where it is given up. */
type Page = ReadonlyMap<string, number | null>;

interface Move {
  from: number;
  to: number;
}

/** Returns the keys of the counts that are another one in a world that is shown alike. */
function openIn(now: World, tables: readonly Counts[], last: readonly Counts[]): Set<string> {
  const page = pageOf(now, tables);
  const open = new Set<string>();
  for (const from of KEYS.keys())
    for (const to of KEYS.keys()) {
      const isMove = from !== to && KEYS[to]?.slice(0, 3).join() === KEYS[from]?.slice(0, 3).join();
      if (!isMove || now[from] === 0) continue;
      const other = now.map((count, at) => count - Number(at === from) + Number(at === to));
      if (!isAlike(page, pageOf(other, publish(other, MEASURE, lastOf({ from, to }, last))))) continue;
      for (const key of [from, to].flatMap(ownKeysOf)) open.add(key);
    }
  return open;
}

/** Returns what was kept of last time if the move had been made before; where that would have been shown otherwise, it came since. */
function lastOf({ from, to }: Move, last: readonly Counts[]): Counts[] {
  const by = new Map([
    ...ownKeysOf(from).map((key) => [key, -1] as const),
    ...ownKeysOf(to).map((key) => [key, 1] as const),
  ]);
  return last.map((table) => ({
    ...table,
    cells: table.cells.map((cell) => shifted(cell, by.get(keyOf(cell.at)) ?? 0)),
  }));
}

function shifted(cell: Cell, by: number): Cell {
  if (!cell.printed) return cell;
  const { as, of } = cell.printed;
  const rounded = (count: number) => count - (count % THRESHOLD);
  return rounded(of + by) === rounded(of) ? { ...cell, printed: { as, of: of + by } } : cell;
}

/** Returns what is shown of each cell. Of what is given up nobody can tell why. */
function pageOf(now: World, tables: readonly Counts[]): Page {
  const [main, own] = tables.map(({ cells }) => new Map(cells.map(({ at, count }) => [keyOf(at), count])));
  const types = [...exactOwn(now)].map(([key, held]): [string, number | null] => {
    const count = own?.get(key) ?? 0;
    return [key, count === 0 && held > THRESHOLD ? null : count];
  });
  return new Map([...types, ...(main ?? [])]);
}

function isAlike(one: Page, other: Page): boolean {
  const isSame = (a: number | null = 0, b: number | null = 0) => a === null || b === null || a === b;
  return [...one.keys(), ...other.keys()].every((key) => isSame(one.get(key), other.get(key)));
}

/** What somebody concludes from the tables of a day who has those of the day before. */
function knownOf(now: World, tables: readonly Counts[], last: readonly Counts[]): Known[] {
  return tables.flatMap(({ measure, dimensions, cells }) => {
    const isOwn = measure === ownTableOf(MEASURE.id);
    const positions = dimensions.map((name) => ['programme', 'province', 'district', 'problem_type'].indexOf(name));
    const former = last.find((one) => one.measure === measure);
    const before = summedBy(
      former?.cells ?? [],
      former ? dimensions.map((name) => former.dimensions.indexOf(name)) : [],
    );
    const countAt = (of: readonly Cell[], at: Cell['at']) => of.find((one) => keyOf(one.at) === keyOf(at))?.count ?? 0;
    const isIn = (at: Cell['at'], index: number) =>
      at.every((value, place) => value === null || value === KEYS[index]?.[positions[place] as number]);
    const numbersOf = (at: Cell['at']) => [...KEYS.keys()].filter((index) => isIn(at, index));
    const finest = KEYS.map((key) => positions.map((position) => key[position] ?? null));
    const whole = isOwn ? KEYS.map((key) => ['g', null, key[3] ?? null]) : [];
    const keys = [...new Map([...finest, ...whole].map((at) => [keyOf(at), at])).values()];
    const hidden = keys.filter((at) => countAt(cells, at) === 0);
    const told = keys.flatMap((at): Known[] => {
      const [count, past, of] = [countAt(cells, at), countAt(before, at), numbersOf(at)];
      const name = `${measure} ${keyOf(at)}`;
      const isSame = count > 0 && count === past;
      if (!isOwn) {
        if (isSame) return [{ name, of, least: Math.max(2, count - THRESHOLD + 1), most: count + THRESHOLD - 1 }];
        return [{ name, of, least: count, most: count > 0 ? count : THRESHOLD - 1 }];
      }
      const printed = cells.find((one) => keyOf(one.at) === keyOf(at))?.printed;
      const isRepeated = printed !== undefined && printed.of - (printed.of % THRESHOLD) !== printed.as;
      const sum = of.reduce((all, index) => all + (now[index] as number), 0);
      // Some of more are given up, and nobody can tell which.
      if (count === 0) return sum > THRESHOLD ? [] : [{ name, of, least: 0, most: THRESHOLD }];
      if (isRepeated) return [{ name, of, least: THRESHOLD + 1, most: Number.POSITIVE_INFINITY }];
      const [lower, upper] = isSame ? [THRESHOLD - 1, 2 * (THRESHOLD - 1)] : [0, THRESHOLD - 1];
      return [{ name, of, least: Math.max(THRESHOLD + 1, count - lower), most: count + upper }];
    });
    // On the first day a coarser cell has all that the finest ones of it do not tell.
    const coarser =
      isOwn || last.length > 0 ? [] : cells.filter(({ at }) => at.filter((one) => one === null).length === 1);
    const rests = coarser.map(({ at, count }): Known => {
      const of = numbersOf(at).filter((index) => hidden.some((one) => isIn(one, index)));
      return { name: `rest ${keyOf(at)}`, of, least: count, most: count };
    });
    return [...told, ...rests];
  });
}

describe('types of problems on the public page', () => {
  it('tell nothing of a few with any other table of the day and the days before, whenever the order was changed', () => {
    fc.assert(
      fc.property(
        world,
        fc.array(change, { minLength: DAYS, maxLength: DAYS }),
        fc.nat(DAYS - 1),
        (first, changes, former) => {
          let [now, last, known]: [World, Counts[], Known[]] = [first, [], []];
          for (const [day, one] of changes.entries()) {
            now = changed(now, one);
            const tables = publish(now, day < former ? FORMER : MEASURE, last);
            // While nothing changes, what was published on each day is known of the same numbers.
            known = [...(one.length > 0 ? [] : known), ...knownOf(now, tables, last)];
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

  it('are rounded down, and change only when the count has moved by the threshold since it was printed', () => {
    fc.assert(
      fc.property(world, fc.array(change, { minLength: DAYS, maxLength: DAYS }), (first, changes) => {
        let [now, last]: [World, Counts[]] = [first, []];
        const printed = new Map<string, { count: number; of: number }>();
        for (const one of changes) {
          now = changed(now, one);
          const tables = publish(now, MEASURE, last);
          const exact = exactOwn(now);
          for (const { at, count } of tables[1]?.cells ?? []) {
            if (count === 0) continue;
            const [of, before] = [exact.get(keyOf(at)) ?? 0, printed.get(keyOf(at))];
            expect([count % THRESHOLD, of > THRESHOLD]).toEqual([0, true]);
            if (count === before?.count) continue;
            expect(Math.abs(of - (before?.of ?? of + THRESHOLD))).toBeGreaterThanOrEqual(THRESHOLD);
            printed.set(keyOf(at), { count, of });
          }
          last = tables;
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('leave another world open for each count of a few, in which a problem has another type and all is shown alike', () => {
    fc.assert(
      fc.property(world, fc.array(change, { minLength: DAYS, maxLength: DAYS }), (first, changes) => {
        let [now, last]: [World, Counts[]] = [first, []];
        for (const one of changes) {
          now = changed(now, one);
          const tables = publish(now, MEASURE, last);
          const open = openIn(now, tables, last);
          for (const [key, held] of exactOwn(now))
            if (held > 0 && held < THRESHOLD) expect([key, open.has(key)]).toEqual([key, true]);
          last = tables;
        }
      }),
      { numRuns: RUNS },
    );
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
    const former = published(problems, FORMER).main;
    const before = tabulate(former.dimensions, former.cells, {}).tables.at(-1);
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
function plenty(): Cell[] {
  let state = 7;
  const one = (size: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * size);
  };
  return Array.from({ length: 1500 }, (): Cell => {
    const [programme, type] = [Math.min(one(5), one(5)), Math.min(one(18), one(18))];
    const province = `p${one(9)}`;
    return { at: [`g${programme}`, province, `${province}d${one(7)}`, `g${programme}t${type}`], count: 1 };
  });
}

function published(cells: readonly Cell[], measure: Measure): { main: Table; own: Table } {
  const apart = new Set(cells.map(({ at }) => at[2] as string));
  const by = ['programme', 'province', 'district', 'problem_type'];
  const exact = summedBy(
    cells,
    countedBy(measure).map((name) => by.indexOf(name)),
  );
  const [main, own] = publishMeasure(exact, measure, [], { threshold: THRESHOLD, apart });
  if (!main) throw new Error('nothing is published');
  return { main, own: own ?? { dimensions: [], cells: [] } };
}

function ownOf({ cells }: Table) {
  return { dimension: 'problem_type', cells, threshold: THRESHOLD };
}
