/** Counts what measures name, in groups. Measures of the same rows and groups are counted in one reading of them (`scans`). */
import { type RawBuilder, sql } from 'kysely';
import { badFilter } from '../../core/errors/failure.ts';
import type { Block, Measure } from '../../core/generated/report.ts';
import { add, type Cell, newCell } from '../../core/reports/cells.ts';
import { parts as slices } from '../db/slices.ts';
import { all } from '../records/filters.ts';
import { axisOf, dayOf } from './axis.ts';
import type { ReportContext } from './context.ts';
import { eventParts, sitesDueParts } from './otherParts.ts';
import type { Part } from './part.ts';
import { problemParts } from './problemParts.ts';
import { type Gaps, recordParts } from './recordParts.ts';
import { fromOf, type Scan, scansOf, statementOf, type Wanted } from './scans.ts';

/** Statements that are joined into one. SQLite allows 500. */
const AT_ONCE = 100;
/** More groups than any report has, so that a mistake in a definition does not fill the memory. */
const MOST_GROUPS = 200_000;

/** Measures for which the value of each row is needed, and not only how many there are. */
const EACH_VALUE: ReadonlySet<string> = new Set(['distinct', 'median', 'days']);
const SUMMED: ReadonlySet<string> = new Set(['sum', 'average', 'points']);

type Shape = Pick<Block, 'by' | 'across'>;

/** Returns the rows behind a measure. With `isCounting`, rows that give the same number, and fewer of them where there are. */
export async function partsOf(
  context: ReportContext,
  measure: Measure,
  shape: Shape,
  gaps: Gaps,
  isCounting = false,
): Promise<Part[]> {
  if (context.asked.isIncomplete) return [];
  switch (measure.of) {
    case 'problems':
      return problemParts(context, measure, gaps);
    case 'events':
      return eventParts(context, measure, gaps);
    case 'sites-due':
      return sitesDueParts(context, measure, gaps);
    default:
      return recordParts(context, measure, shape, gaps, isCounting);
  }
}

export interface Counts {
  /** By column of a cross table, then by row: there may be very many rows and there are few columns. */
  cells: Map<string, Map<string, Cell>>;
  /** Over all rows, by column. Each record counts once, also if it stands in several rows. */
  totals: Map<string, Cell>;
}

/** A group of a scan: `n0`, `s0` are the number and the sum of its first measure. What no scan needs is absent. */
interface Row {
  [cell: `n${number}` | `s${number}`]: number | string | undefined;
  scan: number | string;
  row?: string | null;
  across?: string | null;
  value?: string | null;
}

/** Returns what each measure counts, by its id. */
export async function count(
  context: ReportContext,
  measures: readonly { measure: Measure; gaps: Gaps }[],
  shape: Shape,
): Promise<Map<string, Counts>> {
  const counted = new Map(
    measures.map(({ measure: { id } }): [string, Counts] => [id, { cells: new Map(), totals: new Map() }]),
  );
  const wanted: Wanted[] = [];
  for (const { measure, gaps } of measures) {
    const of = measure.of ?? 'count';
    const parts = await partsOf(context, measure, shape, gaps, true);
    if (of === 'distinct' && shape.by === undefined && shape.across === undefined) {
      const distinct = await distinctOf(context, parts);
      const { cells, totals } = counted.get(measure.id) as Counts;
      totals.set('', { ...newCell(), distinct });
      cells.set('', new Map([['', { ...newCell(), distinct }]]));
      continue;
    }
    for (const part of parts)
      wanted.push({
        measure,
        part,
        by: axisOf(context, part, shape.by),
        across: axisOf(context, part, shape.across),
        ...(EACH_VALUE.has(of) && part.value && { each: part.value }),
        ...(SUMMED.has(of) && part.value && { summed: part.value }),
      });
  }
  for (const some of slices(scansOf(context, wanted), AT_ONCE)) {
    const rows = await context.run(statementOf(some, MOST_GROUPS) as RawBuilder<Row>);
    for (const row of rows) {
      const scan = some[Number(row.scan)];
      if (!scan) throw badFilter('block');
      addRow(counted, scan, row);
    }
  }
  return counted;
}

/** Counts the different values of all parts in the database, which takes less than reading each of them. */
async function distinctOf(context: ReportContext, parts: readonly Part[]): Promise<number> {
  if (parts.length === 0) return 0;
  const selects = parts.map(
    (part) => sql`SELECT ${part.value} AS value FROM ${fromOf(part)} WHERE ${all(part.where)} GROUP BY ${part.value}`,
  );
  const [row] = await context.run(
    sql<{ n: number | string }>`SELECT count(*) AS n FROM (${sql.join(selects, sql` UNION `)}) AS t`,
  );
  return Number(row?.n ?? 0);
}

function addRow(counted: ReadonlyMap<string, Counts>, scan: Scan, row: Row): void {
  for (const [at, { measure, by, across: columns }] of scan.columns.entries()) {
    const n = Number(row[`n${at}`]);
    // The group is there for another measure.
    if (n === 0 && scan.isGrouped) continue;
    const group = { n, sum: Number(row[`s${at}`] ?? 0), value: wordOf(measure, row.value) };
    const { cells, totals } = counted.get(measure.id) as Counts;
    const rows = by.keys(String(row.row ?? ''));
    for (const across of columns.keys(String(row.across ?? ''))) {
      add(cellAt(totals, across), group);
      let own = cells.get(across);
      if (!own) {
        own = new Map();
        cells.set(across, own);
      }
      for (const key of rows) add(cellAt(own, key), group);
    }
  }
}

function cellAt(cells: Map<string, Cell>, key: string): Cell {
  let cell = cells.get(key);
  if (!cell) {
    cell = newCell();
    cells.set(key, cell);
  }
  return cell;
}

function wordOf({ of }: Measure, value: string | null | undefined): string {
  if (!value) return '';
  if (of !== 'days') return value;
  return value
    .split(' ')
    .map((one) => dayOf(one, { isInstant: true }))
    .join(' ');
}
