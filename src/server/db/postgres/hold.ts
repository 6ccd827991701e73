/**
 * Locks a name among the servers of one database with an advisory lock on a separate connection. The lock ends with the
 * connection: at once if the server is killed, within half a minute if its machine is lost.
 */
import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Database } from '../database.ts';

/** First half of the keys of our locks, so that they differ from other programs' locks. */
const OURS = 4_217;
const RETRY = 150;
/** Milliseconds of waiting after which a message is shown. */
const PATIENCE = 1_000;

export function holdByConnection(connectionString: string, onWaiting: (words: string) => void): Database['hold'] {
  return async (name, work) => {
    const client = new pg.Client({
      connectionString,
      application_name: `amanat ${name}`,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
    });
    let lost: Error | undefined;
    client.on('error', (error) => {
      lost = error;
    });
    await client.connect();
    try {
      // PostgreSQL notices a lost machine with these. Local sockets ignore them.
      await client.query('SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3');
      await take(client, name, onWaiting);
      const result = await work();
      if (lost) throw new Error(`the connection that held “${name}” was lost meanwhile`, { cause: lost });
      return result;
    } finally {
      await client.end();
    }
  };
}

async function take(client: pg.Client, name: string, onWaiting: (words: string) => void): Promise<void> {
  const key = createHash('sha256').update(name).digest().readInt32BE();
  const began = Date.now();
  let hasSpoken = false;
  for (;;) {
    const { rows } = await client.query<{ ours: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS ours', [OURS, key]);
    if (rows[0]?.ours) {
      if (hasSpoken) onWaiting(`“${name}” is free now; going on.`);
      return;
    }
    if (!hasSpoken && Date.now() - began >= PATIENCE) {
      hasSpoken = true;
      onWaiting(`Waiting for another server on this database that is busy with “${name}”${await holder(client, key)}.`);
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY));
  }
}

/** Describes the connection that holds the lock, so that people can find it. */
async function holder(client: pg.Client, key: number): Promise<string> {
  const { rows } = await client.query<{ pid: number; since: string }>(
    `SELECT a.pid, to_char(a.backend_start AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS since
       FROM pg_locks l JOIN pg_stat_activity a USING (pid)
      WHERE l.locktype = 'advisory' AND l.granted AND l.classid::bigint = $1
        AND l.objid::bigint = ($2::bigint & 4294967295)
        AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [OURS, key],
  );
  const [first] = rows;
  return first ? ` (connection ${first.pid} of PostgreSQL, since ${first.since})` : '';
}
