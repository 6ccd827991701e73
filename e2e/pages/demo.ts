/**
 * A demo server for each worker that runs journeys, so that what two journeys change at the same time cannot meet. Its data
 * is made once, and each journey has its own browser profile. `AMANAT_URL` names a running server instead, for work on one
 * journey.
 */
import type { TestProject } from 'vitest/node';
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
    return async () => {};
  }
  const workers = Array.from({ length: project.config.maxWorkers });
  const servers = await Promise.all(workers.map(() => startServer()));
  project.provide(
    'bases',
    servers.map(({ base }) => base),
  );
  return async () => {
    for (const server of servers) await server.stop();
  };
}
