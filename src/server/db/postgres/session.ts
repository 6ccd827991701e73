/**
 * What each connection must be before it is used: with a limit for its statements, to a server that did not go back in time.
 */
import type pg from 'pg';
import { DatabaseWentBack } from '../unavailable.ts';

/** Milliseconds after which a statement is ended. */
const STATEMENT_TIMEOUT = 30_000;
/** Milliseconds in which a connection must answer before it is used. */
const PATIENCE = 10_000;

/**
 * Prepares a new connection. The limit is set here and not when connecting, because pools between refuse or ignore such
 * settings. Throws DatabaseWentBack.
 */
export async function prepareSession(client: pg.ClientBase): Promise<void> {
  await client.query({
    text: `SET statement_timeout = ${STATEMENT_TIMEOUT}`,
    query_timeout: PATIENCE,
  } as pg.QueryConfig);
  await mustNotGoBack(client);
}

/** Highest timeline that this process wrote to, by cluster. */
const timelines = new Map<string, number>();

/** Each promotion of a standby begins a timeline with a higher number. */
const TIMELINE = `SELECT system_identifier::text AS cluster, CASE WHEN NOT pg_is_in_recovery()
  THEN ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END AS timeline FROM pg_control_system()`;

/** SQLSTATEs of services that do not tell their timeline: no right, no such function, not in this state. */
const NOT_TOLD = /^(42501|42883|0A000|55000)$/;

async function mustNotGoBack(client: pg.ClientBase): Promise<void> {
  try {
    const asked = { text: TIMELINE, query_timeout: PATIENCE } as pg.QueryConfig;
    const [found] = (await client.query<{ cluster: string; timeline: number | null }>(asked)).rows;
    if (!found?.timeline) return;
    const highest = timelines.get(found.cluster) ?? 0;
    if (found.timeline < highest) throw new DatabaseWentBack(found.timeline, highest);
    timelines.set(found.cluster, found.timeline);
  } catch (error) {
    if (!NOT_TOLD.test(String((error as { code?: string }).code))) throw error;
  }
}
