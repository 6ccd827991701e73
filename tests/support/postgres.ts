/** Throw-away PostgreSQL servers. The tests that use them create and remove them. */
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

export interface PostgresServer {
  /** Connection string of its database `postgres`, as superuser. */
  url: string;
  port: number;
  /** Closes its connections and restarts it. `immediate` simulates a crash. */
  restart(mode: 'fast' | 'immediate'): Promise<void>;
  /** Kills it (kill -9) and starts it again: the whole server, or one connection, which makes it start again by itself. */
  kill(what: 'server' | 'connection'): Promise<void>;
  /**
   * Copies its files, as a physical backup or a replica has them. Returns a function that kills the server and goes on with the
   * copy, as a replica that is promoted or still a standby, or as it is, on the same port.
   */
  copy(): Promise<(how: 'promoted' | 'standby' | 'as it is') => Promise<void>>;
  /** Promotes a standby. */
  promote(): Promise<void>;
  /** Kills it and goes on with the files that it had before a copy took over. Once more: with the copy. */
  exchange(): Promise<void>;
  /** Stops it and removes its data. */
  stop(): void;
}

/** Starts a new server on a free port, with further settings. Throws if PostgreSQL is not installed (`postgresPrograms`). */
export async function startPostgres(settings: Record<string, string> = {}): Promise<PostgresServer> {
  const programs = postgresPrograms();
  if (!programs) throw new Error('PostgreSQL is not installed on this machine');
  const folder = mkdtempSync(join(tmpdir(), 'amanat-pg-'));
  let data = join(folder, 'data');
  let before = data;
  mkdirSync(data);
  const user = unprivileged();
  if (user) {
    for (const path of [folder, data]) {
      chownSync(path, user.uid, user.gid);
      chmodSync(path, 0o700);
    }
  }
  const port = await freePort();
  const as = { ...(user && { uid: user.uid, gid: user.gid }), cwd: folder };
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'amanat', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...as, encoding: 'utf8', env: { ...process.env, HOME: folder } },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? ''}${made.stderr}${made.stdout}`);
  const more = Object.entries(settings).map(([name, value]) => ` -c ${name}=${value}`);
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off -c max_connections=100${more.join('')}`;
  // The server of pg_ctl would keep our pipes open, so its output goes to a file.
  const control = (...args: string[]) => ['-D', data, '-w', '-l', join(folder, 'log'), '-o', options, ...args];
  const start = spawnSync(join(programs, 'pg_ctl'), control('start'), { ...as, stdio: 'ignore' });
  if (start.status !== 0) throw new Error('pg_ctl could not start the throw-away cluster');
  const stop = () => {
    spawnSync(join(programs, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop'], { ...as, cwd: '/', stdio: 'ignore' });
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', stop);
  const url = `postgres://amanat@127.0.0.1:${port}/postgres`;
  const run = (program: string, args: string[]) =>
    new Promise<number | null>((resolve, reject) => {
      const child = spawn(join(programs, program), args, { ...as, stdio: 'ignore' });
      child.once('error', reject);
      child.once('exit', resolve);
    });
  const must = async (program: string, args: string[]) => {
    const code = await run(program, args);
    if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}`);
  };
  const promote = () => must('pg_ctl', ['-D', data, '-w', 'promote']);
  const killServer = () =>
    process.kill(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0]), 'SIGKILL');
  /** Tries again as long as connections of a killed server are there. */
  const startAgain = async () => {
    for (let tries = 60; (await run('pg_ctl', control('start'))) !== 0; tries -= 1)
      if (tries === 0) throw new Error('the killed cluster does not start again');
  };
  return {
    url,
    port,
    restart: (mode) => must('pg_ctl', control('-m', mode, 'restart')),
    async kill(what) {
      if (what === 'server') {
        killServer();
        return startAgain();
      }
      const client = new pg.Client({ connectionString: url });
      const isGone = new Promise((resolve) => client.once('end', resolve));
      client.on('error', () => undefined);
      await client.connect();
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      process.kill(rows[0]?.pid as number, 'SIGKILL');
      await isGone;
      for (let tries = 600; !(await onServer(url, 'SELECT 1').catch(() => null)); tries -= 1)
        if (tries === 0) throw new Error('the cluster does not start again by itself');
    },
    async copy() {
      const next = join(folder, `data-${readdirSync(folder).length}`);
      await must('pg_ctl', ['-D', data, '-w', '-m', 'fast', 'stop']);
      const copied = spawnSync('cp', ['-a', data, next], as);
      await startAgain();
      if (copied.status !== 0) throw new Error('the files of the cluster were not copied');
      return async (how) => {
        killServer();
        if (how !== 'as it is') writeFileSync(join(next, 'standby.signal'), '');
        before = data;
        data = next;
        await startAgain();
        if (how === 'promoted') await promote();
      };
    },
    promote,
    async exchange() {
      killServer();
      [data, before] = [before, data];
      await startAgain();
    },
    stop: () => {
      process.off('exit', stop);
      stop();
    },
  };
}

/** Runs one statement over a new connection. */
export async function onServer(url: string, statement: string): Promise<pg.QueryResult> {
  return withClient(url, (client) => client.query(statement));
}

/** Works with a connection of its own, which is closed at the end. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  // A server that is killed fails what is asked of it; a connection that just ends has nobody else to tell.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Returns the folder with initdb and pg_ctl. Null if they are not installed or not wanted (TEST_POSTGRES=memory). */
export function postgresPrograms(): string | null {
  if (process.env.TEST_POSTGRES === 'memory') return null;
  const packaged = existsSync('/usr/lib/postgresql')
    ? readdirSync('/usr/lib/postgresql').map((version) => join('/usr/lib/postgresql', version, 'bin'))
    : [];
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/local/bin', ...packaged];
  return (
    folders.find(
      (folder) => folder !== '' && existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')),
    ) ?? null
  );
}

/** Returns the user for programs that refuse to run as root, as initdb does. Null if we are not root. */
export function unprivileged(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  for (const name of ['postgres', 'nobody']) {
    const uid = spawnSync('id', ['-u', name], { encoding: 'utf8' });
    const gid = spawnSync('id', ['-g', name], { encoding: 'utf8' });
    if (uid.status === 0 && gid.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  throw new Error('PostgreSQL needs an unprivileged user (postgres or nobody) to run as');
}

/** Returns a free port on loopback. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
