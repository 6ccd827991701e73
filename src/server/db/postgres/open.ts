/** Connects to PostgreSQL 15+ through a pool. Several server processes can share one database. */
import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Database, DatabaseConfig, Dialect, Handle } from '../database.ts';
import { holdInProcess } from '../lock.ts';
import { writeSetting } from '../storedSettings.ts';
import type { Tables } from '../tables.ts';
import { postgresDialect } from './dialect.ts';
import { holdByConnection } from './hold.ts';
import { mustBeSessions, prepareSession, serverStartTime } from './session.ts';

const ATTEMPTS = 6;

/** Counts and sequence numbers arrive as 64-bit numbers in text. Ours stay far below 2^53. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === 20 || oid === 1700 ? (value: string) => Number(value) : pg.types.getTypeParser(oid, format as 'text'),
};

class DatabaseIsOlder extends Error {
  constructor(version: number) {
    super(`PostgreSQL 15 or newer is needed; the server at DATABASE_URL is ${version}.`);
    this.name = 'DatabaseIsOlder';
  }
}

export async function openPostgres(config: DatabaseConfig): Promise<Database> {
  let started: string | undefined;
  let restarts = 0;
  const pool =
    config.pool ??
    new pg.Pool({
      Client: PreparingClient,
      connectionString: config.databaseUrl,
      max: config.poolSize ?? 10,
      async onConnect(client) {
        await prepareSession(client);
        const start = await serverStartTime(client);
        if (started !== undefined && start !== started) restarts += 1;
        started = start;
      },
      connectionTimeoutMillis: 10_000,
      application_name: 'amanat',
      types: types as never,
    });
  // The query that uses a lost connection reports the error, and the pool replaces the connection. The error events need a
  // listener too, or they end the process. Each connection needs its own, as the pool listens only to idle ones.
  if (pool instanceof pg.Pool) {
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
  }
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as never }) });
  try {
    if (pool instanceof pg.Pool) await mustBeSessions(pool);
    const { rows } = await sql<{ server_version_num: string }>`SHOW server_version_num`.execute(kysely);
    const version = Number(rows[0]?.server_version_num);
    if (version < 150_000) throw new DatabaseIsOlder(Math.floor(version / 10_000));
    let bulks = 0;
    const dialect = postgresDialect({ hasTrigrams: await trigramsAvailable(kysely, config.readOnly === true) });
    return {
      engine: 'postgres',
      kysely,
      read: kysely,
      dialect,
      stamp: snapshotOf(kysely, dialect),
      restarts: () => restarts,
      transaction: (work) =>
        withRetry(() =>
          kysely.transaction().execute(async (trx) => {
            if (bulks > 0) await sql`SET LOCAL synchronous_commit = off`.execute(trx);
            return work(trx);
          }),
        ),
      async bulk(work) {
        bulks += 1;
        try {
          return await work();
        } finally {
          bulks -= 1;
          // This commit waits for the disk, which then also has all earlier commits.
          await writeSetting(kysely, 'bulk.last', new Date().toISOString());
        }
      },
      // A pool made by the caller is an in-memory database with one connection and one process.
      hold:
        config.pool || config.databaseUrl === undefined
          ? holdInProcess()
          : holdByConnection(config.databaseUrl, config.onWaiting ?? (() => undefined)),
      ...(pool instanceof pg.Pool && {
        connections: () => ({
          busy: pool.totalCount - pool.idleCount,
          idle: pool.idleCount,
          waiting: pool.waitingCount,
        }),
      }),
      close: () => kysely.destroy(),
    };
  } catch (error) {
    await kysely.destroy();
    throw error;
  }
}

const prepared = new Map<string, string>();
const MOST_PREPARED = 400;

/**
 * Names frequent statements, so that PostgreSQL parses and plans them once per connection. Leaves out statements whose best
 * plan depends on their values (orders, words) and those that select all columns.
 */
class PreparingClient extends pg.Client {
  override query(...given: unknown[]): never {
    const [text, values, ...rest] = given;
    const name = typeof text === 'string' && Array.isArray(values) ? nameFor(text) : undefined;
    const query = super.query as (...args: unknown[]) => never;
    return name ? query.call(this, { name, text, values }, ...rest) : query.apply(this, given);
  }
}

function nameFor(text: string): string | undefined {
  let name = prepared.get(text);
  if (name === undefined) {
    if (prepared.size >= MOST_PREPARED || /\*|\blimit\b|\blike\b/i.test(text)) return undefined;
    name = `s${prepared.size}`;
    prepared.set(text, name);
  }
  return name;
}

/** Checks for pg_trgm, and installs it if possible. Without it, a text search looks only at the first rows in order. */
async function trigramsAvailable(db: Handle, readOnly: boolean): Promise<boolean> {
  const installed = async () => {
    const { rows } = await sql`SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'`.execute(db);
    return rows.length > 0;
  };
  if (await installed()) return true;
  if (readOnly) return false;
  try {
    await sql`CREATE EXTENSION IF NOT EXISTS pg_trgm`.execute(db);
  } catch {
    // It may be unavailable, not permitted, or just created by another process. Ignore the error and check if it exists.
  }
  return installed();
}

/** Retries on a serialization failure or deadlock (40001, 40P01), waiting longer each time. */
async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const code = (error as { code?: string }).code;
      if ((code !== '40001' && code !== '40P01') || attempt === ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5 * 2 ** attempt * (0.5 + Math.random())));
    }
  }
}

/**
 * Returns the snapshot a query would see, as text: the era and in it the visible and invisible transactions. The same text means
 * the same data. Without an era no text says so, because numbers of transactions come again after a crash; then it begins one.
 * Callers that arrive before the query is sent share its result.
 */
function snapshotOf(db: Handle, dialect: Dialect): Database['stamp'] {
  let waiting: Promise<string> | undefined;
  return () => {
    waiting ??= new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
      waiting = undefined;
      const { rows } = await sql<{
        snapshot: string;
        era: string | null;
      }>`SELECT pg_current_snapshot()::text AS snapshot,
        (SELECT id FROM running_era WHERE started = pg_postmaster_start_time()) AS era`.execute(db);
      const [found] = rows;
      if (found?.era) return `${found.era} ${found.snapshot}`;
      // A database that takes no writes goes on without one.
      await dialect.beginEra(db).catch(() => undefined);
      return randomUUID();
    });
    return waiting;
  };
}
