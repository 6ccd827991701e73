/**
 * Joins measures into scans: those that read the same table in the same groups are counted in one reading, each under its own
 * conditions. What all of them ask stands in WHERE, the rest in the FILTER of each number.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Block, Measure } from '../../core/generated/report.ts';
import type { MeasureCell } from '../../core/reports/cells.ts';
import { groupIntoMap } from '../db/rows.ts';
import type { SqlCondition } from '../records/filters.ts';
import type { Axis } from './axis.ts';
import type { ReportContext } from './context.ts';
import type { MeasurePart } from './part.ts';

export interface WantedCounts {
  /** By column of a cross table, then by row: there may be very many rows and there are few columns. */
  cells: Map<string, Map<string, MeasureCell>>;
  /** Over all rows, by column. Each record counts once, also if it stands in several rows. */
  totals: Map<string, MeasureCell>;
}

/** A part of a measure in its groups. */
export interface WantedPart {
  block: Block;
  measure: Measure;
  /** What its rows are added to. */
  counts: WantedCounts;
  part: MeasurePart;
  by: Axis;
  across: Axis;
  /** Grouped by as well, because each value is needed. */
  each?: RawBuilder<unknown>;
  summed?: RawBuilder<unknown>;
}

export interface ScanColumn extends WantedPart {
  /** Conditions besides those of the scan. */
  only: SqlCondition[];
  /** Which groups of the scan are its own. */
  places: { row?: number | undefined; across?: number | undefined; value?: number | undefined };
}

export interface Scan {
  from: RawBuilder<unknown>;
  where: SqlCondition[];
  groups: RawBuilder<unknown>[];
  /** What its rows are grouped by, if it is not what is selected. */
  by?: RawBuilder<unknown>[] | undefined;
  columns: ScanColumn[];
}

/** Returns the table of a part, with the site of a problem if it asks for it. */
export function fromClauseOf({ hasSite, table }: MeasurePart): RawBuilder<unknown> {
  return hasSite ? sql`problems LEFT JOIN records AS site ON site.id = problems.site_id` : sql`${sql.table(table)}`;
}

interface Alike {
  wanted: WantedPart[];
  where: Map<string, SqlCondition>;
  groups: Map<string, RawBuilder<unknown>>;
  /** True if it has groups of several scans, whose columns are few together. */
  isJoint: boolean;
}

export function scansOf({ database }: ReportContext, wanted: readonly WantedPart[]): Scan[] {
  const textOf = (part: RawBuilder<unknown>): string => {
    const { sql: text, parameters } = part.compile(database.read);
    return `${text} ${JSON.stringify(parameters)}`;
  };
  const byText = (parts: readonly (RawBuilder<unknown> | undefined)[]) =>
    new Map(parts.flatMap((part) => (part ? [[textOf(part), part] as const] : [])));
  const groupsOf = ({ by, across, each }: WantedPart) => byText([by.group, across.group, each]);
  // Records of one form only: others have other tables, and events of others other conditions altogether.
  const tableOf = ({ part }: WantedPart) => `${textOf(fromClauseOf(part))}\n${part.form?.form ?? ''}`;
  const alike = groupIntoMap(wanted, (one) => [tableOf(one), ...groupsOf(one).keys()].join('\n'));
  const scans = [...alike.values()].map((some): Alike => {
    const [first, ...others] = some as [WantedPart, ...WantedPart[]];
    const where = byText(first.part.where);
    for (const { part } of others) {
      const own = byText(part.where);
      for (const text of where.keys()) if (!own.has(text)) where.delete(text);
    }
    return { wanted: some, where, groups: groupsOf(first), isJoint: false };
  });
  return joined(scans, tableOf, byText).map(({ wanted: some, where, groups, isJoint }): Scan => {
    const [first] = some as [WantedPart];
    const texts = [...groups.keys()];
    const placeOf = (group: RawBuilder<unknown> | undefined) => group && texts.indexOf(textOf(group));
    const { indexes = [], joint } = first.part;
    return {
      from: fromClauseOf(first.part),
      where: [...where.values()],
      groups: [...groups.values()],
      by: inIndex(database, [...groups.values()], isJoint && joint ? [joint] : indexes),
      columns: some.map((one) => ({
        ...one,
        only: one.part.where.filter((condition) => !where.has(textOf(condition))),
        places: { row: placeOf(one.by.group), across: placeOf(one.across.group), value: placeOf(one.each) },
      })),
    };
  });
}

/**
 * Joins what reads the very same rows: what has groups of another, or none, is counted in those of the other, and what has few
 * groups in those of both.
 */
function joined(
  scans: Alike[],
  tableOf: (one: WantedPart) => string,
  byText: (parts: RawBuilder<unknown>[]) => Map<string, unknown>,
): Alike[] {
  const found: Alike[] = [];
  for (const one of scans.sort((a, b) => b.groups.size - a.groups.size)) {
    const [first] = one.wanted as [WantedPart];
    const few = byText((first.part.joint ?? []).map((name) => sql.ref(name)));
    const same = found.find(({ wanted: [other], where, groups }) => {
      if (!other || tableOf(other) !== tableOf(first) || !isSame(where, one.where)) return false;
      const added = [...one.groups.keys()].filter((text) => !groups.has(text));
      return added.length === 0 || [...groups.keys(), ...added].every((text) => few.has(text));
    });
    if (!same) {
      found.push(one);
      continue;
    }
    same.isJoint ||= [...one.groups.keys()].some((text) => !same.groups.has(text));
    for (const [text, group] of one.groups) same.groups.set(text, group);
    same.wanted.push(...one.wanted);
  }
  return found;
}

function isSame(a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): boolean {
  return a.size === b.size && [...a.keys()].every((key) => b.has(key));
}

/**
 * SQLite sorts the rows that it groups, unless an index gives them in order. So it groups by all columns of an index up to
 * those that are asked for: a few more rows to add up take less time than sorting. Undefined if no index has them.
 */
function inIndex(
  { engine, read }: ReportContext['database'],
  groups: readonly RawBuilder<unknown>[],
  indexes: readonly (readonly string[])[],
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
