/**
 * Keeps the projections up to date: at every write, after a definition adds columns, and as a whole (`reindex`).
 * Projections hold no data of their own. They can always be rebuilt from `records`.
 */
import { sql } from 'kysely';
import type { ProjectionPlan } from '../../core/query/plan.ts';
import { bind } from '../bind.ts';
import type { Database, Handle } from '../db/database.ts';
import type { FormRegistry } from '../definitions/registry.ts';
import { type Projections, plan, project, removeRows } from './project.ts';
import { prepareTables, rebuild, reproject, withoutIndexes } from './rebuild.ts';

export type Projector = Awaited<ReturnType<typeof createProjector>>;

export async function createProjector(database: Database, registry: FormRegistry) {
  const filling = Promise.resolve();
  const projections: Projections = { database, registry, plans: new Map(), waiting: new Map(), filling, isBare: false };
  await registry.beforeServing((next, extent) => prepareTables(projections, next, extent));
  return {
    ...bind(projections, { plan, pending, shownBelow, project, beyond, remove: removeRows, rebuild, reproject, idle }),
    withoutIndexes: <T>(work: () => Promise<T>) => withoutIndexes(projections, work),
  };
}

const NOTHING: ReadonlySet<string> = new Set();

/** Returns the columns of a table that are still being filled. Lists do not sort or filter by them. */
function pending({ waiting }: Projections, { table }: ProjectionPlan): ReadonlySet<string> {
  return waiting.get(table) ?? NOTHING;
}

/** Returns the property names of a form's answers that lists of records below it show. */
function shownBelow({ plans }: Projections, form: string): string[] {
  return [...plans.values()]
    .filter((below) => (below.form.definition.parent?.forms as string[] | undefined)?.includes(form))
    .flatMap(({ answers }) => answers.flatMap(({ ofParent, property }) => (ofParent && property ? [property] : [])));
}

/** Returns up to `most` ids, oldest first: rows created before `before`, or before the `newest`-th newest row. */
async function beyond(
  projections: Projections,
  db: Handle,
  form: string,
  newest: number,
  before: string,
  most: number,
): Promise<string[]> {
  const table = sql.table(plan(projections, form).table);
  const { rows } = await sql<{ id: string }>`SELECT id FROM ${table} WHERE created_at < ${before} OR created_at <
    (SELECT created_at FROM ${table} ORDER BY created_at DESC LIMIT 1 OFFSET ${sql.lit(newest - 1)})
    ORDER BY created_at LIMIT ${sql.lit(most)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Resolves when no columns are left to fill. */
function idle({ filling }: Projections): Promise<void> {
  return filling;
}
