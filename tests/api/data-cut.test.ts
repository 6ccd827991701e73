/** Cuts PostgreSQL connections at the worst moments: what callers get, what happens only once, what recovers. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/server/db/open.ts';
import { isDatabaseUnavailable } from '../../src/server/db/unavailable.ts';
import { toFailure } from '../../src/server/http/responses.ts';
import { CutProxy } from '../support/cutProxy.ts';
import { CHIEF, openWorld, type World } from '../support/data-world.ts';
import { databases, type OpenedDatabase } from '../support/database.ts';
import { onServer } from '../support/postgres.ts';

const kind = databases().find(({ name }) => name === 'postgres');
// SQLite and an in-memory database have no connection that could be cut.
const suite = kind ? describe : describe.skip;

suite('a connection cut', () => {
  let opened: OpenedDatabase;
  let proxy: CutProxy;
  let database: Database;
  let world: World;
  let site: string;
  beforeAll(async () => {
    opened = (await kind?.open()) as OpenedDatabase;
    proxy = await CutProxy.to(opened.config.databaseUrl as string);
    database = await openDatabase({ ...opened.config, databaseUrl: proxy.url });
    world = await openWorld(database);
    site = await world.site('Behind a bad line');
  });
  afterEach(() => proxy?.back());
  afterAll(async () => {
    await world?.close();
    proxy?.close();
    await opened?.dispose();
  });

  const visit = (operation?: string) =>
    world.records.create(
      world.form('visit'),
      { visit_date: '2026-05-20' },
      { parent_id: site },
      { actor: CHIEF, ...(operation && { operation }) },
    );
  const visits = async () => {
    const rows = await opened.database.read.selectFrom('records').select('id').where('form', '=', 'visit').execute();
    return rows.length;
  };
  const failureOf = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    );

  it('between two statements of a write is 503, and the pool heals', async () => {
    const failed = await failureOf(
      database.transaction(async (trx) => {
        await trx.selectFrom('records').select('id').limit(1).execute();
        await onServer(
          opened.config.databaseUrl as string,
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'idle in transaction' AND datname = current_database()`,
        );
        await pause(100);
        await trx.selectFrom('records').select('id').limit(1).execute();
      }),
    );
    expect(toFailure(failed)).toMatchObject({ code: 'unavailable', status: 503 });
    expect(await database.read.selectFrom('records').select('id').execute()).not.toEqual([]);
  });

  it('while nobody listens on the other side is 503', async () => {
    proxy.away();
    const works = [database.stamp(), visit(), database.hold('anything', async () => undefined)];
    for (const failed of await Promise.all(works.map(failureOf)))
      expect(toFailure(failed)).toMatchObject({ code: 'unavailable' });
    proxy.back();
    expect(await database.stamp()).not.toBe('');
  });

  it('before a COMMIT leaves nothing; sent again under its key it is done once', async () => {
    const before = await visits();
    proxy.cutNextCommit('before');
    expect(isDatabaseUnavailable(await failureOf(visit('cut before')))).toBe(true);
    expect(await visits()).toBe(before);
    const made = await visit('cut before');
    expect((await visit('cut before')).record.id).toBe(made.record.id);
    expect(await visits()).toBe(before + 1);
  });

  it('after a COMMIT, before its answer: under a key it is found out, without one nobody can know', async () => {
    const before = await visits();
    // Commit once first, because the next code's number is reserved by a separate commit.
    await visit('numbers taken');
    proxy.cutNextCommit('after');
    const made = await visit('cut after').catch(() => visit('cut after'));
    expect((await visit('cut after')).record.id).toBe(made.record.id);
    expect(await visits()).toBe(before + 2);
    proxy.cutNextCommit('after');
    expect(isDatabaseUnavailable(await failureOf(visit()))).toBe(true);
    await expect.poll(visits).toBe(before + 3);
  });

  it('of whoever holds a name fails the work that relied on it', async () => {
    const failed = await failureOf(
      database.hold('a name', async () => {
        proxy.away();
        await pause(100);
        proxy.back();
      }),
    );
    expect(toFailure(failed)).toMatchObject({ code: 'unavailable' });
    expect(await database.hold('a name', async () => 'free again')).toBe('free again');
  });

  it('stops work in the background only until the database is back', async () => {
    const person = await world.records.create(
      world.form('person'),
      { given: 'Sigma', family: 'Before', province_id: 'bam' },
      {},
      { actor: CHIEF },
    );
    const sheet = await world.visit(site, { seen_by: person.record.id });
    const answers = { given: 'Tau', family: 'After', province_id: 'bam' };
    await world.update(world.form('person'), person.record.id, answers, 1, { actor: CHIEF });
    proxy.away();
    await pause(400);
    proxy.back();
    await world.idle();
    const found = await world.records.list(
      { form: world.form('visit'), filters: [], sort: [], page: 1, per_page: 5, text: 'tau' },
      CHIEF,
    );
    expect(found.rows.map(({ record }) => record.id)).toEqual([sheet]);
  });
});
