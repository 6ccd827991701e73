/** Photographs every field type in every state on the gallery page and compares them with the photographs in git. */
import { readdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoServer } from '../pages/demoServer.ts';
import { compare, differ } from '../pages/photograph.ts';
import { LANGUAGES, launch, screen, visit } from '../pages/stage.ts';

const EXAMPLES = readdirSync(new URL('../../forms/examples/', import.meta.url))
  .filter((name) => name.endsWith('.form.json'))
  .map((name) => name.replace('.form.json', ''));
const EVERYTHING = [
  ...LANGUAGES.map((language) => ({ language, scheme: 'light' as const })),
  { language: 'fa' as const, scheme: 'dark' as const },
];
const ROUNDS =
  process.env.AMANAT_FULL === '1'
    ? EVERYTHING
    : EVERYTHING.filter(({ language, scheme }) => language === 'fa' && scheme === 'light');

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Hides the other forms. A picture of a part of a long page takes five times as long. */
function showOnly(page: Page, form: string): Promise<void> {
  return page.evaluate((shown) => {
    for (const one of document.querySelectorAll<HTMLElement>('.am-specimen'))
      one.style.display = one.dataset.form === shown ? '' : 'none';
  }, form);
}

for (const { language, scheme } of ROUNDS) {
  it(`every field type looks as it did: ${language}, ${scheme}, phone`, async () => {
    const { page, errors, close } = await visit(browser, demoServer(), { language, size: 'phone' });
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: scheme });
    const complaints: string[] = [];
    await page.goto(`/test?language=${language}`);
    await screen(page, 'gallery');
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => document.fonts.ready);
    for (const form of EXAMPLES) {
      await showOnly(page, form);
      const specimen = page.locator(`.am-specimen[data-form=${form}]`);
      // Pictures of questions come when they are near the window.
      for (const shown of await specimen.locator('.am-media-picture').all()) {
        await shown.scrollIntoViewIfNeeded();
        await shown.locator('img').waitFor();
      }
      const picture = await specimen.screenshot({ animations: 'disabled', caret: 'hide' });
      complaints.push(...(await compare(`${form}-${language}-${scheme}`, picture)));
    }
    expect(complaints).toEqual([]);
    expect(errors).toEqual([]);
    await close();
  });
}

it('the yardstick tells languages, schemes and forms apart', async () => {
  for (const form of EXAMPLES) {
    expect(await differ(`${form}-en-light`, `${form}-fa-light`), form).not.toBeNull();
    expect(await differ(`${form}-fa-light`, `${form}-fa-dark`), form).not.toBeNull();
    expect(await differ(`${form}-fa-light`, `${form}-fa-light`), form).toBeNull();
  }
});
