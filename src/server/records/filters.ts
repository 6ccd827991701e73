/**
 * Turns the filters of a list, and what an actor may see, into conditions on the typed columns of a projection. Lists and figures
 * share them.
 */

import { type RawBuilder, sql } from 'kysely';
import type { CompiledForm } from '../../core/definitions/types.ts';
import { Failure } from '../../core/errors/failure.ts';
import type { PlannedColumn } from '../../core/query/columns.ts';
import { type ColumnTest, columnOfSource, type Filter, readFilterTest } from '../../core/query/filter.ts';
import { visibleRows } from '../../core/query/pageRows.ts';
import type { ProjectionPlan } from '../../core/query/plan.ts';
import type { Actor } from '../../core/records/types.ts';
import type { Dialect } from '../db/database.ts';
import type { FormRegistry } from '../definitions/registry.ts';
import type { Projector } from '../projections/projector.ts';

export type SqlCondition = RawBuilder<unknown>;

/** Writes a column into a condition, plainly or so that no index is used for it. */
export type ColumnRef = (column: string) => RawBuilder<unknown>;

export function andConditions(conditions: readonly SqlCondition[]): SqlCondition {
  return sql.join(conditions, sql` AND `);
}

/** Returns the projection of a form and its columns that are still being filled. Throws `unavailable` if all are. */
export function readyPlan(
  { projector }: { projector: Projector },
  { form }: CompiledForm,
): { plan: ProjectionPlan; pending: ReadonlySet<string> } {
  const plan = projector.plan(form);
  const pending = projector.pending(plan);
  if (pending.has('*')) throw new Failure('unavailable', { detail: `the list of ${form} is being prepared` });
  return { plan, pending };
}

/** Returns the column of a source. Throws `bad_filter` for an unknown one, `unavailable` while it is being filled. */
export function readyColumn(plan: ProjectionPlan, source: string, pending: ReadonlySet<string>): PlannedColumn {
  const column = columnOfSource(plan, source);
  if (pending.has(column.value))
    throw new Failure('unavailable', { detail: `the column of ${source} is still being filled` });
  return column;
}

/** Returns a filter's condition. Throws `bad_filter` for an unknown field, a wrong kind of value or an unfit operator. */
export function filterCondition(
  plan: ProjectionPlan,
  filter: Filter,
  pending: ReadonlySet<string>,
  ref: ColumnRef = sql.ref,
): SqlCondition {
  readyColumn(plan, filter.field, pending);
  return testCondition(readFilterTest(plan, filter), ref);
}

function testCondition(test: ColumnTest, ref: ColumnRef): SqlCondition {
  switch (test.is) {
    case 'equal':
      return test.value === null ? sql`${ref(test.column)} IS NULL` : sql`${ref(test.column)} = ${test.value}`;
    case 'one of':
      return sql`${ref(test.column)} IN (${sql.join(test.values)})`;
    case 'contains':
      return sql`${ref(test.column)} LIKE ${`%${likeText(test.text)}%`} ESCAPE '\\'`;
    case 'compared':
      return sql`${ref(test.column)} ${sql.raw(test.by)} ${test.value}`;
    case 'not':
      return sql`NOT (${testCondition(test.test, ref)})`;
    case 'any':
      if (test.tests.length === 0) return sql`1 = 0`;
      return sql`(${sql.join(
        test.tests.map((one) => testCondition(one, ref)),
        sql` OR `,
      )})`;
    case 'all':
      return sql`(${andConditions(test.tests.map((one) => testCondition(one, ref)))})`;
  }
}

/** Escapes a text so that LIKE takes it literally. */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

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
