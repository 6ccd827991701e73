/** A visitor without a login reads the public page, and somebody who logs in looks at the sites on the map. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inFull } from '../../tests/support/inFull.ts';
import { axe, expectScreen } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { launch, logIn, ROUNDS_OF_LANGUAGES, screen, visit, WAYS } from '../pages/stage.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

describe('the public page', () => {
  const base = demoServer();

  it.each(ROUNDS_OF_LANGUAGES)(
    'has no axe violation and is told at the start page without the app (%s)',
    async (language) => {
      const { page, errors, close } = await visit(browser, base, { language, size: 'phone' });
      const scripts: string[] = [];
      page.on('response', (response) => {
        if (response.request().resourceType() === 'script') scripts.push(new URL(response.url()).pathname);
      });
      await page.goto('/');
      await page.waitForURL((url) => language === 'en' || url.pathname.startsWith('/public/'));
      await page.locator('h1').waitFor();
      await expect.poll(() => page.locator('[data-table]').count()).toBeGreaterThan(1);
      expect(await axe(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await axe(page)).toEqual([]);
      expect([...new Set(scripts)]).toEqual(['/public-page.js']);
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      expect(isWide).toBe(false);
      expect(errors).toEqual([]);
      await close();
    },
  );

  it('is narrowed by a link with the state in the address, and gives the flow charts as SVG and PNG', async () => {
    const { page, errors, close } = await visit(browser, base, { language: 'en' });
    await page.goto('/public/en');
    const provinces = page.locator('[data-table=province] tbody');
    await provinces.locator('a').first().click();
    await page.waitForURL(/\/public\/en\?province=/);
    expect(await provinces.locator('tr').count()).toBe(1);
    await page.locator('select[name=programme]').selectOption({ index: 1 });
    await page.locator('form button[type=submit]').click();
    await page.waitForURL(/province=.*|programme=/);
    const png = page.waitForEvent('download');
    await page.locator('button[data-png]').first().click();
    expect((await png).suggestedFilename()).toMatch(/\.png$/);
    const svg = page.waitForEvent('download');
    await page.locator('a[download$=".svg"]').first().click();
    expect((await svg).suggestedFilename()).toMatch(/\.svg$/);
    expect(errors).toEqual([]);
    await close();
  });

  inFull('gives way to the app while somebody is logged in, and comes back after logout', async () => {
    const { page, close } = await visit(browser, base, { language: 'en' });
    await page.goto('/');
    await page.locator('a[data-login]').click();
    await screen(page, 'login');
    await logIn(page, 'focal.bamyan');
    await page.goto('/');
    await screen(page, 'dashboard');
    await page.goto('/map');
    await screen(page, 'map');
    // A deep link asks for the login and leads back.
    await page.goto('/logout');
    await page.waitForURL((url) => !url.pathname.startsWith('/logout'));
    await page.goto('/');
    await page.locator('a[data-login]').waitFor();
    await page.goto('/schools');
    await screen(page, 'login');
    await close();
  });

  inFull('lets in who is logged in without the cookie, once', async () => {
    const { page, context, close } = await visit(browser, base, { language: 'en', user: 'focal.bamyan' });
    await context.clearCookies();
    let pages = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) pages += 1;
    });
    await page.goto('/');
    await screen(page, 'dashboard');
    expect(pages).toBe(2);
    await close();
  });
});

describe('the map of sites', () => {
  const base = demoServer();

  it.each(WAYS)('shows sites, narrows them and opens one ($language, $size)', async ({ language, size }) => {
    const visitor = await visit(browser, base, { language, size, user: 'coordinator.bamyan' });
    const { page, errors, close } = visitor;
    await page.goto('/map');
    await screen(page, 'map');
    await page.locator('[data-map] .leaflet-marker-icon[title]').first().waitFor();
    const rows = page.locator('[data-list=view] li');
    await rows.first().waitFor();
    await expectScreen(visitor, language);
    expect(await axe(page)).toEqual([]);
    const all = await rows.count();
    if (size === 'phone') await page.locator('details summary').first().click();
    await page.locator('select[data-filter=open], [data-filter=open] select').first().selectOption('10');
    await page.waitForURL(/open=10/);
    await expect.poll(() => rows.count()).toBeLessThan(all);
    // By keyboard the map moves and the list follows.
    const before = new URL(page.url()).searchParams.get('at');
    await page.locator('[data-map]').focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => new URL(page.url()).searchParams.get('at')).not.toBe(before);
    await page.keyboard.press('ArrowLeft');
    await rows.first().locator('a').click();
    await screen(page, 'detail');
    await page.goBack();
    await screen(page, 'map');
    expect(new URL(page.url()).searchParams.get('open')).toBe('10');
    expect(errors).toEqual([]);
    await close();
  });
});
