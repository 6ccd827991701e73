/** `reindex` in a process of its own, beside a server that goes on taking writes, and killed half-way. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withDatabase } from '../../src/server/db/open.ts';
import { inFull } from '../support/inFull.ts';
import { databaseEnv, runServer } from '../support/process.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import { wellSource } from '../support/wells.ts';

const WELLS = 700;
const TABLE = 'p_test_well';

describe.each(DATABASES.filter((name) => name !== 'pglite'))('reindex on %s', { timeout: 180_000 }, (database) => {
  let server: TestServer;
  const ids: string[] = [];
  beforeAll(async () => {
    server = await startTestServer(database);
    await server.services.registry.publish(wellSource(1));
    for (let at = 0; at < WELLS; at++) ids.push((await create(`Well ${at}`)).id);
  }, 180_000);
  afterAll(() => server?.stop());

  const create = (name: string) => server.person('admin').must('POST', 'test/wells', { name, depth: 'deep' });
  const run = (sent: ReturnType<typeof sql>) => sent.execute(server.services.database.kysely);
  /** The rows of the table without the key of the text index, which is given anew. */
  const rows = async (read = server.services.database.read) => {
    const { rows: found } = await sql<Record<string, unknown>>`SELECT * FROM ${sql.table(TABLE)} ORDER BY id`.execute(
      read,
    );
    return found.map(({ rid: _key, ...row }) => row);
  };
  const found = async (words: string): Promise<number> =>
    (await server.person('admin').must('GET', `test/wells?text=${encodeURIComponent(words)}`)).meta.total;
  const damage = async () => {
    await run(sql`DELETE FROM ${sql.table(TABLE)} WHERE id IN (${sql.join(ids.slice(100, 150))})`);
    await run(
      sql`UPDATE ${sql.table(TABLE)} SET name = 'lost', search_text = 'lost' WHERE id IN (${sql.join(ids.slice(300, 400))})`,
    );
    await run(sql`UPDATE ${sql.table(TABLE)} SET id = 'of-no-record' WHERE id = ${ids[500]}`);
  };
  const reindex = () => runServer(['reindex'], databaseEnv(server.services.settings));

  // The everyday run has each of the two long ones on one database.
  it.runIf(process.env.AMANAT_FULL || database !== 'sqlite')(
    'makes the rows anew while records are written, and loses none of those',
    async () => {
      await damage();
      expect(await found('Well 120')).toBe(0);
      const { ended, output } = reindex();
      let isEnded = false;
      void ended.then(() => {
        isEnded = true;
      });
      const admin = server.person('admin');
      let written = 0;
      for (; !isEnded; written++) {
        const id = ids[(written * 37) % WELLS] as string;
        await admin.must('PUT', `test/wells/${id}`, { name: `Changed${1000 + written}`, depth: 'flat' });
        if (written % 5 === 0) ids.push((await create(`Written meanwhile ${written}`)).id);
        if (written % 50 === 7) await admin.must('DELETE', `test/wells/${ids.pop()}`, {});
      }
      expect([await ended, output()]).toEqual([0, expect.stringMatching(/Indexed \d+ records\.\n$/)]);
      expect(written).toBeGreaterThan(10);

      const beside = await rows();
      const records = await server.services.database.read
        .selectFrom('records')
        .select('id')
        .where('form', '=', 'test-well')
        .execute();
      expect(beside.map(({ id }) => id).sort()).toEqual(records.map(({ id }) => id).sort());
      expect(await found(`Changed${1000 + written - 1}`)).toBe(1);
      expect(await found('lost')).toBe(0);
      await server.services.projector.rebuild();
      expect(await rows()).toEqual(beside);
    },
  );

  inFull('is killed and run again', async () => {
    const whole = await rows();
    // A fast machine may have made all rows before the signal arrives.
    let isHalfWay = false;
    for (let attempt = 1; !isHalfWay && attempt <= 5; attempt += 1) {
      await damage();
      const damaged = await rows();
      const killed = reindex();
      // It has begun as soon as any row is as it should be again.
      while (killed.child.exitCode === null && JSON.stringify(await rows()) === JSON.stringify(damaged));
      killed.child.kill('SIGKILL');
      await killed.ended;
      isHalfWay = JSON.stringify(await rows()) !== JSON.stringify(whole);
    }
    expect(isHalfWay).toBe(true);
    const { ended, output } = reindex();
    expect(await ended, output()).toBe(0);
    expect(await rows()).toEqual(whole);
  });

  it('leaves on the disk what the server wrote before, beside and after it', async () => {
    await create('Well of the end');
    const whole = await rows();
    await server.release();
    const { dataDir, databaseUrl } = server.services.settings;
    await withDatabase({ dataDir, databaseUrl, readOnly: true }, async ({ read }) => {
      expect(await rows(read)).toEqual(whole);
    });
  });
});
