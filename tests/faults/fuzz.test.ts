/**
 * Tens of thousands of requests for every form, most of them valid. No response is a server fault, and the store stays
 * consistent.
 */
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyWholeHistory } from '../../src/server/audit/verify.ts';
import { Answerer } from '../support/everyForm.ts';
import { Fuzzer } from '../support/fuzzer.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import { anything } from '../support/strange.ts';

/** Number of requests on each database. */
const REQUESTS = process.env.AMANAT_FULL ? 55_000 : 300;
const LANES = 6;
/** Valid bodies per form, and the step through the list of forms. The everyday run takes every sixth form. */
const [EACH, EVERY] = process.env.AMANAT_FULL ? [6, 1] : [2, 6];
/** Time limit in milliseconds. A slow machine sends fewer requests. */
const LIMIT = process.env.AMANAT_FULL ? 40 * 60_000 : 60_000;

describe.each(DATABASES)('right and nearly right requests on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(database);
  });
  afterAll(() => server?.stop());

  it('are all answered, and leave a store that agrees with itself', { timeout: LIMIT + 20 * 60_000 }, async () => {
    const { registry } = server.services;
    const admin = server.person('admin');
    const province = [...registry.places().values()].find((place) => place.name_en === 'Bamyan')?.id as string;
    const picture = await sharp({ create: { width: 12, height: 8, channels: 3, background: '#3377aa' } })
      .png()
      .toBuffer();
    const fuzzer = new Fuzzer(server, 7, picture, anything);
    await fuzzer.prepare(new Answerer(server, admin, province), admin, EACH, EVERY);
    const began = performance.now();
    await fuzzer.run(REQUESTS, LANES, began + LIMIT);
    const { faults, ...count } = fuzzer.count;
    console.log(`${database}: ${JSON.stringify(count)} in ${Math.round((performance.now() - began) / 1000)} s`);
    expect(faults).toEqual([]);
    expect(count.right / count.bodies).toBeGreaterThan(0.6);
    expect(Object.values(count.written).reduce((sum, n) => sum + n, 0) / count.bodies).toBeGreaterThan(0.6);

    await server.services.entryLog.idle();
    await server.services.idle();
    const db = server.services.database.read;
    for (const { form } of registry.forms()) {
      const table = server.services.projector.plan(form).table;
      const { rows } = await sql<{ missing: number; extra: number }>`SELECT
        (SELECT count(*) FROM records r WHERE form = ${form} AND NOT EXISTS (SELECT 1 FROM ${sql.table(table)} WHERE id = r.id)) AS missing,
        (SELECT count(*) FROM ${sql.table(table)} p WHERE NOT EXISTS (SELECT 1 FROM records WHERE id = p.id AND form = ${form})) AS extra`.execute(
        db,
      );
      expect([Number(rows[0]?.missing), Number(rows[0]?.extra)], `rows of ${form}`).toEqual([0, 0]);
    }
    const { rows } = await sql<Record<string, number>>`SELECT
      (SELECT count(*) FROM records r WHERE version <> (SELECT count(*) FROM record_revisions WHERE record_id = r.id)) AS counts,
      (SELECT count(*) FROM record_revisions v WHERE NOT EXISTS (SELECT 1 FROM records WHERE id = v.record_id)) AS orphans,
      (SELECT count(*) FROM (SELECT 1 FROM records WHERE code IS NOT NULL GROUP BY form, code HAVING count(*) > 1) twice) AS codes`.execute(
      db,
    );
    expect(Object.values(rows[0] ?? {}).map(Number), 'revisions, orphans, codes').toEqual([0, 0, 0]);
    expect((await verifyWholeHistory(db)).breaks).toEqual([]);
  });
});
