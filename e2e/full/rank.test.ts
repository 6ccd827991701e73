/** Options put in order with a finger and by keyboard; the focus and the voice of a screen reader follow. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sidewaysScroll } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { launch, ROUNDS_OF_LANGUAGES, screen, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const NAMES = {
  en: { books: 'Books', chairs: 'Chairs', water: 'Water', teachers: 'Teachers' },
  fa: { books: 'کتاب', chairs: 'چوکی', water: 'آب', teachers: 'معلم' },
  ps: { books: 'کتابونه', chairs: 'څوکۍ', water: 'اوبه', teachers: 'ښوونکي' },
};

describe('options in order', () => {
  it.each(ROUNDS_OF_LANGUAGES)('are pressed, moved and taken out (%s)', async (language) => {
    const { page, errors, close } = await visit(browser, demoServer(), { language, size: 'phone' });
    await page.goto(`/test?form=example-ranks&state=empty&language=${language}`);
    await screen(page, 'gallery');
    const field = page.locator('main [data-field=needs]').first();
    const name = NAMES[language];
    const figure = (number: number) => (language === 'en' ? `${number}` : '۰۱۲۳'.charAt(number));
    const order = () => field.locator('.am-rank-name > span:not([class])').allTextContents();
    const says = (key: string, option: string, number = 0, total = 0) =>
      expect
        .poll(() => field.getByRole('status').textContent())
        .toBe(words(language, 'form', key, { name: option, number: figure(number), total: figure(total) }));
    const left = (option: string) => field.locator(`[data-focus=${option}-add]`);
    const press = (option: string) => field.getByRole('button', { name: option, exact: true }).click();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-focus'));
    expect(await field.locator('li').count()).toBe(0);
    await expect.poll(() => field.locator('img').count()).toBe(5);
    await left('water').click();
    await says('rank.now', name.water, 1, 1);
    await left('books').click();
    await left('teachers').click();
    expect(await order()).toEqual([name.water, name.books, name.teachers]);
    // Three are asked for: the others wait until one is taken out.
    expect(await left('chairs').isDisabled()).toBe(true);
    expect(await focused()).toBe('teachers-up');
    await page.keyboard.press('Enter');
    await says('rank.now', name.teachers, 2, 3);
    expect(await focused()).toBe('teachers-up');
    await page.keyboard.press('Enter');
    expect(await order()).toEqual([name.teachers, name.water, name.books]);
    // At the top there is no way up, so the focus stays with the option.
    expect(await focused()).toBe('teachers-down');
    await page.keyboard.press('Enter');
    expect(await order()).toEqual([name.water, name.teachers, name.books]);
    for (const target of await field.locator('button').all())
      expect((await target.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    await press(words(language, 'form', 'choice.remove', { name: name.water }));
    await says('rank.out', name.water);
    expect(await focused()).toBe('water-add');
    await page.keyboard.press('Enter');
    expect(await order()).toEqual([name.teachers, name.books, name.water]);
    expect(await sidewaysScroll(page)).toBe(0);
    await page.goto(`/test?form=example-ratings&state=empty&language=${language}`);
    const rooms = page.locator('main [data-field=rate_rooms]').first();
    // Four of five ratings have a picture. They come when they are scrolled to.
    await rooms.evaluate((field) => field.scrollIntoView({ block: 'start' }));
    await expect.poll(() => rooms.locator('img').count()).toBeGreaterThanOrEqual(4);
    expect(await sidewaysScroll(page)).toBe(0);
    expect(errors).toEqual([]);
    await close();
  });
});
