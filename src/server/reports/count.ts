/** Counts what measures name, in groups. Measures of the same rows and groups are counted in one reading of them (`scans`). */
import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Block, Measure, MeasureSpan } from '../../core/generated/report.ts';
import { addToCell, isDerivedMeasure, type MeasureCell, newMeasureCell } from '../../core/reports/cells.ts';
import { measuresOf } from '../../core/reports/sources.ts';
import { daysOfSpan } from '../../core/reports/span.ts';
import { splitInChunks } from '../db/rows.ts';
import { andConditions } from '../records/filters.ts';
import { axisOf, dayOfGroup } from './axis.ts';
import type { ReportContext } from './context.ts';
import { type FirstRows, type ScanCuts, scanCutsOf } from './firstRows.ts';
import { eventParts, sitesDueParts } from './otherParts.ts';
import type { MeasurePart } from './part.ts';
import { problemParts } from './problemParts.ts';
import { type CountingGaps, recordParts } from './recordParts.ts';
import { fromClauseOf, type Scan, scansOf, type WantedCounts, type WantedPart } from './scans.ts';
import { scanStatement } from './statement.ts';

/** Statements that are joined into one. SQLite allows 500. */
const AT_ONCE = 100;
/** More groups than any report has, so that a mistake in a definition does not fill the memory. */
const MOST_GROUPS = 200_000;

/** Measures for which the value of each row is needed, and not only how many there are. */
const EACH_VALUE: ReadonlySet<string> = new Set(['distinct', 'median', 'days']);
const SUMMED: ReadonlySet<string> = new Set(['sum', 'average', 'points']);

type Shape = Pick<Block, 'by' | 'across'>;

/** Returns the rows behind a measure. With `isCounting`, rows that give the same number, and fewer of them where there are. */
export async function measurePartsOf(
  context: ReportContext,
  measure: Measure,
  shape: Shape,
  gaps: CountingGaps,
  isCounting = false,
): Promise<MeasurePart[]> {
  if (context.asked.isIncomplete) return [];
  const own = measure.span ? inSpan(context, measure.span) : context;
  const parts = await partsIn(own, measure, shape, { gaps, isCounting });
  const { to = context.today } = measure.undated ? {} : own.asked;
  return to < context.today ? parts.map((part) => ({ ...part, agesOn: to })) : parts;
}

/** Returns the same question about the days of a measure. */
function inSpan(context: ReportContext, span: MeasureSpan): ReportContext {
  const { asked, today } = context;
  return { ...context, asked: { ...asked, ...daysOfSpan(span, { ...asked, today }) } };
}

