/** The server of the simulation and its people. */

import { memoryStore } from '../../src/core/sync/memoryStore.ts';
import { pullReference } from '../../src/core/sync/reference.ts';
import { Person } from '../api/permissions-cast.ts';
import { databases } from '../support/database.ts';
import { startTestServer } from '../support/server.ts';
import { ServerProcess } from '../support/serverProcess.ts';
import { labSources, NEWER } from './labForms.ts';
import { type Furnished, furnish, NAMES, type Name, type Revision, readRevisions } from './labPeople.ts';
import { labTransport } from './labTransport.ts';

export interface Lab {
  province: string;
  people: Record<Name, Person>;
  /** Position of each person behind all records of earlier schedules. */
  start: Map<Name, string>;
  /** Documents of a device that was prepared: definitions and what all forms share. */
  documents: Map<string, unknown>;
  /** Publishes the second version of the visit. Absent if it is there. */
  publish?: () => Promise<void>;
  /** Kills the server at once and starts it again. */
  kill?: () => Promise<void>;
  revisions(prefix: string): Promise<Revision[]>;
  stop(): Promise<void>;
}

/** A server in this process. */
export async function openLab(database: string, { isNewer }: { isNewer: boolean }): Promise<Lab> {
  const server = await startTestServer(database, { sources: labSources(isNewer) });
  const furnished = await furnish(server.services);
  const publish = async () => {
    await server.services.registry.publish(NEWER);
  };
  return prepared(server.base, furnished, {
    ...(!isNewer && { publish }),
    revisions: (prefix) => readRevisions(server.services, prefix),
    stop: () => server.stop(),
  });
}

/** A server as a process of its own, which can be killed. */
export async function openKillableLab(database: string): Promise<Lab> {
  const kind = databases().find(({ name }) => name === database);
  if (!kind) throw new Error(`there is no test database ${database}`);
  const { config, dispose } = await kind.copy(undefined);
  const { dataDir, databaseUrl } = config;
  const env = { DATA_DIR: dataDir, LOG_LEVEL: 'silent', NODE_OPTIONS: '--import tsx' };
  const program = new URL('./labServer.ts', import.meta.url).pathname;
  const server = new ServerProcess({ ...env, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }, program);
  await server.mustStart();
  const said = /^furnished (.*)$/m.exec(server.output)?.[1];
  const furnished = JSON.parse(said ?? '{}') as Furnished;
  return prepared(server.base, furnished, {
    async kill() {
      await server.end('SIGKILL');
      await server.mustStart();
    },
    async revisions(prefix) {
      const response = await fetch(`${server.base}/lab/revisions?prefix=${prefix}`);
      return (await response.json()) as Revision[];
    },
    async stop() {
      await server.end('SIGKILL');
      await dispose();
    },
  });
}

type Ways = Pick<Lab, 'publish' | 'kill' | 'revisions' | 'stop'>;

async function prepared(base: string, { province, people }: Furnished, ways: Ways): Promise<Lab> {
  const persons = Object.fromEntries(
    NAMES.map((name) => [name, new Person(base, people[name].id, people[name].token)]),
  );
  const lab: Lab = {
    ...ways,
    ...{ province, people: persons as Record<Name, Person>, start: new Map(), documents: new Map() },
  };
  const store = memoryStore();
  await pullReference({ store, transport: labTransport(lab, 'one', '') });
  for (const key of await store.documents.keys('')) lab.documents.set(key, await store.documents.get(key));
  return lab;
}
