/** A browser that keeps nothing for the page: people read in their language what to allow, instead of waiting for ever. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoServer } from '../pages/demoServer.ts';
import { type Language, launch } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

const LOCALES: Record<Language, string> = { en: 'en-GB', fa: 'fa-AF', ps: 'ps-AF' };

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe('a browser without storage', () => {
  const base = demoServer();
  /** Opens the login where reading this property of the window is refused, as browsers refuse it. */
  const opened = async (language: Language, refused: 'localStorage' | 'indexedDB') => {
    const context = await browser.newContext({ baseURL: base, locale: LOCALES[language] });
    const page = await context.newPage();
    await page.addInitScript((name) => {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied', 'SecurityError');
        },
      });
    }, refused);
    await page.goto('/login');
    return { context, page };
  };

  it.each(Object.keys(LOCALES) as Language[])('says what to allow, in %s', async (language) => {
    const { context, page } = await opened(language, 'localStorage');
    const said = page.getByText(words(language, 'app', 'storageBlocked'));
    await said.waitFor();
    expect(await said.evaluate((element) => getComputedStyle(element).direction)).toBe(
      language === 'en' ? 'ltr' : 'rtl',
    );
    expect(await page.locator('form').count()).toBe(0);
    await context.close();
  });

  it('logs in where only the database of the browser is refused', async () => {
    const { context, page } = await opened('en', 'indexedDB');
    await page.locator('[name=username]').fill('focal.bamyan');
    await page.locator('[name=password]').fill('amanat-demo');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !url.pathname.startsWith('/login'));
    await page.locator('main h1').first().waitFor();
    await context.close();
  });
});
