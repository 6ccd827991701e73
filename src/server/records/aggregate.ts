/** How many records there are of which kind, over the typed projection: what figures and matrices are made of. */
import { sql } from 'kysely';
import { badFilter, Failure } from '../../core/errors/failure.ts';
import type { Database } from '../db/database.ts';
import type { FormRegistry } from '../definitions/registry.ts';
import type { PlannedColumn } from '../projections/columns.ts';
import type { ProjectionPlan } from '../projections/plan.ts';
import type { Projector } from '../projections/projector.ts';
import { filterCondition } from './filters.ts';
import { visibleCondition } from './scopeCondition.ts';
import type { AggregateRow, Records } from './types.ts';

/** More groups than people look at; days of ten years are fewer. */
const MOST_GROUPS = 5000;
const KINDS: ReadonlySet<string> = new Set(['id', 'name', 'day']);

interface AggregateDeps {
  database: Database;
  registry: FormRegistry;
  projector: Projector;
}

export function createAggregate({ database, registry, projector }: AggregateDeps): Records['aggregate'] {
  return async ({ form, filters, by, average }, actor) => {
    const plan = projector.plan(form.form);
    const pending = projector.pending(plan);
    if (pending.has('*')) throw new Failure('unavailable', { detail: `the list of ${form.form} is being prepared` });
    const groups = by.map((name) => column(plan, name, pending, ({ kind }) => KINDS.has(kind)));
    const number = average === undefined ? undefined : column(plan, average, pending, ({ kind }) => kind === 'number');
    const scope = visibleCondition(plan, actor, registry, database.dialect);
    if (!scope) return [];
    const where = sql.join(
      [sql`deleted = 0`, ...scope, ...filters.map((filter) => filterCondition(plan, filter, pending))],
      sql` AND `,
    );
    const keys = groups.map((group, at) => sql`${sql.ref(group.value)} AS ${sql.ref(`k${at}`)}`);
    const counted = number
      ? [
          sql`count(${sql.ref(number.value)}) AS n`,
          // Whole numbers have an average too.
          sql`avg(CAST(${sql.ref(number.value)} AS double precision)) AS average`,
        ]
      : [sql`count(*) AS n`];
    const grouped = groups.length > 0 ? sql` GROUP BY ${sql.join(groups.map((group) => sql.ref(group.value)))}` : sql``;
    const { rows } = await sql<Record<string, string | number | null>>`SELECT ${sql.join([...keys, ...counted])}
      FROM ${sql.table(plan.table)} WHERE ${where}${grouped} LIMIT ${sql.lit(MOST_GROUPS)}`.execute(database.read);
    return rows.map(
      (row): AggregateRow => ({
        keys: groups.map((_group, at) => String(row[`k${at}`] ?? '')),
        count: Number(row.n),
        average: row.average === null || row.average === undefined ? null : Number(row.average),
      }),
    );
  };
}

function column(
  plan: ProjectionPlan,
  name: string,
  pending: ReadonlySet<string>,
  fits: (column: PlannedColumn) => boolean,
): PlannedColumn {
  const found = plan.columns.get(name);
  if (!found || !fits(found)) throw badFilter(name);
  if (pending.has(found.value))
    throw new Failure('unavailable', { detail: `the column of ${name} is still being filled` });
  return found;
}
