/** An agreement is ticked by pressing its sentence or with the space bar, and taken back the same way. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sidewaysScroll } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { launch, ROUNDS_OF_LANGUAGES, screen, visit } from '../pages/stage.ts';
import { definition } from '../pages/words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe('an agreement', () => {
  it.each(ROUNDS_OF_LANGUAGES)('is given and taken back (%s)', async (language) => {
    const { page, errors, close } = await visit(browser, demoServer(), { language, size: 'phone' });
    await page.goto(`/test?form=example-agreements&state=empty&language=${language}`);
    await screen(page, 'gallery');
    const { label } = definition('example-agreements').fields.consent!;
    const field = page.locator('main [data-field=consent]').first();
    const box = field.getByRole('checkbox', { name: label[language] });
    const sentence = field.getByText(label[language]);
    expect(await box.isChecked()).toBe(false);
    expect((await sentence.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    await sentence.click();
    expect(await box.isChecked()).toBe(true);
    await page.keyboard.press('Space');
    expect(await box.isChecked()).toBe(false);
    const [tick, words] = [(await box.boundingBox())!, (await sentence.boundingBox())!];
    // The tick stands where reading begins.
    if (language === 'en') expect(tick.x + tick.width).toBeLessThanOrEqual(words.x);
    else expect(words.x + words.width).toBeLessThanOrEqual(tick.x);
    expect(await sidewaysScroll(page)).toBe(0);
    expect(errors).toEqual([]);
    await close();
  });
});
