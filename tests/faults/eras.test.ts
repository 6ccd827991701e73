/**
 * PostgreSQL loses the numbers of its last transactions: it is killed after writes that were rolled back, or a copy that lacks
 * the last commits goes on. It then gives the same numbers again. Devices and memories must not take them for the old ones.
 */

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { databaseFile } from '../../src/server/db/sqlite/open.ts';
import { type Json, schoolAnswers } from '../api/http-stage.ts';
import { ROOT } from '../support/definitions.ts';
import { FaultStore } from '../support/faultStore.ts';
import { onServer, type PostgresServer, postgresPrograms, startPostgres, withClient } from '../support/postgres.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const ROUNDS = process.env.AMANAT_FULL ? 30 : 1;
const SPARE = 5;
const ROLLED_BACK = 40;
/** Bytes of the log, some 40 for each transaction that is rolled back. */
const LEAST_TAIL = 2_000;

/** Reads the lines that a device receives. */
function received(text: string): { ids: string[]; cursor: string } {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Json);
  return { ids: lines.flatMap(({ record }) => record?.id ?? []), cursor: lines.at(-1).cursor };
}

// An in-memory database cannot be killed.
const suite = postgresPrograms() ? describe : describe.skip;

suite('PostgreSQL that gives numbers of transactions again', { timeout: 60_000 + ROUNDS * 30_000 }, () => {
  let cluster: PostgresServer;
  let server: TestServer;
  let url: string;
  let place: { province: string; district: string };

  beforeAll(async () => {
    // Only commits write the log to the disk.
    cluster = await startPostgres({ wal_writer_delay: '10s' });
    await onServer(cluster.url, 'CREATE DATABASE eras');
    url = Object.assign(new URL(cluster.url), { pathname: '/eras' }).toString();
    // Of the embedded database only its folder is used.
    server = await startTestServer('sqlite', { env: { DATABASE_URL: url } });
    const places = [...server.services.registry.places().values()];
    const province = places.find(({ level, name_en }) => level === 'province' && name_en === 'Bamyan')?.id as string;
    const district = places.find(({ parent_id }) => parent_id === province)?.id as string;
    place = { province, district };
  });
  afterAll(async () => {
    await server?.stop();
    cluster?.stop();
  });

  /** Asks until the database is back. */
  const ask = async (method: string, path: string, body?: Json): Promise<Json> => {
    for (let tries = 300; ; tries -= 1) {
      const response = await server.person('focal.bamyan').call(method, path, body);
      if (response.status === 200) return response.body;
      if (response.status !== 503 || tries === 0)
        throw new Error(`${response.status} ${JSON.stringify(response.body)}`);
    }
  };
  const save = async (name: string): Promise<string> =>
    (await ask('POST', 'schools/store', schoolAnswers(place, name))).id;
  /** Receives everything after a cursor, as a device does. */
  const receive = async (cursor: string): Promise<{ ids: string[]; cursor: string }> => {
    return received(String(await ask('GET', `sync/records?forms=school&limit=5000&after=${cursor}`)));
  };
  /** Bytes of the log that are not on the disk, as long as nothing is committed. */
  const tail = async () => {
    const { rows } = await onServer(url, 'SELECT pg_current_wal_insert_lsn() - pg_current_wal_flush_lsn() AS tail');
    return Number(rows[0].tail);
  };
  const rollBack = () =>
    withClient(url, async (client) => {
      for (let n = 0; n < ROLLED_BACK; n += 1) await client.query('BEGIN; SELECT pg_current_xact_id(); ROLLBACK');
    });
  const snapshot = async () => (await onServer(url, 'SELECT pg_current_snapshot()::text AS now')).rows[0].now as string;
  const next = (now: string) => Number(now.split(':')[1]);
  const listed = async (): Promise<string[]> =>
    (await ask('GET', 'schools?per_page=200&sort=-created_at')).data.map(({ id }: Json) => id);
  /** Uses numbers up until the snapshot reads as it did before. */
  const reach = async (before: string) => {
    await withClient(url, async (client) => {
      for (let now = 0; now < next(before) - 1; ) {
        const { rows } = await client.query('SELECT pg_current_xact_id()::text AS now');
        now = Number(rows[0].now);
      }
    });
    expect(await snapshot()).toBe(before);
  };

  const copied = async (how: 'promoted' | 'as it is') => {
    const goOn = await cluster.copy();
    return () => goOn(how);
  };
  const losses: [how: string, prepare: () => Promise<() => Promise<void>>, losesCommits: boolean][] = [
    ['is killed', async () => () => cluster.kill('server'), false],
    ['has a connection killed', async () => () => cluster.kill('connection'), false],
    ['goes on with a replica that lacks the last commits', () => copied('promoted'), true],
    ['goes on with older files that were put back', () => copied('as it is'), true],
  ];
  it.each(losses)('%s: a device gets what is saved then', async (_how, prepare, losesCommits) => {
    let done = 0;
    for (let round = 1; done < ROUNDS; round += 1) {
      await save(`Before ${round}`);
      const lose = await prepare();
      const lost = await save(`Perhaps lost ${round}`);
      let cursor = '';
      let state = '';
      // What fills a page of the log is written, and so is all before a commit (a session that is used).
      do {
        await rollBack();
        ({ cursor } = await receive(''));
        ({ state } = await ask('GET', 'sync/state'));
      } while ((await tail()) < LEAST_TAIL);
      const before = next(await snapshot());
      await lose();
      const now = next(await snapshot());
      // PostgreSQL may have written its log by itself just before: then no number comes again, and the round is made once more.
      if (now >= before && round < ROUNDS + SPARE) continue;
      expect(now, 'numbers come again').toBeLessThan(before);
      done += 1;
      const id = await save(`After ${round}`);
      const got = await receive(cursor);
      expect(got.ids).toContain(id);
      expect((await ask('GET', 'sync/state')).state).not.toBe(state);
      expect((await receive(got.cursor)).ids).toEqual([]);
      expect((await receive('')).ids.includes(lost)).toBe(!losesCommits);
    }
  });

  it('goes on with a replica: numbers of codes that were reserved meanwhile are given once', async () => {
    // More than are reserved at once, also when many are asked for.
    const many = 60;
    const goOn = await cluster.copy();
    for (let n = 0; n < many; n += 1) await save(`Lost with its number ${n}`);
    await goOn('promoted');
    // Each is saved, though the numbers reserved before are reserved again.
    for (let n = 0; n < 2 * many; n += 1) await save(`With a number of its own ${n}`);
  });

  it('a standby is not used before it is promoted, and then an old primary that writes again is refused, until the newer one is back', async () => {
    const { kysely } = server.services.database;
    const refused = async () => {
      const { status, body } = await server.person('focal.bamyan').call('GET', 'schools');
      expect([status, body.code]).toEqual([503, 'unavailable']);
    };
    const goOn = await cluster.copy();
    await goOn('standby');
    await vi.waitFor(() => expect(sql`SELECT 1`.execute(kysely)).rejects.toThrow(/is a standby/), 20_000);
    await refused();
    await cluster.promote();
    const id = await save('Saved at the new primary');
    await cluster.exchange();
    await vi.waitFor(
      () => expect(sql`SELECT 1`.execute(kysely)).rejects.toThrow(/is on timeline \d+, but .* written to timeline/),
      20_000,
    );
    await refused();
    await cluster.exchange();
    expect(await listed()).toContain(id);
  });

  it('is killed: a list is not taken from memory because the numbers are the same', async () => {
    await save('In the list');
    let before = '';
    let memorised: string[] = [];
    do {
      await rollBack();
      before = await snapshot();
      memorised = await listed();
    } while (before !== (await snapshot()) || (await tail()) < LEAST_TAIL);
    await cluster.kill('server');
    const id = await save('Saved after the crash');
    expect(memorised).not.toContain(id);
    await reach(before);
    expect(await listed()).toContain(id);
  });
});

