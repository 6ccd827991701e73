/** The disk is full or read-only for a while. Writes get 503, reads still work, and no acknowledged write is lost. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, unlinkSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { databases, type OpenedDatabase } from '../support/database.ts';
import { FaultStore } from '../support/faultStore.ts';
import { compileFaults } from '../support/faultyDisk.ts';
import type { ServerProcess } from '../support/serverProcess.ts';
import type { Writers } from '../support/writers.ts';

const ROUNDS = process.env.AMANAT_FULL ? 6 : 1;
const DISK_MB = 96;
const BLOCK = 64 * 1024;

const registry = compileFaults();
const mayMount = process.platform === 'linux' && process.getuid?.() === 0;

for (const kind of databases()) {
  // A second process cannot use an in-memory database.
  const suite = kind.name === 'pglite' ? describe.skip : describe;
  suite(`a disk that refuses beside ${kind.name}`, () => {
    const undo: (() => unknown)[] = [];
    afterEach(async () => {
      for (const step of undo.splice(0).reverse()) await step();
    });

    const open = async (): Promise<OpenedDatabase> => {
      const opened = await kind.open();
      undo.push(() => opened.dispose());
      await opened.database.close();
      return opened;
    };

    /** Runs writers through the fault and its end, several times. */
    const through = async (
      store: FaultStore,
      server: ServerProcess,
      name: string,
      trouble: { begin(): void; end(): void },
    ) => {
      undo.push(() => server.end('SIGKILL'));
      await server.mustStart();
      // Uploaded files are on the disk of the data folder, whichever database is used.
      const writers = store.writers(server, name, { filesEvery: 1, lanes: 8 });
      writers.start();
      for (let round = 0; round < ROUNDS; round += 1) {
        await writers.more(20);
        const before = writers.count.unavailable;
        trouble.begin();
        await until(writers, () => writers.count.unavailable >= before + 10);
        expect(await writers.read()).toBe(200);
        trouble.end();
        const acknowledged = writers.count.acknowledged;
        await writers.more(20);
        expect(writers.count.acknowledged).toBeGreaterThan(acknowledged);
      }
      await writers.finish();
      await server.end('SIGTERM');
      expect(server.deaths).toEqual([]);
      expect(writers.wrong).toEqual([]);
      await store.expectWhole(writers);
      console.log(`${name} ${ROUNDS} times beside ${kind.name}: ${JSON.stringify(writers.count)}`);
    };

    // The everyday run has each of the two on one database.
    const isHere = (one: string) => process.env.AMANAT_FULL || kind.name === one;

    // Mounts a small disk, which only root may do.
    it.runIf(mayMount && isHere('sqlite'))(
      'full, and empty again',
      { timeout: 120_000 + ROUNDS * 60_000 },
      async () => {
        const opened = await open();
        const dataDir = mkdtempSync(join(tmpdir(), 'amanat-disk-'));
        undo.push(() => rmSync(dataDir, { recursive: true, force: true }));
        const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', dataDir]);
        expect(mounted.status, String(mounted.stderr)).toBe(0);
        // Lazy unmount, because a closed database releases its files a little later.
        undo.push(() => spawnSync('umount', ['-l', dataDir]));
        const store = FaultStore.make({ ...opened.config, dataDir });
        const filler = join(dataDir, 'filler');
        await through(store, store.server(), 'Full', { begin: () => fill(filler), end: () => unlinkSync(filler) });
      },
    );

    // The refusing disk is a Linux library compiled here, so it needs `cc`.
    it.runIf(registry && isHere('postgres'))(
      'read-only, and writable again',
      { timeout: 120_000 + ROUNDS * 60_000 },
      async () => {
        const { config } = await open();
        const refuse = `${config.dataDir}-refuse`;
        undo.push(() => rmSync(refuse, { force: true }));
        const store = FaultStore.make(config);
        const env = { LD_PRELOAD: registry as string, FAULTS_ROOT: config.dataDir, FAULTS_REFUSE: refuse };
        await through(store, store.server(env), 'Read-only', {
          begin: () => writeFileSync(refuse, ''),
          end: () => unlinkSync(refuse),
        });
      },
    );
  });
}

/** Fills the disk to the last byte. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  for (let size = BLOCK; size >= 1; ) {
    try {
      writeSync(file, Buffer.alloc(size));
    } catch {
      size = size === 1 ? 0 : Math.floor(size / 8) || 1;
    }
  }
  closeSync(file);
}

async function until(writers: Writers, holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds() && tries < 1_200 && !writers.isOver; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
}
