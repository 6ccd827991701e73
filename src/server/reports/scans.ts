/**
 * Joins measures into scans: those that read the same table in the same groups are counted in one reading, each under its own
 * conditions. What all of them ask stands in WHERE, the rest in the FILTER of each number.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Block, Measure } from '../../core/generated/report.ts';
import type { Cell } from '../../core/reports/cells.ts';
import { groupBy } from '../db/slices.ts';
import { all, type SqlCondition } from '../records/filters.ts';
import type { Axis } from './axis.ts';
import type { ReportContext } from './context.ts';
import type { Part } from './part.ts';

export interface Counts {
  /** By column of a cross table, then by row: there may be very many rows and there are few columns. */
  cells: Map<string, Map<string, Cell>>;
  /** Over all rows, by column. Each record counts once, also if it stands in several rows. */
  totals: Map<string, Cell>;
}

/** A part of a measure in its groups. */
export interface Wanted {
  block: Block;
  measure: Measure;
  /** What its rows are added to. */
  counts: Counts;
  part: Part;
  by: Axis;
  across: Axis;
  /** Grouped by as well, because each value is needed. */
  each?: RawBuilder<unknown>;
  summed?: RawBuilder<unknown>;
}

interface Column extends Wanted {
  /** Conditions besides those of the scan. */
  only: SqlCondition[];
}

export interface Scan {
  from: RawBuilder<unknown>;
  where: SqlCondition[];
  groups: {
    row?: RawBuilder<unknown> | undefined;
    across?: RawBuilder<unknown> | undefined;
    value?: RawBuilder<unknown> | undefined;
  };
  isGrouped: boolean;
  /** What its rows are grouped by, if it is not what is selected. */
  by?: RawBuilder<unknown>[] | undefined;
  columns: Column[];
}

/** Returns the table of a part, with the site of a problem if it asks for it. */
export function fromOf({ hasSite, table }: Part): RawBuilder<unknown> {
  return hasSite ? sql`problems LEFT JOIN records AS site ON site.id = problems.site_id` : sql`${sql.table(table)}`;
}

export function scansOf({ database }: ReportContext, wanted: readonly Wanted[]): Scan[] {
  const textOf = (part: RawBuilder<unknown> | undefined): string => {
    const { sql: text, parameters } = part?.compile(database.read) ?? { sql: '', parameters: [] };
    return `${text} ${JSON.stringify(parameters)}`;
  };
  // Records of one form only: others have other tables, and events of others other conditions altogether.
  const tableOf = ({ part }: Wanted) => `${textOf(fromOf(part))}\n${part.form?.form ?? ''}`;
  const groupsOf = ({ by, across, each }: Wanted) => [by.group, across.group, each];
  const alike = groupBy(wanted, (one) => [tableOf(one), ...groupsOf(one).map(textOf)].join('\n'));
  const scans = [...alike.values()].map((some): Scan => {
    const [first] = some as [Wanted];
    const groups = groupsOf(first).filter((group) => group !== undefined);
    const texts = some.map(({ part }) => new Set(part.where.map(textOf)));
    const isCommon = (condition: SqlCondition) => {
      const text = textOf(condition);
      return texts.every((own) => own.has(text));
    };
    return {
      from: fromOf(first.part),
      where: first.part.where.filter(isCommon),
      groups: { row: first.by.group, across: first.across.group, value: first.each },
      isGrouped: groups.length > 0,
      by: inIndex(database, groups, first.part.indexes),
      columns: some.map((one) => ({ ...one, only: one.part.where.filter((condition) => !isCommon(condition)) })),
    };
  });
  return withoutRepeats(scans, ({ columns: [first], where }, also) =>
    [tableOf(first as Column), ...where.concat(also).map(textOf).sort()].join('\n'),
  );
}

