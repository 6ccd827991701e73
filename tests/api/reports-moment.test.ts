/** All numbers of a report are of one moment, whoever writes meanwhile, and the list behind a number says if it changed. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSources } from '../../src/core/contract/read.ts';
import type { Block, ReportDefinition } from '../../src/core/generated/report.ts';
import { type Account, findAccount } from '../../src/server/accounts/actors.ts';
import { createSnapshotRunner } from '../../src/server/db/apart.ts';
import type { Handle } from '../../src/server/db/database.ts';
import { createReports } from '../../src/server/reports/reports.ts';
import { shippedFiles } from '../../src/server/services.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import { type Json, prepareStage, type Stage, schoolAnswers } from './http-stage.ts';

const TITLE = { en: 'Schools', fa: 'Schools', ps: 'Schools' };
const BLOCKS = 12;

/** Counts the same schools again and again. */
const REPORT: ReportDefinition = {
  report: 'test-moment',
  programme: 'schools',
  kind: 'summary',
  title: TITLE,
  path: '/test-moment',
  filters: [],
  api: { base: 'test-moment', keys: { schools: 'block-0' } },
  blocks: Array.from<unknown, Block>({ length: BLOCKS }, (_, at) => ({
    id: `block-${at}`,
    show: 'table',
    by: 'province',
    total: true,
    measures: [
      { id: 'schools', of: 'count', forms: ['school'] },
      { id: 'twice', plus: ['schools', 'schools'] },
    ],
  })) as [Block],
};

