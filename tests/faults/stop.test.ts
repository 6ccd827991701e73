/** The server is stopped under load: it finishes accepted requests, ends by itself, refuses only with its sentence. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases, type OpenedDatabase } from '../support/database.ts';
import { FaultStore } from '../support/faultStore.ts';
import type { ServerProcess } from '../support/serverProcess.ts';

const STOPS = process.env.AMANAT_FULL ? 20 : 1;

// `tests/api/http-stop.test.ts` stops a server on the embedded database in the everyday run.
for (const kind of databases().slice(process.env.AMANAT_FULL ? 0 : -1)) {
  // An in-memory database ends with its process.
  const suite = kind.name === 'pglite' ? describe.skip : describe;
  suite(`a server on ${kind.name} that is told to stop under load`, () => {
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

    it(`told to stop ${STOPS} times`, { timeout: 120_000 + STOPS * 30_000 }, async () => {
      const writers = store.writers(server, 'Stopped', { lanes: 20 });
      writers.start();
      for (let round = 1; round <= STOPS; round += 1) {
        await server.mustStart();
        await writers.more(20, 20_000);
        const { code, signal } = await Promise.race([
          server.end('SIGTERM'),
          new Promise<{ code: string; signal: null }>((resolve) =>
            setTimeout(() => resolve({ code: 'still there', signal: null }), PATIENCE).unref(),
          ),
        ]);
        expect({ code, signal }, server.output).toEqual({ code: 0, signal: null });
      }
      await server.mustStart();
      await writers.finish();
      expect(server.deaths).toEqual([]);
      expect(writers.wrong).toEqual([]);
      await store.expectWhole(writers);
      console.log(`told to stop ${STOPS} times on ${kind.name}: ${JSON.stringify(writers.count)}`);
    });
  });
}

/** Longer than a stop may take: operators' tools kill the server after ten seconds. */
const PATIENCE = 20_000;
