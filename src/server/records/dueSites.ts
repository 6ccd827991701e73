/**
 * Sites and their visits by period: which were visited, which are still due. Everything that counts visits (home, coverage)
 * counts them here. A record that counts is a visit by its date.
 */
import { sql } from 'kysely';
import type { CompiledForm } from '../../core/definitions/types.ts';
import { whereFilters } from '../../core/figures/where.ts';
import { canonicalFilters } from '../../core/query/listQuery.ts';
import { countingStates } from '../../core/records/counting.ts';
import type { Actor } from '../../core/records/types.ts';
import type { DueSites, DueSitesQuery } from '../../core/views/reads.ts';
import type { RecordDeps } from './context.ts';
import {
  andConditions,
  filterCondition,
  likeText,
  readyColumn,
  type SqlCondition,
  visibleCondition,
} from './filters.ts';

type DueDeps = Pick<RecordDeps, 'database' | 'registry' | 'projector'>;

/** Returns the sites within the actor's scope, null if there are none or the tables are still being filled. */
export async function dueSites(deps: RecordDeps, query: DueSitesQuery, actor: Actor): Promise<DueSites | null> {
  const { registry, read } = deps;
  const { form, due, most } = query;
  const siteForms = form.fields.get(due.site)?.def.record?.forms ?? [];
  const found: DueSites = { sites: 0, visited: 0, due: [] };
  for (const name of siteForms) {
    const site = registry.form(name);
    const where = site && siteConditions(deps, query, site, actor);
    const visits = visitedSiteIds(deps, query);
    if (!where || !visits) continue;
    const { table } = deps.projector.plan(name);
    const isVisited = sql`${sql.ref(`${table}.id`)} IN (${visits})`;
    const counted = await sql<{ sites: number; visited: number }>`SELECT count(*) AS sites,
      COALESCE(sum(CASE WHEN ${isVisited} THEN 1 ELSE 0 END), 0) AS visited
      FROM ${sql.table(table)} WHERE ${andConditions(where)}`.execute(read);
    const [{ sites, visited }] = counted.rows as [{ sites: number; visited: number }];
    found.sites += Number(sites);
    found.visited += Number(visited);
    if (Number(sites) === Number(visited) || most === 0) continue;
    const { rows } = await sql<Omit<DueSites['due'][number], 'form'>>`SELECT id, name, code, district_id
      FROM ${sql.table(table)} WHERE ${andConditions(where)} AND NOT (${isVisited})
      ORDER BY name_sort, id LIMIT ${sql.lit(most)}`.execute(read);
    found.due.push(...rows.map((row) => ({ ...row, form: name })));
  }
  return found.sites === 0 ? null : found;
}

/** Returns the conditions of the sites that are visited at all. Null if the actor sees none or the table is not ready. */
export function siteConditions(
  { database, registry, projector }: DueDeps,
  { due, provinces, period }: Pick<DueSitesQuery, 'due' | 'provinces' | 'period'>,
  site: CompiledForm,
  actor: Actor,
): SqlCondition[] | null {
  const plan = projector.plan(site.form);
  const pending = projector.pending(plan);
  const scope = pending.size > 0 ? null : visibleCondition(plan, actor, registry, database.dialect);
  if (!scope) return null;
  const states = { field: 'status', op: 'in' as const, value: countingStates(registry, site, 'due') };
  const filters = [states, ...canonicalFilters(whereFilters(due.where, period.to), site, registry)];
  const conditions = [sql`deleted = 0`, ...scope, ...filters.map((filter) => filterCondition(plan, filter, pending))];
  if (provinces)
    conditions.push(sql`${database.dialect.unindexed('province_id')} IN (${sql.join([...provinces, ''])})`);
  const person = actor.person_id;
  if (due.assigned && person) {
    const { kind, value } = readyColumn(plan, due.assigned, pending);
    const names =
      kind === 'list'
        ? sql`${sql.ref(value)} LIKE ${`%|${likeText(person)}|%`} ESCAPE '\\'`
        : sql`${sql.ref(value)} = ${person}`;
    // People whom no site names (a focal point, a coordinator) look after all sites of their scope.
    conditions.push(
      sql`(${names} OR NOT EXISTS (SELECT 1 FROM ${sql.table(plan.table)} WHERE deleted = 0 AND ${names}))`,
    );
  }
  return conditions;
}

/** Selects the ids of the sites that have a record in the period that counts. Null while the tables are being filled. */
export function visitedSiteIds(
  { registry, projector }: DueDeps,
  { form, due, period }: Pick<DueSitesQuery, 'form' | 'due' | 'period'>,
) {
  const forms = [form, ...(due.also ?? []).flatMap((name) => registry.form(name) ?? [])];
  const selects: SqlCondition[] = [];
  for (const one of forms) {
    const plan = projector.plan(one.form);
    const source = one === form ? due.site : (one.definition.due?.site ?? one.definition.parent?.field ?? due.site);
    const column = plan.columns.get(source);
    if (!column || projector.pending(plan).size > 0) return null;
    selects.push(sql`SELECT ${sql.ref(column.value)} FROM ${sql.table(plan.table)} WHERE deleted = 0
      AND record_date >= ${period.from} AND record_date <= ${period.to}
      AND state IN (${sql.join(countingStates(registry, one))})`);
  }
  return sql.join(selects, sql` UNION ALL `);
}
