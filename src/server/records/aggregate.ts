/** Counts records by group on the typed projection. Matrices and numbers of records below use this. */
import { sql } from 'kysely';
import { badFilter } from '../../core/errors/failure.ts';
import type { PlannedColumn } from '../../core/query/columns.ts';
import type { ProjectionPlan } from '../../core/query/plan.ts';
import type { Actor } from '../../core/records/types.ts';
import type { RecordDeps } from './context.ts';
import { andConditions, filterCondition, readyColumn, readyPlan, visibleCondition } from './filters.ts';
import type { AggregateQuery, AggregateRow } from './types.ts';

/** Maximum number of groups. Enough for the days of ten years. */
const MOST_GROUPS = 5000;
const KINDS: ReadonlySet<string> = new Set(['id', 'name', 'day']);

/** Counts, by group, the records that a list with the same filters shows. */
export async function aggregateRecords(
  deps: RecordDeps,
  { form, filters, by }: AggregateQuery,
  actor: Actor,
): Promise<AggregateRow[]> {
  const { database, registry } = deps;
  const { plan, pending } = readyPlan(deps, form);
  const groups = by.map((name) => countedColumn(plan, name, pending));
  const scope = visibleCondition(plan, actor, registry, database.dialect);
  if (!scope) return [];
  const conditions = [sql`deleted = 0`, ...scope, ...filters.map((filter) => filterCondition(plan, filter, pending))];
  const cells = [
    ...groups.map((group, at) => sql`${sql.ref(group.value)} AS ${sql.ref(`k${at}`)}`),
    sql`count(*) AS n`,
  ];
  const grouped = groups.length > 0 ? sql` GROUP BY ${sql.join(groups.map((group) => sql.ref(group.value)))}` : sql``;
  const { rows } = await sql<Record<string, string | number | null>>`SELECT ${sql.join(cells)}
    FROM ${sql.table(plan.table)} WHERE ${andConditions(conditions)}${grouped} LIMIT ${sql.lit(MOST_GROUPS)}`.execute(
    deps.read,
  );
  return rows.map((row) => ({
    keys: groups.map((_group, at) => String(row[`k${at}`] ?? '')),
    count: Number(row.n),
  }));
}

function countedColumn(plan: ProjectionPlan, name: string, pending: ReadonlySet<string>): PlannedColumn {
  const column = readyColumn(plan, name, pending);
  if (!KINDS.has(column.kind)) throw badFilter(name);
  return column;
}
