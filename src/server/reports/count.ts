/** Counts what measures name, in groups, with one statement for each measure. */
import { sql } from 'kysely';
import { badFilter } from '../../core/errors/failure.ts';
import type { Block, Measure } from '../../core/generated/report.ts';
import { add, type Cell, newCell } from '../../core/reports/cells.ts';
import { parts as slices } from '../db/slices.ts';
import { all } from '../records/filters.ts';
import { axisOf, dayOf } from './axis.ts';
import type { ReportContext } from './context.ts';
import { eventParts, problemParts, sitesDueParts } from './otherParts.ts';
import type { Part } from './part.ts';
import { type Gaps, recordParts } from './recordParts.ts';

/** Statements that are joined into one. SQLite allows 500. */
const AT_ONCE = 100;
/** More groups than any report has, so that a mistake in a definition does not fill the memory. */
const MOST_GROUPS = 200_000;

/** Measures for which the value of each row is needed, and not only how many there are. */
const EACH_VALUE: ReadonlySet<string> = new Set(['distinct', 'median', 'days', 'points']);
const SUMMED: ReadonlySet<string> = new Set(['sum', 'average']);

type Shape = Pick<Block, 'by' | 'across'>;

/** Returns what a measure counts. The numbers and the records behind them both come from here. */
export function partsOf(context: ReportContext, measure: Measure, shape: Shape, gaps: Gaps): Part[] {
  if (context.asked.isIncomplete) return [];
  switch (measure.of) {
    case 'problems':
      return problemParts(context, measure, gaps);
    case 'events':
      return eventParts(context, measure, gaps);
    case 'sites-due':
      return sitesDueParts(context, measure, gaps);
    default:
      return recordParts(context, measure, shape, gaps);
  }
}

/** Returns the table of a part, with the site of a problem. */
export function fromOf({ of, table }: Part) {
  return of === 'problem'
    ? sql`problems LEFT JOIN records AS site ON site.id = problems.site_id`
    : sql`${sql.table(table)}`;
}

export interface Counts {
  /** By row, then by column of a cross table. */
  cells: Map<string, Map<string, Cell>>;
  /** Over all rows, by column. Each record counts once, also if it stands in several rows. */
  totals: Map<string, Cell>;
}

interface Row {
  part: number | string;
  row: string | null;
  across: string | null;
  value: string | number | null;
  n: number | string;
  sum: number | string | null;
}

export async function count(context: ReportContext, measure: Measure, shape: Shape, gaps: Gaps): Promise<Counts> {
  const counts: Counts = { cells: new Map(), totals: new Map() };
  const all = partsOf(context, measure, shape, gaps).map((part) => ({
    part,
    by: axisOf(context, part, shape.by),
    across: axisOf(context, part, shape.across),
  }));
  for (const some of slices(all, AT_ONCE)) {
    const selects = some.map(({ part, by, across }, at) => selectOf(part, measure, { by, across, at }));
    const rows = await context.run(sql<Row>`${sql.join(selects, sql` UNION ALL `)} LIMIT ${sql.lit(MOST_GROUPS)}`);
    for (const found of rows) {
      const own = some[Number(found.part)];
      if (!own) throw badFilter('block');
      const group = { n: Number(found.n), sum: Number(found.sum ?? 0), value: wordOf(measure, found.value) };
      const columns = own.across.keys(String(found.across ?? ''));
      for (const across of columns) add(cellAt(counts.totals, across), group);
      for (const row of own.by.keys(String(found.row ?? ''))) {
        const cells = counts.cells.get(row) ?? new Map<string, Cell>();
        counts.cells.set(row, cells);
        for (const across of columns) add(cellAt(cells, across), group);
      }
    }
  }
  return counts;
}

function cellAt(cells: Map<string, Cell>, key: string): Cell {
  const cell = cells.get(key) ?? newCell();
  cells.set(key, cell);
  return cell;
}

type Axes = { by: ReturnType<typeof axisOf>; across: ReturnType<typeof axisOf>; at: number };

function selectOf(part: Part, measure: Measure, { by, across, at }: Axes) {
  const of = measure.of ?? 'count';
  const each = EACH_VALUE.has(of) && part.value ? part.value : undefined;
  const summed = SUMMED.has(of) && part.value ? part.value : undefined;
  const none = sql`CAST('' AS text)`;
  // Columns are grouped by their position, because a text would be compared with itself as a parameter.
  const grouped = [by.group, across.group, each].flatMap((group, index) => (group ? [sql.lit(index + 2)] : []));
  const groups = grouped.length > 0 ? sql` GROUP BY ${sql.join(grouped)}` : sql``;
  return sql`SELECT ${sql.lit(at)} AS part, ${by.group ?? none} AS ${sql.ref('row')}, ${across.group ?? none} AS across,
    ${each ?? none} AS value, count(*) AS n, ${summed ? sql`sum(${summed})` : sql`CAST(0 AS double precision)`} AS sum
    FROM ${fromOf(part)} WHERE ${all(part.where)}${groups}`;
}

function wordOf({ of }: Measure, value: string | number | null): string {
  if (value === null || value === '') return '';
  if (of !== 'days') return String(value);
  return String(value)
    .split(' ')
    .map((one) => dayOf(one, { isInstant: true }))
    .join(' ');
}
