/** A screen requests everything only once, and what it begins with in one call, which is sent before the program is here. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inFull } from '../../tests/support/inFull.ts';
import { caller } from '../pages/api.ts';
import { marking } from '../pages/shown.ts';
import { launch, rounds, type Server, startServer, visit } from '../pages/stage.ts';

const SCREENS = [
  { name: 'home', path: '/', shown: 'main h2' },
  { name: 'list', path: '/schools-rates', shown: '[data-record]' },
  { name: 'form', path: '/schools-rates/create', shown: '[data-question] input' },
] as const;

let browser: Browser;
let server: Server;
beforeAll(async () => {
  browser = await launch();
  server = await startServer();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Returns calls, scripts and styles requested twice until the screen is idle. The favicon is the browser's own. */
async function askedAgain(path: string, shown: string): Promise<string[]> {
  const { page, errors, close } = await visit(browser, server.base, { language: 'fa', user: 'admin', size: 'phone' });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET' && ['fetch', 'script', 'stylesheet'].includes(request.resourceType()))
      asked.push(request.url());
  });
  const answered = page.waitForResponse((response) => response.url().includes('/api/start?'));
  await page.goto(path);
  await page.locator(shown).first().waitFor();
  const calls = asked.filter((url) => url.includes('/api/')).map((url) => url.slice(url.indexOf('/api/') + 5));
  expect(calls.filter((call) => call.startsWith('start?'))).toHaveLength(1);
  const { answers } = await (await answered).json();
  expect(calls.filter((call) => call in answers)).toEqual([]);
  await page.waitForLoadState('networkidle');
  expect(errors).toEqual([]);
  await close();
  return asked.filter((url, at) => asked.indexOf(url) !== at);
}

/**
 * Most that a first visit may download until the screen is shown: scripts, words of one language among them, compressed, without
 * headers. That of a list is the one that counts (tests/bench/README.md).
 */
const BUDGET = {
  home: { kB: 215, requests: 14 },
  list: { kB: 236, requests: 15 },
  form: { kB: 460, requests: 22 },
} as const;

/** Returns compressed kB of scripts, and requests of all kinds, that had arrived when the screen was shown, by the page's own clock. */
async function downloaded(path: string, shown: string) {
  const { page, close } = await visit(browser, server.base, { language: 'fa', user: 'focal.bamyan', size: 'phone' });
  await page.addInitScript(marking(shown));
  await page.goto(path);
  await page.waitForFunction(() => performance.getEntriesByName('shown').length > 0);
  const arrived = await page.evaluate(() => {
    const until = performance.getEntriesByName('shown')[0]?.startTime ?? 0;
    const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return all
      .filter(({ responseEnd }) => responseEnd > 0 && responseEnd <= until)
      .map(({ name, encodedBodySize }) => ({ name, size: encodedBodySize }));
  });
  await close();
  const scripts = arrived.filter(({ name }) => /\.js(\?|$)/.test(name));
  // The page itself is one more.
  return { kB: scripts.reduce((sum, { size }) => sum + size, 0) / 1024, requests: arrived.length + 1 };
}

describe('opened again', () => {
  it('loads only what is new, and what the browser has lost', async () => {
    const { page, errors, close } = await visit(browser, server.base, { language: 'fa', user: 'admin', size: 'phone' });
    const { path, shown } = SCREENS[2];
    const opened = async () => {
      const calls: string[] = [];
      const note = (request: { url(): string }) => calls.push(request.url().split('/api/')[1] ?? '');
      page.on('request', note);
      const answered = page.waitForResponse((response) => response.url().includes('/api/start?'));
      await page.goto(path);
      const { answers } = await (await answered).json();
      await page.locator(shown).first().waitFor();
      await page.waitForLoadState('networkidle');
      page.off('request', note);
      return { sent: Object.keys(answers), calls };
    };
    const lasting = ['common', 'definitions', 'definitions/school-rating/1'];
    const stored = () =>
      page.evaluate(() => (localStorage.getItem('startEtags') ?? '').split(',').filter(Boolean).length);
    const first = await opened();
    expect(first.sent).toEqual(expect.arrayContaining(lasting));
    await expect.poll(stored).toBe(lasting.length);

    const second = await opened();
    expect(second.sent.filter((call) => lasting.includes(call))).toEqual([]);
    expect(second.calls.filter((call) => lasting.includes(call))).toEqual([]);

    // One that cannot be read is asked for on its own, and stored anew.
    await page.evaluate(async () => {
      const cache = await caches.open('start');
      const [one] = await cache.keys();
      await cache.put(one as Request, new Response('{'));
    });
    expect((await opened()).calls.filter((call) => lasting.includes(call))).toHaveLength(1);
    await expect.poll(stored).toBe(lasting.length - 1);
    expect((await opened()).sent.filter((call) => lasting.includes(call))).toHaveLength(1);
    await expect.poll(stored).toBe(lasting.length);

    // A browser short of room clears its caches: the calls are made, and the next opening stores the parts anew.
    await page.evaluate(() => caches.delete('start'));
    const third = await opened();
    expect(third.calls.filter((call) => lasting.includes(call)).sort()).toEqual(lasting);
    await expect.poll(stored).toBe(0);
    expect((await opened()).sent).toEqual(expect.arrayContaining(lasting));
    await expect.poll(stored).toBe(lasting.length);
    expect(errors).toEqual([]);
    await close();
  });
});

describe('opened for the first time', () => {
  it.each(SCREENS)('$name keeps to its budget', async ({ name, path, shown }) => {
    const { kB, requests } = await downloaded(path, shown);
    expect(kB).toBeLessThan(BUDGET[name].kB);
    expect(requests).toBeLessThanOrEqual(BUDGET[name].requests);
  });

  inFull('a report asks for no drafts', async () => {
    const { page, close } = await visit(browser, server.base, { language: 'fa', user: 'manager.schools' });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto('/cbms-program-summary');
    await page.locator('main[data-screen=summary]').waitFor();
    await page.waitForLoadState('networkidle');
    expect(asked.filter((url) => /assets\/(drafts|GoneScreen)-/.test(url))).toEqual([]);
    await page.goto('/no-such-report');
    await page.locator('main[data-screen=not-found]').waitFor();
    expect(asked.filter((url) => /assets\/drafts-/.test(url))).not.toEqual([]);
    await close();
  });

  it.each(rounds([SCREENS[2], SCREENS[0], SCREENS[1]]))('$name', async ({ path, shown }) => {
    expect(await askedAgain(path, shown)).toEqual([]);
  });

  inFull('a record', async () => {
    const call = await caller(server.base, 'admin');
    const { body } = await call('GET', 'schools-rates?per_page=1');
    expect(await askedAgain(`/schools-rates/${body.data[0].id}`, 'main[data-screen=detail]')).toEqual([]);
  });
});
