/** Fills an album on a phone in Dari: several pictures at once, a broken connection, captions, keyboard viewing. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localDigits } from '../../src/core/text/letters.ts';
import { caller } from '../pages/api.ts';
import { axe, expectScreen } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { photo } from '../pages/picture.ts';
import { launch, screen, visit } from '../pages/stage.ts';
import { definition, words } from '../pages/words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe('gallery', () => {
  const base = demoServer();
  const say = (key: string, params: Record<string, unknown> = {}) => words('fa', 'gallery', key, params);
  const dari = (value: number) => localDigits(value, 'fa');

  it('adds pictures in one go, loses none to a broken line, captions them and shows them one after the other', async () => {
    const visitor = await visit(browser, base, { language: 'fa', size: 'phone', user: 'mande' });
    const { page } = visitor;
    await page.goto('/gallery');
    await screen(page, 'gallery-albums');
    await page.locator('[data-album] img').first().waitFor();
    await expectScreen(visitor, 'fa');
    expect(await axe(page)).toEqual([]);
    await page.reload();
    const { body } = await (await caller(base, 'mande'))('GET', 'albums?per_page=50');
    const album = body.data.find((one: { recordScope: { edit?: boolean } }) => one.recordScope.edit);
    await page.locator(`[data-album="${album.id}"] a`).first().click();
    await screen(page, 'gallery-album');
    await page.locator('[data-image] img').first().waitFor();
    const before = await page.locator('[data-image]').count();

    // The second of three uploads loses its connection.
    let sent = 0;
    await page.route('**/api/files', (route) => {
      sent += 1;
      return sent === 2 ? route.abort('connectionreset') : route.continue();
    });
    await page.locator('[data-action=add-images]').click();
    await page.getByLabel(definition('gallery-image').fields.activity_name!.label.fa).fill('غونډه د پسرلي');
    const pictures = await Promise.all(
      [900, 1100, 2400].map(async (width, at) => ({ ...(await photo(width, 700)), name: `picture-${at}.jpg` })),
    );
    await page.locator('[data-adding] input[type=file]').setInputFiles(pictures);
    await page.locator('[data-progress] li[data-state=failed]').waitFor();
    await page.waitForFunction(() => document.querySelectorAll('[data-progress] li[data-state=done]').length === 2);
    expect(await axe(page)).toEqual([]);

    // Leaving now asks first. Staying and trying again uploads the missing picture.
    await page.locator('header a').first().click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('leave.stay') })
      .click();
    await page.getByRole('button', { name: say('send.retryAll') }).click();
    await page.getByText(say('send.done', { done: dari(3), total: dari(3) })).waitFor();
    await page
      .locator('[data-image]')
      .nth(before + 2)
      .waitFor();
    expect(await page.locator('[data-image]').count()).toBe(before + 3);

    // A caption is edited in place.
    const tile = page.locator('[data-image]', { hasText: 'غونډه د پسرلي' }).first();
    const id = await tile.getAttribute('data-image');
    const changed = page.locator(`[data-image="${id}"]`);
    const act = async (key: string) => {
      await changed.locator('[aria-haspopup=menu]').click();
      await page.getByRole('menuitem', { name: say(key) }).click();
    };
    await act('editCaption');
    await changed.locator('textarea[name=caption_fa]').fill('مردم درباره آب صحبت می‌کنند.');
    await changed.locator('summary').click();
    await changed.locator('textarea[name=caption_en]').fill('People talk about water.');
    await page.keyboard.press('Tab');
    await changed.getByRole('button', { name: say('save') }).click();
    await changed.getByText('مردم درباره آب صحبت می‌کنند.').waitFor();
    await act('setCover');
    await page.locator(`[data-image="${id}"][data-cover]`).waitFor();

    await putFirst(page, id ?? '');
    await lookAtAll(page, before + 3);

    // Deleting asks first.
    await act('remove');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words('fa', 'app', 'remove.do') })
      .click();
    await changed.waitFor({ state: 'detached' });
    expect(await page.locator('[data-image]').count()).toBe(before + 2);
    await expectScreen(visitor, 'fa');
    expect(visitor.errors.filter((one) => !one.includes('ERR_CONNECTION_RESET'))).toEqual([]);
    await visitor.close();
  });

  /** Moves a picture by keyboard: forward twice, then to the front. After saving, everybody sees the new order. */
  async function putFirst(page: Page, id: string) {
    await page.locator('[data-action=arrange]').click();
    const place = page.locator(`[data-place="${id}"]`);
    const at = () => place.evaluate((element) => [...(element.parentElement?.children ?? [])].indexOf(element));
    const from = await at();
    const earlier = place.locator('button').nth(1);
    await earlier.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect.poll(at).toBe(from - 2);
    const later = place.locator('button').nth(2);
    await later.focus();
    await page.keyboard.press('Enter');
    await expect.poll(at).toBe(from - 1);
    expect(await later.evaluate((element) => element === document.activeElement)).toBe(true);
    await place.locator('button').first().press('Enter');
    await expect.poll(at).toBe(0);
    expect(await axe(page)).toEqual([]);
    await page.locator('[data-action=save-order]').click();
    await page.locator('[data-arrange]').waitFor({ state: 'detached' });
    await page.reload();
    await page.locator(`[data-image="${id}"]`).waitFor();
    expect(await page.locator('[data-image]').first().getAttribute('data-image')).toBe(id);
    await page.getByText('مردم درباره آب صحبت می‌کنند.').waitFor();
  }

  async function lookAtAll(page: Page, total: number) {
    const first = page.locator('[data-image] button').first();
    await first.focus();
    await page.keyboard.press('Enter');
    const box = page.locator('[data-lightbox]');
    const at = (position: number) =>
      box.getByText(say('position', { at: dari(position), total: dari(total) })).waitFor();
    await at(1);
    await box.locator('figure img').waitFor();
    expect(await axe(page)).toEqual([]);
    // In right-to-left layout the next picture is to the left.
    await page.keyboard.press('ArrowLeft');
    await at(2);
    await page.keyboard.press('ArrowRight');
    await at(1);
    await page.keyboard.press('End');
    await at(total);
    await page.keyboard.press('Home');
    await at(1);
    // After the picture is shown, a finger drags it to the right, and the next one comes in from the left.
    await box.locator('figure img').waitFor();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const phone = await page.context().newCDPSession(page);
    const touch = (type: string, x: number) =>
      phone.send('Input.dispatchTouchEvent', {
        type: type as 'touchStart',
        touchPoints: type === 'touchEnd' ? [] : [{ x, y: 320 }],
      });
    await touch('touchStart', 120);
    await touch('touchMove', 180);
    await touch('touchMove', 260);
    await touch('touchEnd', 260);
    await at(2);
    // Focus stays inside the viewer and returns to its place when the viewer closes.
    for (let press = 0; press < 8; press += 1) await page.keyboard.press('Tab');
    expect(await box.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await box.waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.closest('[data-image]') !== null);
  }
});
