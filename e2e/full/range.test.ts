/** A number on a slider: unanswered until it is touched, by keyboard, by finger and by buttons, in both directions of reading. */
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

const DIGITS = { en: '0123456789', fa: '۰۱۲۳۴۵۶۷۸۹', ps: '۰۱۲۳۴۵۶۷۸۹' };

describe('a number on a slider', () => {
  it.each(ROUNDS_OF_LANGUAGES)('is answered, changed and cleared (%s)', async (language) => {
    const { page, errors, close } = await visit(browser, demoServer(), { language, size: 'phone' });
    await page.goto(`/test?form=example-ranges&state=empty&language=${language}`);
    await screen(page, 'gallery');
    const field = page.locator('main [data-field=attendance]').first();
    const slider = field.getByRole('slider');
    await slider.scrollIntoViewIfNeeded();
    const local = (number: number) => [...String(number)].map((digit) => DIGITS[language][Number(digit)]).join('');
    const shows = async (number: number | undefined) => {
      const text = number === undefined ? words(language, 'form', 'range.empty') : `${local(number)} `;
      await expect.poll(() => field.locator('output').textContent()).toContain(text);
      expect(await slider.getAttribute('aria-valuetext')).toContain(text);
    };
    const press = async (name: string) => field.getByRole('button', { name: words(language, 'form', name) }).click();
    await shows(undefined);
    // The first key answers with the smallest number, which an arrow would otherwise jump over.
    await slider.focus();
    await page.keyboard.press('ArrowUp');
    await shows(0);
    await page.keyboard.press('ArrowUp');
    await shows(5);
    // The key that points to the larger end, which is left where reading goes to the left.
    await page.keyboard.press(language === 'en' ? 'ArrowRight' : 'ArrowLeft');
    await shows(10);
    await page.keyboard.press('End');
    await shows(100);
    await page.keyboard.press('Delete');
    await shows(undefined);
    await press('range.more');
    await shows(0);
    await press('range.more');
    await press('range.more');
    await press('range.less');
    await shows(5);
    await press('choice.clear');
    await shows(undefined);

    // A finger where the empty slider stands answers too, although the slider does not move.
    const box = (await slider.boundingBox())!;
    const at = (share: number) => box.x + 8 + (language === 'en' ? share : 1 - share) * (box.width - 16);
    await page.mouse.click(at(0), box.y + box.height / 2);
    await shows(0);
    await page.mouse.click(at(0.8), box.y + box.height / 2);
    await shows(80);
    for (const target of [slider, ...(await field.locator('.am-icon-button').all())])
      expect((await target.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    expect(await sidewaysScroll(page)).toBe(0);
    expect(errors).toEqual([]);
    await close();
  });
});
