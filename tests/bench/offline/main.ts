/**
 * Work without network in a real browser: 360 px, Dari, CPU slowed down 4×, 3 Mbit/s with 300 ms there and back.
 * `npm run bench -- offline [--more 1800] [--visits 500] [--photos 200] [--cut 5] [--records 20000] [--places 40000]`.
 * The parts: taking the demonstration (3,200 records) with `more` of them along; opening the app without network; sending
 * visits with photos while `cut` per cent of the requests are cut; lists of many records and places in the encrypted store.
 * 0 leaves a part out. Times are by the clock of the page, heap is that of the page after a collection.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { BrowserContext, CDPSession, Page } from 'playwright';
import sharp from 'sharp';
import { build } from 'vite';
import { marking } from '../../../e2e/pages/shown.ts';
import { logIn, openProfile, SIZES, startServer } from '../../../e2e/pages/stage.ts';
import { words } from '../../../e2e/pages/words.ts';
import { type BareBrowser, type BarePage, openBare, until } from '../bare.ts';
import { median } from '../median.ts';
import { LINE, SCREENS, SLOWER } from '../phone.ts';
import { fixedWork } from '../speed.ts';
import { manyPlaces, manyRecords, widestForm } from './data.ts';
import { type Line, openLine } from './line.ts';
import type { Bench } from './page.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Both directions have the same speed, as the target says. */
const SAME_BOTH_WAYS = { ...LINE, uploadThroughput: LINE.downloadThroughput };
/** Pages of the browser in which openings and lists are measured. The middle one counts. */
const ROUNDS = 5;
/** Milliseconds in which a page that was just opened does what it does later, before the next one. */
const REST = 800;
const LONGEST = 40 * 60_000;
const VISITS = 'school-rating';
const says = (key: string) => words('fa', 'offline', key);

/** What this bench serves itself. The service worker leaves addresses of the API alone. */
const OWN = '/api/bench';
type Own = Map<string, { type: string; body: string | Buffer }>;

interface Stage {
  line: Line;
  own: Own;
}

/** Calls the bench in a page. */
type Call = <Name extends keyof Bench>(name: Name, ...args: Parameters<Bench[Name]>) => ReturnType<Bench[Name]>;

