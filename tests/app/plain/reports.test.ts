/** Which report a path opens, the URL of filters and of an opened number, and what charts draw. */
import { describe, expect, it } from 'vitest';
import {
  chosenFilterParams,
  drillDownParams,
  drillDownQuery,
  matchReport,
  missingRequiredFilters,
  readChosenFilters,
  readDrillDown,
} from '../../../src/app/data/reports/reports.ts';
import { type ChartLook, chartOption } from '../../../src/app/screens/figures/chartOptions.ts';
import { chartData, chartKindOf } from '../../../src/app/screens/report/chartData.ts';
import type { ReportBlock, ReportBlockResult, ReportEntry, ReportFilter } from '../../../src/core/generated/api.ts';

const title = { en: 'Rivers', fa: 'دریاها', ps: 'سیندونه' };
const entry = (report: string, path: string, aliases?: string[]): ReportEntry => ({
  report,
  programme: 'water',
  kind: 'summary',
  title,
  description: null,
  path,
  ...(aliases && { aliases }),
});

describe('paths of reports', () => {
  const all = [
    entry('rivers', '/rivers-summary', ['/rivers-overview/']),
    entry('rivers-more', '/rivers-summary/more/'),
  ];

  it.each([
    ['/rivers-summary', 'rivers', false],
    ['/rivers-summary/', 'rivers', false],
    ['/rivers-summary/show/', 'rivers', true],
    ['/rivers-overview', 'rivers', false],
    ['/rivers-overview/show', 'rivers', true],
    ['/rivers-summary/more', 'rivers-more', false],
  ])('%s', (path, report, isResult) => {
    expect(matchReport(all, path)).toEqual({ entry: all.find((one) => one.report === report), isResult });
  });

  it('opens nothing else', () => {
    for (const path of ['/rivers', '/rivers-summary/show/more', '/show', '/', '/Rivers-Summary'])
      expect(matchReport(all, path)).toBeNull();
  });
});

describe('the URL of a report', () => {
  const filter = (id: string, more: Partial<ReportFilter> = {}): ReportFilter => ({
    id,
    kind: 'choices',
    title,
    choices: [],
    ...more,
  });

  it('has the filters that the report knows, and only those with a choice', () => {
    const filters = [filter('from_date', { kind: 'date' }), filter('provinces'), filter('river', { required: true })];
    const chosen = readChosenFilters(filters, new URLSearchParams('provinces=a,b&from_date=&unknown=1'));
    expect(chosen).toEqual({ provinces: ['a', 'b'] });
    expect(chosenFilterParams({ ...chosen, from_date: [''] }).toString()).toBe('provinces=a%2Cb');
    expect(missingRequiredFilters(filters, chosen).map(({ id }) => id)).toEqual(['river']);
    expect(missingRequiredFilters(filters, { river: ['1'] })).toEqual([]);
  });

  it('names one number, also that of the rows that say nothing, and asks for its records with the same filters', () => {
    const filters = new URLSearchParams('provinces=a,b');
    const key = { block: 'depth', measure: 'all', row: '', across: '2' };
    const open = drillDownParams(filters, key, 3);
    expect(readDrillDown(open)).toEqual({ key, page: 3 });
    expect(Object.fromEntries(drillDownQuery(filters, { key, page: 3 }))).toEqual({
      provinces: 'a,b',
      block: 'depth',
      measure: 'all',
      row: '',
      across: '2',
      page: '3',
    });
    expect(drillDownParams(open, null).toString()).toBe(filters.toString());
    const total = { block: 'depth', measure: 'all', row: undefined, across: undefined };
    expect(readDrillDown(drillDownParams(open, total))?.key).toEqual(total);
    expect(drillDownQuery(filters, { key: total, page: 1 }).has('row')).toBe(false);
  });
});

