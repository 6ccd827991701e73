/** Published counts: nothing hidden can be worked out from today's and yesterday's cells. */

import { describe, expect, it } from 'vitest';
import {
  OTHER_DISTRICTS,
  provincesWithOtherDistricts,
  publishedDistricts,
  withOtherDistricts,
} from '../../src/core/public/districts.ts';
import { type PublicCell, type PublishRule, publicCellKey, publishCells } from '../../src/core/public/publish.ts';
import { type PublicFilters, tabulateCells } from '../../src/core/public/tabulate.ts';
import fc from '../support/property.ts';

const RULE: PublishRule = { threshold: 5, drop: [2, 1] };
const DIMENSIONS = ['province', 'type', 'district'];

/** Exact counts of a small cube, mostly around the threshold. */
const cube = fc
  .array(fc.oneof(fc.nat(4), fc.nat(4), fc.nat(12)), { minLength: 12, maxLength: 12 })
  .map((counts) =>
    counts.map((count, at): PublicCell => ({ at: [`p${at >> 3}`, `t${(at >> 2) & 1}`, `d${at & 3}`], count })),
  );

const text = (cells: readonly PublicCell[]) => cells.map(({ at, count }) => `${publicCellKey(at)}=${count}`).sort();
const countOf = (cells: readonly PublicCell[], at: PublicCell['at']) =>
  cells.find((cell) => publicCellKey(cell.at) === publicCellKey(at))?.count ?? 0;

type Publish = (counted: readonly PublicCell[], before: readonly PublicCell[]) => PublicCell[];

const plain: Publish = (counted, before) => publishCells(counted, before, RULE);
/** With two of the four districts counted as one. */
const pooled: Publish = (counted, before) => plain(withOtherDistricts(counted, 2, new Set(['d0', 'd1'])), before);

const BY = [-2, -1, 0, 1, 2];

/** Returns true if the cell could hold another number and the same be published, with up to two other cells changed. */
function isUncertain(
  publish: Publish,
  counted: readonly PublicCell[],
  before: readonly PublicCell[],
  index: number,
): boolean {
  const published = text(publish(counted, before)).join();
  const isSame = (changes: ReadonlyMap<number, number>) => {
    const other = counted.map(({ at, count }, place) => ({ at, count: count + (changes.get(place) ?? 0) }));
    if (other.some(({ count }) => count < 0)) return false;
    return text(publish(other, before)).join() === published;
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
        let before: PublicCell[] = [];
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

  it.each([
    ['', plain],
    [' with other districts', pooled],
  ])(
    'leave every hidden cell uncertain, also for who has yesterday’s figures and knows the rule%s',
    (_name, publish) => {
      fc.assert(
        fc.property(cube, cube, (yesterday, today) => {
          const first = publish(yesterday, []);
          for (const [counted, before] of [
            [yesterday, []],
            [today, first],
          ] as const) {
            const now = publish(counted, before);
            for (const [index, { at, count }] of counted.entries())
              if (countOf(now, at) === 0 && (count > 0 || countOf(before, at) > 0))
                expect(isUncertain(publish, counted, before, index)).toBe(true);
          }
        }),
        { numRuns: 250 },
      );
    },
  );

  it('count each record once: every table of a choice adds up to its total', () => {
    fc.assert(
      fc.property(cube, (counted) => {
        const cells = publishCells(counted, [], RULE);
        const exact = counted.reduce((sum, { count }) => sum + count, 0);
        const choices: PublicFilters[] = [{}, { province: 'p0' }, { province: 'p0', type: 't1' }];
        for (const filters of choices) {
          const { total, tables } = tabulateCells(DIMENSIONS, cells, filters);
          for (const { rows, rest } of tables) expect(rows.reduce((sum, { count }) => sum + count, rest)).toBe(total);
          expect(total).toBeLessThanOrEqual(exact);
        }
      }),
    );
  });

  it('combine few of several districts, and leave out what is still too little', () => {
    const few = (district: string, count: number): PublicCell => ({ at: ['p', 't', district], count });
    expect(publishCells([few('a', 4), few('b', 3), few('c', 1), few('d', 9)], [], RULE)).toEqual([
      few('d', 9),
      { at: ['p', 't', null], count: 8 },
    ]);
    // Two cells of 4 would follow from their sum of 8.
    expect(publishCells([few('a', 4), few('b', 4)], [], RULE)).toEqual([]);
    // A sum that was published stays while it is near and of three; of two it goes.
    const sum: PublicCell = { at: ['p', 't', null], count: 6 };
    expect(publishCells([few('a', 2), few('b', 1), few('c', 1)], [sum], RULE)).toEqual([sum]);
    expect(publishCells([few('a', 2), few('b', 2)], [sum], RULE)).toEqual([]);
    expect(publishCells([few('a', 5)], [few('a', 8)], RULE)).toEqual([few('a', 8)]);
    expect(publishCells([few('a', 4)], [few('a', 8)], RULE)).toEqual([]);
  });

  it('count districts with few sites together, and each of them stays there once something was published', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cube, fc.array(fc.nat(5), { minLength: 8, maxLength: 8 })), { minLength: 2, maxLength: 6 }),
        (days) => {
          let apart = new Set<string>();
          let before: PublicCell[] = [];
          for (const [raw, sites] of days) {
            // Each province has districts of its own.
            const counted = raw.map(
              ({ at, count }): PublicCell => ({ at: [at[0] ?? '', at[1] ?? '', `${at[0]}${at[2]}`], count }),
            );
            const known = sites.map((own, at) => ({
              district: `p${at >> 2}d${at & 3}`,
              province: `p${at >> 2}`,
              sites: own,
            }));
            const published = new Set(provincesWithOtherDistricts(DIMENSIONS, before));
            const next = publishedDistricts(known, apart, { leastSites: 3, published });
            for (const { district, province, sites: own } of known) {
              if (apart.has(district)) expect(next.has(district)).toBe(true);
              else expect(next.has(district)).toBe(own >= 3 && !published.has(province));
            }
            const cells = publishCells(withOtherDistricts(counted, 2, next), before, RULE);
            for (const { at } of cells)
              expect(at[2] === null || at[2] === OTHER_DISTRICTS || next.has(at[2] ?? '')).toBe(true);
            const sum = (all: readonly PublicCell[]) => all.reduce((total, { count }) => total + count, 0);
            expect(sum(withOtherDistricts(counted, 2, next))).toBe(sum(counted));
            apart = next;
            before = cells;
          }
        },
      ),
    );
  });
});