describe('an embedded database whose older file is put back', { timeout: 60_000 }, () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'amanat-eras-'));
  const file = databaseFile(dataDir);
  let store: FaultStore;
  beforeAll(() => {
    store = FaultStore.make({ dataDir });
  });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  /** Starts a server, runs the work and stops it. */
  const served = async <T>(work: (ask: Ask) => Promise<T>): Promise<T> => {
    const server = store.server();
    await server.mustStart();
    try {
      return await work(async (method, path, body) => {
        const headers = { authorization: `Bearer ${store.writer.token}`, 'content-type': 'application/json' };
        const asked = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
        const response = await fetch(`${server.base}/api/${path}`, asked);
        const text = await response.text();
        expect(response.status, text).toBe(200);
        return text;
      });
    } finally {
      await server.end('SIGTERM');
    }
  };
  type Ask = (method: 'GET' | 'POST', path: string, body?: Json) => Promise<string>;

  const save = async (ask: Ask, name: string): Promise<string> =>
    JSON.parse(await ask('POST', 'schools/store', schoolAnswers(store.writer, name))).id;
  const receive = async (ask: Ask, cursor: string) =>
    received(await ask('GET', `sync/records?forms=school&limit=5000&after=${cursor}`));

  it('a device gets what is saved then, and nothing twice after an ordinary restart', async () => {
    const first = await served(async (ask) => {
      await save(ask, 'First');
      return receive(ask, '');
    });
    copyFileSync(file, `${file}-aside`);
    const { cursor } = await served(async (ask) => {
      expect((await receive(ask, first.cursor)).ids).toEqual([]);
      for (let n = 0; n < 5; n += 1) await save(ask, `Lost ${n}`);
      return receive(ask, first.cursor);
    });
    for (const part of ['-wal', '-shm']) rmSync(`${file}${part}`, { force: true });
    copyFileSync(`${file}-aside`, file);
    const args = [join(ROOT, 'dist/server/main.js'), 'accept-loss', '--reason', 'An older file was put back'];
    const accepted = spawnSync(process.execPath, args, {
      env: { ...process.env, DATA_DIR: dataDir },
      encoding: 'utf8',
    });
    expect(accepted.status, accepted.stderr).toBe(0);
    await served(async (ask) => {
      const id = await save(ask, 'Saved then');
      expect((await receive(ask, cursor)).ids).toContain(id);
      // A device that synchronised for the last time before the file was copied.
      expect((await receive(ask, first.cursor)).ids).toEqual([id]);
    });
  });
});
