/** One PostgreSQL server for all suites of a run. They reach it through TEST_DATABASE_URL, each with its own databases. */
import { startCluster } from './database.ts';

export default async function cluster(): Promise<() => void> {
  const started = await startCluster(console.log);
  if (started.kind === 'memory' || process.env.TEST_DATABASE_URL) return () => undefined;
  process.env.TEST_DATABASE_URL = started.url;
  return () => {
    delete process.env.TEST_DATABASE_URL;
    started.stop();
  };
}
