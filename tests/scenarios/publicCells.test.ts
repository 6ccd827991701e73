/** Published counts: nothing hidden can be worked out from today's and yesterday's cells. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cell, keyOf, type PublishRule, publishCells } from '../../src/core/public/publish.ts';
import { type PublicFilters, tabulate } from '../../src/core/public/tabulate.ts';

const RULE: PublishRule = { threshold: 5, drop: [2, 1] };
const DIMENSIONS = ['province', 'type', 'district'];

/** Exact counts of a small cube, mostly around the threshold. */
const cube = fc
  .array(fc.oneof(fc.nat(4), fc.nat(4), fc.nat(12)), { minLength: 12, maxLength: 12 })
  .map((counts) =>
    counts.map((count, at): Cell => ({ at: [`p${at >> 3}`, `t${(at >> 2) & 1}`, `d${at & 3}`], count })),
  );

const text = (cells: readonly Cell[]) => cells.map(({ at, count }) => `${keyOf(at)}=${count}`).sort();
const countOf = (cells: readonly Cell[], at: Cell['at']) =>
  cells.find((cell) => keyOf(cell.at) === keyOf(at))?.count ?? 0;

const BY = [-2, -1, 0, 1, 2];

/** Returns true if the cell could hold another number and the same be published, with up to two other cells changed. */
function isUncertain(counted: readonly Cell[], before: readonly Cell[], index: number): boolean {
  const published = text(publishCells(counted, before, RULE)).join();
  const isSame = (changes: ReadonlyMap<number, number>) => {
    const other = counted.map(({ at, count }, place) => ({ at, count: count + (changes.get(place) ?? 0) }));
    if (other.some(({ count }) => count < 0)) return false;
    return text(publishCells(other, before, RULE)).join() === published;
  };
  const others = [...counted.keys()].filter((place) => place !== index);
  const own = BY.filter((by) => by !== 0);
  return (
    own.some((by) => isSame(new Map([[index, by]]))) ||
    own.some((by) =>
      others.some((one) =>
        others.some((two) =>
          BY.some(
            (much) =>
              one < two &&
              isSame(
                new Map([
                  [index, by],
                  [one, much],
                  [two, -by - much],
                ]),
              ),
          ),
        ),
      ),
    )
  );
}

describe('published cells', () => {
  it('are never of a few, and change from day to day by nothing or by the threshold', () => {
    fc.assert(
      fc.property(fc.array(cube, { minLength: 2, maxLength: 5 }), (days) => {
        let before: Cell[] = [];
        for (const counted of days) {
          const now = publishCells(counted, before, RULE);
          for (const { count } of now) expect(count).toBeGreaterThanOrEqual(RULE.threshold);
          for (const { at } of [...before, ...now]) {
            const by = Math.abs(countOf(now, at) - countOf(before, at));
            expect(by === 0 || by >= RULE.threshold).toBe(true);
          }
          before = now;
        }
      }),
    );
  });

  it('leave every hidden cell uncertain, also for who has yesterday’s figures and knows the rule', () => {
    fc.assert(
      fc.property(cube, cube, (yesterday, today) => {
        const first = publishCells(yesterday, [], RULE);
        for (const [counted, before] of [
          [yesterday, []],
          [today, first],
        ] as const) {
          const now = publishCells(counted, before, RULE);
          for (const [index, { at, count }] of counted.entries())
            if (countOf(now, at) === 0 && (count > 0 || countOf(before, at) > 0))
              expect(isUncertain(counted, before, index)).toBe(true);
        }
      }),
      { numRuns: 250 },
    );
  });

  it('count each record once: every table of a choice adds up to its total', () => {
    fc.assert(
      fc.property(cube, (counted) => {
        const cells = publishCells(counted, [], RULE);
        const exact = counted.reduce((sum, { count }) => sum + count, 0);
        const choices: PublicFilters[] = [{}, { province: 'p0' }, { province: 'p0', type: 't1' }];
        for (const filters of choices) {
          const { total, tables } = tabulate(DIMENSIONS, cells, filters);
          for (const { rows, rest } of tables) expect(rows.reduce((sum, { count }) => sum + count, rest)).toBe(total);
          expect(total).toBeLessThanOrEqual(exact);
        }
      }),
    );
  });

  it('combine few of several districts, and leave out what is still too little', () => {
    const few = (district: string, count: number): Cell => ({ at: ['p', 't', district], count });
    expect(publishCells([few('a', 4), few('b', 3), few('c', 1), few('d', 9)], [], RULE)).toEqual([
      few('d', 9),
      { at: ['p', 't', null], count: 8 },
    ]);
    // Two cells of 4 would follow from their sum of 8.
    expect(publishCells([few('a', 4), few('b', 4)], [], RULE)).toEqual([]);
    expect(publishCells([few('a', 5)], [few('a', 8)], RULE)).toEqual([few('a', 8)]);
    expect(publishCells([few('a', 4)], [few('a', 8)], RULE)).toEqual([]);
  });
});
