/** Adds up the amounts of everything that a list shows with its filters and search, by currency, on the typed projection. */
import { sql } from 'kysely';
import { columnOrderOf } from '../../core/query/pageRows.ts';
import { type AmountSum, amountColumns, roundSum } from '../../core/query/sums.ts';
import type { Actor } from '../../core/records/types.ts';
import type { RecordDeps } from './context.ts';
import { andConditions, filterCondition, readyPlan, visibleCondition } from './filters.ts';
import { planTextSearch } from './list.ts';
import type { ListQuery } from './types.ts';

/** More currencies than there are. */
const MOST_GROUPS = 50;

/**
 * Returns the sums of each question with amounts that the query names in `columns`. A question whose column is still being
 * filled is left out. Null if a search looked at a part of the records only.
 */
export async function sumVisibleAmounts(deps: RecordDeps, query: ListQuery, actor: Actor): Promise<AmountSum[] | null> {
  const { form, columns = [], filters } = query;
  const { plan, pending } = readyPlan(deps, form);
  const scope = visibleCondition(plan, actor, deps.registry, deps.database.dialect);
  const asked = amountColumns(plan, form, columns).filter(
    ({ value, group }) => !pending.has(value.value) && !pending.has(group.value),
  );
  if (!scope || asked.length === 0 || query.deleted) return [];
  const conditions = [sql`deleted = 0`, ...scope, ...filters.map((filter) => filterCondition(plan, filter, pending))];
  const search = await planTextSearch(deps, query, plan, conditions, columnOrderOf(plan, query.sort, pending));
  if (search.isCut) return null;
  const where = andConditions([...conditions, ...search.conditions]);
  return Promise.all(
    asked.map(async ({ amount, value, group }): Promise<AmountSum> => {
      const [number, currency] = [sql.ref(value.value), sql.ref(group.value)];
      const { rows } = await sql<{ currency: string; n: number | string; total: number | string }>`
        SELECT ${currency} AS currency, count(${number}) AS n, sum(CAST(${number} AS double precision)) AS total
        FROM ${search.from} WHERE ${where} AND ${number} IS NOT NULL
        GROUP BY ${currency} ORDER BY count(${number}) DESC, ${currency} LIMIT ${sql.lit(MOST_GROUPS)}`.execute(
        deps.read,
      );
      const groups = rows.map((row) => ({
        currency: row.currency,
        count: Number(row.n),
        total: roundSum(Number(row.total)),
      }));
      return { amount, groups };
    }),
  );
}
