/**
 * One account that means harm, and what others wait for: `npm run bench -- hostile`. Fills a new store with the demonstration,
 * lets one account send four large bodies at a time, and another person open a list meanwhile. Target: 500 ms for the list.
 * With DATABASE_URL of an empty database on PostgreSQL.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from './median.ts';
import { json, login, start, stop, workOf } from './server.ts';

const SECONDS = 6;
const AT_ONCE = 4;
const TARGET = 500;

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const many = (count: number, of: (n: number) => string) => Array.from({ length: count }, (_, n) => of(n)).join(',');

/** Bodies by name, with their content type. */
const BODIES: Record<string, [type: string, body: string] | undefined> = {
  nothing: undefined,
  'a list of 1,900,000 numbers (3.8 MB)': [JSON_TYPE, `{"ratings":[${many(1_900_000, () => '1')}]}`],
  'a list of 500,000 numbers (1 MB)': [JSON_TYPE, `{"ratings":[${many(500_000, () => '1')}]}`],
  '300,000 unknown keys': [JSON_TYPE, `{${many(300_000, (n) => `"k${n}":1`)}}`],
  '80,000 unknown keys': [JSON_TYPE, `{${many(80_000, (n) => `"k${n}":1`)}}`],
  '20,000 unknown keys': [JSON_TYPE, `{${many(20_000, (n) => `"k${n}":1`)}}`],
  'two groups of 20,000 unknown keys': [
    JSON_TYPE,
    `{${['ratings', 'answers'].map((group) => `"${group}":{${many(20_000, (n) => `"k${n}":1`)}}`)}}`,
  ],
  '5,000 deep keys': [FORM, Array.from({ length: 5_000 }, (_, n) => `k${n}[a][b][c][d][e][f][g]=1`).join('&')],
};

export async function hostile(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'amanat-bench-'));
  const server = await start({ ...process.env, PORT: '0', DATA_DIR: folder, NODE_ENV: 'production' }, 'demo');
  try {
    const [one, other] = await Promise.all(
      ['focal.bamyan', 'coordinator.kabul'].map((name) => login(server.base, name)),
    );
    console.log(
      `| four at a time | refused with | refusals a second | main thread busy | list, median | list, worst (target ${TARGET}) |`,
    );
    console.log('|---|---|--:|--:|--:|--:|');
    for (const [name, sent] of Object.entries(BODIES)) console.log(await row(server, name, sent, one, other));
    console.log(`\nload ${loadavg()[0]?.toFixed(1)}\n`);
  } finally {
    await stop(server);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function row(
  { base, child }: Awaited<ReturnType<typeof start>>,
  name: string,
  sent: [string, string] | undefined,
  one = '',
  other = '',
): Promise<string> {
  const until = performance.now() + SECONDS * 1_000;
  const worked = workOf(child.pid as number);
  const codes = new Set<string>();
  const waits: number[] = [];
  let refusals = 0;
  const attack = async ([type, body]: [string, string]) => {
    while (performance.now() < until) {
      const headers = { authorization: `Bearer ${one}`, 'content-type': type };
      const answer = await fetch(`${base}/api/schools-rates/store`, { method: 'POST', headers, body });
      const { code } = (await answer.json()) as { code: string };
      codes.add(`${answer.status} ${code}`);
      refusals += 1;
    }
  };
  const read = async () => {
    for (let n = 1; performance.now() < until; n += 1) {
      const began = performance.now();
      await json(base, `schools?per_page=20&page=${(n % 3) + 1}`, other);
      waits.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  await Promise.all([read(), ...(sent ? Array.from({ length: AT_ONCE }, () => attack(sent)) : [])]);
  const busy = `${((workOf(child.pid as number) - worked) / SECONDS / 10).toFixed(0)} %`;
  const worst = Math.max(...waits).toFixed(0);
  return `| ${name} | ${[...codes].join(', ')} | ${(refusals / SECONDS).toFixed(0)} | ${busy} | ${median(waits).toFixed(0)} ms | ${worst} ms |`;
}
