/** What happens at the same time as a publication: another publication, changes of answers, a second version, other requests. */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FormSource } from '../../src/core/definitions/types.ts';
import { readSetting, writeSetting } from '../../src/server/db/storedSettings.ts';
import { longSource } from '../support/longForm.ts';
import { endsOf } from '../support/refusal.ts';
import { ANY_DATABASE, DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import { springSource, wellSource } from '../support/wells.ts';

const PENDING = 'projection.pending.p_test_well';

describe.each(DATABASES)('while a version is published on %s', { timeout: 60_000 }, (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(database);
  });
  afterAll(() => server?.stop());

  const admin = () => server.person('admin');
  const flat = async () =>
    (await admin().must('GET', 'test/wells?filters={"depth":"flat"}')).data.map((row: { name: string }) => row.name);

  it.each(['read again', 'filled'])('a changed answer stays in the list whose rows are %s', async (how) => {
    const { services } = server;
    if (how === 'read again') await services.registry.publish(wellSource(1));
    const [held, changed] = [await well('Held'), await well(`Changed while ${how}`)];
    const release = await holdRow(held);
    if (how === 'filled') {
      await writeSetting(services.database.kysely, PENDING, '["f_q_well_name"]');
      await services.registry.changed();
    } else await services.registry.publish(wellSource(2));
    await isWaiting();
    const put = admin().must('PUT', `test/wells/${changed}`, { name: `Flat while ${how}`, depth: 'flat' });
    // It is written at once, or waits as well.
    await Promise.race([put, isWaiting(2)]);
    await release();
    await put;
    await services.idle();
    expect(await flat()).toContain(`Flat while ${how}`);
  });

  it('columns that become pending while others are filled stay pending', async () => {
    const { database: store, registry, projector } = server.services;
    const [held] = [await well('Held'), await well('Behind it')];
    const release = await holdRow(held);
    await writeSetting(store.kysely, PENDING, '["f_q_well_name"]');
    await registry.changed();
    await isWaiting();
    await writeSetting(store.kysely, PENDING, '["f_q_well_name","f_q_well_depth"]');
    await release();
    await projector.idle();
    expect(await readSetting(store.read, PENDING)).toBe('["f_q_well_name","f_q_well_depth"]');
    await registry.changed();
    await projector.idle();
    expect(await readSetting(store.read, PENDING)).toBeNull();
  });

  it('two people publish the same number: one of them is told, and the other version is served', async () => {
    const versions = ['First', 'Second'].map((name) => {
      const source = springSource(1);
      if (name === 'Second') source.schema.properties.name.maxLength = 90;
      return source as FormSource;
    });
    const told = await Promise.all(
      versions.map((source) => server.person('mande').call('POST', 'definitions', source)),
    );
    expect(endsOf(told)).toEqual(['done', 'validation_failed']);
    expect(told.find(({ body }) => body.issues)?.body.issues).toMatchObject([{ code: 'contract_differs' }]);
    expect((await admin().must('GET', 'definitions/test-spring')).versions).toEqual([1]);
  });

  it('two people publish different forms: both are served at once', async () => {
    const sources = ['lake', 'pond', 'dam'].map(
      (name) =>
        JSON.parse(
          JSON.stringify(springSource(1)).replaceAll('spring', name).replaceAll('SPRING', name.toUpperCase()),
        ) as FormSource,
    );
    const before = server.services.registry.revision();
    const published = await Promise.all(sources.map((source) => server.services.registry.publish(source)));
    expect(published.map((form) => form?.form)).toEqual(['test-lake', 'test-pond', 'test-dam']);
    expect(server.services.registry.revision()).toBe(before + 3);
  });

  const well = async (name: string): Promise<string> =>
    (await admin().must('POST', 'test/wells', { name, depth: 'deep', form_version: 1 })).id;

  /** Lets nobody write the list row of a record until the returned function is called. SQLite has one writer at a time anyway. */
  async function holdRow(id: string): Promise<() => Promise<unknown>> {
    const { engine, kysely } = server.services.database;
    if (engine === 'sqlite') return async () => undefined;
    const trx = await kysely.startTransaction().execute();
    await sql`SELECT id FROM p_test_well WHERE id = ${id} FOR UPDATE`.execute(trx);
    return () => trx.commit().execute();
  }

  /** Resolves when so many statements of this database wait for a row. On SQLite, when what was begun had its turn. */
  async function isWaiting(statements = 1): Promise<void> {
    const { engine, read, transaction } = server.services.database;
    if (engine === 'sqlite') return transaction(async () => undefined);
    const waiting = sql`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
    await expect.poll(async () => (await waiting.execute(read)).rows.length).toBeGreaterThanOrEqual(statements);
  }
});

describe.each(ANY_DATABASE)('while a long form is published on %s', { timeout: 60_000 }, (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(database);
  });
  afterAll(() => server?.stop());

  it('others are answered: it is checked in slices, and its validator is made in a thread', async () => {
    let turns = 0;
    let isDone = false;
    const count = async () => {
      for (; !isDone; turns += 1) await setImmediate();
    };
    const publish = async () => {
      try {
        return await server.person('mande').call('POST', 'definitions', longSource(1, 600));
      } finally {
        isDone = true;
      }
    };
    const [answer] = await Promise.all([publish(), count()]);
    expect([answer.status, answer.body.version]).toEqual([200, 1]);
    // While the thread works there are very many; slices of some milliseconds alone would be a few hundred.
    expect(turns).toBeGreaterThan(3_000);
    const validator = await fetch(`${server.base}/api/definitions/test-spring/1/validator.js`);
    expect(await validator.text()).toContain('// Generated from the data contract test-spring@1.');
    const { status, body } = await server
      .person('manager.schools')
      .call('POST', 'test/springs/store', { name: 'Long', more0: 1, more1: 'c' });
    expect([status, Object.keys(body.errors ?? body)]).toEqual([422, ['/more1']]);
  });
});
