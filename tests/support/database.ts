/**
 * The databases for the API suites: SQLite in its own folder, and PostgreSQL from TEST_DATABASE_URL, else a throw-away
 * cluster if its programs are installed, else PGlite in memory. The run prints which one it uses.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
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
  /** Copies a store, or opens an empty database if there is none to copy. It is not open yet. */
  copy(made: MadeStore | undefined): Promise<Pick<OpenedDatabase, 'config' | 'dispose'>>;
}

/** A store that is complete and closed. */
export interface MadeStore {
  dataDir: string;
  databaseUrl?: string | undefined;
}

type Cluster = { kind: 'server'; url: string; stop(): void } | { kind: 'memory' };
let cluster: Promise<Cluster> | undefined;

/** Returns SQLite and the PostgreSQL of this machine. Only the first with TEST_DATABASES=sqlite, which `tests/mutants` sets. */
export function databases(): TestDatabase[] {
  const sqlite = database('sqlite', sqliteStore);
  if (process.env.TEST_DATABASES === 'sqlite') return [sqlite];
  const postgres = process.env.TEST_DATABASE_URL || postgresPrograms() ? 'postgres' : 'pglite';
  return [sqlite, database(postgres, postgresStore)];
}

/** For what does not depend on the database: returns SQLite, in the full run both. */
export const anyDatabase = (): TestDatabase[] => databases().slice(0, process.env.AMANAT_FULL === '1' ? 2 : 1);

interface NewStore {
  config: DatabaseConfig;
  drop(): Promise<void>;
}

function database(name: string, make: (made?: MadeStore) => Promise<NewStore>): TestDatabase {
  return {
    name,
    open: async () => opened(await make()),
    async copy(made) {
      const { config, drop } = await make(made);
      if (made) cpSync(made.dataDir, config.dataDir, { recursive: true });
      return { config, dispose: () => remove(config, drop) };
    },
  };
}

async function sqliteStore(): Promise<NewStore> {
  const dataDir = mkdtempSync(join(tmpdir(), 'amanat-sqlite-'));
  return { config: { dataDir }, drop: async () => undefined };
}

async function postgresStore(made?: MadeStore): Promise<NewStore> {
  cluster ??= startCluster();
  const found = await cluster;
  const dataDir = mkdtempSync(join(tmpdir(), 'amanat-files-'));
  if (found.kind === 'memory') {
    const { PGlite } = await import('@electric-sql/pglite');
    const { pg_trgm } = await import('@electric-sql/pglite/contrib/pg_trgm');
    const memory = await PGlite.create({ extensions: { pg_trgm } });
    return { config: { dataDir, pool: poolOver(memory) }, drop: () => memory.close() };
  }
  const name = `amanat_test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  const like = made?.databaseUrl && ` TEMPLATE ${new URL(made.databaseUrl).pathname.slice(1)}`;
  await onServer(found.url, `CREATE DATABASE ${name}${like ?? ''}`);
  const url = new URL(found.url);
  url.pathname = `/${name}`;
  const drop = async () => {
    await onServer(found.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  };
  return { config: { dataDir, databaseUrl: url.toString(), poolSize: 8 }, drop };
}

async function remove({ dataDir }: DatabaseConfig, drop: () => Promise<void>): Promise<void> {
  await drop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function opened({ config, drop }: NewStore): Promise<OpenedDatabase> {
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
      await remove(config, drop);
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
