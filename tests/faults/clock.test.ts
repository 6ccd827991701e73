/** The server's wall clock jumps during writes: three hours back, twenty days ahead, and back to the right time. */
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { anyDatabase, type OpenedDatabase } from '../support/database.ts';
import { FaultStore } from '../support/faultStore.ts';
import { compileFaults } from '../support/faultyDisk.ts';
import type { ServerProcess } from '../support/serverProcess.ts';

const HOUR = 3_600;
const ROUNDS = process.env.AMANAT_FULL ? 4 : 1;
const JUMPS = [-3 * HOUR, 0, 20 * 24 * HOUR, 0];

const registry = compileFaults();

for (const kind of anyDatabase()) {
  // The clock is a Linux library compiled here, so it needs `cc`. A second process cannot use an in-memory database.
  const suite = registry && kind.name !== 'pglite' ? describe : describe.skip;
  suite(`a clock that jumps, on ${kind.name}`, () => {
    let opened: OpenedDatabase | undefined;
    let server: ServerProcess | undefined;
    const clock = join(mkdtempSync(join(tmpdir(), 'amanat-clock-')), 'seconds');
    afterEach(async () => {
      await server?.end('SIGKILL');
      await opened?.dispose();
      rmSync(join(clock, '..'), { recursive: true, force: true });
    });

    const set = (seconds: number): void => {
      const bytes = Buffer.alloc(8);
      bytes.writeBigInt64LE(BigInt(seconds));
      const file = openSync(clock, 'r+');
      writeSync(file, bytes, 0, 8, 0);
      closeSync(file);
    };

    it(`${ROUNDS * JUMPS.length} times: whoever is logged out logs in, nothing is lost`, {
      timeout: 300_000,
    }, async () => {
      opened = await kind.open();
      await opened.database.close();
      writeFileSync(clock, Buffer.alloc(8));
      const store = FaultStore.make(opened.config);
      server = store.server({ LD_PRELOAD: registry as string, FAULTS_CLOCK: clock });
      await server.mustStart();
      const writers = store.writers(server, 'Clock');
      writers.start();
      for (let round = 0; round < ROUNDS; round += 1)
        for (const seconds of JUMPS) {
          await writers.more(12);
          set(seconds);
        }
      await writers.more(12);
      await writers.finish();
      expect(server.deaths).toEqual([]);
      expect(writers.wrong).toEqual([]);
      expect(writers.count.loggedOut, 'the clock did not jump').toBeGreaterThan(0);
      await store.expectWhole(writers);
      console.log(`clock on ${kind.name}: ${JSON.stringify(writers.count)}`);
    });
  });
}
