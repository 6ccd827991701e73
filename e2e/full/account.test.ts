/** The user's own account: password, one-time password of the first login, calendar, colours, language. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caller } from '../pages/api.ts';
import { expectScreen, sidewaysScroll } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { Shell } from '../pages/shell.ts';
import { type Language, launch, logIn, rounds, type Size, screen, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

let made = 0;
/** Creates an account with a one-time password, as an administrator does. */
async function newAccount(base: string): Promise<{ username: string; password: string }> {
  made += 1;
  const call = await caller(base, 'admin');
  const { body } = await call('GET', 'provinces');
  const username = `guest.${Date.now().toString(36)}.${made}`;
  const { status, body: answer } = await call('POST', 'users', {
    username,
    name: 'میهمان نمونه',
    grants: [{ role: 'focal-point', programme: 'schools', province_id: body.data[0].id }],
  });
  expect(status).toBe(200);
  return { username, password: answer.password };
}

async function changePassword(page: Page, current: string, fresh: string, again = fresh): Promise<void> {
  await page.locator('input[name=current]').fill(current);
  await page.locator('input[name=new]').fill(fresh);
  await page.locator('input[name=confirmation]').fill(again);
  await page.locator('main form button[type=submit]').click();
}

describe.each<{ language: Language; size: Size }>(
  rounds([
    { language: 'fa', size: 'phone' },
    { language: 'en', size: 'desktop' },
  ]),
)('an account ($language, $size)', ({ language, size }) => {
  const base = demoServer();

  it('with a one-time password leads to choosing an own one before anything else', async () => {
    const { username, password } = await newAccount(base);
    const visitor = await visit(browser, base, { language, size });
    const { page } = visitor;
    await page.goto('/schools');
    await screen(page, 'login');
    await page.locator('input[autocomplete=username]').fill(username);
    await page.locator('input[autocomplete=current-password]').fill(password);
    await page.keyboard.press('Enter');
    await screen(page, 'profile');
    await page.getByText(words(language, 'app', 'profile.mustChange')).waitFor();
    await expectScreen(visitor, language);
    // No other screen opens, neither by address nor by link.
    await page.goto('/schools/create');
    await screen(page, 'profile');
    await page.locator('header a[href="/"]').first().click();
    await screen(page, 'profile');

    const alert = page.locator('main form [role=alert]');
    const refused = async (sentence: string) => {
      await expect.poll(() => alert.innerText()).toContain(sentence);
      await expectScreen(visitor, language);
    };
    await changePassword(page, 'not the password', 'a long enough secret');
    await refused(words(language, 'errors', 'password_wrong'));
    await changePassword(page, password, 'short');
    await refused(words(language, 'app', 'profile.notChanged'));
    await changePassword(page, password, 'a long enough secret', 'another secret');
    await refused(words(language, 'app', 'profile.mismatch'));
    await changePassword(page, '', 'a long enough secret');
    await refused(words(language, 'app', 'profile.allNeeded'));

    await changePassword(page, password, 'a long enough secret');
    await page.waitForURL((url) => url.pathname !== '/profile');
    await new Shell(page, language).toast(words(language, 'server', 'password_changed')).waitFor();
    await page.goto('/profile');
    await screen(page, 'profile');
    expect(await page.getByText(words(language, 'app', 'profile.mustChange')).count()).toBe(0);
    await page.goto('/schools');
    await screen(page, 'list');

    // The one-time password no longer works, the user's own does.
    await new Shell(page, language).logOut();
    await page.locator('input[autocomplete=username]').fill(username);
    await page.locator('input[autocomplete=current-password]').fill(password);
    await page.keyboard.press('Enter');
    await page.locator('main form [role=alert]').waitFor();
    await logIn(page, username, { password: 'a long enough secret' });
    await visitor.close();
  });

  it('keeps calendar, colours and language', async () => {
    const visitor = await visit(browser, base, { language, size, user: 'focal.bamyan' });
    const { page } = visitor;
    await page.goto('/settings');
    await screen(page, 'settings');
    await expectScreen(visitor, language);
    const choose = (setting: string, value: string) =>
      page
        .locator('main')
        .getByLabel(words(language, 'app', `settings.${setting}`))
        .selectOption(value);
    await choose('colours', 'dark');
    await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
    const first = language === 'en' ? 'solar' : 'gregorian';
    // The page reloads by itself.
    const loaded = page.waitForEvent('load');
    await choose('calendar', first);
    await loaded;
    await screen(page, 'settings');
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
    expect(await sidewaysScroll(page)).toBe(0);
    await page.goto('/schools-rates');
    const dates = page.locator('main [data-record]').first();
    await dates.waitFor();
    const year = language === 'en' ? /140[45]/ : /۲۰۲[۵۶]/;
    expect(await dates.innerText()).toMatch(year);
    // The choice is stored in this browser. Put it back, because other tests rely on it.
    await page.goto('/settings');
    await screen(page, 'settings');
    const again = page.waitForEvent('load');
    await choose('calendar', first === 'solar' ? 'gregorian' : 'solar');
    await again;
    await screen(page, 'settings');
    expect(visitor.errors).toEqual([]);
    await visitor.close();
  });
});
