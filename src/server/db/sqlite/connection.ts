/** A libsql connection with the settings we rely on and with its statements kept prepared (preparing costs more than running). */

import { Kysely, SqliteDialect } from 'kysely';
import Sqlite from 'libsql';
import type { Tables } from '../tables.ts';

type Connection = InstanceType<typeof Sqlite>;
type Statement = ReturnType<Connection['prepare']>;

const KEPT_STATEMENTS = 400;

export function connect(file: string, options: { readOnly: boolean }): Connection {
  const connection = new Sqlite(file, options.readOnly ? { readonly: true } : {});
  connection.exec('PRAGMA busy_timeout = 5000');
  if (!options.readOnly) {
    connection.exec('PRAGMA journal_mode = WAL');
    connection.exec('PRAGMA synchronous = FULL');
    connection.exec('PRAGMA wal_autocheckpoint = 4000');
    connection.exec('PRAGMA foreign_keys = ON');
  }
  connection.exec('PRAGMA cache_size = -32000');
  connection.exec('PRAGMA temp_store = MEMORY');
  connection.exec('PRAGMA mmap_size = 268435456');
  return connection;
}

export function kyselyOver(connection: Connection): Kysely<Tables> {
  const kept = new Map<string, Statement>();
  const prepare = (text: string): Statement => {
    const known = kept.get(text);
    if (known) return known;
    const statement = connection.prepare(text);
    if (kept.size >= KEPT_STATEMENTS) kept.delete(kept.keys().next().value as string);
    kept.set(text, statement);
    return statement;
  };
  const database = { prepare, close: () => connection.close() };
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: database as never }) });
}
