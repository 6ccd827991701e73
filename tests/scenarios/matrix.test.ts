/** A matrix crosses two scales: each pair has a level with a label, and filters select exactly what is counted. */
import { describe, expect, it } from 'vitest';
import { bandFilters, cellFilters, matrixFilters, matrixOf } from '../../src/core/figures/matrix.ts';
import { joinedFilters, whereFilters } from '../../src/core/figures/where.ts';
import { applyDerived } from '../../src/core/form/conditions.ts';
import { FIELD_TYPES } from '../../src/core/form/types/index.ts';
import { constants, form, words } from '../support/form.ts';

const scale = (...values: string[]) => values.map((value) => ({ value, label: words(value) })) as never;
const HAZARD = form({
  fields: {
    odds: { type: 'choice', options: scale('1', '2', '3'), contract: { type: 'string', enum: ['1', '2', '3'] } },
    harm: { type: 'choice', options: scale('1', '2'), contract: { type: 'string', enum: ['1', '2'] } },
    level: {
      type: 'derived',
      derived: { product: ['odds', 'harm'] },
      contract: { type: 'integer' },
      bands: [
        { from: 1, label: words('small'), variant: 'green' },
        { from: 3, label: words('great'), variant: 'red' },
      ],
    },
  },
  matrix: {
    title: words('Matrix'),
    rows: 'odds',
    columns: 'harm',
    level: 'level',
    where: [{ field: 'created_at', op: 'gte', daysAgo: 30 }],
  },
});
const matrix = matrixOf(HAZARD) as NonNullable<ReturnType<typeof matrixOf>>;

describe('a matrix', () => {
  it('has a row for each option of one scale, the highest on top, and the level of each pair', () => {
    expect(matrix.cells.map((line) => line.map(({ level }) => level))).toEqual([
      [3, 6],
      [2, 4],
      [1, 2],
    ]);
    expect(matrix.cells[0]?.map(({ band }) => band?.label.en)).toEqual(['great', 'great']);
    expect(matrixOf(form({ fields: { a: { type: 'text' } } }))).toBeNull();
  });

  it('the level is worked out of option codes that are numbers, and written with its words', () => {
    const data = applyDerived(HAZARD, { odds: '3', harm: '2' }, { today: '2026-05-01' });
    expect(data.level).toBe(6);
    expect(applyDerived(HAZARD, { odds: '3' }, { today: '2026-05-01' }).level).toBeUndefined();
    const node = HAZARD.fields.get('level');
    if (!node) throw new Error('no level');
    const text = (language: 'en' | 'fa') =>
      FIELD_TYPES.derived.text(node, data, { language, calendar: 'solar', constants, refs: {} });
    expect([text('en'), text('fa')]).toEqual(['great (6)', 'great دری (۶)']);
  });

  it('cells and levels are filters of the list', () => {
    const [top] = matrix.cells[0] ?? [];
    expect(top && cellFilters(matrix, top)).toEqual([
      { field: 'odds', op: 'eq', value: '3' },
      { field: 'harm', op: 'eq', value: '1' },
    ]);
    const [small, great] = matrix.level.def.bands ?? [];
    expect(small && bandFilters(matrix, small).map(({ op, value }) => [op, value])).toEqual([
      ['gte', 1],
      ['lte', 2],
    ]);
    expect(great && bandFilters(matrix, great).map(({ op, value }) => [op, value])).toEqual([['gte', 3]]);
    expect(matrixFilters(HAZARD, '2026-05-31')).toEqual([{ field: 'created_at', op: 'gte', value: '2026-05-01' }]);
  });
});

describe('sets of filters joined', () => {
  it('hold all: of two choices or bounds the narrower one is enough', () => {
    const early = whereFilters(
      [
        { field: 'stage', op: 'in', value: ['a', 'b'] },
        { field: 'day', op: 'gte', value: '2026-01-01' },
        { field: 'day', op: 'lte', value: '2026-03-01' },
      ],
      '2026-05-01',
    );
    const late = whereFilters(
      [
        { field: 'stage', op: 'eq', value: 'a' },
        { field: 'day', op: 'gte', value: '2025-12-01' },
        { field: 'day', op: 'lte', value: '2026-02-01' },
        { field: 'other', op: 'empty' },
      ],
      '2026-05-01',
    );
    expect(joinedFilters(early, late)).toEqual([
      { field: 'stage', op: 'eq', value: 'a' },
      { field: 'day', op: 'gte', value: '2026-01-01' },
      { field: 'day', op: 'lte', value: '2026-02-01' },
      { field: 'other', op: 'empty', value: true },
    ]);
  });

  it('stay beside each other where neither says what the other does', () => {
    const some = [{ field: 'stage', op: 'in' as const, value: ['a', 'b'] }];
    const own = [
      { field: 'stage', op: 'in' as const, value: ['b', 'c'] },
      { field: 'stage', op: 'empty' as const, value: true },
    ];
    expect(joinedFilters(some, own)).toEqual([...some, ...own]);
    expect(joinedFilters(some, [{ field: 'stage', op: 'empty', value: false }])).toEqual(some);
    expect(joinedFilters(some, some)).toEqual(some);
  });
});
