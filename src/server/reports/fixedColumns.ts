/** Columns and conditions of tables that are the same for all forms: problems and the activity log. */

import { sql } from 'kysely';
import { badFilter } from '../../core/errors/failure.ts';
import type { ListFilter } from '../../core/figures/where.ts';
import { getOwn } from '../../core/json.ts';
import { SOLVED_STATUS } from '../../core/problems/log.ts';
import type { SqlCondition } from '../records/filters.ts';
import { betweenDays, type PartColumn } from './part.ts';

export function textColumn(ref: string, isInstant = false): PartColumn {
  return { ref: sql.ref(ref), kind: isInstant ? 'day' : 'id', isInstant };
}

/** Writes a condition on a fixed table. A problem counts as solved only if it was by the end of the period. */
export function fixedColumnCondition(
  columns: Readonly<Record<string, PartColumn>>,
  { field, op, value }: ListFilter,
  to?: string | undefined,
): SqlCondition {
  const column = getOwn(columns, field);
  if (!column) throw badFilter(field);
  const { ref } = column;
  const filled = sql`COALESCE(${ref}, '')`;
  switch (op) {
    case 'eq':
      if (field === 'status' && value === SOLVED_STATUS && to !== undefined)
        return sql`(${ref} = ${SOLVED_STATUS} AND problems.counted_solved <= ${to})`;
      return sql`${filled} = ${String(value)}`;
    case 'ne':
      return sql`${filled} <> ${String(value)}`;
    case 'in':
      return sql`${filled} IN (${sql.join([value].flat().map(String))})`;
    case 'empty':
      return value === false ? sql`${filled} <> ''` : sql`${filled} = ''`;
    case 'gte':
      return sql.join(betweenDays(column, String(value), undefined), sql` AND `);
    case 'lte':
      return sql.join([...betweenDays(column, undefined, String(value)), sql`${filled} <> ''`], sql` AND `);
    default:
      throw badFilter(field);
  }
}
