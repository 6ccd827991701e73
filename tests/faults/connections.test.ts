/** PostgreSQL fails during writes: single connections are cut, and the whole server restarts or crashes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FaultStore } from '../support/faultStore.ts';
import { onServer, type PostgresServer, postgresPrograms, startPostgres } from '../support/postgres.ts';
import type { ServerProcess } from '../support/serverProcess.ts';

const CUTS = process.env.AMANAT_FULL ? 240 : 24;
const RESTARTS = process.env.AMANAT_FULL ? 12 : 2;

// An in-memory database has no connections to cut.
const suite = postgresPrograms() ? describe : describe.skip;

suite('PostgreSQL goes away under writes', () => {
  let cluster: PostgresServer;
  let store: FaultStore;
  let server: ServerProcess;
  const dataDir = mkdtempSync(join(tmpdir(), 'amanat-faults-'));

  beforeAll(async () => {
    cluster = await startPostgres();
    store = FaultStore.make({ dataDir, databaseUrl: cluster.url });
    server = store.server();
    await server.mustStart();
  });
  afterAll(async () => {
    await server?.end('SIGKILL');
    cluster?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Ends at most this many connections to the server, active ones first. Returns how many it ended. */
  const cut = async (most: number): Promise<number> => {
    const { rows } = await onServer(
      cluster.url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name LIKE 'amanat%' ORDER BY (state = 'active') DESC, random() LIMIT ${most}`,
    );
    return rows.length;
  };

  it(`${CUTS} connections are cut`, { timeout: 120_000 + CUTS * 1_000 }, async () => {
    const writers = store.writers(server, 'Cut');
    writers.start();
    for (let done = 0; done < CUTS && server.deaths.length === 0; ) {
      await writers.more(3);
      done += await cut(1 + (done % 3));
    }
    await writers.finish();
    expect(server.deaths).toEqual([]);
    expect(writers.wrong).toEqual([]);
    expect(writers.count.unavailable).toBeGreaterThan(0);
    await store.expectWhole(writers);
    console.log(`connections cut: ${JSON.stringify(writers.count)}`);
  });

  it(`PostgreSQL is restarted ${RESTARTS} times`, { timeout: 120_000 + RESTARTS * 20_000 }, async () => {
    const writers = store.writers(server, 'Restart');
    writers.start();
    for (let done = 0; done < RESTARTS && server.deaths.length === 0; done += 1) {
      await writers.more(30);
      await cluster.restart(done % 2 === 0 ? 'fast' : 'immediate');
    }
    await writers.more(30);
    await writers.finish();
    expect(server.deaths).toEqual([]);
    expect(writers.wrong).toEqual([]);
    expect(writers.count.unavailable).toBeGreaterThan(0);
    await store.expectWhole(writers);
    console.log(`PostgreSQL restarted: ${JSON.stringify(writers.count)}`);
  });
});
