/**
 * The real server under load on loopback: `npm run bench -- server [--records 100000] [--database sqlite|postgres]
 * [--seconds 8]`. Default: both databases. With `--store <folder>` (and DATABASE_URL for PostgreSQL) it uses a filled demo
 * store and keeps it, because filling a million records takes longer than measuring. Otherwise it seeds a new folder. It
 * drives lists (the same one, varied ones), stores and a mixture over 50 connections. Responses are not compressed unless a
 * row says so. PostgreSQL is TEST_DATABASE_URL or a throw-away cluster. Its CPU time is not in the server's figures.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import pg from 'pg';
import { databases, type OpenedDatabase } from '../support/database.ts';
import { median } from './median.ts';

const root = new URL('../..', import.meta.url).pathname;
const CONNECTIONS = 50;

interface Started {
  base: string;
  child: ChildProcess;
  ready: number;
}

export function start(env: NodeJS.ProcessEnv, command: string): Promise<Started> {
  const began = performance.now();
  const child = spawn(process.execPath, ['dist/server/main.js', command], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout?.on('data', (chunk) => {
      said += chunk;
      const ready = said.match(/Amanat is ready on (http:\/\/\S+)/);
      if (ready) resolve({ base: ready[1] as string, child, ready: performance.now() - began });
    });
    child.once('exit', (code) => reject(new Error(`${command} ended with ${code}: ${said}`)));
  });
}

export async function stop({ child }: Started): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

/** Returns the resident memory in MiB, as the kernel counts it. */
export function memory(pid: number): number {
  const line = readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+) kB/);
  return Math.round(Number(line?.[1] ?? 0) / 1024);
}

/** Returns the milliseconds that the main thread of a process has had a processor, as Linux counts them; 0 elsewhere. */
export function workOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6;
  } catch {
    return 0;
  }
}

