/** Throw-away PgBouncers before a PostgreSQL server. `tests/browser.mjs` installs the program with the browsers. */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, onServer, unprivileged } from './postgres.ts';

const PROGRAM = '/usr/sbin/pgbouncer';

/** False if PgBouncer is not installed. */
export const hasPgbouncer = (): boolean => existsSync(PROGRAM);

export interface Pgbouncer {
  /** Connection string of the same database through the pool. */
  url: string;
  stop(): Promise<void>;
}

/** Starts a pool before the database of a connection string, whose user it takes. It refuses to run as root. */
export async function startPgbouncer(databaseUrl: string, settings: Record<string, string>): Promise<Pgbouncer> {
  const { hostname, port: target, username, pathname } = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), 'amanat-pool-'));
  const port = await freePort();
  const lines = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'any',
    default_pool_size: '20',
    ...settings,
  };
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]\n* = host=${hostname} port=${target} user=${username}\n[pgbouncer]\n${Object.entries(lines)
      .map(([name, value]) => `${name} = ${value}\n`)
      .join('')}`,
  );
  const user = unprivileged();
  if (user) {
    chownSync(folder, user.uid, user.gid);
    chmodSync(folder, 0o755);
  }
  const child = spawn(PROGRAM, ['-q', file], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], ...user });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = `postgres://${username}@127.0.0.1:${port}${pathname}`;
  for (let tries = 200; !(await onServer(url, 'SELECT 1').catch(() => null)); tries -= 1) {
    if (tries === 0 || child.exitCode !== null) throw new Error('pgbouncer does not answer');
    spawnSync('sleep', ['0.05']);
  }
  return {
    url,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