async function partsIn(
  context: ReportContext,
  measure: Measure,
  shape: Shape,
  { gaps, isCounting }: { gaps: CountingGaps; isCounting: boolean },
): Promise<MeasurePart[]> {
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

/** A group of a scan: `n0`, `s0` are the number and the sum of its first measure. What no scan needs is absent. */
interface Row {
  [cell: `n${number}` | `s${number}`]: number | string | undefined;
  [group: `g${number}`]: string | null | undefined;
  scan: number | string;
}

/** What a block counts, by measure. */
export interface BlockCounts {
  counted: Map<string, WantedCounts>;
  gaps: Map<string, CountingGaps>;
  /** How many rows there are, if not all of them were passed on. */
  all?: number;
}

/**
 * Counts the measures of several blocks, by block: those that read the same rows in the same groups do so together. Of a block
 * of which only the first rows are wanted, others may be missing.
 */
export async function countBlocks(
  context: ReportContext,
  blocks: readonly Block[],
  first?: (block: Block) => FirstRows | undefined,
): Promise<Map<string, BlockCounts>> {
  const found = new Map<string, BlockCounts>();
  const wanted: WantedPart[] = [];
  /** What is counted, by its question: the highest and the lowest of a ranking are the same numbers. */
  const known = new Map<string, { counts: WantedCounts; gaps: CountingGaps }>();
  for (const block of blocks) {
    const own: BlockCounts = { counted: new Map(), gaps: new Map() };
    found.set(block.id, own);
    for (const measure of measuresOf(block)) {
      if (isDerivedMeasure(measure)) continue;
      const question = questionOf(measure, block);
      const same = known.get(question);
      const gaps: CountingGaps = same?.gaps ?? { isPending: false, isHidden: false };
      const counts: WantedCounts = same?.counts ?? { cells: new Map(), totals: new Map() };
      own.gaps.set(measure.id, gaps);
      own.counted.set(measure.id, counts);
      if (same) continue;
      known.set(question, { counts, gaps });
      const parts = await measurePartsOf(context, measure, block, gaps, true);
      if (measure.of === 'distinct' && block.by === undefined && block.across === undefined) {
        const cell = { ...newMeasureCell(), distinct: await distinctOf(context, parts) };
        counts.totals.set('', cell);
        counts.cells.set('', new Map([['', cell]]));
      } else wanted.push(...parts.map((part) => wantedOf(context, { block, measure, counts }, part)));
    }
  }
  const scans = scansOf(context, wanted);
  const asked = blocks.map((block) => ({ block, first: first?.(block), found: found.get(block.id) as BlockCounts }));
  await read(context, { blocks, scans, cuts: scanCutsOf(scans, asked) });
  return found;
}

async function read(
  context: ReportContext,
  { blocks, scans, cuts }: { blocks: readonly Block[]; scans: readonly Scan[]; cuts: ScanCuts },
): Promise<void> {
  // Rows of one block have about the same columns, those of all blocks together would be wide.
  const together = blocks.map((block) => scans.filter(({ columns }) => columns[0]?.block === block));
  const statements = together.flatMap((own) => [...splitInChunks(own, AT_ONCE)]);
  const ask = (some: Scan[]) => {
    const rows = context.run(scanStatement(some, cuts, MOST_GROUPS) as RawBuilder<Row>);
    // It may fail before it is awaited.
    rows.catch(() => undefined);
    return rows;
  };
  // The database works on the next statement while the rows of one are passed on and added up. A connection to PostgreSQL takes
  // one at a time.
  const ahead = context.database.engine === 'sqlite' ? 2 : 1;
  const asked = statements.slice(0, ahead).map(ask);
  for (const [at, some] of statements.entries()) {
    const rows = await (asked[at] as ReturnType<typeof ask>);
    asked.push(...statements.slice(at + ahead, at + ahead + 1).map(ask));
    await setImmediate();
    for (const row of rows) addRow(some, cuts, row);
  }
}

/** Returns all that decides what is counted. What is only shown, and done with the number afterwards, does not. */
function questionOf(measure: Measure, { by, across }: Block): string {
  const { id: _id, title: _title, help: _help, hidden: _hidden, times: _times, digits: _digits, ...asked } = measure;
  return JSON.stringify([asked, by, across]);
}

function wantedOf(
  context: ReportContext,
  of: Pick<WantedPart, 'block' | 'measure' | 'counts'>,
  part: MeasurePart,
): WantedPart {
  const { block, measure } = of;
  const kind = measure.of ?? 'count';
  return {
    ...of,
    part,
    by: axisOf(context, part, block.by),
    across: axisOf(context, part, block.across),
    ...(EACH_VALUE.has(kind) && part.value && { each: part.value }),
    ...(SUMMED.has(kind) && part.value && { summed: part.value }),
  };
}

/** Counts the different values of all parts in the database, which takes less than reading each of them. */
async function distinctOf(context: ReportContext, parts: readonly MeasurePart[]): Promise<number> {
  if (parts.length === 0) return 0;
  const selects = parts.map(
    (part) =>
      sql`SELECT ${part.value} AS value FROM ${fromClauseOf(part)} WHERE ${andConditions(part.where)} GROUP BY ${part.value}`,
  );
  const [row] = await context.run(
    sql<{ n: number | string }>`SELECT count(*) AS n FROM (${sql.join(selects, sql` UNION `)}) AS t`,
  );
  return Number(row?.n ?? 0);
}

/** Adds a group, or the totals of a scan of which not all groups were passed on. */
function addRow(scans: readonly Scan[], cuts: ScanCuts, row: Row): void {
  const isTotal = Number(row.scan) >= scans.length;
  const scan = scans[Number(row.scan) - (isTotal ? scans.length : 0)] as Scan;
  const cut = cuts.get(scan);
  const textAt = (place: number | undefined): string => (place === undefined ? '' : (row[`g${place}`] ?? ''));
  for (const [at, { measure, counts, by, across: columns, places }] of scan.columns.entries()) {
    const n = Number(row[`n${at}`]);
    // The group is there for another measure.
    if (n === 0 && scan.groups.length > 0) continue;
    const group = { n, sum: Number(row[`s${at}`] ?? 0), value: wordOf(measure, textAt(places.value)) };
    const { cells, totals } = counts;
    const rows = isTotal ? [] : by.keys(textAt(places.row));
    for (const across of columns.keys(textAt(places.across))) {
      if (isTotal || !cut) addToCell(cellAt(totals, across), group);
      let own = cells.get(across);
      if (!own) {
        own = new Map();
        cells.set(across, own);
      }
      for (const key of rows) addToCell(cellAt(own, key), group);
    }
  }
  if (isTotal)
    for (const [at, { found }] of (cut ?? []).entries()) found.all = Number(row[`n${scan.columns.length + at}`]);
}

function cellAt(cells: Map<string, MeasureCell>, key: string): MeasureCell {
  let cell = cells.get(key);
  if (!cell) {
    cell = newMeasureCell();
    cells.set(key, cell);
  }
  return cell;
}

function wordOf({ of }: Measure, value: string): string {
  if (of !== 'days') return value;
  return value
    .split(' ')
    .map((one) => dayOfGroup(one, { isInstant: true }))
    .join(' ');
}
