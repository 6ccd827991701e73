/** A line by walking and an area by touch, with steps back, corrections by list and keyboard; page and map do not trap each other. */
import type { Browser, Locator } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axe, sidewaysScroll } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { launch, ROUNDS_OF_LANGUAGES, screen, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const HERE = { latitude: 34.53, longitude: 69.1, accuracy: 8 };

describe('shapes on the map', () => {
  it.each(ROUNDS_OF_LANGUAGES)('are drawn, walked and corrected (%s)', async (language) => {
    const { page, context, errors, close } = await visit(browser, demoServer(), { language, size: 'phone' });
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation(HERE);
    await page.goto(`/test?form=example-shapes&state=empty&language=${language}`);
    await screen(page, 'gallery');
    const say = (key: string, values?: Record<string, string>) => words(language, 'form', `shape.${key}`, values);
    const digits = (number: number) => (language === 'en' ? `${number}` : '۰۱۲۳۴۵۶'.charAt(number));
    const button = (field: Locator, name: string) => field.getByRole('button', { name, exact: true });
    const counts = (field: Locator, number: number) =>
      field.getByText(say('points', { number: digits(number) })).waitFor();

    const area = page.locator('main [data-field=field]').first();
    await button(area, say('openMap')).click();
    const map = area.getByRole('application');
    await map.scrollIntoViewIfNeeded();
    const box = (await map.boundingBox())!;
    for (const [x, y] of [
      [0.3, 0.3],
      [0.6, 0.3],
      [0.6, 0.7],
      [0.3, 0.7],
    ] as const)
      await map.click({ position: { x: box.width * x, y: box.height * y } });
    await counts(area, 4);
    await button(area, say('undo')).click();
    await counts(area, 3);
    const measured = () => area.getByRole('status').last().innerText();
    const before = await measured();
    const handle = area.locator('.am-map-handle').first();
    await handle.hover();
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.5, { steps: 4 });
    await page.mouse.up();
    await expect.poll(measured).not.toBe(before);
    expect(await measured()).not.toMatch(language === 'en' ? /[۰-۹]/ : /[a-z0-9]/i);
    // The list says the same, and corrects it without the map.
    await area.locator('summary').click();
    const inputs = area.locator('input');
    await expect.poll(() => inputs.count()).toBe(8);
    await inputs.nth(6).fill('34.1');
    await inputs.nth(7).fill('66.2');
    await button(area, say('add')).click();
    await counts(area, 4);
    await map.focus();
    const latitude = Number(await inputs.nth(6).inputValue());
    await page.keyboard.press('ArrowUp');
    await expect.poll(async () => Number(await inputs.nth(6).inputValue())).toBeGreaterThan(latitude);
    expect(await axe(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
    await area.locator('li').last().getByRole('button').click();
    await counts(area, 3);
    await button(area, say('clear')).click();
    const dialog = page.getByRole('dialog');
    await button(dialog, say('keep')).click();
    await counts(area, 3);
    await button(area, say('clear')).click();
    await button(dialog, say('clear')).click();
    await expect.poll(() => area.locator('.am-map-handle').count()).toBe(0);

    const line = page.locator('main [data-field=canal]').first();
    await button(line, say('addHere')).click();
    await counts(line, 1);
    await context.setGeolocation({ ...HERE, latitude: 34.531 });
    await button(line, say('follow')).click();
    await counts(line, 2);
    // Nearer than a step away, and then far enough.
    await context.setGeolocation({ ...HERE, latitude: 34.53101 });
    await context.setGeolocation({ ...HERE, latitude: 34.532 });
    await counts(line, 3);
    await button(line, say('stop')).click();
    await button(line, say('follow')).waitFor();
    expect(errors).toEqual([]);
    await close();
  });
});