/** What has no groups is counted in those of a scan that reads the very same rows. */
function withoutRepeats(scans: Scan[], rowsOf: (scan: Scan, also: SqlCondition[]) => string): Scan[] {
  const grouped = new Map(scans.flatMap((scan) => (scan.isGrouped ? [[rowsOf(scan, []), scan] as const] : [])));
  return scans.flatMap((scan) => {
    if (scan.isGrouped) return [scan];
    const columns = scan.columns.filter((column) => {
      const same = grouped.get(rowsOf(scan, column.only));
      same?.columns.push({ ...column, only: [] });
      return !same;
    });
    return columns.length === 0 ? [] : [{ ...scan, columns }];
  });
}

/**
 * SQLite sorts the rows that it groups, unless an index gives them in order. So it groups by all columns of an index up to
 * those that are asked for: a few more rows to add up take less time than sorting. Undefined if no index has them.
 */
function inIndex(
  { engine, read }: ReportContext['database'],
  groups: readonly RawBuilder<unknown>[],
  indexes: Part['indexes'] = [],
): RawBuilder<unknown>[] | undefined {
  if (engine !== 'sqlite' || groups.length === 0) return undefined;
  const texts = groups.map((group) => group.compile(read).sql);
  for (const index of indexes) {
    const columns = index.map((name) => sql.ref(name));
    const names = columns.map((column) => column.compile(read).sql);
    const places = texts.map((text) => names.indexOf(text));
    if (!places.includes(-1)) return columns.slice(0, Math.max(...places) + 1);
  }
  return undefined;
}

const NO_TEXT = sql`CAST('' AS text)`;
const ZERO = sql`CAST(0 AS double precision)`;

/**
 * Writes one statement for all scans. It has only the columns that some scan needs: a ranking of very many sites is as long as
 * its rows are wide.
 */
export function statementOf(scans: readonly Scan[], most: number) {
  const has = (group: keyof Scan['groups']) => scans.some(({ groups }) => groups[group] !== undefined);
  const named = { row: has('row'), across: has('across'), value: has('value') };
  const sums = new Set(scans.flatMap(({ columns }) => columns.flatMap(({ summed }, at) => (summed ? at : []))));
  const width = Math.max(...scans.map(({ columns }) => columns.length));
  const selects = scans.map(({ from, where, groups, by, columns }, scan) => {
    const texts = (['row', 'across', 'value'] as const).filter((name) => named[name]);
    const cells = texts.map((name) => {
      const group = groups[name];
      return sql`${group ? sql`CAST(${group} AS text)` : NO_TEXT} AS ${sql.ref(name)}`;
    });
    const numbers = Array.from({ length: width }, (_none, at) => {
      const column = columns[at];
      const number = sql`${column ? numberOf(column) : sql`CAST(0 AS bigint)`} AS ${sql.ref(`n${at}`)}`;
      if (!sums.has(at)) return number;
      return sql`${number}, ${column?.summed ? sumOf(column, column.summed) : ZERO} AS ${sql.ref(`s${at}`)}`;
    });
    // By position, because a text would be compared with itself as a parameter.
    const grouped = by ?? texts.flatMap((name, index) => (groups[name] ? [sql.lit(index + 2)] : []));
    return sql`SELECT ${sql.lit(scan)} AS scan, ${sql.join([...cells, ...numbers])} FROM ${from}${
      where.length > 0 ? sql` WHERE ${all(where)}` : sql``
    }${grouped.length > 0 ? sql` GROUP BY ${sql.join(grouped)}` : sql``}`;
  });
  return sql`${sql.join(selects, sql` UNION ALL `)} LIMIT ${sql.lit(most)}`;
}

function filtered(number: RawBuilder<unknown>, { only }: Column): RawBuilder<unknown> {
  return only.length === 0 ? number : sql`${number} FILTER (WHERE ${all(only)})`;
}

function numberOf(column: Column): RawBuilder<unknown> {
  const { answers } = column.part;
  if (!answers) return filtered(sql`count(*)`, column);
  return sql`COALESCE(${filtered(sql`sum(${answers})`, column)}, 0)`;
}

function sumOf(column: Column, summed: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`COALESCE(${filtered(sql`sum(${summed})`, column)}, 0)`;
}
