/** The SQL condition for the rows of a projection that an actor may see. Lists and figures share it. */
import { sql } from 'kysely';
import type { CompiledForm } from '../../core/definitions/types.ts';
import type { ProjectionPlan } from '../../core/query/plan.ts';
import { visiblePlaces } from '../../core/records/scope.ts';
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
  const places = visiblePlaces(actor, plan.form, registry.common().permissions);
  if (places.all) return [];
  const choices: SqlCondition[] = [];
  // With several provinces, reading in order and skipping other provinces is faster. With one, its index gives the order.
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

/**
 * Returns true if records of a form may have no province. Such records belong to the whole programme
 * (`core/records/scope.ts`). Lists look for them only if the form can have them.
 */
function mayBeUnplaced(form: CompiledForm, registry: Pick<FormRegistry, 'form'>, above: string[] = []): boolean {
  const { place, parent } = form.definition;
  const node = place ? form.fields.get(place) : undefined;
  if (node?.required) return false;
  if (!parent || !form.fields.get(parent.field)?.required) return true;
  return parent.forms.some((name) => {
    const other = registry.form(name);
    return !other || above.includes(name) || mayBeUnplaced(other, registry, [...above, name]);
  });
}
