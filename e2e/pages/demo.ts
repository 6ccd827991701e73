/**
 * One demo server for all journeys of a run. Its data is made once, and each journey has its own browser profile.
 * `AMANAT_URL` names a running server instead, for work on one journey.
 */
import type { TestProject } from 'vitest/node';
import { startServer } from './stage.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the demo server */
    base: string;
    /** Its data folder. Empty if the server was already running. */
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
