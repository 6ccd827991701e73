/** Opens libsql connections with our settings. Keeps statements prepared, because preparing costs more than running. */

import { Kysely, SqliteDialect } from 'kysely';
import Sqlite from 'libsql';
import AsideSqlite from 'libsql/promise';
import { LRUCache } from 'lru-cache';
import { remembered } from '../../../core/onceFor.ts';
import type { Tables } from '../tables.ts';

type Connection = InstanceType<typeof Sqlite>;

/** A statement as Kysely uses it. `reader` is read once, because each read calls into native code. */
interface Kept {
  reader: boolean;
  all(parameters: unknown[]): unknown[];
  run(parameters: unknown[]): unknown;
  iterate(parameters: unknown[]): IterableIterator<unknown>;
}

const KEPT_STATEMENTS = 400;

/** Settings of the writing connection. `BULK` replaces some of them while a store is filled. */
export const SETTINGS = ['PRAGMA synchronous = FULL', 'PRAGMA wal_autocheckpoint = 4000', 'PRAGMA cache_size = -12000'];
export const BULK = ['PRAGMA synchronous = OFF', 'PRAGMA wal_autocheckpoint = 20000', 'PRAGMA cache_size = -160000'];

/** Settings of every connection. */
const COMMON = ['busy_timeout = 5000', 'cache_size = -12000', 'temp_store = MEMORY', 'mmap_size = 67108864'].map(
  (setting) => `PRAGMA ${setting}`,
);

export function connect(file: string, options: { readOnly: boolean }): Connection {
  const connection = new Sqlite(file, options.readOnly ? { readonly: true } : {});
  for (const setting of COMMON) connection.exec(setting);
  if (!options.readOnly) {
    connection.exec('PRAGMA journal_mode = WAL');
    for (const setting of SETTINGS) connection.exec(setting);
    connection.exec('PRAGMA foreign_keys = ON');
  }
  return connection;
}

/** A connection whose statements run in a thread of their own, so that they can be interrupted. */
export type AsideConnection = InstanceType<typeof AsideSqlite>;

export async function connectAside(file: string): Promise<AsideConnection> {
  const connection = new AsideSqlite(file, { readonly: true });
  for (const setting of COMMON) await connection.exec(setting);
  return connection;
}

export function kyselyOver(connection: Connection): Kysely<Tables> {
  const kept = new LRUCache<string, Kept>({ max: KEPT_STATEMENTS });
  const prepare = (text: string): Kept =>
    remembered('prepared statements', kept, text, () => {
      const native = connection.prepare(text);
      return {
        reader: native.reader,
        all: (parameters) => native.all(parameters),
        run: (parameters) => native.run(parameters),
        iterate: (parameters) => native.iterate(parameters) as IterableIterator<unknown>,
      };
    });
  const database = { prepare, close: () => connection.close() };
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: database as never }) });
}
