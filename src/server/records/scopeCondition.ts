/** The SQL condition for the rows of a projection that an actor may see. Lists and figures share it. */
import { sql } from 'kysely';
import type { ProjectionPlan } from '../../core/query/plan.ts';
import { visibleRows } from '../../core/query/visible.ts';
import type { Actor } from '../../core/records/types.ts';
import type { Dialect } from '../db/database.ts';
import type { FormRegistry } from '../definitions/registry.ts';
import type { SqlCondition } from './filters.ts';

/** Returns the conditions, null if the actor may see nothing. `isBelow`: only records below a given parent are asked for. */
export function visibleCondition(
  plan: ProjectionPlan,
  actor: Actor,
  registry: FormRegistry,
  dialect: Dialect,
  isBelow = false,
): SqlCondition[] | null {
  const visible = visibleRows(plan.form, actor, registry);
  if (!visible) return visible === null ? null : [];
  const { provinces, createdBy } = visible;
  const choices: SqlCondition[] = [];
  // With several provinces, reading in order and skipping other provinces is faster. With one, its index gives the order.
  const province =
    provinces.length > 1 || isBelow || createdBy ? dialect.unindexed('province_id') : sql.ref('province_id');
  if (provinces.length === 1) choices.push(sql`${province} = ${provinces[0]}`);
  if (provinces.length > 1) choices.push(sql`${province} IN (${sql.join(provinces)})`);
  if (createdBy) choices.push(sql`created_by = ${createdBy}`);
  return [choices.length === 1 ? (choices[0] as SqlCondition) : sql`(${sql.join(choices, sql` OR `)})`];
}
