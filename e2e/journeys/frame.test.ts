/** What stands around every screen: breadcrumbs with buttons beside them, the bar of running calls, the footer. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Detail } from '../pages/detail.ts';
import { List } from '../pages/list.ts';
import { launch, type Visitor, visit } from '../pages/stage.ts';

let browser: Browser;
let visitor: Visitor;
beforeAll(async () => {
  browser = await launch();
  visitor = await visit(browser, inject('base'), { language: 'en', user: 'coordinator.bamyan' });
});
afterAll(async () => {
  await visitor.close();
  await browser.close();
});

describe('the frame', () => {
  it('breadcrumbs lead back; the last one is where one is, and leads nowhere', async () => {
    const { page } = visitor;
    const list = new List(page, 'en', 'school');
    await list.open('/schools');
    const [id] = await list.ids();
    await new Detail(page, 'en').open(`/schools/${id}`);
    const crumbs = page.locator('nav ol');
    expect(await crumbs.locator('[aria-current=page]').count()).toBe(1);
    expect(await crumbs.locator('[aria-current=page] a, a[aria-current=page]').count()).toBe(0);
    expect(await crumbs.locator('a').first().getAttribute('href')).toBe('/');
    await crumbs.locator('a[href="/schools"]').click();
    await list.ready();
  });

  it('tells that something is on its way', async () => {
    const { page } = visitor;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/schools-surveys?**', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/schools-surveys');
    await page.locator('[role=progressbar]').waitFor();
    release();
    await page.locator('[role=progressbar]').waitFor({ state: 'detached' });
    await page.unroute('**/api/schools-surveys?**');
  });

  it('closes every page with the year', async () => {
    const { page, errors } = visitor;
    expect(await page.locator('footer').textContent()).toContain(String(new Date().getFullYear()));
    expect(errors).toEqual([]);
  });
});
