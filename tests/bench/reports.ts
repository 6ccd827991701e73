/**
 * Reports over many records: `npm run bench -- reports [--records 1000000] [--database sqlite|postgres] [--store <folder>]`.
 * Default: both databases, each filled with copies of the demonstration (`worlds.ts`). With `--store` (and DATABASE_URL for
 * PostgreSQL) it uses a filled demo store and keeps it. Each report is asked for other days each time, so that none comes
 * from a cache, and once more for the same days. The processor time is the server's own, which says more than the clock on a busy
 * machine; that of PostgreSQL is not in it. Lists and records are asked alone and beside a caller who reads one report after another,
 * in turn, because what others leave of the machine changes within minutes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { durablePostgres, json, memory, processorTime, start, stop } from './server.ts';
import { multiplied } from './worlds.ts';

const TIMES = 7;
const ROUNDS = 5;
const EACH = 40;

const REPORTS = [
  ['programme summary', 'reports/cbms-program-summary/result', '500 ms'],
  ['ranking', 'reports/schools-dashboard/result?block=ranking', '200 ms'],
  ['ranking of provinces', 'health-centers-dashboard/ranking', '200 ms'],
  ['dashboard', 'reports/schools-dashboard/result', '300 ms'],
] as const;

type Ask = (path: string) => Promise<number>;

export async function reports(args: string[]): Promise<void> {
  const option = (name: string) => (args.includes(`--${name}`) ? args[args.indexOf(`--${name}`) + 1] : undefined);
  const engine = option('database');
  for (const one of engine ? [engine] : ['sqlite', 'postgres'])
    await measure(one, Number(option('records') ?? 1_000_000), option('store'));
}

async function measure(engine: string, wanted: number, store: string | undefined): Promise<void> {
  const folder = store ?? mkdtempSync(join(tmpdir(), 'amanat-bench-'));
  const cluster = engine === 'postgres' && !store ? await durablePostgres() : null;
  const env: NodeJS.ProcessEnv = { ...process.env, PORT: '0', DATA_DIR: folder, NODE_ENV: 'production' };
  if (engine === 'sqlite' || cluster) delete env.DATABASE_URL;
  if (cluster) env.DATABASE_URL = cluster.config.databaseUrl;
  try {
    if (!store) await stop(await start(env, 'demo'));
    const records = store ? wanted : await multiplied(env, wanted);
    const load = loadavg()[0] as number;
    const server = await start(env, 'demo');
    const rows = await figures(server.base, server.child.pid as number);
    await stop(server);
    const lines = rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
    console.log(
      `\n${engine}, ${records} records, other load of the machine ${load.toFixed(1)}\n\n| what | worked out | processor | again | target |\n|---|--:|--:|--:|--:|\n${lines}\n`,
    );
  } finally {
    await cluster?.dispose();
    if (!store) rmSync(folder, { recursive: true, force: true });
  }
}

async function figures(base: string, pid: number): Promise<string[][]> {
  const account = { username: 'admin', password: 'amanat-demo' };
  const { access_token: token } = await json<{ access_token: string }>(base, 'auth/login', undefined, account);
  const ask: Ask = async (path) => {
    const began = performance.now();
    await json(base, path, token);
    return performance.now() - began;
  };
  const rows: string[][] = [];
  const ms = (taken: number[], share = 0.5) => `${Math.round(ranked(taken, share))} ms`;
  for (const [name, path, target] of REPORTS) {
    const first = [await ask(path)];
    const [fresh, again, processor] = [[] as number[], [] as number[], [] as number[]];
    for (let day = 1; day <= TIMES; day += 1) {
      const dated = `${path}${path.includes('?') ? '&' : '?'}from_date=2024-01-${String(day).padStart(2, '0')}`;
      const before = processorTime(pid);
      fresh.push(await ask(dated));
      processor.push(processorTime(pid) - before);
      again.push(await ask(dated));
    }
    rows.push([`${name} (first ${ms(first)})`, ms(fresh), ms(processor), ms(again), target]);
  }
  const { alone, beside } = await besideReports(ask, await pages(base, token));
  for (const [what, at] of [
    ['list of 20', 0],
    ['a site', 1],
  ] as const)
    for (const share of [0.5, 0.95]) {
      const [a = [], b = []] = [alone[at], beside[at]];
      rows.push([
        `${what}: alone, beside a report; ${share * 100} of 100`,
        ms(a, share),
        '',
        ms(b, share),
        'at most doubled',
      ]);
    }
  rows.push(['memory', `${memory(pid)} MiB`, '', '', '']);
  return rows;
}

function ranked(taken: readonly number[], share: number): number {
  return [...taken].sort((a, b) => a - b)[Math.floor((taken.length - 1) * share)] as number;
}

/** Returns what people open: a page of a list and a record, each time others. */
async function pages(base: string, token: string): Promise<((at: number) => string)[]> {
  const { data } = await json<{ data: { id: string }[] }>(base, 'schools?per_page=200', token);
  return [(at) => `schools-rates?per_page=20&page=${1 + (at % 200)}`, (at) => `schools/${data[at % data.length]?.id}`];
}

async function besideReports(ask: Ask, paths: ((at: number) => string)[]) {
  const alone: number[][] = paths.map(() => []);
  const beside: number[][] = paths.map(() => []);
  let opened = 0;
  const open = async (taken: number[][]) => {
    for (let time = 0; time < EACH; time += 1, opened += 1)
      for (const [at, path] of paths.entries()) taken[at]?.push(await ask(path(opened)));
  };
  let read = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    await open(alone);
    let isOver = false;
    const reading = (async () => {
      for (; !isOver; read += 1) {
        const day = new Date(Date.UTC(2023, 0, 1 + read)).toISOString().slice(0, 10);
        const [, path] = REPORTS[read % REPORTS.length] as (typeof REPORTS)[number];
        await ask(`${path}${path.includes('?') ? '&' : '?'}from_date=${day}`);
      }
    })();
    await open(beside);
    isOver = true;
    await reading;
  }
  return { alone, beside };
}
