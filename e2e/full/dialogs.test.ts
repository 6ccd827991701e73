/** After a dialog or menu closes, keyboard focus returns to where it was opened. */
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoServer } from '../pages/demoServer.ts';
import { launch, screen, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

async function comesBackTo(page: Page, opener: Locator): Promise<void> {
  await opener.waitFor();
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await page.waitForFunction(() => document.activeElement?.closest('[role=dialog]') !== null);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
}

describe('dialogs', () => {
  const base = demoServer();

  it('give the focus back: a name, its history, rights, the search, a question of a list', async () => {
    const { page, errors, close } = await visit(browser, base, { language: 'en', user: 'admin' });
    await page.goto('/admin/master-tables/crime-or-conflict-type');
    await comesBackTo(page, page.locator('[data-entry] button').nth(1));
    await comesBackTo(page, page.locator('[data-action=history]'));
    await page.goto('/admin/permissions');
    await screen(page, 'permissions');
    await comesBackTo(page, page.locator('tbody td button').nth(3));
    await comesBackTo(page, page.locator('header [aria-keyshortcuts]'));
    await page.goto('/schools');
    await screen(page, 'list');
    // After a menu item is chosen, focus returns to the menu's button.
    const menu = page.locator('tbody [aria-haspopup=menu]').first();
    await menu.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: words('en', 'app', 'remove.do') }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => menu.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(errors).toEqual([]);
    await close();
  });

  it('on a phone: the menu and the filters', async () => {
    const { page, errors, close } = await visit(browser, base, { language: 'fa', size: 'phone', user: 'admin' });
    await page.goto('/schools');
    await screen(page, 'list');
    await comesBackTo(page, page.getByRole('button', { name: words('fa', 'app', 'nav.me'), exact: true }));
    await comesBackTo(page, page.locator('[aria-controls=filters]'));
    expect(errors).toEqual([]);
    await close();
  });

  it('a menu takes the focus, stays at its button while the page moves below it, and closes when the button is gone', async () => {
    const { page, errors, close } = await visit(browser, base, { language: 'fa', user: 'admin' });
    await page.goto('/schools');
    await screen(page, 'list');
    const button = page.locator('tbody [aria-haspopup=menu]').nth(2);
    await button.click();
    const menu = page.getByRole('menu');
    await menu.waitFor();
    await menu.locator('[role=menuitem]:focus').first().waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await button.click();
    await menu.waitFor();
    /** Returns the distance from the top of the button to the nearer edge of the list. */
    const apart = async () => {
      const [at, list] = [await button.boundingBox(), await menu.boundingBox()];
      if (!at || !list) throw new Error('the button or its menu is not drawn');
      return list.y > at.y ? list.y - (at.y + at.height) : at.y - (list.y + list.height);
    };
    expect(await apart()).toBeCloseTo(4, 0);
    const before = (await menu.boundingBox())?.y ?? 0;
    await page.evaluate(() => window.scrollBy(0, 90));
    await expect.poll(async () => (await menu.boundingBox())?.y).toBeCloseTo(before - 90, 0);
    expect(await apart()).toBeCloseTo(4, 0);
    await page.evaluate(() => window.scrollBy(0, 3000));
    await menu.waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
    await close();
  });
});
