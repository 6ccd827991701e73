/**
 * The SQLite dialect. Texts are found with an FTS5 trigram index without positions (`detail=none`), which is small and
 * fast to write. Trigrams only narrow the rows down; the folded text is compared afterwards.
 */
import { CompiledQuery, sql } from 'kysely';
import type { Dialect, Handle } from '../database.ts';

/** With more hits than this, rows are not taken from the text index. */
const DENSE = 5000;

/** Up to this number, hits are listed by their row ids. */
const FEW = 500;

/** Rows added to the text index per statement. */
const FILLED_AT_ONCE = 20_000;

export const sqliteDialect: Dialect = {
  textType: sql`text`,
  realType: sql`real`,
  codeBlock: 1,
  numbersParameters: false,
  maxParameters: 30_000,
  searchKey: 'rid',

  async projections(db, table) {
    const { rows } = await sql<{ t: string; columns: string; indexes: string }>`
      SELECT m.name AS t, (SELECT json_group_array(name) FROM pragma_table_info(m.name)) AS columns,
        (SELECT json_group_array(name) FROM pragma_index_list(m.name)) AS indexes
      FROM sqlite_master m WHERE m.type = 'table' AND ${
        table
          ? sql`m.name IN (${table}, ${searchTable(table)})`
          : sql`m.name LIKE 'p\\_%' ESCAPE '\\' AND m.sql NOT LIKE 'CREATE TABLE ''%'`
      }`.execute(db);
    const names = new Set(rows.map((row) => row.t));
    const setOf = (text: string) => new Set(JSON.parse(text) as string[]);
    return new Map(
      rows.map(({ t, columns, indexes }) => [
        t,
        { columns: setOf(columns), indexes: setOf(indexes), hasSearch: names.has(searchTable(t)) },
      ]),
    );
  },

  async createProjection(db, table, columns) {
    const parts = sql.join([sql`rid integer PRIMARY KEY`, sql`id text NOT NULL UNIQUE`, ...columns]);
    await sql`CREATE TABLE IF NOT EXISTS ${sql.table(table)} (${parts})`.execute(db);
  },

  async nextChange(db) {
    const { rows } = await sql<{
      next: number;
    }>`SELECT coalesce(max(change), 0) + 1 AS next FROM record_changes`.execute(db);
    return Number(rows[0]?.next);
  },

  // Only the file itself could tell that it is an older one.
  async beginEra(db) {
    await sql`INSERT INTO change_eras (id, first)
      SELECT lower(hex(randomblob(8))), coalesce(max(change), 0) + 1 FROM record_changes`.execute(db);
  },

  async createSearch(db, table) {
    await sql`CREATE VIRTUAL TABLE IF NOT EXISTS ${sql.table(searchTable(table))}
      USING fts5(t, content = '', contentless_delete = 1, tokenize = 'trigram', detail = none)`.execute(db);
  },

  async dropSearch(db, table) {
    await sql`DROP TABLE IF EXISTS ${sql.table(searchTable(table))}`.execute(db);
  },

  async fillSearch(db, table, after) {
    const part = sql`FROM ${sql.table(table)} WHERE rid > ${after} ORDER BY rid LIMIT ${sql.lit(FILLED_AT_ONCE)}`;
    await sql`INSERT INTO ${sql.table(searchTable(table))} (rowid, t) SELECT rid, search_text ${part}`.execute(db);
    const { rows } = await sql<{ last: number | null }>`SELECT max(rid) AS last FROM (SELECT rid ${part})`.execute(db);
    return rows[0]?.last ?? null;
  },

  async dropProjection(db, table) {
    await sql`DROP TABLE IF EXISTS ${sql.table(searchTable(table))}`.execute(db);
    await sql`DROP TABLE IF EXISTS ${sql.table(table)}`.execute(db);
  },

  async writeSearch(db, table, row, text, isNew) {
    const index = `"${searchTable(table)}"`;
    if (!isNew) await db.executeQuery(CompiledQuery.raw(`DELETE FROM ${index} WHERE rowid = ?`, [row]));
    await db.executeQuery(CompiledQuery.raw(`INSERT INTO ${index} (rowid, t) VALUES (?, ?)`, [row, text]));
  },

  async removeSearch(db, table, ids) {
    await sql`DELETE FROM ${sql.table(searchTable(table))} WHERE rowid IN
      (SELECT rid FROM ${sql.table(table)} WHERE id IN (${sql.join(ids)}))`.execute(db);
  },

  async searchPlan(db, table, words) {
    const grams = words.flatMap((word) => trigrams(word));
    if (grams.length === 0) return { condition: null, isScan: true };
    const match = grams.map((gram) => `"${gram.replaceAll('"', '""')}"`).join(' AND ');
    const index = searchTable(table);
    const found = sql`SELECT rowid FROM ${sql.table(index)} WHERE ${sql.ref(index)} MATCH ${match}`;
    const { rows } = await sql<{
      rids: string;
    }>`SELECT json_group_array(rowid) AS rids FROM (${found} LIMIT ${sql.lit(DENSE + 1)})`.execute(db);
    const rids = JSON.parse(rows[0]?.rids ?? '[]') as number[];
    // Words in very many rows are found faster by reading rows in order than by sorting all hits.
    if (rids.length > DENSE) return { condition: null, isScan: false };
    // A few hits are listed by id, so that counting and paging need not search the text index again.
    if (rids.length <= FEW)
      return { condition: sql<boolean>`rid IN (SELECT value FROM json_each(${JSON.stringify(rids)}))`, isScan: false };
    return { condition: sql<boolean>`rid IN (${found})`, isScan: false };
  },

  async cellRows(db, cells, from, order) {
    // Read as one JSON text, because reading many cells one by one costs more than the query.
    const { rows } = await sql<{
      found: string;
    }>`SELECT json_group_array(json_array(${sql.join(cells)}) ORDER BY ${order}) AS found ${from}`.execute(db);
    return JSON.parse(rows[0]?.found ?? '[]') as unknown[][];
  },

  unindexed: (column) => sql`+${sql.ref(column)}`,
  locked: (query) => query,

  async overwriting(db, work) {
    await sql`PRAGMA secure_delete = ON`.execute(db);
    try {
      return await work();
    } finally {
      await sql`PRAGMA secure_delete = OFF`.execute(db);
    }
  },

  async size(db) {
    const { rows } = await sql<{
      bytes: number;
    }>`SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()`.execute(db);
    return rows[0]?.bytes ?? 0;
  },

  async analyze(db: Handle) {
    // Analyze every index completely. With a sample, a column with few values looks as selective as one with many.
    await sql`PRAGMA analysis_limit = 0`.execute(db);
    await sql`ANALYZE`.execute(db);
  },

  isUniqueViolation: (error) =>
    /SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY)/.test(String((error as { code?: string })?.code)),
  takesNoWrites: (error) => /SQLITE_(FULL|READONLY|IOERR)/.test(String((error as { code?: string })?.code)),
};

function searchTable(table: string): string {
  return `${table}_text`;
}

/** Returns at most eight trigrams, spread over the text: enough to narrow the rows down, and fast to intersect. */
function trigrams(text: string): string[] {
  const letters = [...text];
  const all = new Set<string>();
  for (let at = 0; at + 3 <= letters.length; at += 1) all.add(letters.slice(at, at + 3).join(''));
  const list = [...all];
  if (list.length <= 8) return list;
  return Array.from({ length: 8 }, (_, i) => list[Math.floor((i * (list.length - 1)) / 7)] as string);
}
