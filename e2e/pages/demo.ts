/**
 * A demo server for each worker that runs journeys, so that what two journeys change at the same time cannot meet. Its data
 * are made once and copied, and each journey has its own browser profile. `AMANAT_URL` names a running server instead, for
 * work on one journey.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import stores from '../../tests/support/stores.ts';
import { startServer } from './stage.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Addresses of the demo servers, one for each worker */
    bases: string[];
  }
}

export default async function demo(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env.AMANAT_URL;
  if (running) {
    project.provide('bases', [running]);
    return stores();
  }
  // Beside the demonstration, which another process makes.
  const making = stores();
  const folder = mkdtempSync(join(tmpdir(), 'amanat-e2e-'));
  const made = join(folder, 'made');
  await (await startServer({ DATA_DIR: made })).stop();
  const starting = Array.from({ length: project.config.maxWorkers }, (_, worker) => {
    const copy = join(folder, String(worker));
    cpSync(made, copy, { recursive: true });
    return startServer({ DATA_DIR: copy });
  });
  const servers = await Promise.all(starting);
  await making;
  project.provide(
    'bases',
    servers.map(({ base }) => base),
  );
  return async () => {
    for (const server of servers) await server.stop();
    await (await making)();
    rmSync(folder, { recursive: true, force: true });
  };
}
