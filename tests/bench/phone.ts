/**
 * A phone on a slow line (360 px, Dari, CPU slowed down 4×, 3 Mbit/s, 300 ms round trip) against the built server with the
 * demo: `npm run bench -- phone [rounds]`. Prints the milliseconds from navigation to the first row, question or card, and
 * the requests until then. Cold: the browser's cache is empty. Warm: the screen was open once before. Used: for the fourth time,
 * when the browser has kept the compiled code, which it does on disk only. Installed: the service worker serves the app; without
 * network the same until the page says that it needs one.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright';
import { session } from '../../e2e/pages/api.ts';
import { marking } from '../../e2e/pages/shown.ts';
import { accountCookie, openProfile, SIZES, startServer } from '../../e2e/pages/stage.ts';

export const LINE = { offline: false, latency: 300, downloadThroughput: 3e6 / 8, uploadThroughput: 1e6 / 8 };
export const SLOWER = 4;
/** Milliseconds in which the browser puts compiled code away. */
const TO_DISK = 3000;
export const SCREENS = [
  { name: 'list', path: '/schools-rates', shown: '[data-record]' },
  { name: 'form', path: '/schools-rates/create', shown: '[data-question] input, [data-question] select' },
  { name: 'home', path: '/', shown: 'main h2' },
];

interface Opening {
  /** Milliseconds */
  time: number;
  requests: number;
  /** Received kB */
  received: number;
}

/** Options: number of rounds (default 3). */
export async function phone(options: string[]): Promise<void> {
  const rounds = Math.max(1, Number(options[0]) || 3);
  const server = await startServer({ NODE_ENV: 'production' });
  try {
    const token = await session(server.base, 'admin');
    console.log(
      '| screen | cold ms | requests | kB | warm ms | requests | kB | used ms | installed ms | no network ms |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
    );
    for (const screen of SCREENS) {
      const cold: Opening[] = [];
      const warm: Opening[] = [];
      const used: Opening[] = [];
      const installed: Opening[] = [];
      const offline: Opening[] = [];
      for (let round = 0; round < rounds; round++) {
        const profile = mkdtempSync(join(tmpdir(), 'bench-phone-'));
        const context = await newPhone(profile, server.base, token);
        cold.push(await opening(context, screen));
        warm.push(await opening(context, screen));
        await opening(context, screen);
        await new Promise((resolve) => setTimeout(resolve, TO_DISK));
        used.push(await opening(context, screen));
        await install(context);
        installed.push(await opening(context, screen));
        await context.setOffline(true);
        offline.push(await opening(context, { ...screen, shown: '[data-no-network]' }, null));
        await context.close();
        rmSync(profile, { recursive: true, force: true });
      }
      const [c, w] = [median(cold), median(warm)];
      console.log(
        `| ${screen.name} | ${c.time.toFixed(0)} | ${c.requests} | ${c.received.toFixed(0)} | ${w.time.toFixed(0)} | ${w.requests} | ${w.received.toFixed(0)} | ${median(used).time.toFixed(0)} | ${median(installed).time.toFixed(0)} | ${median(offline).time.toFixed(0)} |`,
      );
    }
  } finally {
    await server.stop();
  }
}

/** Opens a profile on disk, as a phone has one, logged in. */
async function newPhone(profile: string, base: string, token: string): Promise<BrowserContext> {
  const context = await openProfile(profile, { viewport: SIZES.phone, hasTouch: true, baseURL: base });
  await context.addCookies([accountCookie(base)]);
  await context.addInitScript((given) => Object.assign(localStorage, given), { token, language: 'fa' });
  return context;
}

/** Waits until the service worker has everything. */
async function install(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto('/');
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.close();
}

/** Opens the address in a new page, so that only the browser's cache is warm. */
async function opening(
  context: BrowserContext,
  { path, shown }: (typeof SCREENS)[number],
  line: typeof LINE | null = LINE,
): Promise<Opening> {
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(error));
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  if (line) await devtools.send('Network.emulateNetworkConditions', line);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  let requests = 0;
  let received = 0;
  const cached = new Set<string>();
  devtools.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId));
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (!cached.has(requestId) && !response.fromDiskCache && response.url.startsWith('http')) requests += 1;
  });
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    received += encodedDataLength / 1000;
  });
  await page.addInitScript(marking(shown, { drawn: true }));
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('shown').length > 0, undefined, { timeout: 60_000 });
  const time = await page.evaluate(() => performance.getEntriesByName('shown')[0]?.startTime ?? 0);
  const seen = { time, requests, received };
  await page.close();
  return seen;
}

function median(all: Opening[]): Opening {
  return [...all].sort((a, b) => a.time - b.time)[Math.floor(all.length / 2)] as Opening;
}
