/** Which rows of a projection a person may see, as a condition: the one that lists and figures share. */
import { sql } from 'kysely';
import { visiblePlaces } from '../../core/records/scope.ts';
import type { Actor } from '../../core/records/types.ts';
import type { Dialect } from '../db/database.ts';
import type { FormRegistry } from '../definitions/registry.ts';
import type { ProjectionPlan } from '../projections/plan.ts';
import type { SqlCondition } from './filters.ts';
import { mayBeUnplaced } from './unplaced.ts';

/** Where the actor may look; null when no province is allowed. `isBelow`: only records below another one are asked for. */
export function visibleCondition(
  plan: ProjectionPlan,
  actor: Actor,
  registry: FormRegistry,
  dialect: Dialect,
  isBelow = false,
): SqlCondition[] | null {
  const places = visiblePlaces(actor, plan.form, registry.common().permissions);
  if (places.all) return [];
  const choices: SqlCondition[] = [];
  // With several provinces the order is walked and others are passed over; with one its own index gives the order.
  // Records without a place have an empty province in the table.
  const provinces = [
    ...places.provinces,
    ...(places.provinces.length > 0 && mayBeUnplaced(plan.form, registry) ? [''] : []),
  ];
  const province =
    provinces.length > 1 || isBelow || places.own ? dialect.unindexed('province_id') : sql.ref('province_id');
  if (provinces.length === 1) choices.push(sql`${province} = ${provinces[0]}`);
  if (provinces.length > 1) choices.push(sql`${province} IN (${sql.join(provinces)})`);
  if (places.own) choices.push(sql`created_by = ${actor.id}`);
  if (choices.length === 0) return null;
  return [choices.length === 1 ? (choices[0] as SqlCondition) : sql`(${sql.join(choices, sql` OR `)})`];
}
