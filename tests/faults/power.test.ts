/** The power fails during writes. Unflushed data is lost, but nothing acknowledged is. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ROOT } from '../support/definitions.ts';
import { FaultStore } from '../support/faultStore.ts';
import { compileFaults, FaultyDisk } from '../support/faultyDisk.ts';
import { inFull } from '../support/inFull.ts';
import type { ServerProcess } from '../support/serverProcess.ts';
import type { Writers } from '../support/writers.ts';

const ROUNDS = process.env.AMANAT_FULL ? 60 : 2;
/** A store that does not flush loses data within this many rounds. Otherwise the test would detect nothing. */
const BLIND = 10;

const registry = compileFaults();
// The simulated disk is a Linux library compiled here, so it needs `cc`.
const suite = registry ? describe : describe.skip;

suite('the power goes off under writes', () => {
  let server: ServerProcess | undefined;
  let disk: FaultyDisk | undefined;
  const unsafe = join(ROOT, 'dist/server-unsafe');
  afterEach(async () => {
    await server?.end('SIGKILL');
    disk?.dispose();
    rmSync(unsafe, { recursive: true, force: true });
  });

  const begin = async (seed: number, program?: string): Promise<{ store: FaultStore; writers: Writers }> => {
    const dataDir = mkdtempSync(join(tmpdir(), 'amanat-power-'));
    const store = FaultStore.make({ dataDir });
    disk = new FaultyDisk(dataDir, seed);
    server = store.server(disk.env(registry as string), program);
    return { store, writers: store.writers(server, 'Power', { filesEvery: 2 }) };
  };
  const round = async (writers: Writers, writes: number): Promise<void> => {
    await server?.mustStart();
    await writers.more(writes, 30_000);
    await server?.end('SIGKILL');
    disk?.cutPower();
  };

  it(`${ROUNDS} times: everything acknowledged is there`, { timeout: 120_000 + ROUNDS * 20_000 }, async () => {
    const { store, writers } = await begin(1);
    writers.start();
    for (let n = 0; n < ROUNDS; n += 1) await round(writers, 5 + ((n * 7) % 40));
    await server?.mustStart();
    await writers.finish();
    await server?.end('SIGTERM');
    expect(writers.wrong).toEqual([]);
    expect(server?.deaths).toEqual([]);
    expect(disk?.forgotten).toBeGreaterThan(0);
    await store.expectWhole(writers);
    console.log(`power cut ${ROUNDS} times: ${JSON.stringify(writers.count)}, ${disk?.forgotten} writes forgotten`);
  });

  inFull(
    'a server that does not wait for the disk loses something: the test sees it',
    { timeout: 300_000 },
    async () => {
      cpSync(join(ROOT, 'dist/server'), unsafe, { recursive: true });
      for (const name of readdirSync(unsafe).filter((one) => one.endsWith('.js'))) {
        const path = join(unsafe, name);
        writeFileSync(
          path,
          readFileSync(path, 'utf8').replace('PRAGMA synchronous = FULL', 'PRAGMA synchronous = NORMAL'),
        );
      }
      const { store, writers } = await begin(2, join(unsafe, 'main.js'));
      writers.start();
      let lost = 0;
      for (let n = 0; n < BLIND && lost === 0; n += 1) {
        await round(writers, 20);
        lost = (await store.lost(writers)).length;
      }
      expect(lost).toBeGreaterThan(0);
      writers.giveUp();
      await writers.finish();
    },
  );
});
