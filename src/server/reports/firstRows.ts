/**
 * A ranking shows few of very many rows. The database passes on only those that can be on the page, and says how many rows there
 * are: ordering 18,720 sites three times here took half of the processor time of a dashboard, and held up other requests.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Block, Measure } from '../../core/generated/report.ts';
import { isDerivedMeasure, measureDigits } from '../../core/reports/cells.ts';
import { measuresOf } from '../../core/reports/sources.ts';
import type { Scan, WantedCounts } from './scans.ts';

/** The rows of a block that are wanted: so many, in the order of a measure. */
export interface FirstRows {
  measure: Measure;
  isDescending: boolean;
  most: number;
}

/** What a scan passes on of the rows of a block. */
export interface RowCut extends FirstRows {
  /** Told how many rows the block has. */
  found: { all?: number };
  /** Number that the rows are ordered by, not rounded; null if there is none. */
  value: RawBuilder<unknown>;
  /** Which groups of the scan are rows of the block. */
  isRow: RawBuilder<boolean>;
  /** True if something that is counted with it has a total. */
  isTotalled: boolean;
}

interface Asked {
  block: Block;
  found: { counted: ReadonlyMap<string, WantedCounts>; all?: number };
  first: FirstRows | undefined;
}

/** Sums of other numbers are not the same in every order, so that a row could be on the page here and not there. */
const INEXACT: ReadonlySet<string> = new Set(['sum', 'average', 'distinct', 'median', 'days']);
/** So much is added before numbers are rounded (`core/reports/cells`). */
const EPSILON = sql.lit(Number.EPSILON);

export type ScanCuts = ReadonlyMap<Scan, readonly RowCut[]>;

/** Returns the scans of which a part is enough for all blocks that they are read for. */
export function scanCutsOf(scans: readonly Scan[], asked: readonly Asked[]): ScanCuts {
  const cut = new Map<Scan, readonly RowCut[]>();
  for (const scan of scans) {
    if (scan.groups.length !== 1 || scan.columns.some(({ each, across }) => each || across.group)) continue;
    const users = asked.filter(({ found: { counted } }) =>
      [...counted.values()].some((counts) => scan.columns.some((column) => column.counts === counts)),
    );
    const ranked = users.filter(({ block }) => block.by !== undefined);
    const isTotalled = users.some(({ block: { by, total } }) => by === undefined || total === true);
    const cuts = ranked.flatMap((one) => cutOf(scan, scans, one) ?? []).map((one) => ({ ...one, isTotalled }));
    if (cuts.length > 0 && cuts.length === ranked.length) cut.set(scan, cuts);
  }
  return cut;
}

function cutOf(
  scan: Scan,
  scans: readonly Scan[],
  { block, found, first }: Asked,
): Omit<RowCut, 'isTotalled'> | undefined {
  const { counted } = found;
  if (!first || block.across) return undefined;
  const measures = measuresOf(block);
  const places = new Map<string, number>();
  for (const measure of measures) {
    if (isDerivedMeasure(measure)) continue;
    const own = scans.flatMap(({ columns }) => columns.filter(({ counts }) => counts === counted.get(measure.id)));
    const [column] = own;
    const at = column ? scan.columns.indexOf(column) : -1;
    if (own.length !== 1 || at < 0 || !column?.by.isKey || INEXACT.has(measure.of ?? 'count')) return undefined;
    places.set(measure.id, at);
  }
  const value = numberSql(measures, first.measure, places);
  const only = measures.find(({ id }) => id === block.only);
  const least = only && numberSql(measures, only, places);
  if (!value || (block.only !== undefined && !(only && least))) return undefined;
  const counts = [...places.values()].map((at) => sql`${sql.ref(`n${at}`)} > 0`);
  const isAny = sql`(${sql.join(counts, sql` OR `)})`;
  return {
    ...first,
    found,
    value,
    isRow: only && least ? sql`${isAny} AND ${isAboveZero(only, least)}` : sql`${isAny}`,
  };
}

/** As `rounded(value) > 0`. */
function isAboveZero(measure: Measure, value: RawBuilder<unknown>): RawBuilder<boolean> {
  const shifted = sql`${value} * ${sql.lit(10 ** measureDigits(measure))}`;
  return sql`${shifted} + ${EPSILON} * (${shifted}) >= 0.5`;
}

