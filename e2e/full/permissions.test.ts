/** By keyboard in Pashto, an administrator sees who may do what and why, grants a finance role, and finds it in the log. */

import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import permissions from '../../forms/common/permissions.json' with { type: 'json' };
import { localDigits } from '../../src/core/text/letters.ts';
import { axe, expectScreen } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { launch, screen, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe('permissions', () => {
  const base = demoServer();
  const app = (key: string, params: Record<string, unknown> = {}) => words('ps', 'app', key, params);
  const own = (key: string) => words('ps', 'permissions', key);
  const rule = (id: string) => permissions.rules.find((one) => one.id === id)?.label.ps ?? id;

  it('in Pashto by keyboard: the table, one person, a role given and kept in the log', async () => {
    const administrator = await visit(browser, base, { language: 'ps', user: 'admin' });
    const { page } = administrator;
    await page.goto('/admin/permissions?role=&programme=schools');
    await screen(page, 'permissions');
    await page.locator('tr[data-form=school]').waitFor();
    await expectScreen(administrator, 'ps');
    await page.locator('tr[data-form=school] button').nth(3).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText(rule('coordinators-decide')).first().waitFor();
    await page.keyboard.press('Escape');

    await page.locator('#tab-of-table').focus();
    await page.keyboard.press('ArrowLeft');
    const person = page.getByRole('combobox', { name: own('person') });
    await person.fill('focal.bamyan');
    const wanted = page.getByRole('option', { name: /\(focal\.bamyan\)/ });
    await wanted.waitFor();
    await page.getByRole('option', { name: /Demo administrator/ }).waitFor({ state: 'detached' });
    for (let step = 0; step < 20 && (await wanted.getAttribute('data-combobox-selected')) === null; step++)
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByLabel(own('form'), { exact: true }).selectOption('school');
    await page.locator('[data-action=create]').getByText(rule('focal-points-enter')).waitFor();
    await page.locator('[data-action=verify] [data-allowed=false]').first().waitFor();
    await expectScreen(administrator, 'ps');

    await page.goto('/admin/finance-dashboard?tab=grants');
    await page.locator('[data-account=finance]').waitFor();
    await page.getByRole('button', { name: own('give') }).click();
    const chosen = dialog.getByRole('combobox', { name: own('person') });
    await chosen.fill('mande');
    await page.getByRole('option', { name: /\(mande\)/ }).click();
    await dialog.getByRole('button', { name: app('accounts.save') }).click();
    await page.locator('[data-account=mande]').waitFor();
    await page.locator('#tab-of-grants').focus();
    await page.keyboard.press('ArrowLeft');
    await page.locator('[data-change=account_changed] ins').first().waitFor();
    expect(await axe(page)).toEqual([]);

    await page.goto('/admin/finance-dashboard?tab=grants');
    await page.locator('[data-account=mande] button').click();
    await dialog.getByRole('button', { name: app('accounts.removeGrant', { number: localDigits(1, 'ps') }) }).click();
    await dialog.getByRole('button', { name: app('accounts.save') }).click();
    await page.locator('[data-account=mande]').waitFor({ state: 'detached' });
    expect(administrator.errors).toEqual([]);
    await administrator.close();
  });

  it('people of finance see their area on a phone, and nothing of the others', async () => {
    const finance = await visit(browser, base, { language: 'ps', size: 'phone', user: 'finance' });
    const { page } = finance;
    await page.goto('/menu/administration');
    await page.locator('main a[href="/admin/finance-dashboard"]').click();
    await screen(page, 'permissions');
    await page.locator('li[data-form=finance-initial]').waitFor();
    await expectScreen(finance, 'ps');
    await page.goto('/admin/permissions');
    await screen(page, 'error');
    await finance.close();
  });
});
