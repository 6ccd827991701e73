/** The daily backup of a running server: made on time while people write, and valid when it is restored. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { KABUL_MS } from '../../src/core/text/dates.ts';
import { openDatabase } from '../../src/server/db/open.ts';
import { drillBackup } from '../../src/server/jobs/drill.ts';
import { LAST_BACKUP } from '../../src/server/jobs/scheduledBackup.ts';
import { anyDatabase, type OpenedDatabase } from '../support/database.ts';
import { FaultStore } from '../support/faultStore.ts';
import { compileFaults } from '../support/faultyDisk.ts';
import type { ServerProcess } from '../support/serverProcess.ts';

const DAY = 86_400_000;
/** The server starts this many seconds before the backup is due. */
const AHEAD = 8;

const registry = compileFaults();

// The everyday run tests one database, because each waits for the clock. Other tests cover backups on both.
for (const kind of anyDatabase()) {
  // The clock is a Linux library compiled here, so it needs `cc`. A second process cannot use an in-memory database.
  const suite = registry && kind.name !== 'pglite' ? describe : describe.skip;
  suite(`the daily backup on ${kind.name}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'amanat-daily-'));
    let opened: OpenedDatabase | undefined;
    let server: ServerProcess | undefined;
    afterEach(async () => {
      await server?.end('SIGKILL');
      await opened?.dispose();
      rmSync(folder, { recursive: true, force: true });
    });

    it('is made at its time while people write, and can be put back', { timeout: 240_000 }, async () => {
      opened = await kind.open();
      await opened.database.close();
      const store = FaultStore.make(opened.config);
      const clock = join(folder, 'clock');
      const to = join(folder, 'backups');
      const env = { BACKUP_AT: '02:30', BACKUP_TO: to, LD_PRELOAD: registry as string, FAULTS_CLOCK: clock };
      server = store.server(env);
      // A server that starts too late would wait for the next day. Then try again with more time ahead.
      for (let ahead = AHEAD; ; ahead *= 2) {
        const off = Buffer.alloc(8);
        const at = (2 * 60 + 30) * 60_000 - ahead * 1000;
        off.writeBigInt64LE(BigInt(Math.round((at - ((Date.now() + KABUL_MS) % DAY)) / 1000)));
        writeFileSync(clock, off);
        const began = performance.now();
        await server.mustStart();
        if (performance.now() - began < (ahead - 2) * 1000) break;
        await server.end('SIGTERM');
      }
      const writers = store.writers(server, 'Daily');
      writers.start();
      const database = await openDatabase({ ...store.config, readOnly: true });
      const last = async () =>
        (await database.read.selectFrom('settings').select('value').where('key', '=', LAST_BACKUP).executeTakeFirst())
          ?.value;
      await expect.poll(last, { timeout: 60_000, interval: 200 }).toBeDefined();
      const result = JSON.parse((await last()) as string);
      await database.close();
      await writers.finish();
      expect(result).toMatchObject({ ok: true });
      const [name, ...more] = readdirSync(to);
      expect(more).toEqual([]);
      const tried = await drillBackup(store.config, join(to, name as string));
      expect(tried).toEqual({ records: result.records, files: result.files, faults: [] });
      expect(server.deaths).toEqual([]);
      expect(writers.wrong).toEqual([]);
      await store.expectWhole(writers);
    });
  });
}
