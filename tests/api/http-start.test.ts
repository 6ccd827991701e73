/** Starts the real process with something wrong. One sentence says what and what to do, without a stack trace. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/server/db/open.ts';
import { inFull } from '../support/inFull.ts';
import { hasPgbouncer, startPgbouncer } from '../support/pgbouncer.ts';
import { databaseEnv, refusalOf, startServer } from '../support/process.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'amanat-start-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

const refusal = (env: Record<string, string>, command?: string): Promise<string> =>
  refusalOf({ PORT: '0', DATA_DIR: join(folder, 'data'), ...env }, command);

const portOf = (server: Server) => (server.address() as { port: number }).port;
const listen = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};

describe('settings', { timeout: 60_000 }, () => {
  it('come from a file, from files of their own, and from the environment, which wins', async () => {
    const token = 'a-token-of-the-tests';
    const settings = file(
      'settings.env',
      `# what an operator writes\nDATA_DIR="${join(folder, 'from-file')}"\nPORT=1\nMETRICS_TOKEN_FILE=${file('token', `${token}\n`)}\n`,
    );
    const server = await startServer({ AMANAT_SETTINGS: settings });
    try {
      const response = await fetch(`${server.base}/metrics`, { headers: { authorization: `Bearer ${token}` } });
      expect([server.port > 1, response.status]).toEqual([true, 200]);
    } finally {
      server.child.kill('SIGTERM');
      await server.ended;
    }
  });

  it.each<[string, () => Record<string, string>, RegExp]>([
    [
      'a file that is not there',
      () => ({ AMANAT_SETTINGS: '/nowhere/settings.env' }),
      /settings\.env, which AMANAT_SETTINGS names, cannot be read/,
    ],
    [
      'a name that is none',
      () => ({ AMANAT_SETTINGS: file('bad.env', 'TRUST_PROXI=1\n') }),
      /TRUST_PROXI, which is no setting.*TRUST_PROXY/,
    ],
    ['a secret given twice', () => ({ METRICS_TOKEN: 'a'.repeat(20), METRICS_TOKEN_FILE: file('t', 'x') }), /both set/],
    ['a secret’s file that is empty', () => ({ DATABASE_URL_FILE: file('empty', '\n') }), /is empty/],
    ['a number that is none', () => ({ SESSION_DAYS: 'two weeks' }), /SESSION_DAYS must be a number/],
    ['a log level that is none', () => ({ LOG_LEVEL: 'loud' }), /LOG_LEVEL must be one of/],
    [
      'another kind of database',
      () => ({ DATABASE_URL: 'mysql://localhost/amanat' }),
      /DATABASE_URL must be an address like postgres/,
    ],
    [
      'an address that cannot be read',
      () => ({ DATABASE_URL: 'postgres://me:secret@host:port/db' }),
      /DATABASE_URL must be an address like postgres/,
    ],
  ])('%s is said', async (_name, env, words) => {
    expect(await refusal(env())).toMatch(words);
  });
});

describe('the data folder', { timeout: 60_000 }, () => {
  it('is a file', async () => {
    const said = await refusal({ DATA_DIR: file('data-is-a-file', '') });
    expect(said).toMatch(/data-is-a-file is not a folder .*DATA_DIR/);
    expect(await refusal({ DATA_DIR: join(folder, 'data-is-a-file', 'below') })).toMatch(/is not a folder/);
  });

  it.each([
    ['read-only', 'ro', /cannot be written \(EROFS.*DATA_DIR/],
    ['full', 'size=1m', /No space is left where the data folder/],
  ])('is %s', async (name, options, words) => {
    // Not by file permissions, because root ignores them. A restricted file system applies to everybody.
    const dataDir = join(folder, name);
    mkdirSync(dataDir);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', dataDir]).status === 0;
    if (!mounted) return expect(mounted, 'this user may not mount a file system').toBe(process.getuid?.() === 0);
    try {
      expect(await refusal({ DATA_DIR: dataDir })).toMatch(words);
    } finally {
      spawnSync('umount', [dataDir]);
    }
  });

  it('holds something that is no database', async () => {
    const dataDir = join(folder, 'no-database');
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'amanat.db'), 'not a database, though it has the name of one'.repeat(100));
    expect(await refusal({ DATA_DIR: dataDir })).toMatch(/is damaged or no database/);
  });
});

describe('the port', { timeout: 60_000 }, () => {
  it('is taken', async () => {
    const other = await listen(createServer());
    try {
      expect(await refusal({ PORT: String(portOf(other)) })).toMatch(
        /Port \d+ on 127\.0\.0\.1 is taken by another program/,
      );
    } finally {
      other.close();
    }
  });

  it('is on an address of another machine', async () => {
    expect(await refusal({ HOST: '192.0.2.1' })).toMatch(/no address 192\.0\.2\.1/);
  });
});

describe('PostgreSQL', { timeout: 60_000 }, () => {
  it('does not answer, and its password is not told', async () => {
    const closed = await listen(createServer());
    const port = portOf(closed);
    await new Promise((resolve) => closed.close(resolve));
    const said = await refusal({ DATABASE_URL: `postgres://someone:secret@127.0.0.1:${port}/amanat` });
    expect(said).toMatch(/^The database postgres:\/\/127\.0\.0\.1:\d+\/amanat does not answer/);
    expect(said).not.toContain('secret');
  });

  // Waits ten seconds for an answer.
  inFull('is something that takes the call and says nothing', async () => {
    const silent = await listen(createServer());
    try {
      const said = await refusal({ DATABASE_URL: `postgres://someone@127.0.0.1:${portOf(silent)}/amanat` });
      expect(said).toMatch(/does not answer/);
    } finally {
      silent.close();
    }
  });

  it.skipIf(!process.env.TEST_DATABASE_URL)('has no such database (needs a server, not one in memory)', async () => {
    const url = new URL(process.env.TEST_DATABASE_URL ?? '');
    url.pathname = '/nowhere';
    expect(await refusal({ DATABASE_URL: url.toString() })).toMatch(/\/nowhere does not exist\. Make it with createdb/);
  });
});

describe.skipIf(!process.env.TEST_DATABASE_URL || !hasPgbouncer())(
  'PgBouncer before PostgreSQL (needs both)',
  {
    timeout: 60_000,
  },
  () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await startTestServer('postgres');
      await server.release();
    });
    afterAll(() => server?.stop());

    const throughPool = async <T>(
      settings: Record<string, string>,
      work: (env: Record<string, string>) => Promise<T>,
    ) => {
      const env = databaseEnv(server.services.settings);
      const pool = await startPgbouncer(String(env.DATABASE_URL), settings);
      try {
        return await work({ ...env, DATABASE_URL: pool.url });
      } finally {
        await pool.stop();
      }
    };

    const hostile: [string, Record<string, string>][] = [
      ['transaction', { default_pool_size: '1' }],
      ['transaction', {}],
      ['transaction', { ignore_startup_parameters: 'statement_timeout', server_round_robin: '1' }],
      ['statement', {}],
    ];
    it.each(process.env.AMANAT_FULL ? hostile : hostile.slice(0, 1))(
      'with pool_mode %s and %j is refused',
      async (pool_mode, settings) => {
        const said = await throughPool({ pool_mode, ...settings }, refusal);
        expect(said).toMatch(/^DATABASE_URL leads to a pool .*pool_mode = session/);
      },
    );

    it('refuses a setting of the connection', async () => {
      const said = await throughPool({ pool_mode: 'session' }, (env) =>
        refusal({ ...env, DATABASE_URL: `${env.DATABASE_URL}?options=-c%20work_mem=1MB` }),
      );
      expect(said).toMatch(/is behind a pool that refuses a setting of the connection/);
    });

    inFull('with sessions serves, also if it ignores settings, and statements have their limit', async () => {
      await throughPool({ pool_mode: 'session', ignore_startup_parameters: 'statement_timeout' }, async (env) => {
        const started = await startServer(env);
        expect((await fetch(`${started.base}/api/ready`)).status).toBe(200);
        started.child.kill('SIGTERM');
        expect(await started.ended).toBe(0);
        const database = await openDatabase({ dataDir: String(env.DATA_DIR), databaseUrl: env.DATABASE_URL });
        try {
          const { rows } = await sql`SHOW statement_timeout`.execute(database.kysely);
          expect(rows).toEqual([{ statement_timeout: '30s' }]);
        } finally {
          await database.close();
        }
      });
    });
  },
);

describe.each(DATABASES.filter((name) => name !== 'pglite'))('a store of a newer version on %s', (database) => {
  let env: Record<string, string>;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    const server = await startTestServer(database);
    stop = server.stop;
    env = databaseEnv(server.services.settings);
    const row = { name: '9999-from-tomorrow', at: '2030-01-01T00:00:00Z' };
    await server.services.database.kysely.insertInto('migrations').values(row).execute();
    await server.release();
  });
  afterAll(() => stop?.());

  it.each(['serve', 'migrate'])('is left alone by %s', async (command) => {
    expect(await refusal(env, command)).toMatch(/made by a newer version of Amanat \(it knows 9999-from-tomorrow\)/);
  });
});
