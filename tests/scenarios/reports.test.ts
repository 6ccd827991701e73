/** The pure parts of reports: numbers of groups, months, ranges, filters, documented answers. */
import { describe, expect, it } from 'vitest';
import type { Measure, ReportDefinition } from '../../src/core/generated/report.ts';
import {
  addToCell,
  cellValue,
  measureValue,
  median,
  newMeasureCell,
  roundDecimals,
} from '../../src/core/reports/cells.ts';
import { documentedAnswer } from '../../src/core/reports/documented.ts';
import {
  ageInDays,
  monthBounds,
  monthKey,
  monthsBetween,
  numberRangesOf,
  rangeKey,
} from '../../src/core/reports/groups.ts';
import { readParameters } from '../../src/core/reports/parameters.ts';
import { daysOfSpan } from '../../src/core/reports/span.ts';
import { form } from '../support/form.ts';

const text = { en: 'Text', fa: 'متن', ps: 'متن' };
const report = (more: Partial<ReportDefinition> = {}): ReportDefinition => ({
  report: 'test',
  programme: 'schools',
  kind: 'other',
  title: text,
  path: '/test',
  filters: ['from_date', 'to_date', 'period', 'organizations'],
  blocks: [{ id: 'a', show: 'numbers', measures: [{ id: 'n' }] }],
  ...more,
});

