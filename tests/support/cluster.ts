/** One PostgreSQL for the suites of a run: they reach it through TEST_DATABASE_URL, each in databases of its own. */
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
