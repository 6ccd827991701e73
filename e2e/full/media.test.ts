/** Pictures and sounds of questions and options: chosen, opened, heard, and read where there is no connection. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../tests/support/server.ts';
import { sidewaysScroll } from '../pages/checks.ts';
import { Form } from '../pages/form.ts';
import { launchWhole, ROUNDS_OF_LANGUAGES, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

let browser: Browser;
let server: TestServer;
beforeAll(async () => {
  browser = await launchWhole(['--autoplay-policy=no-user-gesture-required']);
  server = await startTestServer('sqlite');
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const CREATE = '/examples/media/create';

describe('pictures and sounds', () => {
  it.each(ROUNDS_OF_LANGUAGES)('are chosen, opened and heard in a changed form, in %s', async (language) => {
    const { page, close } = await visit(browser, server.base, { language, user: 'mande', size: 'phone' });
    await page.goto(CREATE);
    const form = new Form(page);
    const question = await form.field('water_point');
    const spring = question.locator('.am-media-option', { has: page.locator('input[value=spring]') });
    await spring.locator('img').click();
    expect(await question.locator('input:checked').inputValue()).toBe('spring');
    expect(await sidewaysScroll(page)).toBe(0);
    const small = await page
      .locator('.am-media button, .am-media-choice, .am-media-buttons button')
      .evaluateAll(
        (all) => all.filter((one) => one.getBoundingClientRect().height < 44 || one.clientWidth < 40).length,
      );
    expect(small).toBe(0);

    const large = page.getByRole('dialog').locator('img');
    for (const leave of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
      await question.locator('.am-picture-button').click();
      await large.waitFor();
      await leave();
      await large.waitFor({ state: 'detached' });
    }
    await spring.locator('.am-media-buttons button').click();
    await large.waitFor();
    await page.keyboard.press('Escape');
    await large.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe(CREATE);

    const [first, second] = [
      question.locator('.am-media > .am-button'),
      (await form.field('taste')).locator('.am-button'),
    ];
    const stop = words(language, 'form', 'audio.stop');
    await first.click();
    await expect.poll(() => first.innerText()).toBe(stop);
    await second.click();
    await expect.poll(() => second.innerText()).toBe(stop);
    expect(await first.innerText()).toBe(words(language, 'form', 'media.listen'));
    await expect.poll(() => second.innerText()).toBe(words(language, 'form', 'media.listen'));

    await form.save();
    expect(await page.locator('main img').count()).toBe(0);
    await close();
  });

  it('give their words where they cannot be loaded, and come when the connection does', async () => {
    const { page, close } = await visit(browser, server.base, { language: 'en', user: 'mande', size: 'phone' });
    await page.route('**/api/definitions/media/**', (route) => route.abort());
    await page.goto(CREATE);
    const question = await new Form(page).field('water_point');
    const picture = question.locator('.am-picture-button');
    await expect.poll(() => picture.innerText()).toContain('Water below mountains, with a bucket beside it');
    const before = await picture.boundingBox();
    await question.locator('.am-media > .am-button').click();
    await expect
      .poll(() => question.locator('.am-media > output').innerText())
      .toBe(words('en', 'form', 'media.silent'));
    await page.unroute('**/api/definitions/media/**');
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await picture.locator('img').waitFor();
    expect((await picture.boundingBox())?.height).toBe(before?.height);
    await close();
  });
});
