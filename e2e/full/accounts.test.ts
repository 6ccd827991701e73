/** An administrator creates an account in Dari on a phone, the person logs in, and later the account is closed. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localDigits } from '../../src/core/text/letters.ts';
import { axe, expectScreen, untranslated } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { launch, screen, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe('accounts', () => {
  const base = demoServer();
  const app = (key: string, params: Record<string, unknown> = {}) => words('fa', 'app', key, params);

  it('made with two roles, used with the one-time password, changed, closed; every step is told', async () => {
    const username = `new.person.${Date.now() % 100_000}`;
    const administrator = await visit(browser, base, { language: 'fa', size: 'phone', user: 'admin' });
    const { page } = administrator;
    await page.goto('/menu/administration');
    await page.locator('main a[href="/admin/accounts"]').first().click();
    await screen(page, 'accounts');
    // Lists people whose names are written in Dari or Pashto.
    await page.goto('/admin/accounts?role=provincial-coordinator');
    await page.locator('[data-account]').first().waitFor();
    await expectScreen(administrator, 'fa');
    await page.locator('a[href="/admin/accounts/create"]').click();
    await screen(page, 'account-create');
    await expectScreen(administrator, 'fa');

    // An empty form: the server's messages appear below the fields.
    await page.getByRole('button', { name: app('accounts.create') }).click();
    await page.locator('input[name=name][aria-invalid=true]').waitFor();
    await page.locator('input[name=name]').fill('شخص ساختگی');
    await page.locator('input[name=username]').fill(username);
    const role = (line: number) =>
      page.getByLabel(app('accounts.grantPart', { part: app('accounts.role'), number: localDigits(line, 'fa') }));
    await role(1).selectOption('focal-point');
    await page.getByRole('button', { name: app('accounts.addGrant') }).click();
    await role(2).selectOption('local-monitor');
    await page.getByRole('button', { name: app('accounts.create') }).click();
    const dialog = page.getByRole('dialog');
    const password = await dialog.locator('output').innerText();
    await dialog.getByRole('button', { name: app('accounts.noted') }).click();
    await screen(page, 'account');
    expect(await page.locator('main').innerText()).not.toContain(password);

    const person = await visit(browser, base, { language: 'fa', size: 'phone' });
    await person.page.goto('/login');
    await person.page.locator('input[autocomplete=username]').fill(username);
    await person.page.locator('input[autocomplete=current-password]').fill(password);
    await person.page.keyboard.press('Enter');
    await screen(person.page, 'profile');

    await page.reload();
    await page.locator('[data-changes] [data-action=login]').waitFor();
    await page.getByRole('button', { name: app('accounts.removeGrant', { number: localDigits(2, 'fa') }) }).click();
    await page.getByRole('button', { name: app('accounts.save') }).click();
    await page.locator('[data-action=account_changed] del').waitFor();
    await page.getByRole('button', { name: app('accounts.act.close') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: app('accounts.act.close') })
      .click();
    await page.locator('[data-action=account_closed]').waitFor();
    // The log shows the name as the person wrote it. Everything else on the screen is Dari.
    expect((await untranslated(page, 'fa')).filter((one) => !one.includes('Demo administrator'))).toEqual([]);
    expect(await axe(page)).toEqual([]);

    // The person is logged out at once: the next request leads to the login.
    await person.page.reload();
    await screen(person.page, 'login');

    await page.goto(`/admin/accounts?state=disabled&text=${encodeURIComponent('ساختگي')}`);
    await page.locator(`[data-account="${username}"]`).waitFor();
    // The browser logs only the error response caused above.
    expect(administrator.errors.filter((one) => !one.includes('422'))).toEqual([]);
    await administrator.close();
    await person.close();
  });

  it('are not for others: the server says so', async () => {
    const { page, close } = await visit(browser, base, { language: 'en', user: 'mande' });
    await page.goto('/menu/administration');
    await screen(page, 'menu');
    expect(await page.locator('main a[href="/admin/accounts"]').count()).toBe(0);
    await page.goto('/admin/accounts');
    await screen(page, 'error');
    await close();
  });
});
