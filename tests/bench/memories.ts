/**
 * What the memories of `core/memoize.ts` save: `npm run bench -- memories [--rounds 20]`. A server in this process, over a store
 * filled by the demonstration, answers what a working day asks, then a device without network that has the records of that person.
 * Each memory counts how often a value was there, and what making one took. What is saved is the times it was there by the median
 * of making, as a share of the time of all answers; last, a draft is checked. On a device everything is in memory: what the browser's database takes is not in it.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import i18next from 'i18next';
import type { DataSource } from '../../src/app/data/source.ts';
import type { FormSource } from '../../src/core/definitions/types.ts';
import { watchMemories } from '../../src/core/memoize.ts';
import { addDays } from '../../src/core/text/dates.ts';
import { checkCandidate } from '../../src/server/definitions/candidate.ts';
import { loadValidator } from '../../src/server/definitions/validator.ts';
import type { Services } from '../../src/server/http/services.ts';
import { buildServer } from '../../src/server/server.ts';
import { openServices } from '../../src/server/services.ts';
import { readSettings } from '../../src/server/settings/settings.ts';
import type { Person } from '../api/permissions-cast.ts';
import { prepareDevice } from '../support/localDevice.ts';
import { longSource } from '../support/longForm.ts';
import type { TestServer } from '../support/server.ts';
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

/** Forms that the device has. */
const FORMS = ['school', 'school-rating', 'school-survey'];
const SCHOOLS = { base: 'schools' };
const RATINGS = { base: 'schools-rates' };

/** What a device is asked in a round. */
const QUESTIONS: ((device: DataSource, at: number) => Promise<unknown>)[] = [
  (device, at) => device.list(RATINGS, { page: 1 + (at % 9) }),
  (device, at) => device.list(RATINGS, { page: 1 + (at % 4), sort: 'parent.name' }),
  (device, at) => device.list(SCHOOLS, { text: 'abdefk'[at % 6] as string }),
  (device) => device.home(),
  (device) => device.createForm(RATINGS, {}),
  (device, at) => device.find(['ca', 'cb', 'sc'][at % 3] as string, new AbortController().signal),
];

export async function memories(options: string[]): Promise<void> {
  const at = options.indexOf('--rounds');
  const rounds = at >= 0 ? Number(options[at + 1]) : 20;
  const folder = mkdtempSync(join(tmpdir(), 'amanat-bench-'));
  try {
    await stop(await start({ ...process.env, PORT: '0', DATA_DIR: folder, NODE_ENV: 'production' }, 'demo'));
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
    await measured('The server', rounds, (round) => serverRound(app, headers, round));
    const { device, change } = await deviceOf(services, app, headers);
    await measured('A device', rounds, async (round) => {
      for (const question of QUESTIONS) await question(device, round);
      await change();
      return QUESTIONS.length;
    });
    await measured('Checks of a draft of 300 questions', rounds, async () => {
      await checkCandidate(services.registry, longSource(1, 300) as unknown as FormSource);
      return 1;
    });
    await app.close();
    await services.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns how many answers there were. Throws what was refused. */
async function serverRound(app: FastifyInstance, headers: Record<string, string>, round: number): Promise<number> {
  const ask = async (path: string) => {
    const answer = await app.inject({ url: `/api/${path}`, headers });
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`);
    return answer;
  };
  for (const path of PATHS) await ask(path(round));
  const [visit] = (await ask('schools-rates?per_page=1&fields=all')).json().data;
  // Lists are photos and problems, which are of that visit; a bad answer wants a problem.
  const answers = Object.fromEntries(
    Object.entries(visit.data).flatMap(([name, answer]) =>
      Array.isArray(answer) ? [] : [[name, answer === 'bad' ? 'good' : answer]],
    ),
  );
  for (let number = 0; number < STORED; number++) {
    const monitoring_date = addDays('2024-01-01', round * STORED + number);
    const payload = { ...answers, client_id: randomUUID(), monitoring_date };
    const answer = await app.inject({ method: 'POST', url: '/api/schools-rates/store', headers, payload });
    if (answer.statusCode !== 201 && answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
  }
  return PATHS.length + 1 + STORED;
}

/** Returns what answers on a device that has the records of the person, and what changes one of them. */
async function deviceOf(services: Services, app: FastifyInstance, headers: Record<string, string>) {
  const held = new Map<string, string>();
  Object.assign(globalThis, { localStorage: { getItem: (key: string) => held.get(key) ?? null, setItem() {} } });
  const words = (name: string) => JSON.parse(readFileSync(`locales/en/${name}.json`, 'utf8'));
  const en = { app: words('app'), errors: words('errors'), server: words('server') };
  await i18next.init({ lng: 'en', defaultNS: 'app', resources: { en } });
  const call = async (_method: string, path: string) => app.inject({ url: `/api/${path}`, headers });
  const must = async (method: string, path: string) => (await call(method, path)).json();
  const store = await prepareDevice({ services } as TestServer, { call, must } as unknown as Person, FORMS);
  // As the encrypted store, it has the records of a form in memory while they do not change.
  const { ofForm } = store.records;
  const lists = new Map<string, ReturnType<typeof ofForm>>();
  store.records.ofForm = (form) => {
    const list = lists.get(form) ?? ofForm(form);
    lists.set(form, list);
    return list;
  };
  const { offlineSource } = await import('../../src/app/offline/source.ts');
  const change = async () => {
    const [visit] = await store.records.ofForm('school-rating');
    if (!visit) throw new Error('the device has no visits');
    await store.records.put([{ ...visit }]);
    lists.delete('school-rating');
  };
  return { device: offlineSource(store, { loadValidator }), change };
}

/** Runs the rounds and prints the table. */
async function measured(what: string, rounds: number, round: (at: number) => Promise<number>): Promise<void> {
  const uses = new Map<string, Uses>();
  watchMemories((name, took) => {
    const one = uses.get(name) ?? { found: 0, took: [] };
    uses.set(name, one);
    if (took === undefined) one.found += 1;
    else one.took.push(took);
  });
  const before = process.cpuUsage();
  let answers = 0;
  for (let at = 0; at < rounds; at++) answers += await round(at);
  const { user, system } = process.cpuUsage(before);
  watchMemories(undefined);
  const all = (user + system) / 1000;
  console.log(`${what}: ${answers} answers, ${all.toFixed(0)} ms of processor\n`);
  console.log('| memory | there | made | one takes, ms | saves, ms | share |\n|---|--:|--:|--:|--:|--:|');
  const rows = [...uses].map(([name, { found, took }]) => {
    const each = took.length > 0 ? median(took) : 0;
    return { name, found, made: took.length, each, saved: found * each };
  });
  for (const { name, found, made, each, saved } of rows.sort((a, b) => b.saved - a.saved))
    console.log(
      `| ${name} | ${found} | ${made} | ${each.toFixed(3)} | ${saved.toFixed(1)} | ${((100 * saved) / (all + saved)).toFixed(1)} % |`,
    );
  console.log('');
}