export async function offline(args: string[]): Promise<void> {
  const number = (fallback: number) => ({ type: 'string', default: String(fallback) }) as const;
  const { values } = parseArgs({
    args,
    options: {
      ...{ more: number(1800), visits: number(500), photos: number(200), cut: number(5) },
      ...{ records: number(20_000), places: number(40_000) },
    },
  });
  const own = await ownFiles();
  const folder = mkdtempSync(join(tmpdir(), 'amanat-offline-'));
  const env = { NODE_ENV: 'production', DATA_DIR: folder };
  let server = await startServer(env);
  let context: BrowserContext | undefined;
  let browser: BareBrowser | undefined;
  try {
    if (Number(values.more) > 0) {
      await server.stop();
      seed(folder, values.more);
      server = await startServer(env);
    }
    const line = await openLine(server.base, own);
    const stage: Stage = { line, own };
    const profile = join(folder, 'profile');
    context = await openProfile(profile, { viewport: SIZES.phone, hasTouch: true, baseURL: line.base });
    await signIn(context);
    console.log(`load of the machine ${load()}\n\n| what | ms | heap MB |\n|---|--:|--:|`);
    await prepare(context);
    if (Number(values.visits) > 0)
      await sync(context, stage, Number(values.visits), Number(values.photos), Number(values.cut));
    await context.close();
    browser = openBare(profile);
    await open(browser, stage, 'prepared');
    if (Number(values.records) > 0) await lists(browser, stage, Number(values.records), Number(values.places));
    line.close();
  } finally {
    await context?.close();
    await browser?.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const load = () => `${(loadavg()[0] as number).toFixed(1)}, fixed work ${fixedWork().toFixed(0)} ms`;

function row(what: string, time: number, memory?: number): void {
  console.log(
    `| ${what} | ${time < 1000 ? time.toFixed(0) : `${(time / 1000).toFixed(1)} s`} | ${memory?.toFixed(0) ?? ''} |`,
  );
}

function seed(folder: string, records: string): void {
  const made = spawnSync(process.execPath, ['--import', 'tsx', 'tests/bench/seed.ts', '--records', records], {
    cwd: root,
    env: { ...process.env, DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (made.status !== 0) throw new Error('the seed failed');
}

/** Builds the page of the bench. */
async function ownFiles(): Promise<Own> {
  const built = await build({
    root: fileURLToPath(new URL('.', import.meta.url)),
    base: `${OWN}/`,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      rollupOptions: { input: fileURLToPath(new URL('page.html', import.meta.url)) },
    },
  });
  const own: Own = new Map();
  for (const file of (Array.isArray(built) ? built : [built]).flatMap((one) => ('output' in one ? one.output : []))) {
    const type = file.fileName.endsWith('.html') ? 'text/html' : file.fileName.endsWith('.js') ? 'text/javascript' : '';
    own.set(`${OWN}/${file.fileName}`, { type, body: file.type === 'chunk' ? file.code : Buffer.from(file.source) });
  }
  return own;
}

async function signIn(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    localStorage.setItem('language', 'fa');
    localStorage.setItem('formLayout', '{"layout":"page"}');
  });
  const page = await context.newPage();
  await logIn(page, 'admin');
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.close();
}

async function newPage(context: BrowserContext): Promise<{ page: Page; devtools: CDPSession }> {
  const page = await context.newPage();
  page.setDefaultTimeout(LONGEST);
  page.on('pageerror', (error) => console.error(error));
  return { page, devtools: await context.newCDPSession(page) };
}

async function slowDown(devtools: CDPSession): Promise<void> {
  await devtools.send('Network.emulateNetworkConditions', SAME_BOTH_WAYS);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}

/** Megabytes in use after a collection. */
async function heap(devtools: CDPSession | BarePage): Promise<number> {
  const send = devtools.send as BarePage['send'];
  await send.call(devtools, 'HeapProfiler.collectGarbage');
  const { usedSize } = await send.call(devtools, 'Runtime.getHeapUsage');
  return (usedSize as number) / 2 ** 20;
}

async function benchPage(context: BrowserContext) {
  const { page } = await newPage(context);
  await page.goto(`${OWN}/page.html`);
  await page.waitForFunction(() => 'bench' in window);
  return { page, call: callIn(page) };
}

async function bareBenchPage(browser: BareBrowser, { line }: Stage) {
  const page = await browser.newPage();
  await page.goto(`${line.base}${OWN}/page.html`);
  await until(page, '"bench" in window');
  return { page, call: callIn(page) };
}

const callIn =
  (page: { evaluate(expression: string): Promise<unknown> }): Call =>
  (name, ...args) =>
    page.evaluate(`bench.${name}(...${JSON.stringify(args)})`) as ReturnType<Bench[typeof name]>;

async function prepare(context: BrowserContext): Promise<void> {
  const { page, devtools } = await newPage(context);
  await devtools.send('Network.enable');
  await page.goto('/offline/prepare');
  await page.getByText(says('prepare.all')).click();
  await slowDown(devtools);
  const since = performance.now();
  await page.getByRole('button', { name: says('prepare.begin') }).click();
  await page.getByText(says('prepare.done'), { exact: true }).waitFor();
  const time = performance.now() - since;
  const memory = await heap(devtools);
  await page.close();
  const bench = await benchPage(context);
  const records = Object.values(await bench.call('counts')).reduce((sum, count) => sum + count, 0);
  row(`preparing ${records} records (target 30 s)`, time, memory);
  await bench.page.close();
}

async function open(browser: BareBrowser, stage: Stage, state: string, screens = SCREENS): Promise<void> {
  const { page } = await bareBenchPage(browser, stage);
  await page.evaluate('localStorage.setItem("mode", "offline")');
  await page.close();
  stage.line.isDown = true;
  for (const screen of screens) {
    const slowed: Opening[] = [];
    const plain: Opening[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      slowed.push(await opening(browser, stage, screen, SLOWER));
      plain.push(await opening(browser, stage, screen, 1));
    }
    const times = slowed.map(({ time }) => time);
    row(`opening ${screen.name} without network, ${state} (target 2.5 s)`, median(times));
    row('the quickest of them', Math.min(...times));
    row(`processor time of it, not slowed down, times ${SLOWER}`, median(plain.map(({ busy }) => busy)) * SLOWER);
  }
  stage.line.isDown = false;
}

interface Opening {
  /** Milliseconds from navigation to what is shown. */
  time: number;
  /** Milliseconds for which the page's main thread held a processor: other programs of the machine hardly change it. */
  busy: number;
}

/** Opens the address in a new page, so that only what the browser keeps is warm. */
async function opening(
  browser: BareBrowser,
  { line }: Stage,
  { path, shown }: (typeof SCREENS)[number],
  rate: number,
): Promise<Opening> {
  const page = await browser.newPage();
  await page.send('Emulation.setCPUThrottlingRate', { rate });
  await page.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.send('Page.enable');
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source: marking(shown, { drawn: true }) });
  await page.goto(`${line.base}${path}`);
  await until(page, 'performance.getEntriesByName("shown").length > 0');
  const time = await page.evaluate<number>('performance.getEntriesByName("shown")[0].startTime');
  const { metrics } = await page.send('Performance.getMetrics');
  const found = (metrics as { name: string; value: number }[]).find(({ name }) => name === 'ThreadTime');
  await new Promise((done) => setTimeout(done, REST));
  await page.close();
  return { time, busy: (found?.value ?? 0) * 1000 };
}

