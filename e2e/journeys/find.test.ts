/** The search of the navbar and Ctrl+K: by keyboard, what was opened lately, places, failures, and nothing left at log-out. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoServer } from '../pages/demoServer.ts';
import { launch, screen, visit } from '../pages/stage.ts';
import { words as wordsOf } from '../pages/words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe('finding', () => {
  const base = demoServer();

  it('opens a record by keyboard, remembers it until log-out, and narrows lists to a place', async () => {
    const { page, errors, close } = await visit(browser, base, { language: 'en', user: 'focal.bamyan' });
    const say = (key: string, params?: Record<string, string>) => wordsOf('en', 'app', key, params);
    await page.goto('/schools');
    await screen(page, 'list');
    const name = (await page.locator('tbody tr td a').first().textContent()) as string;
    const dialog = page.getByRole('dialog');
    const input = dialog.getByRole('searchbox');
    const open = async (words: string) => {
      await page.keyboard.press('Control+k');
      await input.fill(words);
    };

    await open(name);
    const first = dialog.locator('[data-group=school] a').first();
    await first.waitFor();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => first.evaluate((link) => link === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await screen(page, 'detail');

    await open('');
    await dialog.locator('[data-group=recent]').getByText(name).waitFor();
    await input.fill('bamyan');
    await dialog.locator('[data-group=places] button').first().click();
    await dialog.locator('[data-group=place] a').first().waitFor();
    await page.keyboard.press('Enter');
    await screen(page, 'list');
    expect(new URL(page.url()).searchParams.get('filters')).toContain('"province_id"');

    await open('p۱');
    await dialog.locator('[data-group=problems] a').first().click();
    await screen(page, 'detail');
    await expect.poll(() => page.locator('.am-problem-code').allTextContents()).toEqual(['P-1']);

    await open('summary');
    await dialog.locator('[data-group=reports] a').first().waitFor();
    await page.keyboard.press('Enter');
    await screen(page, 'summary');
    // A report that is closed to the role is not found, and its screen says who may open it.
    await open('user activity');
    await dialog.getByText(say('find.nothing', { typed: '\u2068user activity\u2069' })).waitFor();
    await page.goto('/schools-user-activity');
    await screen(page, 'error');
    await page.getByRole('alert').getByText('M&E officer').waitFor();

    await open('zzzz');
    await dialog.getByText(say('find.nothing', { typed: '\u2068zzzz\u2069' })).waitFor();
    await page.route('**/api/find?*', (route) => route.abort());
    await input.fill('school');
    await dialog.getByRole('alert').getByText(say('find.failed')).waitFor();
    expect(await dialog.locator('[data-group=lists] a').count()).toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });

    await page.goto('/logout');
    await screen(page, 'login');
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('recent')))).toEqual([]);
    expect(errors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([]);
    await close();
  });
});