describe.each(DATABASES)('the moment of a report on %s', (database) => {
  let server: TestServer;
  let stage: Stage;
  let made = 0;

  beforeAll(async () => {
    const sources = await loadSources(shippedFiles);
    server = await startTestServer(database, {
      sources: { ...sources, reports: [...(sources.reports ?? []), REPORT] },
    });
    stage = await prepareStage(server);
  });
  afterAll(() => server?.stop());

  const add = async () => {
    made += 1;
    await server.person('admin').must('POST', 'schools/store', schoolAnswers(stage, `School ${made}`));
  };
  const countOf = async (run: Parameters<Parameters<TestServer['services']['atOnce']>[0]>[0]) =>
    Number((await sql<{ n: number }>`SELECT count(*) AS n FROM records WHERE form = 'school'`.execute(run)).rows[0]?.n);

  it('reads what was there when it began, holds back no writer, and is let go', async () => {
    const { atOnce, database: own } = server.services;
    // A database in memory has one connection, and no moment.
    const hasMoments = own.engine === 'sqlite' || own.connections !== undefined;
    if (!hasMoments) return;
    await atOnce(async (read) => {
      const before = await countOf(read);
      await add();
      expect(await countOf(read)).toBe(before);
      expect(await countOf(own.read)).toBe(before + 1);
    });
    await expect(atOnce(() => Promise.reject(new Error('nobody waits')))).rejects.toThrow('nobody waits');
    await letGo(server);
  });

  it('ends when it takes too long, and further ones wait for their turn', async () => {
    const { database: own, settings } = server.services;
    if (own.engine === 'postgres' && !settings.databaseUrl) return;
    const runner = createSnapshotRunner({
      database: own,
      dataDir: settings.dataDir,
      databaseUrl: settings.databaseUrl,
      hasPool: false,
      longest: 200,
    });
    // Each reads until it is not let any more.
    const late = () =>
      runner.atOnce(async (read): Promise<never> => {
        for (;;) await countOf(read);
      });
    const all = await Promise.allSettled(Array.from({ length: 7 }, late));
    expect(all.map(({ status }) => status)).toEqual(Array(7).fill('rejected'));
    expect(await runner.atOnce(countOf)).toBeGreaterThan(0);
    await letGo(server);
    await runner.close();
  });

  it('interrupts a statement that runs when its reader goes away, or for too long', async () => {
    const { database: own, settings, atOnce } = server.services;
    if (own.engine === 'postgres' && !settings.databaseUrl) return;
    const { dataDir, databaseUrl } = settings;
    const runner = createSnapshotRunner({ database: own, dataDir, databaseUrl, hasPool: false, longest: 1000 });
    await expect(runner.atOnce(readForEver)).rejects.toMatchObject({ detail: 'the report took too long' });
    expect(await runner.atOnce(countOf)).toBeGreaterThan(0);
    await letGo(server);
    await runner.close();

    const reader = new AbortController();
    const other = atOnce(countOf);
    const asked = atOnce(readForEver, reader.signal);
    setTimeout(() => reader.abort(), 100);
    await expect(asked).rejects.toMatchObject({ detail: 'nobody waits for the report any more' });
    expect(await other).toBeGreaterThan(0);
    await expect(atOnce(countOf, reader.signal)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await atOnce(countOf)).toBeGreaterThan(0);
    await letGo(server);
  });

  it('ends a statement that begins when its reader is gone already', async () => {
    const { database: own, settings, atOnce } = server.services;
    if (own.engine === 'postgres' && !settings.databaseUrl) return;
    const reader = new AbortController();
    const asked = atOnce(async (read) => {
      reader.abort();
      await new Promise((resolve) => setTimeout(resolve, 50));
      return readForEver(read);
    }, reader.signal);
    await expect(asked).rejects.toMatchObject({ detail: 'nobody waits for the report any more' });
    await letGo(server);
  });

  it('is closed while a statement runs, which ends with it', async () => {
    const { database: own, settings } = server.services;
    // PostgreSQL runs no statement in this process.
    if (own.engine === 'postgres') return;
    const { dataDir, databaseUrl } = settings;
    for (let round = 0; round < 20; round += 1) {
      // Longer than the test: a statement that nobody interrupts would go on to that end.
      const runner = createSnapshotRunner({ database: own, dataDir, databaseUrl, hasPool: false, longest: 60_000 });
      await runner.atOnce(countOf);
      const asked = Promise.allSettled([runner.atOnce(readForEver), runner.atOnce(countOf), runner.atOnce(countOf)]);
      await new Promise((resolve) => setTimeout(resolve, round));
      await runner.close();
      expect((await asked)[0]).toMatchObject({ status: 'rejected' });
    }
  });

  it.each(['SELECT abs(-9223372036854775808)', 'SELECT 9223372036854775807', 'SELECT 1/0 FROM nothing'])(
    'keeps no moment after a statement that failed: %s',
    async (statement) => {
      const { database: own, atOnce } = server.services;
      if (own.engine === 'postgres' && own.connections === undefined) return;
      await atOnce((read) => sql.raw(statement).execute(read)).catch(() => undefined);
      await add();
      await letGo(server);
      expect(await atOnce(countOf)).toBe(await countOf(own.read));
    },
  );

  it('all numbers agree while somebody writes', async () => {
    let isWriting = true;
    const writer = (async () => {
      while (isWriting) await add();
    })();
    const totals: number[] = [];
    try {
      for (let at = 0; at < 12; at += 1) {
        const { data } = await server.person('admin').must('GET', 'reports/test-moment/result');
        const numbers = data.blocks.map(({ total }: Json) => total.cells[0]);
        expect(new Set(numbers).size, numbers.join()).toBe(1);
        totals.push(numbers[0]);
        const list = await server
          .person('admin')
          .must('GET', 'reports/test-moment/behind?block=block-3&measure=twice&per_page=1');
        expect(list.number).toBe(list.meta.total);
      }
    } finally {
      isWriting = false;
      await writer;
    }
    expect(totals.at(-1)).toBeGreaterThan(totals[0] as number);
    await letGo(server);
  });

  it('choices and numbers of a documented call are of one moment', async () => {
    const moments: number[] = [];
    const { documented } = createReports({
      ...server.services,
      atOnce: (work, gone) =>
        server.services.atOnce(async (read) => {
          moments.push(await countOf(read));
          return work(read);
        }, gone),
    });
    const { id } = await server.services.database.read
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'admin')
      .executeTakeFirstOrThrow();
    const { actor } = (await findAccount(server.services.database.read, id)) as Account;
    const reader = { actor, language: 'en', calendar: 'gregorian', query: {} } as const;
    const { organizations, blocks } = await documented(REPORT, reader, { offset: 0, isDocumented: true });
    expect(organizations.length).toBeGreaterThan(0);
    expect(moments).toEqual([blocks[0]?.total?.cells[0]]);
  });

  it('the list behind a number comes with the number of its own moment', async () => {
    const admin = server.person('admin');
    const { data } = await admin.must('GET', 'reports/test-moment/result');
    const shown = data.blocks[0].rows.find(({ key }: Json) => key === stage.province).cells[0];
    await add();
    const list = await admin.must(
      'GET',
      `reports/test-moment/behind?block=block-0&measure=schools&row=${stage.province}`,
    );
    expect([list.number, list.meta.total]).toEqual([shown + 1, shown + 1]);
    expect(list.at > data.at).toBe(true);
  });

  it('a reader who goes away ends the moment', async () => {
    for (let at = 0; at < 5; at += 1) {
      const controller = new AbortController();
      const asked = fetch(`${server.base}/api/reports/test-moment/result`, {
        headers: { authorization: `Bearer ${server.tokens.admin}` },
        signal: controller.signal,
      });
      setTimeout(() => controller.abort(), 2 * at);
      await asked.catch(() => undefined);
    }
    await letGo(server);
  });
});

/** Reads rows without an end. */
function readForEver(read: Handle) {
  return sql`WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT (x + 1) % 1000 FROM n) SELECT count(*) FROM n`.execute(
    read,
  );
}

/** Waits until no moment is read any more: what was written can leave the log, and no transaction stays open. */
async function letGo({ services: { database } }: TestServer): Promise<void> {
  await expect
    .poll(async () => {
      if (database.engine === 'sqlite') {
        const found = await sql<Json>`PRAGMA wal_checkpoint(PASSIVE)`.execute(database.kysely);
        const [{ log, checkpointed }] = found.rows as [{ log: number; checkpointed: number }];
        return log - checkpointed;
      }
      const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM pg_stat_activity
        WHERE datname = current_database() AND state LIKE 'idle in transaction%'`.execute(database.read);
      return Number(rows[0]?.n);
    })
    .toBe(0);
}
