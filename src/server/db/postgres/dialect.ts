/** The PostgreSQL dialect: text in byte order by collation, trigram search by a GIN index. */
import { sql } from 'kysely';
import type { Dialect, Handle, ProjectionState, SearchPlan } from '../database.ts';
import { createSelectiveTrigrams } from './selectiveTrigrams.ts';

export function postgresDialect({ hasTrigrams }: { hasTrigrams: boolean }): Dialect {
  const selectiveTrigrams = createSelectiveTrigrams();
  return {
    textType: sql`text COLLATE "C"`,
    realType: sql`double precision`,
    codeBlock: 20,
    numbersParameters: true,
    maxParameters: 30_000,
    searchKey: null,

    projections: (db, table) => projections(db, table, hasTrigrams),

    async createProjection(db, table, columns) {
      const parts = sql.join([sql`id text COLLATE "C" PRIMARY KEY`, ...columns]);
      await sql`CREATE TABLE IF NOT EXISTS ${sql.table(table)} (${parts})`.execute(db);
    },

    async nextChange(db) {
      const running = sql<{ next: number }>`SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS next`;
      return Number((await running.execute(db)).rows[0]?.next);
    },

    async beginEra(db) {
      await sql`SELECT begin_change_era()`.execute(db);
    },

    async createSearch(db, table) {
      if (!hasTrigrams) return;
      await sql`CREATE INDEX IF NOT EXISTS ${sql.ref(`${table}_text`)} ON ${sql.table(table)} USING gin (search_text gin_trgm_ops)`.execute(
        db,
      );
    },

    async dropSearch(db, table) {
      await sql`DROP INDEX IF EXISTS ${sql.ref(`${table}_text`)}`.execute(db);
    },

    async dropProjection(db, table) {
      await sql`DROP TABLE IF EXISTS ${sql.table(table)}`.execute(db);
    },

    async searchPlan(db, table, words) {
      // The trigram index also serves LIKE itself, for words of three letters or more.
      if (!hasTrigrams || words.every((word) => [...word].length < 3)) return { condition: null, isScan: true };
      return planOf(await selectiveTrigrams(db, table, words));
    },

    async cellRows(db, cells, from, order) {
      const named = cells.map((cell, at) => sql`${cell} AS ${sql.ref(`c${at}`)}`);
      const { rows } = await sql<Record<string, unknown>>`SELECT ${sql.join(named)} ${from} ORDER BY ${order}`.execute(
        db,
      );
      return rows.map((row) => Object.values(row));
    },

    unindexed: (column) => sql.ref(column),
    locked: (query) => query.forNoKeyUpdate(),

    // The next VACUUM removes deleted rows.
    overwriting: (_db, work) => work(),

    async size(db) {
      const { rows } = await sql<{ bytes: number }>`SELECT pg_database_size(current_database()) AS bytes`.execute(db);
      return Number(rows[0]?.bytes ?? 0);
    },

    async analyze(db) {
      await sql`ANALYZE`.execute(db);
    },

    isUniqueViolation: (error) => (error as { code?: string })?.code === '23505',
    // disk_full, read_only_sql_transaction
    takesNoWrites: (error) => /^(53100|25006)$/.test(String((error as { code?: string })?.code)),
  };
}

function planOf(pieces: string[]): SearchPlan {
  if (pieces.length === 0) return { condition: null, isScan: false };
  const found = pieces.map((piece) => sql`search_text LIKE ${`%${piece}%`}`);
  const condition = sql<boolean>`${sql.join(found, sql` AND `)}`;
  return { condition, compared: sql`(search_text || '')`, isScan: false };
}

async function projections(db: Handle, table: string | undefined, hasTrigrams: boolean) {
  const { rows } = await sql<{ t: string; columns: string[]; indexes: string[] }>`
    SELECT c.relname::text AS t,
      ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped) AS columns,
      ARRAY(SELECT i.relname::text FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid WHERE x.indrelid = c.oid) AS indexes
    FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
      AND ${table ? sql`c.relname = ${table}` : sql`c.relname LIKE 'p\\_%'`}`.execute(db);
  const state = ({ t, columns, indexes }: (typeof rows)[number]): ProjectionState => ({
    columns: new Set(columns),
    indexes: new Set(indexes),
    hasSearch: !hasTrigrams || indexes.includes(`${t}_text`),
  });
  return new Map(rows.map((row) => [row.t, state(row)]));
}