export async function json<T>(base: string, path: string, token?: string, body?: unknown): Promise<T> {
  const response = await fetch(`${base}/api/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** Returns the token of a person of the demonstration. */
export async function login(base: string, username: string): Promise<string> {
  const account = { username, password: 'amanat-demo' };
  return (await json<{ access_token: string }>(base, 'auth/login', undefined, account)).access_token;
}

/** Median of single requests in ms: the wait of one user on an idle server. Each path is new, so none comes from a cache. */
async function alone(base: string, path: string, token: string, times = 15): Promise<number> {
  const taken: number[] = [];
  for (let i = 0; i < times; i++) {
    const began = performance.now();
    await json(base, `${path}&asked=${i}`, token);
    taken.push(performance.now() - began);
  }
  return median(taken);
}

interface Load extends autocannon.Options {
  /** The server's CPU time is shown beside the figures. On a busy machine it says more than they do. */
  pid: number;
}

async function load({ pid, ...options }: Load): Promise<string> {
  const before = processorTime(pid);
  const result = await autocannon({ connections: CONNECTIONS, ...options });
  const bad = result.non2xx + result.errors + result.timeouts;
  const each = (processorTime(pid) - before) / Math.max(1, result.requests.total);
  return `${Math.round(result.requests.average)}/s, p50 ${result.latency.p50} ms, p99 ${result.latency.p99} ms, ${each.toFixed(2)} ms of processor each${bad > 0 ? `, ${bad} refused` : ''}`;
}

/** Returns the CPU time of the process in milliseconds (Linux counts hundredths of a second). */
export function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Opens a PostgreSQL database that flushes its writes to disk, as in production. The tests' own cluster does not. */
export async function durablePostgres(): Promise<OpenedDatabase> {
  const postgres = databases().find((one) => one.name === 'postgres');
  if (!postgres) throw new Error('no PostgreSQL here: set TEST_DATABASE_URL or install its programs');
  const opened = await postgres.open();
  await opened.database.close();
  const client = new pg.Client({ connectionString: opened.config.databaseUrl });
  await client.connect();
  await client.query('ALTER SYSTEM SET fsync = on');
  await client.query('SELECT pg_reload_conf()');
  await client.end();
  return opened;
}

export async function server(args: string[]): Promise<void> {
  const at = args.indexOf('--database');
  const engines = at >= 0 ? [args[at + 1] as string] : ['sqlite', 'postgres'];
  for (const engine of engines) await measure(engine, args);
}

async function measure(engine: string, args: string[]): Promise<void> {
  const option = (name: string, fallback: string) =>
    args.includes(`--${name}`) ? (args[args.indexOf(`--${name}`) + 1] as string) : fallback;
  const records = Number(option('records', '100000'));
  const seconds = Number(option('seconds', '8'));
  const form = option('form', 'school-rating');
  const base = option('base', 'schools-rates');

  const filled = option('store', '');
  const folder = filled || mkdtempSync(join(tmpdir(), 'amanat-bench-'));
  const cluster = engine === 'postgres' && !filled ? await durablePostgres() : null;
  const env: NodeJS.ProcessEnv = { ...process.env, PORT: '0', DATA_DIR: folder, NODE_ENV: 'production' };
  if (engine === 'sqlite' || cluster) delete env.DATABASE_URL;
  if (cluster) env.DATABASE_URL = cluster.config.databaseUrl;

  try {
    const seedSeconds = filled ? null : await fill(env, records, form);

    const before = loadavg()[0] as number;
    const running = await start(env, 'demo');
    const pid = running.child.pid as number;
    const idle = memory(pid);
    const { access_token: token } = await json<{ access_token: string }>(running.base, 'auth/login', undefined, {
      username: 'admin',
      password: 'amanat-demo',
    });
    const headers = { authorization: `Bearer ${token}` };

    const rows: [string, string][] = [];
    if (seedSeconds !== null)
      rows.push(['seeded', `${records} in ${seedSeconds.toFixed(0)} s (${Math.round(records / seedSeconds)}/s)`]);
    rows.push(['start to ready', `${Math.round(running.ready)} ms`]);
    const filters = (value: unknown) => encodeURIComponent(JSON.stringify(value));
    for (const [name, path] of [
      ['list, first page', `${base}?page=1`],
      ['list, sorted by another column', `${base}?page=1&sort=parent.name`],
      ['list, filtered by state', `${base}?page=1&filters=${filters({ status: 'submitted' })}`],
      ['list, page 400', `${base}?page=400`],
      ['search, rare text', `${base}?text=${encodeURIComponent('CBMS_MO_4242')}`],
      ['search, nothing found', `${base}?text=zzzzqqqq`],
    ] as const) {
      rows.push([`${name}, alone`, `${(await alone(running.base, path, token)).toFixed(1)} ms`]);
    }
    const url = `${running.base}/api/${base}`;
    const driven = { url, headers, duration: seconds, pid };
    const call = (method: 'GET' | 'POST', make: () => { path: string; body?: string }): autocannon.Request => ({
      method,
      setupRequest: (request) => {
        const { path, body } = make();
        return {
          ...request,
          path: `/api/${path}`,
          headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
          ...(body !== undefined && { body }),
        };
      },
    });
    let asked = 0;
    /** First pages of many kinds of records and pages far down the list. Hardly any is requested twice in a row. */
    const varied = call('GET', () => {
      asked += 1;
      const page = 1 + ((asked * 7919) % 450);
      const kinds = [
        `page=${page}`,
        `page=${1 + (asked % 5)}&sort=parent.name`,
        `page=${1 + (asked % 20)}&filters=${filters({ status: 'submitted' })}`,
        `text=${encodeURIComponent(`CBMS_MO_${1000 + ((asked * 31) % 9000)}`)}`,
        `page=${1 + (asked % 30)}&sort=-code`,
        `page=${page}&sort=created_at`,
      ];
      return { path: `${base}?per_page=20&${kinds[asked % kinds.length]}` };
    });
    const sample = await json<{ data: { data: Record<string, unknown> }[] }>(
      running.base,
      `${base}?per_page=1&fields=all`,
      token,
    );
    const { problems: _problems, scan: _scan, photo: _photo, ...seen } = sample.data[0]?.data ?? {};
    // Only ratings that report no problem, so that no problem has to be described.
    const answers = Object.fromEntries(
      Object.entries(seen).map(([name, value]) => [name, value === 'bad' || value === 'fair' ? 'good' : value]),
    );
    const store = call('POST', () => ({
      path: `${base}/store`,
      body: JSON.stringify({ ...answers, client_id: randomUUID() }),
    }));
    const first = { ...driven, url: `${url}?page=1&per_page=20` };
    // Warm up first: the code of a server in use is already compiled.
    await load({ ...driven, duration: 3, requests: [varied, store] });
    rows.push(['the same list of 20', await load(first)]);
    rows.push(['the same, packed', await load({ ...first, headers: { ...headers, 'accept-encoding': 'gzip' } })]);
    rows.push(['varied lists of 20', await load({ ...driven, requests: [varied] })]);
    rows.push(['store', await load({ ...driven, requests: [store] })]);
    rows.push(['10 varied lists to 1 store', await load({ ...driven, requests: [...Array(10).fill(varied), store] })]);
    rows.push(['memory', `${idle} MiB at start, ${memory(pid)} MiB after the load`]);
    await stop(running);

    console.log(
      `\n${engine}, ${records} records, ${CONNECTIONS} connections for ${seconds} s each, other load of the machine ${before.toFixed(1)}\n\n| what | figure |\n|---|---|\n${rows.map(([name, figure]) => `| ${name} | ${figure} |`).join('\n')}\n`,
    );
  } finally {
    await cluster?.dispose();
    if (!filled) rmSync(folder, { recursive: true, force: true });
  }
}

/** Fills a new demo store and returns the seconds it took. */
async function fill(env: NodeJS.ProcessEnv, records: number, form: string): Promise<number> {
  await stop(await start(env, 'demo'));
  const began = performance.now();
  const seeded = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'tests/bench/seed.ts', '--records', String(records), '--form', form],
    { cwd: root, env, stdio: 'inherit' },
  );
  if (seeded.status !== 0) throw new Error('the seed failed');
  return (performance.now() - began) / 1000;
}