describe('charts of reports', () => {
  const measure = (id: string, unit?: 'percent') => ({ id, title, digits: 0, opens: true, ...(unit && { unit }) });
  const block = (show: ReportBlock['show'], by: string | null): ReportBlock => ({
    id: 'depth',
    show,
    title,
    help: null,
    by,
    measures: [measure('share', 'percent'), measure('deep'), measure('flat')],
  });
  const result = (rows: ReportBlockResult['rows'], ids = ['deep', 'share', 'flat']): ReportBlockResult => ({
    id: 'depth',
    columns: ids.map((id) => ({ measure: id, name: id })),
    rows,
    total: null,
    all: rows.length,
  });
  const look: ChartLook = {
    rightToLeft: true,
    number: String,
    font: '',
    text: '',
    dimmed: '',
    line: '',
    surface: '',
    main: 'blue',
    late: '',
    ring: ['blue', 'red'],
  };
  const rows = [
    { key: 'a', name: 'A', cells: [4, 50, 1] },
    { key: '', name: '—', cells: [0, null, 2] },
  ];

  it('draw what has the unit of the first column, and each part knows its number', () => {
    const data = chartData(block('stacked', 'River'), result(rows));
    expect(data?.series.map(({ name, values }) => [name, values])).toEqual([
      ['deep', [4, 0]],
      ['flat', [1, 2]],
    ]);
    expect(data?.keyOf(1, 1)).toEqual({ block: 'depth', measure: 'flat', row: '', across: undefined });
  });

  it('of many months draw the newest, of other groups the first', () => {
    const many = result(
      Array.from({ length: 40 }, (_, at) => ({ key: `k${at}`, name: `${at}`, cells: [at + 1, 0, 0] })),
    );
    const [trend, bars] = (['trend', 'bars'] as const).map((show) => chartData(block(show, 'River'), many));
    expect([trend?.groups[0]?.name, trend?.groups.at(-1)?.name]).toEqual(['10', '39']);
    expect([bars?.groups[0]?.name, bars?.groups.at(-1)?.name]).toEqual(['0', '29']);
    expect(trend?.keyOf(0, 0).row).toBe('k10');
  });

  it('without rows draw the measures as groups, and nothing where all is none', () => {
    const one = result([{ key: '', name: '', cells: [4, 50, 1] }]);
    const data = chartData(block('funnel', null), one);
    expect(data?.groups.map(({ name }) => name)).toEqual(['deep', 'flat']);
    expect(data?.keyOf(1, 0)).toEqual({ block: 'depth', measure: 'flat', row: undefined, across: undefined });
    expect(chartData(block('bars', 'River'), result([{ key: 'a', name: 'A', cells: [0, null, 0] }]))).toBeNull();
  });

  it('are mirrored right to left, and tell series apart without colour', () => {
    const data = chartData(block('stacked', 'River'), result(rows));
    if (!data) throw new Error('nothing to draw');
    const bars = chartOption(chartKindOf('stacked', data), data, look);
    expect(bars).toMatchObject({
      aria: { decal: { show: true } },
      xAxis: { inverse: true },
      yAxis: { position: 'right' },
      series: [{ stack: 'all' }, { stack: 'all' }],
    });
    const { media } = bars as { media: { option: { yAxis: { axisLabel: { formatter(name: string): string } } } }[] };
    const formatter = media[0]?.option.yAxis.axisLabel.formatter ?? String;
    expect(formatter('۰ تا ۷ روز')).toBe('\u2068۰ تا ۷ روز\u2069');
    const long = formatter('Registers are incomplete or do not agree with reports');
    expect(long).toBe('\u2068Registers are\u2069\n\u2068incomplete or do no…\u2069');
    const lines = chartOption(chartKindOf('trend', data), data, look) as { series: { symbol: string }[] };
    expect(lines).toMatchObject({ xAxis: { inverse: true }, yAxis: { position: 'right' } });
    expect(new Set(lines.series.map(({ symbol }) => symbol)).size).toBe(2);
  });
});
