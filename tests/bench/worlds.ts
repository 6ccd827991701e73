/**
 * Multiplies a filled store by SQL: each copy is a whole world of its own, with its sites, visits, problems, their logs and
 * events. A million records with everything that reports count takes minutes, where making each record takes an hour.
 * Days of copies lie up to two weeks earlier or later, so that they fall on as many different days as real ones. The answers
 * in `records.data` keep their days: typed tables must not be rebuilt. Copies have no history.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Database, Handle } from '../../src/server/db/database.ts';
import { withServices } from '../../src/server/services.ts';
import { readSettings } from '../../src/server/settings/settings.ts';

/** Tables that hold what reports count. The typed tables come after them. An entry of a log empties `visits` of its problem, so logs come first. */
const TABLES = ['records', 'problem_logs', 'problems', 'events'];
/** Ids of records and problems, and codes, which nobody else has. */
const OWN: ReadonlySet<string> = new Set(['id', 'code', 'parent_id', 'site_id', 'problem_id', 'record_id']);
/** Tables whose id is a number that the database gives. */
const NUMBERED: ReadonlySet<string> = new Set(['problem_logs', 'events']);
/** Columns with a day. */
const DAYS: ReadonlySet<string> = new Set(['record_date', 'date_identified', 'date_solved', 'date']);

/** Adds copies until the store that `env` names has about this many records. Returns how many it has. */
export function multiplied(env: NodeJS.ProcessEnv, records: number): Promise<number> {
  const settings = readSettings({ ...env, LOG_LEVEL: 'warn' });
  return withServices({ settings }, async ({ database, projector, registry }) => {
    const had = await countOf(database.kysely);
    const copies = Math.max(0, Math.round(records / had) - 1);
    const typed = registry.forms().map(({ form }) => projector.plan(form).table);
    await projector.withoutIndexes(() => unchecked(database, () => copyAll(database, [...TABLES, ...typed], copies)));
    return countOf(database.kysely);
  });
}

/** Copies refer to copies only, so the database need not look up each of several million references. */
async function unchecked(database: Database, work: () => Promise<void>): Promise<void> {
  if (database.engine === 'postgres') return work();
  await sql`PRAGMA foreign_keys = OFF`.execute(database.kysely);
  await work();
  await sql`PRAGMA foreign_keys = ON`.execute(database.kysely);
}

async function copyAll(database: Database, tables: readonly string[], copies: number): Promise<void> {
  if (copies === 0) return;
  for (const table of tables) {
    const began = performance.now();
    if (database.engine === 'sqlite') await copy(database.kysely, database.engine, table, copies);
    else
      await database.kysely.transaction().execute(async (trx) => {
        await sql`SET LOCAL statement_timeout = 0`.execute(trx);
        await sql`SET LOCAL session_replication_role = replica`.execute(trx);
        await copy(trx, database.engine, table, copies);
        if (table === 'records') await copy(trx, database.engine, 'record_changes', copies);
      });
    const seconds = (performance.now() - began) / 1000;
    if (seconds > 5) console.log(`${table} copied in ${seconds.toFixed(0)} s`);
  }
}

async function countOf(db: Handle): Promise<number> {
  const { n } = await db
    .selectFrom('records')
    .select((query) => query.fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

async function copy(db: Handle, engine: Database['engine'], table: string, copies: number): Promise<void> {
  const given = NUMBERED.has(table) ? 'id' : 'rid';
  const all = (await db.introspection.getTables()).find(({ name }) => name === table)?.columns ?? [];
  const columns = all.filter(({ name }) => name !== given);
  const cells = columns.map(({ name }): RawBuilder<unknown> => {
    const own = sql.ref(`o.${name}`);
    // Sealed by nobody, and not waiting for a seal.
    if (name === 'seal') return sql`0`;
    if (DAYS.has(name)) return moved(own, engine);
    return OWN.has(name) ? sql`CASE WHEN ${own} = '' THEN '' ELSE ${own} || '-' || CAST(k AS text) END` : own;
  });
  await sql`INSERT INTO ${sql.table(table)} (${sql.join(columns.map(({ name }) => sql.ref(name)))})
    WITH RECURSIVE copies(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM copies WHERE k < ${sql.lit(copies)})
    SELECT ${sql.join(cells)} FROM copies CROSS JOIN ${sql.table(table)} AS o`.execute(db);
}

function moved(day: RawBuilder<unknown>, engine: Database['engine']): RawBuilder<unknown> {
  const by = sql`((k * 7) % 29 - 14)`;
  const other =
    engine === 'sqlite'
      ? sql`date(${day}, ${by} || ' days')`
      : sql`to_char(CAST(substr(${day}, 1, 10) AS date) + ${by}, 'YYYY-MM-DD')`;
  return sql`CASE WHEN length(${day}) < 10 THEN ${day} ELSE ${other} END`;
}
