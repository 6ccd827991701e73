/**
 * The databases the API suite runs on: SQLite in a folder of its own, and PostgreSQL from TEST_DATABASE_URL, else a
 * throw-away cluster when its programs are on the machine, else PGlite in memory. The run says which.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import type { DatabaseConfig } from '../../src/server/db/database.ts';
import { type Database, openDatabase } from '../../src/server/db/open.ts';

export interface OpenedDatabase {
  database: Database;
  /** Opens the same data once more (after closing the first), for tests of restarts and of servers beside each other. */
  reopen(): Promise<Database>;
  config: DatabaseConfig;
  /** Closes everything and removes the data. */
  dispose(): Promise<void>;
}

export interface TestDatabase {
  /** sqlite, postgres or pglite */
  name: string;
  open(): Promise<OpenedDatabase>;
}

type Cluster = { kind: 'server'; url: string; stop(): void } | { kind: 'memory' };
let cluster: Promise<Cluster> | undefined;

/** Both kinds. */
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
  return opened({ dataDir, databaseUrl: url.toString(), poolSize: 8 }, () =>
    onServer(found.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  );
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

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** One connection that takes turns, in the shape Kysely asks of a pool. */
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

/** Said once per run, by whoever starts it: the suites of a run share one server, each with databases of its own. */
export async function startCluster(say: (line: string) => void = () => undefined): Promise<Cluster> {
  if (process.env.TEST_DATABASE_URL) {
    say('PostgreSQL for tests: the server of TEST_DATABASE_URL');
    return { kind: 'server', url: process.env.TEST_DATABASE_URL, stop: () => undefined };
  }
  const programs = postgresPrograms();
  if (!programs) {
    say('PostgreSQL for tests: PGlite in memory (no initdb on this machine)');
    return { kind: 'memory' };
  }
  const folder = mkdtempSync(join(tmpdir(), 'amanat-pg-'));
  const data = join(folder, 'data');
  mkdirSync(data);
  const user = unprivileged();
  if (user) {
    for (const path of [folder, data]) {
      chownSync(path, user.uid, user.gid);
      chmodSync(path, 0o700);
    }
  }
  const port = await freePort();
  const as = (program: string, args: string[]) => {
    const done = spawnSync(join(programs, program), args, {
      ...(user && { uid: user.uid, gid: user.gid }),
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, HOME: folder },
    });
    if (done.status !== 0)
      throw new Error(`${program} failed: ${done.error?.message ?? ''}${done.stderr}${done.stdout}`);
  };
  as('initdb', ['-D', data, '-U', 'amanat', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']);
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off -c max_connections=100`;
  // pg_ctl's server would keep our pipes open, so its output goes to a file.
  const start = spawnSync(
    join(programs, 'pg_ctl'),
    ['-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start'],
    {
      ...(user && { uid: user.uid, gid: user.gid }),
      cwd: folder,
      stdio: 'ignore',
    },
  );
  if (start.status !== 0) throw new Error('pg_ctl could not start the throw-away cluster');
  const stop = () => {
    spawnSync(join(programs, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop'], {
      ...(user && { uid: user.uid, gid: user.gid }),
      cwd: '/',
      stdio: 'ignore',
    });
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', stop);
  say(`PostgreSQL for tests: a throw-away cluster on port ${port}`);
  return { kind: 'server', url: `postgres://amanat@127.0.0.1:${port}/postgres`, stop };
}

/** Folder with initdb and pg_ctl; null when they are not installed, or not wanted (TEST_POSTGRES=memory). */
function postgresPrograms(): string | null {
  if (process.env.TEST_POSTGRES === 'memory') return null;
  const packaged = existsSync('/usr/lib/postgresql')
    ? readdirSync('/usr/lib/postgresql').map((version) => join('/usr/lib/postgresql', version, 'bin'))
    : [];
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/local/bin', ...packaged];
  return (
    folders.find(
      (folder) => folder !== '' && existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')),
    ) ?? null
  );
}

/** initdb refuses root; its work is then done as somebody else. */
function unprivileged(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  for (const name of ['postgres', 'nobody']) {
    const uid = spawnSync('id', ['-u', name], { encoding: 'utf8' });
    const gid = spawnSync('id', ['-g', name], { encoding: 'utf8' });
    if (uid.status === 0 && gid.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  throw new Error('PostgreSQL needs an unprivileged user (postgres or nobody) to run as');
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
