/**
 * One demo server for all journeys of a run: the data is made once, each journey visits it in a browser profile of its
 * own. `AMANAT_URL` names a server that already runs, for working on one journey.
 */
import type { TestProject } from 'vitest/node';
import { startServer } from './stage.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the demo server. */
    base: string;
    /** Its data folder; empty when the server was already running. */
    folder: string;
  }
}

export default async function demo(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env.AMANAT_URL;
  if (running) {
    project.provide('base', running);
    project.provide('folder', '');
    return async () => {};
  }
  const server = await startServer();
  project.provide('base', server.base);
  project.provide('folder', server.folder);
  return () => server.stop();
}
