/** Starts the real process with something wrong. One sentence says what and what to do, without a stack trace. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseEnv, runServer, startServer } from '../support/process.ts';
import { DATABASES, startTestServer } from '../support/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'amanat-start-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

/** Returns the message of a failed start. The process gets only these settings. */
async function refusal(env: Record<string, string>, command = 'serve'): Promise<string> {
  const { ended, output } = runServer([command], { PORT: '0', DATA_DIR: join(folder, 'data'), ...env });
  const status = await ended;
  const said = output().trim();
  expect([status, said.split('\n').length, / at .*:\d+:\d+/.test(said)], said).toEqual([1, 1, false]);
  return said;
}

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

  it('is something that takes the call and says nothing', async () => {
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
