/**
 * The databases for the API suites: SQLite in its own folder, and PostgreSQL from TEST_DATABASE_URL, else a throw-away
 * cluster if its programs are installed, else PGlite in memory. The run prints which one it uses.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import type { DatabaseConfig } from '../../src/server/db/database.ts';
import { type Database, openDatabase } from '../../src/server/db/open.ts';
import { onServer, postgresPrograms, startPostgres } from './postgres.ts';

export interface OpenedDatabase {
  database: Database;
  /** Opens the same data again (after closing the first), for tests of restarts and of several servers. */
  reopen(): Promise<Database>;
  config: DatabaseConfig;
  /** Closes all connections and removes the data. */
  dispose(): Promise<void>;
}

export interface TestDatabase {
  /** sqlite, postgres or pglite */
  name: string;
  open(): Promise<OpenedDatabase>;
}

type Cluster = { kind: 'server'; url: string; stop(): void } | { kind: 'memory' };
let cluster: Promise<Cluster> | undefined;

/** Returns SQLite and the PostgreSQL of this machine. */
export function databases(): TestDatabase[] {
  return [
    { name: 'sqlite', open: openSqlite },
    { name: process.env.TEST_DATABASE_URL || postgresPrograms() ? 'postgres' : 'pglite', open: openPostgres },
  ];
}

async function openSqlite(): Promise<OpenedDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'amanat-sqlite-'));
  return opened({ dataDir }, async () => undefined);
}

async function openPostgres(): Promise<OpenedDatabase> {
  cluster ??= startCluster();
  const found = await cluster;
  const dataDir = mkdtempSync(join(tmpdir(), 'amanat-files-'));
  if (found.kind === 'memory') {
    const { PGlite } = await import('@electric-sql/pglite');
    const { pg_trgm } = await import('@electric-sql/pglite/contrib/pg_trgm');
    const memory = await PGlite.create({ extensions: { pg_trgm } });
    return opened({ dataDir, pool: poolOver(memory) }, () => memory.close());
  }
  const name = `amanat_test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  await onServer(found.url, `CREATE DATABASE ${name}`);
  const url = new URL(found.url);
  url.pathname = `/${name}`;
  return opened({ dataDir, databaseUrl: url.toString(), poolSize: 8 }, async () => {
    await onServer(found.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });
}

async function opened(config: DatabaseConfig, drop: () => Promise<void>): Promise<OpenedDatabase> {
  const open = new Set<Database>();
  const openOne = async () => {
    const database = await openDatabase(config);
    open.add(database);
    const close = database.close;
    database.close = async () => {
      if (open.delete(database)) await close();
    };
    return database;
  };
  return {
    database: await openOne(),
    reopen: openOne,
    config,
    dispose: async () => {
      for (const database of [...open]) await database.close();
      await drop();
      rmSync(config.dataDir, { recursive: true, force: true });
    },
  };
}

/** A pool for Kysely with one connection that callers use in turn. */
function poolOver(memory: PGlite) {
  let turn: Promise<void> = Promise.resolve();
  return {
    async connect() {
      const before = turn;
      let release = (): void => undefined;
      turn = new Promise((resolve) => {
        release = resolve;
      });
      await before;
      return {
        async query(text: string, values: unknown[]) {
          const result = await memory.query(text, values);
          const command = text.trimStart().split(/\s/, 1)[0]?.toUpperCase();
          return { rows: result.rows, rowCount: result.affectedRows || result.rows.length, command };
        },
        release,
      };
    },
    async end() {
      await turn;
    },
  };
}

/** Starts PostgreSQL once per run and says which kind. All suites share it, each with its own databases. */
export async function startCluster(say: (line: string) => void = () => undefined): Promise<Cluster> {
  if (process.env.TEST_DATABASE_URL) {
    say('PostgreSQL for tests: the server of TEST_DATABASE_URL');
    return { kind: 'server', url: process.env.TEST_DATABASE_URL, stop: () => undefined };
  }
  if (!postgresPrograms()) {
    say('PostgreSQL for tests: PGlite in memory (no initdb on this machine)');
    return { kind: 'memory' };
  }
  const { url, stop, port } = await startPostgres();
  say(`PostgreSQL for tests: a throw-away cluster on port ${port}`);
  return { kind: 'server', url, stop };
}
