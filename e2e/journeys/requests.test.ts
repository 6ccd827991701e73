/** A screen requests everything only once. Requests that were sent ahead are used and not repeated. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caller } from '../pages/api.ts';
import { launch, type Server, startServer, visit } from '../pages/stage.ts';

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
  await page.goto(path);
  await page.locator(shown).first().waitFor();
  await page.waitForLoadState('networkidle');
  expect(asked.filter((url) => url.includes('/api/')).length).toBeGreaterThan(2);
  expect(errors).toEqual([]);
  await close();
  return asked.filter((url, at) => asked.indexOf(url) !== at);
}

describe('opened for the first time', () => {
  it.each(SCREENS)('$name', async ({ path, shown }) => {
    expect(await askedAgain(path, shown)).toEqual([]);
  });

  it('a record', async () => {
    const call = await caller(server.base, 'admin');
    const { body } = await call('GET', 'schools-rates?per_page=1');
    expect(await askedAgain(`/schools-rates/${body.data[0].id}`, 'main[data-screen=detail]')).toEqual([]);
  });
});
