/** Codes, phone numbers and coordinates are shown left to right, also within Dari and Pashto text. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caller } from '../pages/api.ts';
import { demoServer } from '../pages/demoServer.ts';
import { launch, screen, visit, WAYS } from '../pages/stage.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Counts elements that contain only a code, phone number or point. Returns those with a wrong direction. */
async function drawn(page: Page): Promise<{ found: number; wrong: string[] }> {
  return page.evaluate(() => {
    const latin = /^(?:[A-Z]{2,}(?:_[A-Z]+)*_\d+|\+?[\d۰-۹]{3,4}[\d۰-۹ -]{6,}|-?\d{1,2}\.\d+, ?-?\d{1,3}\.\d+)$/;
    const wrong: string[] = [];
    let found = 0;
    const walker = document.createTreeWalker(document.querySelector('main') as HTMLElement, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const words = (node.textContent ?? '').trim();
      const element = node.parentElement as HTMLElement;
      if (!latin.test(words) || !element.checkVisibility()) continue;
      found += 1;
      if (getComputedStyle(element).direction !== 'ltr') wrong.push(`${element.tagName.toLowerCase()}: ${words}`);
    }
    return { found, wrong };
  });
}

describe.each(WAYS)('from the left ($language, $size)', ({ language, size }) => {
  const base = demoServer();

  it('in headings, lists, records, histories and on the dashboard', async () => {
    const call = await caller(base, 'mande');
    const school = (await call('GET', 'schools?sort=code')).body.data[0].id;
    const sheet = (await call('GET', 'schools-rates?sort=code')).body.data[0].id;
    const monitor = (await call('GET', 'local-monitors')).body.data[0].id;
    const visitor = await visit(browser, base, { language, size, user: 'coordinator.bamyan' });
    const manager = await visit(browser, base, { language, size, user: 'mande' });
    const look = async (page: Page, path: string, name: string, least: number) => {
      await page.goto(path);
      await screen(page, name);
      await page.waitForLoadState('networkidle');
      const { found, wrong } = await drawn(page);
      expect(wrong, path).toEqual([]);
      expect(found, path).toBeGreaterThanOrEqual(least);
    };
    await look(visitor.page, '/', 'dashboard', 3);
    // Rows on a phone have no code. Those of monitors have a phone number.
    await look(manager.page, size === 'phone' ? '/local-monitors' : '/schools-rates', 'list', 15);
    // The heading of a sheet is its code. For a school it is the name, with the code beside it.
    await look(manager.page, `/schools-rates/${sheet}`, 'detail', 2);
    await look(manager.page, `/schools/${school}`, 'detail', 2);
    await look(manager.page, `/local-monitors/${monitor}`, 'detail', 2);
    await look(manager.page, `/schools/${school}?tab=history`, 'detail', 1);
    expect(manager.errors).toEqual([]);
    await visitor.close();
    await manager.close();
  });
});
