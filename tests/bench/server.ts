/**
 * The real server under load on loopback: `npm run bench -- server [--records 100000] [--database sqlite|postgres] [--seconds 8]`.
 * Seeds a folder of its own, starts `serve` on it, and drives login, lists, search, sort and stores with 50 connections.
 * For PostgreSQL, TEST_DATABASE_URL or a throw-away cluster is used.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import pg from 'pg';
import { databases, type OpenedDatabase } from '../support/database.ts';

const root = new URL('../..', import.meta.url).pathname;

interface Started {
  base: string;
  child: ChildProcess;
  ready: number;
}

function start(env: NodeJS.ProcessEnv, command: string): Promise<Started> {
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

async function stop({ child }: Started): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

/** Resident memory in MiB, as the kernel counts it. */
function memory(pid: number): number {
  const line = readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+) kB/);
  return Math.round(Number(line?.[1] ?? 0) / 1024);
}

async function json<T>(base: string, path: string, token?: string, body?: unknown): Promise<T> {
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

/** Median of single calls, ms: what one person waits for when nobody else is there. */
async function alone(base: string, path: string, token: string, times = 15): Promise<number> {
  const taken: number[] = [];
  for (let i = 0; i < times; i++) {
    const began = performance.now();
    await json(base, path, token);
    taken.push(performance.now() - began);
  }
  return taken.sort((a, b) => a - b)[Math.floor(times / 2)] as number;
}

async function load(options: autocannon.Options): Promise<string> {
  const result = await autocannon({ connections: 50, ...options });
  const bad = result.non2xx + result.errors + result.timeouts;
  return `${Math.round(result.requests.average)}/s, p50 ${result.latency.p50} ms, p99 ${result.latency.p99} ms${bad > 0 ? `, ${bad} refused` : ''}`;
}

/** A PostgreSQL database that writes through to the disk, as one in use does (the tests' own cluster does not). */
async function durablePostgres(): Promise<OpenedDatabase> {
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
  const option = (name: string, fallback: string) =>
    args.includes(`--${name}`) ? (args[args.indexOf(`--${name}`) + 1] as string) : fallback;
  const records = Number(option('records', '100000'));
  const engine = option('database', 'sqlite');
  const seconds = Number(option('seconds', '8'));
  const form = option('form', 'school-rating');
  const base = option('base', 'schools-rates');

  const folder = mkdtempSync(join(tmpdir(), 'amanat-bench-'));
  const cluster = engine === 'postgres' ? await durablePostgres() : null;
  const env: NodeJS.ProcessEnv = { ...process.env, PORT: '0', DATA_DIR: folder, NODE_ENV: 'production' };
  delete env.DATABASE_URL;
  if (cluster) env.DATABASE_URL = cluster.config.databaseUrl;

  try {
    const first = await start(env, 'demo');
    await stop(first);
    const began = performance.now();
    const seeded = spawnSync(
      process.execPath,
      ['dist/server/main.js', 'seed', '--records', String(records), '--form', form],
      { cwd: root, env, stdio: 'inherit' },
    );
    if (seeded.status !== 0) throw new Error('the seed failed');
    const seedSeconds = (performance.now() - began) / 1000;

    const running = await start(env, 'demo');
    const pid = running.child.pid as number;
    const idle = memory(pid);
    const { access_token: token } = await json<{ access_token: string }>(running.base, 'auth/login', undefined, {
      username: 'admin',
      password: 'amanat-demo',
    });
    const headers = { authorization: `Bearer ${token}` };

    const rows: [string, string][] = [];
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
    rows.push([
      'list of 20, 50 connections',
      await load({ url: `${running.base}/api/${base}?page=1&per_page=20`, headers, duration: seconds }),
    ]);

    const sample = await json<{ data: { data: Record<string, unknown>; parent: { id: string } }[] }>(
      running.base,
      `${base}?per_page=1&fields=all`,
      token,
    );
    const { problems: _problems, scan: _scan, photo: _photo, ...seen } = sample.data[0]?.data ?? {};
    // Ratings that show no problem, so that none has to be described.
    const answers = Object.fromEntries(
      Object.entries(seen).map(([name, value]) => [name, value === 'bad' || value === 'fair' ? 'good' : value]),
    );
    const store: autocannon.Options = {
      url: `${running.base}/api/${base}/store`,
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      duration: seconds,
      requests: [
        {
          method: 'POST',
          setupRequest: (request: autocannon.Request) => ({
            ...request,
            body: JSON.stringify({ ...answers, client_id: randomUUID() }),
          }),
        },
      ],
    };
    rows.push(['store, 50 connections', await load(store)]);
    rows.push(['memory', `${idle} MiB at start, ${memory(pid)} MiB after the load`]);
    await stop(running);

    console.log(
      `\n${engine}, ${records} records\n\n| what | figure |\n|---|---|\n${rows.map(([name, figure]) => `| ${name} | ${figure} |`).join('\n')}\n`,
    );
  } finally {
    await cluster?.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}
