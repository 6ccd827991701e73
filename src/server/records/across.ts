/** Counts and lists records of many forms with one statement, for the home screen. */
import { sql } from 'kysely';
import type { Actor } from '../../core/records/types.ts';
import type { CrossFormCount, CrossFormOrder, CrossFormQuery, CrossFormRow, DueEnd } from '../../core/views/reads.ts';
import { splitInChunks } from '../db/rows.ts';
import type { RecordDeps } from './context.ts';
import { andConditions, filterCondition, type SqlCondition, visibleCondition } from './filters.ts';

/** Statements that are joined into one. SQLite allows 500. */
const AT_ONCE = 100;

interface Planned {
  query: CrossFormQuery;
  form: string;
  table: string;
  where: SqlCondition;
  /** Column of a source. */
  column(source: string): string;
}

/** Returns the tables and conditions. Forms without any visible record, and those that are still prepared, are left out. */
function planned(deps: RecordDeps, queries: readonly CrossFormQuery[], actor: Actor): Planned[] {
  const { database, registry, projector } = deps;
  return queries.flatMap((query) => {
    const { form, filters, unless } = query;
    const plan = projector.plan(form.form);
    const pending = projector.pending(plan);
    const isPending =
      pending.has('*') || filters.some(({ field }) => pending.has(plan.columns.get(field)?.value ?? ''));
    const scope = isPending ? null : visibleCondition(plan, actor, registry, database.dialect);
    const named = unless && namedBy(deps, unless);
    if (!scope || named === null) return [];
    const conditions = [sql`deleted = 0`, ...scope, ...filters.map((filter) => filterCondition(plan, filter, pending))];
    if (named) conditions.push(sql`id NOT IN (${named})`);
    const column = (source: string) => plan.columns.get(source)?.sort ?? 'updated_at';
    return [{ query, form: form.form, table: plan.table, where: andConditions(conditions), column }];
  });
}

/** Selects the ids that the records name. Null while their table is being filled. */
function namedBy({ projector }: RecordDeps, { form, by, filters }: DueEnd): SqlCondition | null {
  const plan = projector.plan(form.form);
  const column = plan.columns.get(by);
  const pending = projector.pending(plan);
  if (!column || pending.size > 0) return null;
  const value = sql.ref(column.value);
  const conditions = filters.map((filter) => filterCondition(plan, filter, pending));
  // One null among the ids would make NOT IN find nothing.
  return sql`SELECT ${value} FROM ${sql.table(plan.table)}
    WHERE ${andConditions([sql`deleted = 0`, sql`${value} IS NOT NULL`, ...conditions])}`;
}

interface Counted {
  /** Position among the statements that are joined. */
  part: number;
  state: string;
  count: number | string;
}

/** Counts the records that the actor sees and the filters find, by form and state. */
export async function countAcrossForms(
  deps: RecordDeps,
  queries: readonly CrossFormQuery[],
  actor: Actor,
): Promise<CrossFormCount[]> {
  const found: CrossFormCount[] = [];
  for (const part of splitInChunks(planned(deps, queries, actor), AT_ONCE)) {
    const counts = part.map(
      ({ table, where }, at) => sql`SELECT CAST(${sql.lit(at)} AS integer) AS part, state, count(*) AS count
        FROM ${sql.table(table)} WHERE ${where} GROUP BY state`,
    );
    const { rows } = await sql<Counted>`${sql.join(counts, sql` UNION ALL `)}`.execute(deps.read);
    for (const { part: at, state, count } of rows) {
      const { query, form } = part[at] as Planned;
      found.push({ query, form, state, count: Number(count) });
    }
  }
  return found;
}

/** Returns the first records of all these forms in order. `order` may differ from form to form. */
export async function listAcrossForms(
  deps: RecordDeps,
  queries: readonly (CrossFormQuery & { order: CrossFormOrder })[],
  actor: Actor,
): Promise<CrossFormRow[]> {
  const found: CrossFormRow[] = [];
  const orders = new Map(queries.map(({ form, order }) => [form.form, order]));
  for (const part of splitInChunks(planned(deps, queries, actor), AT_ONCE)) {
    const heads = part.map(({ form, table, where, column }, at) => {
      const { by, descending, most } = orders.get(form) as CrossFormOrder;
      const value = sql.ref(column(by));
      // SQLite takes an order and a limit in one of several joined statements only inside a subquery.
      return sql`SELECT * FROM (SELECT CAST(${form} AS text) AS form, id, code, name, parent_name, state,
        updated_at, ${value} AS value FROM ${sql.table(table)} WHERE ${where}
        ORDER BY ${value} ${sql.raw(descending ? 'DESC' : 'ASC')}, id LIMIT ${sql.lit(most)}) AS ${sql.ref(`t${at}`)}`;
    });
    found.push(...(await sql<CrossFormRow>`${sql.join(heads, sql` UNION ALL `)}`.execute(deps.read)).rows);
  }
  return found;
}
