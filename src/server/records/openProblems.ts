/** Counts problems that were open at the end of a day, by what the visits that count say of them. */
import { sql } from 'kysely';
import type { Actor } from '../../core/records/types.ts';
import type { CrossFormQuery } from '../../core/views/reads.ts';
import type { RecordDeps } from './context.ts';
import { andConditions, filterCondition, readyPlan, visibleCondition } from './filters.ts';

/** Counts the problems that stand on at least one of the visits of the query that the actor sees, for each day. */
export async function countOpenProblems(
  deps: RecordDeps,
  { form, filters }: CrossFormQuery,
  days: readonly string[],
  actor: Actor,
): Promise<number[]> {
  const { database, registry } = deps;
  const { plan, pending } = readyPlan(deps, form);
  const scope = visibleCondition(plan, actor, registry, database.dialect);
  if (!scope || days.length === 0) return days.map(() => 0);
  const where = andConditions([
    sql`deleted = 0`,
    ...scope,
    ...filters.map((filter) => filterCondition(plan, filter, pending)),
  ]);
  const cells = days.map(
    (day, at) => sql`COALESCE(sum(CASE WHEN counted_identified <= ${day}
      AND (counted_open = 1 OR counted_solved > ${day}) THEN 1 ELSE 0 END), 0) AS ${sql.ref(`n${at}`)}`,
  );
  const { rows } = await sql<Record<string, number>>`SELECT ${sql.join(cells)} FROM problems
    WHERE counted_status <> '' AND id IN (SELECT problem_id FROM problem_logs
      WHERE record_id IN (SELECT id FROM ${sql.table(plan.table)} WHERE ${where}))`.execute(deps.read);
  return days.map((_day, at) => Number(rows[0]?.[`n${at}`] ?? 0));
}
