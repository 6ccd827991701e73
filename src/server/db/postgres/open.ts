/** PostgreSQL 15 or newer through a pool; any number of server processes may stand beside each other. */
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Database, DatabaseConfig, Handle } from '../database.ts';
import { holdInProcess } from '../lock.ts';
import { writeSetting } from '../storedSettings.ts';
import type { Tables } from '../tables.ts';
import { postgresDialect } from './dialect.ts';
import { holdByConnection } from './hold.ts';

const ATTEMPTS = 6;
const STATEMENT_TIMEOUT = 30_000;

/** Counts and sequence numbers are 64-bit on the wire; ours stay far below 2^53. */
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
  const pool =
    config.pool ??
    new pg.Pool({
      Client: PreparingClient,
      connectionString: config.databaseUrl,
      max: config.poolSize ?? 10,
      statement_timeout: STATEMENT_TIMEOUT,
      connectionTimeoutMillis: 10_000,
      application_name: 'amanat',
      types: types as never,
    });
  // A lost connection is told to whoever uses it, and replaced at the next use; the events besides need a listener, on each
  // connection too, since the pool listens only while it lies idle: without one they would end the process.
  if (pool instanceof pg.Pool) {
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
  }
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as never }) });
  try {
    const { rows } = await sql<{ server_version_num: string }>`SHOW server_version_num`.execute(kysely);
    const version = Number(rows[0]?.server_version_num);
    if (version < 150_000) throw new DatabaseIsOlder(Math.floor(version / 10_000));
    let bulks = 0;
    const hasTrigrams = await trigramsAvailable(kysely, config.readOnly === true);
    return {
      engine: 'postgres',
      kysely,
      read: kysely,
      dialect: postgresDialect({ hasTrigrams }),
      stamp: snapshotOf(kysely),
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
          // A commit that waits takes everything before it along.
          await writeSetting(kysely, 'bulk.last', new Date().toISOString());
        }
      },
      // A database in memory has one connection and one process.
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
 * Statements that come again and again are named, so that the server parses and plans them once for a connection. Not those
 * whose best plan depends on the values (orders, words) nor those that answer whatever columns there are.
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

/** Text search by index needs pg_trgm; a server where it is not installed and may not be gets the capped scan. */
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
    // Not on this server, not allowed, or made by another process in the same moment: what counts is whether it is there.
  }
  return installed();
}

/** Two writers that met are told to try again by the server (40001, 40P01); so do we, a little later each time. */
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
 * The snapshot a query would see, as text: the transactions that are visible and those that are not. The same text is the
 * same sight of the data. Callers who come while a question is still waiting to be sent share its answer.
 */
function snapshotOf(db: Handle): Database['stamp'] {
  let waiting: Promise<string> | undefined;
  return () => {
    waiting ??= new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
      waiting = undefined;
      const { rows } = await sql<{ stamp: string }>`SELECT pg_current_snapshot()::text AS stamp`.execute(db);
      return rows[0]?.stamp ?? '';
    });
    return waiting;
  };
}
