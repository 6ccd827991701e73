/** The three languages: choice, memory, text direction. Also an ended session that returns to the same page. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectLanguage, expectScreen } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { go } from '../pages/forms.ts';
import { List } from '../pages/list.ts';
import { Shell } from '../pages/shell.ts';
import { launch, logIn, screen, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Logs in again without reloading. The schools read before must be requested again before any is shown. */
async function forgotten(page: Page): Promise<void> {
  const list = new List(page, 'en', 'school');
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.locator('input[autocomplete=username]').fill('admin');
  await page.locator('input[autocomplete=current-password]').fill('amanat-demo');
  await page.keyboard.press('Enter');
  await screen(page, 'dashboard');
  await page.route('**/api/schools?*', async (route) => {
    await held;
    await route.fallback();
  });
  const asked = page.waitForRequest((request) => request.url().includes('/api/schools?'));
  await go(page, '/schools', 'school');
  await asked;
  expect(await list.main.locator('[data-record]').count()).toBe(0);
  answer();
  await list.rows().first().waitFor();
  await page.unroute('**/api/schools?*');
  await page.locator('header a[href="/logout"]').click();
  await screen(page, 'login');
}

describe('languages', () => {
  const base = demoServer();

  it('a choice is stored, reloads the page, turns it around and is remembered', async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, baseURL: base });
    const page = await context.newPage();
    await page.goto('/login');
    await screen(page, 'login');
    await expectLanguage(page, 'en');
    await new Shell(page, 'en').chooseLanguage('ps');
    await screen(page, 'login');
    await expectLanguage(page, 'ps');
    expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('pa');
    await new Shell(page, 'ps').chooseLanguage('fa');
    await screen(page, 'login');
    await expectLanguage(page, 'fa');
    expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('fa');
    // The buttons show the two other languages in their own words.
    expect((await page.locator('header button[data-language]').allTextContents()).map((name) => name.trim())).toEqual([
      'English',
      'پښتو',
    ]);
    await logIn(page, 'volunteer.bamyan');
    // The session is a token that every request carries, from the first of a page that is opened.
    const carried = page.waitForRequest((request) => request.url().includes('/api/start?'));
    await page.reload();
    await screen(page, 'dashboard');
    const token = await page.evaluate(() => localStorage.getItem('token'));
    expect((await (await carried).allHeaders()).authorization).toBe(`Bearer ${token}`);
    await expectLanguage(page, 'fa');
    await new Shell(page, 'fa').chooseLanguage('en');
    await screen(page, 'dashboard');
    await expectLanguage(page, 'en');
    expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('en');
    // A language that the product does not have falls back to English.
    await page.evaluate(() => localStorage.setItem('language', 'de'));
    await page.reload();
    await screen(page, 'dashboard');
    await expectLanguage(page, 'en');
    await context.close();
  });

  it('the login begins in the language of the device until one is chosen, in English without one of ours', async () => {
    for (const [locale, language] of [
      ['fa-AF', 'fa'],
      ['ps-AF', 'ps'],
      ['de-DE', 'en'],
    ] as const) {
      const context = await browser.newContext({ locale, baseURL: base });
      const page = await context.newPage();
      await page.goto('/login');
      await screen(page, 'login');
      expect(await page.evaluate(() => navigator.language)).toBe(locale);
      await expectLanguage(page, language);
      const chosen = language === 'fa' ? 'ps' : 'fa';
      await page.locator(`header button[data-language=${chosen}]`).click();
      await page.waitForFunction((code) => document.documentElement.lang.startsWith(code), chosen);
      await page.reload();
      await screen(page, 'login');
      await expectLanguage(page, chosen);
      await context.close();
    }
  });

  it('a new device takes the language of the account at login, unless one is chosen there', async () => {
    const context = await browser.newContext({ locale: 'de-DE', baseURL: base });
    const page = await context.newPage();
    const login = async () => {
      await page.locator('input[autocomplete=username]').fill('focal.bamyan');
      await page.locator('input[type=password]').fill('amanat-demo');
      await page.locator('button[type=submit]').click();
      await screen(page, 'dashboard');
    };
    await page.goto('/login');
    await expectLanguage(page, 'en');
    await login();
    await page.waitForFunction(() => document.documentElement.lang.startsWith('fa'));
    await page.goto('/logout');
    await screen(page, 'login');
    await expectLanguage(page, 'fa');
    await page.locator('header button[data-language=en]').click();
    await page.waitForFunction(() => document.documentElement.lang.startsWith('en'));
    await screen(page, 'login');
    await login();
    await expectLanguage(page, 'en');
    await context.close();
  });

  it('wrong or missing words at the login are answered in the language', async () => {
    for (const language of ['fa', 'ps'] as const) {
      const visitor = await visit(browser, base, { language });
      const { page } = visitor;
      await page.goto('/login');
      await page.locator('button[type=submit]').click();
      await page.getByText(words(language, 'app', 'login.both')).waitFor();
      await page.locator('input[autocomplete=username]').fill('nobody.known');
      await page.locator('input[autocomplete=current-password]').fill('surely wrong');
      const refused = page.waitForResponse((response) => response.url().includes('/api/auth/login'));
      await page.locator('button[type=submit]').click();
      const { message } = await (await refused).json();
      expect(message).toBe(words(language, 'errors', 'login_failed'));
      await page.locator('form').getByText(message).waitFor();
      await expectScreen(visitor, language);
      // A message from the server is shown unchanged.
      const said = 'The door is closed until noon.';
      const body = JSON.stringify({ code: 'x', message: said });
      await page.route('**/api/auth/login', (route) =>
        route.fulfill({ status: 401, contentType: 'application/json', body }),
      );
      await page.locator('button[type=submit]').click();
      await page.locator('main[data-screen=login] [role=alert]').filter({ hasText: said }).waitFor();
      await visitor.close();
    }
  });

  it('an ended session leads to the login after about a second, with the message, and back to the page', async () => {
    const { page, close } = await visit(browser, base, { language: 'fa', user: 'coordinator.bamyan' });
    const list = new List(page, 'fa');
    await list.open('/schools-rates?page=2');
    await page.evaluate(() => localStorage.setItem('token', 'no longer valid'));
    await list
      .pages()
      .getByRole('button', { name: words('fa', 'app', 'pages.next') })
      .click();
    const asked = Date.now();
    await screen(page, 'login');
    expect(Date.now() - asked).toBeGreaterThan(500);
    await page.getByText(words('fa', 'errors', 'unauthorized')).waitFor();
    await page.locator('input[autocomplete=username]').fill('coordinator.bamyan');
    await page.locator('input[autocomplete=current-password]').fill('amanat-demo');
    await page.keyboard.press('Enter');
    await list.ready();
    expect(page.url()).toContain('/schools-rates?page=3');
    await close();
  });

  it('after logging out nothing of what was read before is shown to the next person', async () => {
    const { page, errors, close } = await visit(browser, base, { language: 'en', user: 'coordinator.bamyan' });
    const list = new List(page, 'en', 'school');
    await list.open('/schools');
    const theirs = await list.ids();
    expect(theirs.length).toBeGreaterThan(0);
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await page.locator('header a[href="/logout"]').click();
    await screen(page, 'login');
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await page.locator('input[autocomplete=username]').fill('coordinator.kabul');
    await page.locator('input[autocomplete=current-password]').fill('amanat-demo');
    // The next list's requests are held back, so only cached data could be shown.
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/schools?*', async (route) => {
      await held;
      await route.continue();
    });
    await page.keyboard.press('Enter');
    await screen(page, 'dashboard');
    await new Shell(page, 'en').openDepartment('schools');
    const asked = page.waitForRequest('**/api/schools?*');
    await page.locator('main a[href="/schools"]').first().click();
    await asked;
    await screen(page, 'list');
    expect(await page.evaluate(() => 'sameDocument' in window), 'without loading the page again').toBe(true);
    expect(await list.ids()).toEqual([]);
    release();
    await list.ready();
    expect((await list.ids()).filter((id) => theirs.includes(id))).toEqual([]);
    await page.unrouteAll();
    expect(errors).toEqual([]);
    await close();
  });

  it('logged out there is the login link and no menu', async () => {
    const { page, close } = await visit(browser, base, { language: 'en', user: 'admin' });
    await page.goto('/schools');
    await new List(page, 'en', 'school').rows().first().waitFor();
    await page.locator('header a[href="/"]').first().click();
    await screen(page, 'dashboard');
    const header = page.locator('header');
    const links = () =>
      header.locator('a[href]').evaluateAll((all) => all.map((one) => one.getAttribute('href') as string));
    await header.getByRole('button', { name: words('en', 'app', 'nav.departments') }).waitFor();
    await header.locator('a[href="/reports"]').waitFor();
    // The bell stands in the wide bar and in the narrow one.
    expect(await links()).toEqual([
      '/',
      '/reports',
      '/gallery',
      '/menu/administration',
      '/map',
      '/news',
      '/logout',
      '/news',
    ]);
    expect(await header.locator('button[data-language]').count()).toBe(2);
    await header.locator('a[href="/logout"]').click();
    await screen(page, 'login');
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await forgotten(page);
    await page.goto('/error');
    await screen(page, 'error');
    await header.getByRole('link', { name: words('en', 'app', 'nav.login') }).waitFor();
    expect(await links()).toEqual(['/', '/login']);
    expect(await header.getByRole('navigation').count()).toBe(0);
    expect(await page.getByRole('button', { name: words('en', 'app', 'nav.departments') }).count()).toBe(0);
    await header.locator('a[href="/login"]').click();
    await screen(page, 'login');
    await page.goto('/schools');
    await screen(page, 'login');
    await close();
  });
});
