/** The app without network, a newer build while somebody types, and the back button of an installed app. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoServer } from '../pages/demoServer.ts';
import { Form } from '../pages/form.ts';
import { List } from '../pages/list.ts';
import { installed } from '../pages/offline.ts';
import { newSchool } from '../pages/school.ts';
import { launchWhole, screen, visit } from '../pages/stage.ts';
import { words, wordsWith } from '../pages/words.ts';

let browser: Browser;
let path: string;
beforeAll(async () => {
  browser = await launchWhole();
  path = `/schools/${await newSchool(demoServer(), 'مکتب بی‌شبکه')}/rate`;
});
afterAll(() => browser.close());

describe('the installed app', () => {
  const base = demoServer();

  it('opens without network, and a newer build waits until the form is left', async () => {
    const { page, context, close } = await visit(browser, base, {
      language: 'fa',
      size: 'phone',
      user: 'focal.bamyan',
      worker: true,
    });
    // The first build differs from the server's in one line, so that the server has a newer one.
    await context.route('**/sw.js', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `// An earlier build.\n${await response.text()}` });
    });
    await page.goto('/');
    await screen(page, 'dashboard');
    await installed(page);

    await context.setOffline(true);
    await page.reload();
    await screen(page, 'dashboard');
    const waits = page.locator('[data-no-network]', { hasText: words('fa', 'app', 'offline.waits') });
    await waits.waitFor();
    await page.goto(path);
    await waits.waitFor();
    await context.setOffline(false);
    const form = new Form(page);
    await form.ready();

    await form.pick('security', 'excellent');
    await page.getByText(words('fa', 'form', 'draft.kept')).waitFor();
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration?.update();
    });
    await page.waitForFunction(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return Boolean(registration?.waiting);
    });
    const bar = page.locator('[data-update]');
    await form.pick('water', 'good');
    expect(await bar.count(), 'nobody is interrupted').toBe(0);

    await form.cancel();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words('fa', 'form', 'screen.leave') })
      .click();
    await bar.waitFor();
    // The newer worker starts only when the one before has finished, on a busy machine after a while.
    const loaded = page.waitForEvent('load', { timeout: 90_000 });
    await bar.getByRole('button', { name: words('fa', 'app', 'update.take') }).click();
    await loaded;
    await screen(page, 'detail');
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting)).toBeNull();
    await page.goto('/');
    await screen(page, 'dashboard');
    await page.locator(`main a[href="${path}"]`).first().click();
    await form.ready();
    await page.getByText(wordsWith('fa', 'form', 'draft.restored')).waitFor();
    expect([await form.picked('security'), await form.picked('water')]).toEqual(['excellent', 'good']);
    await close();
  });

  it('says that a second back press leaves it, and goes back as usual inside', async () => {
    const { page, context, close } = await visit(browser, base, {
      language: 'fa',
      size: 'phone',
      user: 'focal.bamyan',
    });
    await context.addInitScript(() => {
      const asked = window.matchMedia.bind(window);
      // No command of the browser opens a page as an installed app.
      window.matchMedia = (query) => asked(query.includes('standalone') ? 'all' : query);
    });
    await page.goto('/');
    await screen(page, 'dashboard');
    await page.locator('header a[href="/news"]:visible').click();
    await screen(page, 'news');
    await page.goBack();
    await screen(page, 'dashboard');
    const asks = page.getByText(words('fa', 'app', 'install.backAgain'));
    expect(await asks.count(), 'the press before was inside the app').toBe(0);
    await page.goBack();
    await asks.waitFor();
    await screen(page, 'dashboard');
    expect(new URL(page.url()).pathname).toBe('/');
    await page.goBack();
    expect(page.url()).toBe('about:blank');

    // Where the first page is a list, the press ends its selection first.
    await page.goto('/schools-rates');
    const list = new List(page, 'fa', 'school-rating');
    await list.ready();
    await (await list.openMore()).locator('[data-action=mark]').tap();
    await list.selection().waitFor();
    await page.goBack();
    await list.selection().waitFor({ state: 'detached' });
    expect(await asks.count(), 'the press ended the selection').toBe(0);
    // Browsers let a page add to the history only after a touch.
    await page.locator('h1').first().tap();
    await page.goBack();
    await asks.waitFor();
    await close();
  });
});