describe('numbers of reports', () => {
  it('a rate of nothing is no number, and a rate of fractions is rounded once', () => {
    const measures: Measure[] = [
      { id: 'solved', of: 'count' },
      { id: 'found', of: 'count' },
      { id: 'rate', rate: ['solved', 'found'] },
      { id: 'both', plus: ['solved', 'found'], times: 2 },
      { id: 'more', plus: ['rate', 'solved'] },
    ];
    const of = (numbers: number[]) =>
      measures.map((one) => measureValue(measures, one, ({ id }) => numbers[id === 'solved' ? 0 : 1] ?? null));
    expect(of([2, 3])).toEqual([2, 3, 66.67, 10, 69]);
    expect(of([2, 0]), 'a sum leaves out what is no number').toEqual([2, 0, null, 4, 2]);
    expect(of([0, 0])).toEqual([0, 0, null, 0, 0]);
    expect([roundDecimals(1.005, 2), roundDecimals(-2.5, 0), roundDecimals(null, 2)]).toEqual([1.01, -3, null]);
  });

  it('medians and points count each value as often as it occurs', () => {
    expect([
      median([]),
      median([[5, 1]]),
      median([
        [9, 1],
        [1, 2],
        [4, 1],
      ]),
    ]).toEqual([null, 5, 2.5]);
    const cell = newMeasureCell();
    // The database gives each value its points, and leaves out what has none.
    for (const [value, n, sum] of [
      ['excellent', 1, 4],
      ['bad', 3, 3],
    ] as const)
      addToCell(cell, { value, n, sum });
    expect([cellValue(cell, { of: 'points' }), cellValue(newMeasureCell(), { of: 'points' })]).toEqual([1.75, null]);
    expect([cellValue(cell, { of: 'distinct' }), cellValue(undefined, { of: 'average' })]).toEqual([2, null]);
  });

  it('the days before are as many as the chosen ones, and end on the day before them', () => {
    const today = '2026-06-30';
    const may = { from: '2026-05-01', to: '2026-05-31', today };
    expect(daysOfSpan({ days: 30 }, may)).toEqual({ from: '2026-05-01', to: '2026-05-31' });
    expect(daysOfSpan({ days: 30, before: true }, may)).toEqual({ from: '2026-03-31', to: '2026-04-30' });
    expect(daysOfSpan({ days: 30 }, { today })).toEqual({ from: '2026-06-01', to: today });
    expect(daysOfSpan({ days: 30, before: true }, { today })).toEqual({ from: '2026-05-02', to: '2026-05-31' });
  });

  it('an age is counted in days, and a day to come has none yet', () => {
    const ages = ['2026-05-30', '2026-06-01', '2026-06-02', 'soon'].map((day) => ageInDays(day, '2026-06-01'));
    expect(ages).toEqual([2, 0, 0, null]);
  });

  it('months and quarters are those of the calendar, without gaps', () => {
    expect(monthKey('2026-03-20', 'month', 'solar')).toBe('2026-02-20');
    expect(monthKey('2026-03-21', 'quarter', 'solar')).toBe('2026-03-21');
    expect(monthBounds('2026-02-01', 'month', 'gregorian')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(monthBounds('2026-02-02', 'month', 'gregorian')).toBeUndefined();
    expect(monthsBetween(['2026-01-01', '2025-11-01', ''], 'month', 'gregorian', 9)).toEqual([
      '2025-11-01',
      '2025-12-01',
      '2026-01-01',
    ]);
  });

  it('every number is in exactly one range', () => {
    const ranges = numberRangesOf([40, 20]);
    expect(ranges.map(({ key }) => key)).toEqual(['0-20', '21-40', '41-']);
    expect([-3, 20, 20.5, 41].map((one) => rangeKey(one, ranges))).toEqual(['0-20', '0-20', '21-40', '41-']);
  });
});

describe('filters of reports', () => {
  // Choice 4 was merged into 3.
  const registry = {
    form: (name: string) => (name === 'visit' ? form({ fields: {} }) : undefined),
    canonical: (_list: string, id: string) => (id === '4' ? '3' : id),
    canonicalPlace: (id: string) => id,
  };
  const today = { today: '2026-11-23', calendar: 'gregorian', registry } as const;
  it('the week begins on Saturday, and a day that was sent wins over the period', () => {
    const { from, to } = readParameters(report(), { period: 'week', to_date: '۲۰۲۶-۱۱-۲۵' }, today);
    expect([from, to]).toEqual(['2026-11-21', '2026-11-25']);
  });
  it('keys of `filters` that the report does not have are refused, also inherited ones', () => {
    for (const filters of ['{"provinces":"1"}', '{"__proto__":{}}', '[]', '{', '"a"'])
      expect(() => readParameters(report(), { filters }, today)).toThrow('bad_filter');
    expect(readParameters(report(), { filters: '{"organizations":["3","2"]}' }, today).organizations).toEqual(['3']);
  });
  it('a choice that was merged asks for what it is now', () => {
    const measures: [Measure] = [{ id: 'n', of: 'count', forms: ['visit'] }];
    const counted = report({ blocks: [{ id: 'a', show: 'numbers', measures }] });
    expect(readParameters(counted, { organizations: '4,3,5' }, today).organizations).toEqual(['3', '5']);
  });
  it('nothing is counted until a required filter is chosen', () => {
    const own = report({ filters: [{ id: 'case', title: text, by: 'parent_id', required: true }] });
    expect(readParameters(own, {}, today).isIncomplete).toBe(true);
    expect(readParameters(own, { case: 'x' }, today).isIncomplete).toBe(false);
  });
});

it('the documented answer nests dotted keys and pages what shows a part', () => {
  const definition = report({
    blocks: [
      { id: 'a', show: 'numbers', measures: [{ id: 'n' }, { id: 'm' }] },
      { id: 'b', show: 'ranking', by: 'province', most: 1, measures: [{ id: 'n' }] },
    ],
    api: { base: 'x', keys: { 'deep.er.n': 'a.n', deep2: 'a', ranking: 'b' } },
  });
  const column = (measure: string) => ({ measure, name: measure });
  const answer = documentedAnswer(
    definition,
    [
      {
        id: 'a',
        columns: [column('n'), column('m')],
        rows: [{ key: '', name: '', cells: [3, null] }],
        total: null,
        all: 1,
      },
      { id: 'b', columns: [column('n')], rows: [{ key: '1', name: 'Kabul', cells: [2] }], total: null, all: 5 },
    ],
    (_block, total) => ({ per_page: 1, current_page: 1, last_page: total, total }),
  );
  expect(answer).toEqual({
    deep: { er: { n: 3 } },
    deep2: { n: 3, m: null },
    ranking: {
      data: [{ id: '1', name: 'Kabul', province: 'Kabul', n: 2 }],
      meta: { per_page: 1, current_page: 1, last_page: 5, total: 5 },
    },
  });
});
