/** Kills the server again and again during writes, and sometimes during its start. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases, type OpenedDatabase } from '../support/database.ts';
import { FaultStore } from '../support/faultStore.ts';
import type { ServerProcess } from '../support/serverProcess.ts';

const KILLS = process.env.AMANAT_FULL ? 100 : 2;
/** Every 8th round kills the server before it is ready. */
const EARLY = 8;

for (const kind of databases()) {
  // An in-memory database ends with its process.
  const suite = kind.name === 'pglite' ? describe.skip : describe;
  suite(`a server on ${kind.name} that is killed under writes`, () => {
    let opened: OpenedDatabase;
    let store: FaultStore;
    let server: ServerProcess;
    beforeAll(async () => {
      opened = await kind.open();
      await opened.database.close();
      store = FaultStore.make(opened.config);
      server = store.server();
    });
    afterAll(async () => {
      await server?.end('SIGKILL');
      await opened?.dispose();
    });

    it(`killed ${KILLS} times`, { timeout: 120_000 + KILLS * 20_000 }, async () => {
      const writers = store.writers(server, 'Killed');
      writers.start();
      for (let round = 1; round <= KILLS; round += 1) {
        if (round % EARLY === 0) {
          void server.start();
          await new Promise((resolve) => setTimeout(resolve, 20 * round));
          await server.end('SIGKILL');
        }
        await server.mustStart();
        await writers.more(3 + ((round * 13) % 40), 20_000);
        await server.end('SIGKILL');
      }
      await server.mustStart();
      await writers.finish();
      expect(server.deaths).toEqual([]);
      expect(writers.wrong).toEqual([]);
      await store.expectWhole(writers);
      console.log(`killed ${KILLS} times on ${kind.name}: ${JSON.stringify(writers.count)}`);
    });
  });
}
