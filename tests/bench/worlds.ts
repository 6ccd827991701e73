/**
 * Multiplies a filled store by SQL: each copy is a whole world of its own, with its sites, visits, problems, histories and
 * events. A million records with everything that reports count takes minutes, where making each record takes an hour.
 * The copies' histories are not sealed and their hashes prove nothing.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Handle } from '../../src/server/db/database.ts';
import { withServices } from '../../src/server/services.ts';
import { readSettings } from '../../src/server/settings/settings.ts';

/** Tables that hold what reports count. The typed tables come after them. */
const TABLES = ['records', 'record_revisions', 'problems', 'problem_logs', 'events'];
/** Ids of records and problems, and codes, which nobody else has. */
const OWN: ReadonlySet<string> = new Set(['id', 'code', 'parent_id', 'site_id', 'problem_id', 'record_id']);
/** Tables whose id is a number that the database gives. */
const NUMBERED: ReadonlySet<string> = new Set(['problem_logs', 'events']);

/** Adds copies until the store that `env` names has about this many records. Returns how many it has. */
export function multiplied(env: NodeJS.ProcessEnv, records: number): Promise<number> {
  const settings = readSettings({ ...env, LOG_LEVEL: 'warn' });
  return withServices({ settings }, async ({ database, projector, registry }) => {
    const had = await countOf(database.kysely);
    const copies = Math.max(0, Math.round(records / had) - 1);
    const typed = registry.forms().map(({ form }) => projector.plan(form).table);
    await projector.withoutIndexes(async () => {
      for (const table of [...TABLES, ...typed]) await copy(database.kysely, table, copies);
    });
    return countOf(database.kysely);
  });
}

async function countOf(db: Handle): Promise<number> {
  const { n } = await db
    .selectFrom('records')
    .select((query) => query.fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

async function copy(db: Handle, table: string, copies: number): Promise<void> {
  if (copies === 0) return;
  const given = NUMBERED.has(table) ? 'id' : 'rid';
  const all = (await db.introspection.getTables()).find(({ name }) => name === table)?.columns ?? [];
  const columns = all.filter(({ name }) => name !== given);
  const cells = columns.map(({ name }): RawBuilder<unknown> => {
    const own = sql.ref(`o.${name}`);
    // Sealed by nobody, and not waiting for a seal.
    if (name === 'seal') return sql`0`;
    return OWN.has(name) ? sql`CASE WHEN ${own} = '' THEN '' ELSE ${own} || '-' || CAST(k AS text) END` : own;
  });
  await sql`INSERT INTO ${sql.table(table)} (${sql.join(columns.map(({ name }) => sql.ref(name)))})
    WITH RECURSIVE copies(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM copies WHERE k < ${sql.lit(copies)})
    SELECT ${sql.join(cells)} FROM copies CROSS JOIN ${sql.table(table)} AS o`.execute(db);
}
