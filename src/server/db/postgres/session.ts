/**
 * What each connection must be before it is used: a session of its own, with a limit for its statements, to a server that did
 * not go back in time.
 */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { DatabaseIsStandby, DatabaseWentBack } from '../unavailable.ts';

/** Milliseconds after which a statement is ended. */
const STATEMENT_TIMEOUT = 30_000;
/** Milliseconds in which a connection must answer before it is used. */
const PATIENCE = 10_000;
/** Milliseconds in which a session answers while another one has an open transaction. */
const OWN_PACE = 5_000;
const ROUNDS = 3;

/** Connections go through a pool that lends them for a transaction. */
class ConnectionIsShared extends Error {
  constructor() {
    super(
      'DATABASE_URL leads to a pool that gives each transaction another connection of PostgreSQL (PgBouncer with pool_mode = transaction or statement). Set pool_mode = session there, or connect to PostgreSQL itself: locks, prepared statements and time limits of this server need sessions.',
    );
    this.name = 'ConnectionIsShared';
  }
}

/**
 * Prepares a new connection. The limit is set here and not when connecting, because pools between refuse or ignore such
 * settings. Throws DatabaseWentBack and DatabaseIsStandby.
 */
export async function prepareSession(client: pg.ClientBase): Promise<void> {
  await client.query({
    text: `SET statement_timeout = ${STATEMENT_TIMEOUT}`,
    query_timeout: PATIENCE,
  } as pg.QueryConfig);
  await mustNotGoBack(client);
}

/** Returns when the server began to run. It is another moment after a crash, a failover, or files that were put back. */
export async function serverStartTime(client: pg.ClientBase): Promise<string> {
  const asked = { text: 'SELECT pg_postmaster_start_time()::text AS start', query_timeout: PATIENCE } as pg.QueryConfig;
  return (await client.query<{ start: string }>(asked)).rows[0]?.start ?? '';
}

/** Highest timeline that this process wrote to, by cluster. */
const timelines = new Map<string, number>();

/** Each promotion of a standby begins a timeline with a higher number. A standby has none that it writes to. */
const TIMELINE = `SELECT system_identifier::text AS cluster, CASE WHEN NOT pg_is_in_recovery()
  THEN ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END AS timeline FROM pg_control_system()`;

/** SQLSTATEs of services that do not tell their timeline: no right, no such function, not in this state. */
const NOT_TOLD = /^(42501|42883|0A000|55000)$/;

async function mustNotGoBack(client: pg.ClientBase): Promise<void> {
  try {
    const asked = { text: TIMELINE, query_timeout: PATIENCE } as pg.QueryConfig;
    const [found] = (await client.query<{ cluster: string; timeline: number | null }>(asked)).rows;
    if (!found) return;
    if (found.timeline === null) throw new DatabaseIsStandby();
    const highest = timelines.get(found.cluster) ?? 0;
    if (found.timeline < highest) throw new DatabaseWentBack(found.timeline, highest);
    timelines.set(found.cluster, found.timeline);
  } catch (error) {
    if (!NOT_TOLD.test(String((error as { code?: string }).code))) throw error;
  }
}

/** Throws ConnectionIsShared if connections are not sessions. */
export async function mustBeSessions(pool: pg.Pool): Promise<void> {
  const one = await pool.connect();
  try {
    const { rows } = await one.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    // PostgreSQL tells each connection its process. A pool between tells something else.
    if (rows[0]?.pid === (one as unknown as { processID: number }).processID) return;
    const other = await pool.connect();
    try {
      for (let round = 0; round < ROUNDS; round += 1)
        if (!(await isSession(one, other))) throw new ConnectionIsShared();
    } finally {
      other.release(true);
    }
  } finally {
    one.release(true);
  }
}

/** A connection that is lent is now the other's, whose transaction holds it. */
async function isSession(one: pg.ClientBase, other: pg.ClientBase): Promise<boolean> {
  const mark = randomUUID();
  const state = "SELECT pg_backend_pid() AS pid, current_setting('amanat.session', true) AS mark";
  const { rows: before } = await one.query<{ pid: number }>(
    "SELECT set_config('amanat.session', $1, false), pg_backend_pid() AS pid",
    [mark],
  );
  try {
    await other.query('BEGIN');
  } catch (error) {
    // A pool of statements refuses transactions.
    if ((error as { code?: string }).code === '08P01') return false;
    throw error;
  }
  const answer = one.query<{ pid: number; mark: string }>(state);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<true>((resolve) => {
    timer = setTimeout(resolve, OWN_PACE, true);
  });
  const isLate = await Promise.race([answer.then(() => false), late]).finally(() => clearTimeout(timer));
  await other.query('ROLLBACK');
  const [after] = (await answer).rows;
  return !isLate && after?.pid === before[0]?.pid && after?.mark === mark;
}