/** As `measureValue`, without rounding. Undefined for a measure that refers to itself or to none, which the check refuses. */
function numberSql(
  measures: readonly Measure[],
  measure: Measure,
  places: ReadonlyMap<string, number>,
): RawBuilder<unknown> | undefined {
  const { id, rate, plus, minus, times = 1 } = measure;
  const others = measures.filter((one) => one.id !== id);
  const parts = (rate ?? minus ?? plus ?? []).map((name) => {
    const part = others.find((one) => one.id === name);
    return part && numberSql(others, part, places);
  });
  if (parts.includes(undefined)) return undefined;
  const multiplied = (number: RawBuilder<unknown>) => (times === 1 ? number : sql`(${number} * ${sql.lit(times)})`);
  const [a, b] = parts;
  if (rate) return multiplied(sql`(${a} * 100 / NULLIF(${b}, 0))`);
  if (minus) return multiplied(sql`(${a} - ${b})`);
  // Parts without a number are left out of a sum.
  if (plus) return undefined;
  const at = places.get(id);
  const n = sql.ref(`n${at}`);
  return multiplied(
    measure.of === 'points' ? sql`(${sql.ref(`s${at}`)} / NULLIF(${n}, 0))` : sql`CAST(${n} AS double precision)`,
  );
}

/**
 * Returns the tables and the selects of a scan of which a part is passed on. `select` has all of its groups. A row more, whose
 * number of the scan is `after`, has the totals and then how many rows each block has.
 */
export function partSelects(
  scan: { select: RawBuilder<unknown>; cuts: readonly RowCut[]; columns: number },
  after: number,
  cells: { groups: readonly string[]; numbers: readonly string[] },
): { tables: RawBuilder<unknown>[]; selects: RawBuilder<unknown>[] } {
  const { select, cuts, columns } = scan;
  const isTotalled = cuts.some((one) => one.isTotalled);
  const [all, edges] = [sql.ref(`all_${after}`), sql.ref(`edges_${after}`)];
  const values = cuts.map(
    ({ value, isRow }, at) =>
      sql`${value} AS ${sql.ref(`v${at}`)}, CASE WHEN ${isRow} THEN 1 END AS ${sql.ref(`r${at}`)}`,
  );
  // Rows without a key come last, whatever their number.
  const ends = cuts.map(({ isDescending, most }, at) => {
    const [v, r] = [sql.ref(`v${at}`), sql.ref(`r${at}`)];
    return sql`(SELECT ${v} FROM ${all} WHERE ${r} = 1 AND ${v} IS NOT NULL AND g0 <> ''
      ORDER BY ${v} ${isDescending ? sql`DESC` : sql`ASC`} LIMIT 1 OFFSET ${sql.lit(most - 1)}) AS ${sql.ref(`e${at}`)}`;
  });
  const kept = cuts.map(({ isDescending, measure }, at) => {
    const [v, r, e] = [sql.ref(`v${at}`), sql.ref(`r${at}`), sql.ref(`e${at}`)];
    // Numbers that are equal once they are rounded are ordered by names.
    const near = sql.lit(10 ** -measureDigits(measure));
    const isNear = isDescending ? sql`${v} >= ${e} - ${near}` : sql`${v} <= ${e} + ${near}`;
    return sql`CASE WHEN ${e} IS NULL THEN ${r} = 1 ELSE ${isNear} END`;
  });
  const numbers = cells.numbers.map((name) => {
    const at = Number(name.slice(1));
    if (at < columns && !isTotalled) return sql`0`;
    if (at < columns)
      return name.startsWith('s') ? sql`sum(${sql.ref(name)})` : sql`CAST(sum(${sql.ref(name)}) AS bigint)`;
    const cut = name.startsWith('n') ? cuts[at - columns] : undefined;
    return cut ? sql`count(${sql.ref(`r${at - columns}`)})` : sql`0`;
  });
  const names = [...cells.groups, ...cells.numbers].map((name) => sql.ref(name));
  return {
    tables: [
      sql`${all} AS MATERIALIZED (SELECT q.*, ${sql.join(values)} FROM (${select}) AS q)`,
      sql`${edges} AS MATERIALIZED (SELECT ${sql.join(ends)})`,
    ],
    selects: [
      sql`SELECT scan, ${sql.join(names)} FROM ${all}, ${edges} WHERE ${sql.join(kept, sql` OR `)}`,
      sql`SELECT ${sql.lit(after)}, ${sql.join([...cells.groups.map(() => sql`''`), ...numbers])} FROM ${all}`,
    ],
  };
}
