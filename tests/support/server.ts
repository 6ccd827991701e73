/**
 * A real server on a free port with its own database and the test people. People are written directly to the accounts with
 * a cheap password hash and get sessions without login, so that starting is fast. Login itself is tested over HTTP.
 */
import { v7 as uuid } from 'uuid';
import { loadSources } from '../../src/core/contract/read.ts';
import type { Sources } from '../../src/core/definitions/load.ts';
import type { Grant } from '../../src/core/records/types.ts';
import { insertAccount } from '../../src/server/accounts/newAccount.ts';
import { hashPassword, type PasswordCost } from '../../src/server/accounts/passwords.ts';
import { buildServer } from '../../src/server/server.ts';
import { type OpenServices, openServices, shippedFiles } from '../../src/server/services.ts';
import { readSettings } from '../../src/server/settings/settings.ts';
import { logIn, Person } from '../api/permissions-cast.ts';
import { anyDatabase, databases } from './database.ts';
import { madeStore } from './stores.ts';

/** Names of the databases that every suite runs on. */
export const DATABASES = databases().map((database) => database.name);

/** For what does not depend on the database: the first, in the full run all. */
export const ANY_DATABASE = anyDatabase().map((database) => database.name);

export const PASSWORD = 'amanat-demo';
export const CHEAP = { N: 1024, r: 8, p: 1 };

const schools = (role: string, province_id: string | null): Grant => ({ role, programme: 'schools', province_id });

/** The test people by user name. Provinces are named in English, as in forms/common/places.json. */
export const PEOPLE: Record<string, { name: string; role: string; programme: string | null; province: string | null }> =
  {
    admin: { name: 'Test Administrator', role: 'administrator', programme: null, province: null },
    mande: { name: 'Test Evaluator', role: 'me-officer', programme: null, province: null },
    'manager.schools': { name: 'Test Manager', role: 'program-manager', programme: 'schools', province: null },
    'coordinator.bamyan': {
      name: 'Test Coordinator B',
      role: 'provincial-coordinator',
      programme: 'schools',
      province: 'Bamyan',
    },
    'coordinator.kabul': {
      name: 'Test Coordinator K',
      role: 'provincial-coordinator',
      programme: 'schools',
      province: 'Kabul',
    },
    'focal.bamyan': { name: 'Test Focal B', role: 'focal-point', programme: 'schools', province: 'Bamyan' },
    'focal.kabul': { name: 'Test Focal K', role: 'focal-point', programme: 'schools', province: 'Kabul' },
    'volunteer.bamyan': {
      name: 'Test Volunteer B',
      role: 'integrity-volunteer',
      programme: 'schools',
      province: 'Bamyan',
    },
    finance: { name: 'Test Finance', role: 'finance-officer', programme: null, province: null },
  };

export interface TestServer {
  /** http://127.0.0.1:port */
  base: string;
  services: OpenServices;
  /** Bearer tokens by user name */
  tokens: Record<string, string>;
  /** Returns one of the people with an open session. */
  person(username: string): Person;
  /** Returns one of the people with a new session. */
  fresh(username: string): Promise<Person>;
  /** Logs the administrator in over HTTP. */
  administrator(): Promise<Person>;
  /** Closes the server but keeps its data, so that another process may open them. `stop` still removes them. */
  release(): Promise<void>;
  stop(): Promise<void>;
}

export interface StartOptions {
  sources?: Sources;
  now?: () => Date;
  env?: Record<string, string>;
  /** Cost of password hashes. Default: cheap. */
  passwordCost?: PasswordCost;
}

let shipped: Promise<Sources> | undefined;

/** Starts a server on one of DATABASES. */
export async function startTestServer(name: string, options: StartOptions = {}): Promise<TestServer> {
  const kind = databases().find((one) => one.name === name);
  if (!kind) throw new Error(`there is no test database ${name}`);
  // Other definitions make another first start.
  const made = options.sources ? undefined : madeStore(name);
  const { config, dispose } = await kind.copy(made);
  const { dataDir, databaseUrl, pool } = config;
  const settings = readSettings({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...options.env,
  });
  // Read once: half of the time of a start.
  shipped ??= loadSources(shippedFiles);
  const services = await openServices({
    settings,
    passwordCost: options.passwordCost ?? CHEAP,
    ...(pool !== undefined && { pool }),
    sources: options.sources ?? (await shipped),
    ...(options.now && { now: options.now }),
  });
  const ids = await addPeople(services);
  const app = await buildServer(services);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen on a port');
  const base = `http://127.0.0.1:${address.port}`;
  const tokens: Record<string, string> = {};
  for (const [username, id] of Object.entries(ids))
    tokens[username] = await services.accounts.sessions.open(id, 'tests');
  let isOpen = true;
  const release = async () => {
    if (!isOpen) return;
    isOpen = false;
    const closed = app.close();
    // Node may take a connection that is kept alive for a busy one, and wait for its end: 65 seconds.
    app.server.closeAllConnections();
    await closed;
    await services.close();
  };
  return {
    base,
    services,
    tokens,
    person: (username) => new Person(base, ids[username] as string, tokens[username] as string),
    async fresh(username) {
      const id = ids[username] as string;
      return new Person(base, id, await services.accounts.sessions.open(id, 'tests'));
    },
    administrator: () => logIn(base, 'admin', PASSWORD),
    release,
    async stop() {
      await release();
      await dispose();
    },
  };
}

/** Adds the people to a new store. Returns their ids by user name. */
export async function addPeople(services: OpenServices): Promise<Record<string, string>> {
  const password_hash = await hashPassword(PASSWORD, CHEAP);
  const at = services.now().toISOString();
  const provinceId = (name: string | null) =>
    name ? ([...services.registry.places().values()].find((place) => place.name_en === name)?.id ?? null) : null;
  const ids: Record<string, string> = {};
  await services.database.transaction(async (trx) => {
    for (const [username, { name, role, programme, province }] of Object.entries(PEOPLE)) {
      const id = uuid();
      ids[username] = id;
      const grants =
        programme === 'schools'
          ? [schools(role, provinceId(province))]
          : [{ role, programme, province_id: provinceId(province) }];
      const account = { id, username, name, password_hash, language: 'en', person_id: null, grants };
      await insertAccount(trx, { ...account, must_change_password: false, disabled: false }, at);
    }
  });
  return ids;
}
