/** The SQL of scans: one statement for several of them. */
import { type RawBuilder, sql } from 'kysely';
import { andConditions, type SqlCondition } from '../records/filters.ts';
import { partSelects, type ScanCuts } from './firstRows.ts';
import type { Scan, ScanColumn } from './scans.ts';

const NO_TEXT = sql`CAST('' AS text)`;
const ZERO = sql`CAST(0 AS double precision)`;

/**
 * Writes one statement for all scans. It has only the columns that some scan needs: a ranking of very many sites is as long as
 * its rows are wide. The totals of a scan that is cut come with the number of the scan after all of them.
 */
export function scanStatement(scans: readonly Scan[], cuts: ScanCuts, most: number) {
  const sums = new Set(scans.flatMap(({ columns }) => columns.flatMap(({ summed }, at) => (summed ? at : []))));
  const grouping = Math.max(...scans.map(({ groups }) => groups.length));
  const width = Math.max(...scans.map((scan) => scan.columns.length + (cuts.get(scan)?.length ?? 0)));
  const groups = Array.from({ length: grouping }, (_none, at) => `g${at}`);
  const numbers = Array.from({ length: width }, (_none, at) =>
    sums.has(at) ? [`n${at}`, `s${at}`] : [`n${at}`],
  ).flat();
  const tables: RawBuilder<unknown>[] = [];
  const selects = scans.flatMap((scan, at) => {
    const select = selectOf(scan, at, { groups, numbers });
    const own = cuts.get(scan);
    if (!own) return [select];
    const part = partSelects({ select, cuts: own, columns: scan.columns.length }, scans.length + at, {
      groups,
      numbers,
    });
    tables.push(...part.tables);
    return part.selects;
  });
  const before = tables.length > 0 ? sql`WITH ${sql.join(tables)} ` : sql``;
  return sql`${before}${sql.join(selects, sql` UNION ALL `)} LIMIT ${sql.lit(most)}`;
}

/** A scan that SQLite groups by more than it is asked for is added up: fewer rows to pass on. */
function selectOf(scan: Scan, at: number, cells: { groups: string[]; numbers: string[] }): RawBuilder<unknown> {
  const { from, where, groups, by, columns } = scan;
  const isFiner = by !== undefined && by.length > groups.length;
  const keys = cells.groups.map(
    (name, place) => sql`${groups[place] ? sql`CAST(${groups[place]} AS text)` : NO_TEXT} AS ${sql.ref(name)}`,
  );
  const numbers = cells.numbers.map((name) => {
    const column = columns[Number(name.slice(1))];
    return sql`${name.startsWith('n') ? numberOf(column) : sumOf(column)} AS ${sql.ref(name)}`;
  });
  // By position, because a text would be compared with itself as a parameter.
  const positions = groups.map((_group, place) => sql.lit(place + 2));
  const grouped = by ?? positions;
  const select = sql`SELECT ${sql.lit(at)} AS scan, ${sql.join([...keys, ...numbers])} FROM ${from}${
    where.length > 0 ? sql` WHERE ${andConditions(where)}` : sql``
  }${grouped.length > 0 ? sql` GROUP BY ${sql.join(grouped)}` : sql``}`;
  if (!isFiner) return select;
  const added = cells.numbers.map((name) => sql`sum(${sql.ref(name)}) AS ${sql.ref(name)}`);
  return sql`SELECT scan, ${sql.join([...cells.groups.map((name) => sql.ref(name)), ...added])} FROM (${select})
    GROUP BY ${sql.join(positions)}`;
}

function filtered(number: RawBuilder<unknown>, only: readonly SqlCondition[]): RawBuilder<unknown> {
  return only.length === 0 ? number : sql`${number} FILTER (WHERE ${andConditions(only)})`;
}

function numberOf(column: ScanColumn | undefined): RawBuilder<unknown> {
  if (!column) return sql`CAST(0 AS bigint)`;
  const { answers } = column.part;
  if (!answers) return filtered(sql`count(*)`, column.only);
  return sql`COALESCE(${filtered(sql`sum(${answers})`, column.only)}, 0)`;
}

function sumOf(column: ScanColumn | undefined): RawBuilder<unknown> {
  return column?.summed ? sql`COALESCE(${filtered(sql`sum(${column.summed})`, column.only)}, 0)` : ZERO;
}
