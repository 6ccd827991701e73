/**
 * The rows that a measure counts: of one table, under conditions. The numbers and the list behind them are made of the same
 * parts, so that they cannot differ.
 */
import { type RawBuilder, sql } from 'kysely';
import type { CompiledForm } from '../../core/definitions/types.ts';
import { badFilter } from '../../core/errors/failure.ts';
import type { ColumnKind } from '../../core/query/columns.ts';
import { dayStartInstant } from '../../core/query/filter.ts';
import { addDays } from '../../core/text/dates.ts';
import type { SqlCondition } from '../records/filters.ts';

/** A column that groups rows. */
export interface PartColumn {
  ref: RawBuilder<unknown>;
  kind: ColumnKind;
  /** True if it holds UTC instants and not days. */
  isInstant: boolean;
  /** True if it holds days without a time, so that equal days are equal texts. */
  isDay?: boolean;
}

export interface MeasurePart {
  of: 'record' | 'problem' | 'event';
  table: string;
  /** Form of the records; absent for problems, which stand on records of several forms. */
  form?: CompiledForm;
  where: SqlCondition[];
  /** First columns of the indexes that have all that reports read. Each gives its rows in their order. */
  indexes?: readonly (readonly string[])[];
  /** Columns of an index, in order, that have few values even together, so that one reading may count in groups of all. */
  joint?: readonly string[];
  /** True if the site of a problem is read with it. */
  hasSite?: boolean;
  column(source: string): PartColumn | undefined;
  /** Number or text that a measure needs of each row. It is text for measures that need each value. */
  value?: RawBuilder<unknown>;
  /** How many answers a row stands for, where its value is their sum. Without it, one. */
  answers?: RawBuilder<unknown>;
  /** Day on which something is as old as it is counted: the last one of a period that is over. Absent: today. */
  agesOn?: string;
  /** Key of all its rows, for dimensions that are no column: a form, a question, a topic. */
  key?: string;
}

const bad = () => badFilter('row');

/** Returns the condition that a column lies between two inclusive days. An open side has no bound. */
export function betweenDays(column: PartColumn, from: string | undefined, to: string | undefined): SqlCondition[] {
  const { ref, isInstant } = column;
  if (from === undefined && to === undefined) return [];
  const first =
    from === undefined ? sql`${ref} > ''` : sql`${ref} >= ${isInstant ? dayStartInstant(from, 0, bad) : from}`;
  if (to === undefined) return [first];
  // Days of answers with a time would sort behind their day.
  const next = isInstant ? dayStartInstant(to, 1, bad) : (addDays(to, 1) ?? to);
  return [first, sql`${ref} < ${next}`];
}
