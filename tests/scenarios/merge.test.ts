/** Merges the rows of one answer that two people changed. In a conflict the user chooses row by row. */
import { describe, expect, it } from 'vitest';
import { differingRows, mergeRows, resolveRows } from '../../src/core/records/merge.ts';

const well = (id: string, depth: number, more = {}) => ({ id, depth, ...more });
const conflicts = (rows: ReturnType<typeof mergeRows>) => rows.filter(({ isConflict }) => isConflict);

describe('rows with an id', () => {
  const base = [well('a', 1), well('b', 2), well('c', 3)];

  it('what only one side added, changed or removed is decided by itself, and both additions stay', () => {
    const mine = [well('a', 10), well('b', 2), well('c', 3), well('m', 7)];
    const theirs = [well('a', 1), well('c', 3, { note: 'dry' }), well('t', 8)];
    const rows = mergeRows(base, mine, theirs);
    expect(conflicts(rows)).toEqual([]);
    expect(resolveRows(rows)).toEqual([well('a', 10), well('c', 3, { note: 'dry' }), well('t', 8), well('m', 7)]);
    expect(differingRows(rows).map(({ steps }) => [steps.mine, steps.theirs])).toEqual([
      ['changed', 'kept'],
      ['kept', 'removed'],
      ['kept', 'changed'],
      ['kept', 'added'],
      ['added', 'kept'],
    ]);
  });

  it('cells of one row go together when the sides changed different ones', () => {
    const rows = mergeRows(
      [well('a', 1, { people: ['x', 'y'], visits: [{ id: '1', day: '2026-01-01' }] })],
      [
        well('a', 2, {
          people: ['x', 'y', 'm'],
          visits: [
            { id: '1', day: '2026-01-01' },
            { id: '2', day: 'm' },
          ],
        }),
      ],
      [well('a', 1, { people: ['y', 't'], note: 'n', visits: [{ id: '1', day: 't' }] })],
    );
    expect([conflicts(rows), rows[0]?.isMerged, differingRows(rows).length]).toEqual([[], true, 1]);
    expect(resolveRows(rows)).toEqual([
      well('a', 2, {
        people: ['y', 't', 'm'],
        note: 'n',
        visits: [
          { id: '1', day: 't' },
          { id: '2', day: 'm' },
        ],
      }),
    ]);
  });

  it('a cell that both changed is a conflict: mine stands first, either is taken with what the other changed alone', () => {
    const rows = mergeRows([well('a', 1)], [well('a', 2, { note: 'm' })], [well('a', 3, { by: 't' })]);
    expect(conflicts(rows)).toHaveLength(1);
    expect(resolveRows(rows)).toEqual([well('a', 2, { note: 'm', by: 't' })]);
    expect(resolveRows(rows, { [rows[0]?.key ?? '']: 'theirs' })).toEqual([well('a', 3, { note: 'm', by: 't' })]);
  });

  it('a cell that both changed alike is no conflict, whatever else they changed in its row', () => {
    const rows = mergeRows([well('a', 1)], [well('a', 2, { note: 'm' })], [well('a', 2, { by: 't' })]);
    expect(conflicts(rows)).toEqual([]);
    expect(resolveRows(rows)).toEqual([well('a', 2, { note: 'm', by: 't' })]);
  });

  it('a row that one removed and the other worked on is a conflict, and stays unless one says otherwise', () => {
    for (const [mine, theirs] of [
      [[], [well('a', 5)]],
      [[well('a', 5)], []],
    ]) {
      const rows = mergeRows([well('a', 1)], mine, theirs);
      expect(conflicts(rows)).toHaveLength(1);
      expect(resolveRows(rows)).toEqual([well('a', 5)]);
      const other = rows[0]?.choice === 'mine' ? 'theirs' : 'mine';
      expect(resolveRows(rows, { [rows[0]?.key ?? '']: other })).toEqual([]);
    }
  });

  it('a row that both removed is gone, one that both added alike is there once', () => {
    const rows = mergeRows(base, [well('b', 2), { depth: 9 }], [well('b', 2), { depth: 9 }]);
    expect([resolveRows(rows), differingRows(rows)]).toEqual([[well('b', 2), { depth: 9 }], []]);
  });

  it('whoever moved rows is followed', () => {
    const ids = (rows: { id?: unknown }[]) => rows.map(({ id }) => id);
    const moved = [well('c', 3), well('a', 1), well('b', 2)];
    const grown = [well('a', 1), well('t', 8), well('b', 2), well('c', 3)];
    expect(ids(resolveRows(mergeRows(base, moved, grown)))).toEqual(['c', 'a', 't', 'b']);
    expect(ids(resolveRows(mergeRows(base, grown, moved)))).toEqual(['c', 'a', 't', 'b']);
  });
});

describe('rows without an id', () => {
  const book = (title: string, count?: number) => ({ title, ...(count !== undefined && { count }) });
  const base = [book('Dari', 5), book('Pashto', 6), book('Maths', 7)];

  it('are found again by content, then by their place', () => {
    const mine = [book('Dari', 5), book('Pashto', 60), book('Maths', 7), book('Art', 1)];
    const theirs = [book('Science', 2), book('Dari', 5), book('Pashto', 6), book('Maths', 70)];
    const rows = mergeRows(base, mine, theirs);
    expect(conflicts(rows)).toEqual([]);
    expect(resolveRows(rows)).toEqual([
      book('Science', 2),
      book('Dari', 5),
      book('Pashto', 60),
      book('Maths', 70),
      book('Art', 1),
    ]);
  });

  it('one that both changed is one conflict, not two rows', () => {
    const rows = mergeRows(base, [book('Dari', 50), ...base.slice(1)], [book('Dari', 51), ...base.slice(1)]);
    expect(conflicts(rows).map(({ mine, theirs }) => [mine, theirs])).toEqual([[book('Dari', 50), book('Dari', 51)]]);
  });

  it('what is worked out is no conflict', () => {
    const sum = (a: number, b: number) => ({ title: 'Dari', a, b, sum: a + b });
    const rows = mergeRows([sum(1, 1)], [sum(2, 1)], [sum(1, 3)], ['sum']);
    expect([conflicts(rows), resolveRows(rows)]).toEqual([[], [{ title: 'Dari', a: 2, b: 3 }]]);
  });

  it('removing one leaves the others where they were', () => {
    const theirs = [book('Dari', 5), book('Maths', 7)];
    expect(resolveRows(mergeRows(base, base, theirs))).toEqual(theirs);
    expect(resolveRows(mergeRows(base, theirs, base))).toEqual(theirs);
    expect(resolveRows(mergeRows(undefined, [book('a')], [book('b')]))).toEqual([book('b'), book('a')]);
    expect(resolveRows(mergeRows([], undefined, undefined))).toEqual([]);
  });
});
