/** Stores as a first start leaves them, made once per run: `startTestServer` begins with copies of them. */
import { openServices } from '../../src/server/services.ts';
import { readSettings } from '../../src/server/settings/settings.ts';
import { databases, type MadeStore } from './database.ts';

/** Before the clock of any test, so that each may begin with a copy. */
const MADE_AT = new Date('2026-01-01T00:00:00Z');

/** The made stores by name of their database, as JSON, because it reaches the tests through the environment. */
const NAME = 'TEST_STORES';

export function madeStore(database: string): MadeStore | undefined {
  return (JSON.parse(process.env[NAME] ?? '{}') as Record<string, MadeStore>)[database];
}

export default async function stores(): Promise<() => Promise<void>> {
  if (process.env[NAME]) return async () => undefined;
  // Without the cluster of `cluster.ts`, each test process has its own PostgreSQL.
  const shared = databases().filter(({ name }) => name === 'sqlite' || process.env.TEST_DATABASE_URL);
  const made = await Promise.all(
    shared.map(async ({ name, copy }) => {
      const { config, dispose } = await copy(undefined);
      const { dataDir, databaseUrl } = config;
      const settings = readSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', DATABASE_URL: databaseUrl });
      const services = await openServices({ settings, now: () => MADE_AT });
      await services.close();
      return { name, store: { dataDir, databaseUrl }, dispose };
    }),
  );
  process.env[NAME] = JSON.stringify(Object.fromEntries(made.map(({ name, store }) => [name, store])));
  return async () => {
    delete process.env[NAME];
    for (const { dispose } of made) await dispose();
  };
}
