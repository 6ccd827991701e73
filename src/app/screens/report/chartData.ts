/** What a chart draws of a block: groups and series. Pure. */
import type {
  ReportBlock,
  ReportBlockResult,
  ReportColumn,
  ReportMeasure,
  ReportRow,
} from '../../../core/generated/api.ts';
import type { ReportNumberKey } from '../../data/reports/reports.ts';
import type { ChartKind } from '../figures/chartOptions.ts';

export interface ChartSeries {
  name: string;
  measure: ReportMeasure | undefined;
  values: (number | null)[];
}

export interface ChartData {
  groups: { name: string; variant?: string | undefined }[];
  series: ChartSeries[];
  /** Returns the number that a part of the chart stands for. */
  keyOf(group: number, series: number): ReportNumberKey;
}

export function chartKindOf(show: ReportBlock['show'], { series }: ChartData): ChartKind {
  if (show === 'trend') return 'line';
  if (show === 'donut' && series.length === 1) return 'ring';
  return show === 'stacked' ? 'stacked' : 'bars';
}

/** More groups than this are only in the table: a chart of a hundred bars shows nothing. A trend draws the newest. */
const MOST_GROUPS = 30;

/** Returns null if there is nothing to draw. Without rows the measures are the groups. */
export function chartData(block: ReportBlock, { columns, rows }: ReportBlockResult): ChartData | null {
  const measureOf = (column: ReportColumn) => block.measures.find(({ id }) => id === column.measure);
  // Percent, averages and counts have no common axis: a chart draws those that are written like the first.
  const kindOf = (column: ReportColumn | undefined) => {
    const { unit, digits } = (column && measureOf(column)) ?? {};
    return `${unit} ${digits}`;
  };
  const drawn = columns.flatMap((column, at) => (kindOf(column) === kindOf(columns[0]) ? [{ column, at }] : []));
  const key = (column: ReportColumn | undefined, row?: ReportRow): ReportNumberKey => ({
    block: block.id,
    measure: column?.measure ?? '',
    row: row?.key,
    across: column?.across,
  });
  const shown = block.show === 'trend' ? rows.slice(-MOST_GROUPS) : rows.slice(0, MOST_GROUPS);
  const all = block.by === null ? single(rows[0], drawn) : several(shown, drawn, measureOf);
  if (!all?.series.some(({ values }) => values.some((value) => value !== null && value !== 0))) return null;
  return {
    ...all,
    keyOf: (group, series) =>
      block.by === null ? key(drawn[group]?.column) : key(drawn[series]?.column, shown[group]),
  };
}

type Drawn = { column: ReportColumn; at: number };

function single(row: ReportRow | undefined, drawn: readonly Drawn[]) {
  if (!row || drawn.length < 2) return null;
  const values = drawn.map(({ at }) => row.cells[at] ?? null);
  return {
    groups: drawn.map(({ column }) => ({ name: column.name })),
    series: [{ name: '', measure: undefined, values }],
  };
}

function several(
  rows: readonly ReportRow[],
  drawn: readonly Drawn[],
  measureOf: (column: ReportColumn) => ReportMeasure | undefined,
) {
  return {
    groups: rows.map(({ name, variant }) => ({ name, variant })),
    series: drawn.map(({ column, at }) => ({
      name: column.name,
      measure: measureOf(column),
      values: rows.map(({ cells }) => cells[at] ?? null),
    })),
  };
}
