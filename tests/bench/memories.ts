/**
 * What the memories of `core/onceFor.ts` save: `npm run bench -- memories [--rounds 20]`. A server in this process, over a store
 * filled by the demonstration, answers what a working day asks; each memory counts how often a value was there, and what making one
 * took. What is saved is the times it was there by the median of making, as a share of the time of all answers.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watchMemories } from '../../src/core/onceFor.ts';
import { addDays } from '../../src/core/text/dates.ts';
import { buildServer } from '../../src/server/server.ts';
import { openServices } from '../../src/server/services.ts';
import { readSettings } from '../../src/server/settings/settings.ts';
import { median } from './median.ts';
import { start, stop } from './server.ts';

interface Uses {
  found: number;
  /** Milliseconds of each that was made, until a promise is returned. */
  took: number[];
}

/** Visits that are stored for each round. */
const STORED = 3;

/** Paths that a round asks; `at` makes each one new. */
const PATHS = [
  (at: number) => `schools-rates?page=${1 + (at % 9)}`,
  (at: number) => `schools-rates?page=${1 + (at % 4)}&sort=parent.name`,
  (at: number) => `schools?page=1&text=${'abdefk'[at % 6]}`,
  (at: number) => `registered-risks?page=${1 + (at % 3)}`,
  (at: number) => `cbm-events?page=${1 + (at % 3)}`,
  (at: number) => `home?asked=${at}`,
  (at: number) => `schools-rates/create?asked=${at}`,
  (at: number) => `definitions?asked=${at}`,
  (at: number) => `definitions/school-rating/1/validator.js?asked=${at}`,
  (at: number) => `sync/reference?asked=${at}`,
  (at: number) => `sync/records?forms=school-rating&asked=${at}`,
  (at: number) => `reports/schools-dashboard/result?period=all&asked=${at}`,
  (at: number) => `lookup/places?text=${['با', 'پن', 'کا', 'مر'][at % 4]}`,
  (at: number) => `find?q=${['ca', 'cb', 'sc'][at % 3]}`,
  (at: number) => `map/sites?asked=${at}`,
  (at: number) => `lookup/records?forms=school&text=${'abdefk'[at % 6]}`,
  (at: number) => `master-tables/school-type?asked=${at}`,
  (at: number) => `schools-rates/export?format=csv&asked=${at}`,
];

export async function memories(options: string[]): Promise<void> {
  const at = options.indexOf('--rounds');
  const rounds = at >= 0 ? Number(options[at + 1]) : 20;
  const folder = mkdtempSync(join(tmpdir(), 'amanat-bench-'));
  try {
    await stop(await start({ ...process.env, PORT: '0', DATA_DIR: folder, NODE_ENV: 'production' }, 'demo'));
    const uses = new Map<string, Uses>();
    watchMemories((name, took) => {
      const one = uses.get(name) ?? { found: 0, took: [] };
      uses.set(name, one);
      if (took === undefined) one.found += 1;
      else one.took.push(took);
    });
    const services = await openServices({ settings: readSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent' }) });
    const app = await buildServer(services);
    const { access_token: token } = (
      await app.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: { username: 'mande', password: 'amanat-demo' },
      })
    ).json();
    const headers = { authorization: `Bearer ${token}` };
    const ask = async (path: string) => (await app.inject({ url: `/api/${path}`, headers })).statusCode;
    const refused = new Set<string>();
    const day = async (from: number) => {
      for (let round = from; round < from + rounds; round++)
        for (const path of PATHS) {
          const status = await ask(path(round));
          if (status !== 200) refused.add(`${path(0)}: ${status}`);
        }
    };
    const [visit] = (await app.inject({ url: '/api/schools-rates?per_page=1&fields=all', headers })).json().data;
    // Its files are those of the record.
    const answers = Object.fromEntries(Object.entries(visit.data).filter(([, answer]) => !Array.isArray(answer)));
    const store = (number: number) =>
      app.inject({
        method: 'POST',
        url: '/api/schools-rates/store',
        headers,
        payload: { ...answers, client_id: randomUUID(), monitoring_date: addDays('2024-01-01', number) },
      });
    const before = process.cpuUsage();
    await day(0);
    const stored = new Set<number>();
    for (let number = 0; number < rounds * STORED; number++) stored.add((await store(number)).statusCode);
    const { user, system } = process.cpuUsage(before);
    console.log(`visits stored: ${[...stored].join(', ')}`);
    watchMemories(undefined);
    if (refused.size > 0) console.log(`not answered: ${[...refused].join(', ')}\n`);
    const all = (user + system) / 1000;
    console.log(`${rounds * PATHS.length} answers, ${all.toFixed(0)} ms of processor\n`);
    console.log('| memory | there | made | one takes, ms | saves, ms | share |\n|---|--:|--:|--:|--:|--:|');
    const rows = [...uses].map(([name, { found, took }]) => {
      const each = median(took);
      return { name, found, made: took.length, each, saved: found * each };
    });
    for (const { name, found, made, each, saved } of rows.sort((a, b) => b.saved - a.saved))
      console.log(
        `| ${name} | ${found} | ${made} | ${each.toFixed(3)} | ${saved.toFixed(1)} | ${((100 * saved) / (all + saved)).toFixed(1)} % |`,
      );
    await app.close();
    await services.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