async function sync(
  context: BrowserContext,
  { line, own }: Stage,
  visits: number,
  photos: number,
  cut: number,
): Promise<void> {
  own.set(`${OWN}/photo.jpg`, { type: 'image/jpeg', body: await photo() });
  const bench = await benchPage(context);
  await bench.call('save', VISITS, { records: visits, photos, photo: `${OWN}/photo.jpg` });
  const before = { ...line.counts };
  line.cut(cut);
  const { page, devtools } = await newPage(context);
  await devtools.send('Network.enable');
  await slowDown(devtools);
  const since = performance.now();
  await page.goto('/offline/sync');
  let waiting = await bench.call('waiting');
  while (waiting.length > 0 && performance.now() - since < LONGEST) {
    await page.waitForTimeout(1000);
    waiting = await bench.call('waiting');
  }
  const time = performance.now() - since;
  line.cut(0);
  const [requests, cuts, chunks, repeated] = (['requests', 'cut', 'chunks', 'repeated'] as const).map(
    (key) => line.counts[key] - before[key],
  );
  row(
    `sending ${visits} records with ${photos} photos of ${kilobytes(own.get(`${OWN}/photo.jpg`)?.body)} kB: ${requests} requests, ${cuts} cut, ${chunks} chunks stored, ${repeated} of them sent again, ${waiting.length} records not sent`,
    time,
    await heap(devtools),
  );
  await page.close();
  await bench.page.close();
}

const kilobytes = (body: string | Buffer | undefined) => Math.round((body?.length ?? 0) / 1000);

/** As large as the camera of a phone and the app leave one: noise as JPEG, which does not get smaller. */
async function photo(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const made = sharp({ create: { width: 1000, height: 750, channels: 3, background: '#808080', noise } });
  return made.jpeg({ quality: 70 }).toBuffer();
}

async function lists(browser: BareBrowser, stage: Stage, records: number, places: number): Promise<void> {
  const filling = await bareBenchPage(browser, stage);
  const form = widestForm(new Set(await filling.call('forms')));
  stage.own.set(`${OWN}/records.json`, { type: 'application/json', body: JSON.stringify(manyRecords(form, records)) });
  stage.own.set(`${OWN}/places.json`, { type: 'application/json', body: JSON.stringify(manyPlaces(places)) });
  const paths = { records: `${OWN}/records.json`, places: `${OWN}/places.json` };
  const path = await filling.call('fill', { ...paths, form: form.form });
  await filling.page.close();
  const pages: [string, number, number][][] = [];
  let memory = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { page, call } = await bareBenchPage(browser, stage);
    await page.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    pages.push(await call('lists', form.form));
    memory = await heap(page);
    await page.close();
  }
  await open(browser, stage, `${records} records`, [{ name: 'list', path, shown: '[data-record]' }]);
  console.log(`\n${records} records of ${form.form}, ${places} places, heap ${memory.toFixed(0)} MB, load ${load()}\n`);
  console.log('| page (target 100 ms) | the first time ms | quickest | then ms | quickest |\n|---|--:|--:|--:|--:|');
  for (const [at, [what]] of (pages[0] ?? []).entries()) {
    const figures = [1, 2].flatMap((column) => {
      const times = pages.map((rows) => rows[at]?.[column] as number);
      return [median(times), Math.min(...times)];
    });
    console.log(`| ${what} | ${figures.map((time) => time.toFixed(0)).join(' | ')} |`);
  }
}
