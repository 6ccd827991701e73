/** Adds a village in Dari with another spelling, corrects it, and chooses it in a form by that spelling at once. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caller } from '../pages/api.ts';
import { axe, expectScreen } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { Form } from '../pages/form.ts';
import { newMark } from '../pages/mark.ts';
import { launch, screen, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe('places', () => {
  const base = demoServer();

  it('a village is added, a wrong point is refused, the form knows its other spelling', async () => {
    const visitor = await visit(browser, base, { language: 'fa', size: 'phone', user: 'admin' });
    const { page, errors, close } = visitor;
    const mark = newMark();
    await page.goto('/menu/administration');
    await page.locator('main a[href="/admin/places"]').first().click();
    await screen(page, 'places');
    await page.locator('[data-place]').first().waitFor();
    await expectScreen(visitor, 'fa');
    expect(await axe(page)).toEqual([]);
    await importBorders(page);
    // A search with very many results has pages.
    await page.getByRole('searchbox').fill('ا');
    const second = page.getByRole('button', { name: words('fa', 'app', 'pages.page', { number: '۲' }) });
    await second.click();
    await page.locator('nav button[aria-current=page]', { hasText: '۲' }).waitFor();
    // The Arabic yeh of another keyboard finds the province.
    await page.getByRole('searchbox').fill('باميان');
    await page.locator('[data-place] a', { hasText: 'بامیان' }).first().click();
    await page.locator('[data-action=add]').waitFor();
    const district = page.locator('[data-place] a').first();
    const within = await district.locator('span > span').first().innerText();
    await district.click();
    await page.getByRole('heading', { level: 1, name: within }).waitFor();

    const name = `قریه سفید ${mark}`;
    await page.locator('[data-action=add]').click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[name=name_en]').fill(`White village ${mark}`);
    await dialog.locator('input[name=name_fa]').fill(name);
    await dialog.locator('input[name=name_ps]').fill(`سپین کلی ${mark}`);
    await dialog.locator('textarea[name=aliases]').fill(`قریهٔ سپید ${mark}`);
    await dialog.locator('input[name=latitude]').fill('۱۲');
    await dialog.locator('input[name=longitude]').fill('۶۷٫۵');
    await dialog.locator('button[type=submit]').click();
    await dialog.locator('input[name=latitude][aria-invalid=true]').waitFor();
    await dialog.locator('input[name=latitude]').fill('۳۴٫۷');
    await dialog.locator('button[type=submit]').click();
    await page.locator('[data-place]', { hasText: name }).waitFor();

    await page.goto('/create-risk');
    const form = new Form(page);
    await form.ready();
    const boxes = (await form.field('place')).getByRole('combobox');
    for (const [at, typed] of [['بامیان'], [within], [`سپید ${mark}`]].entries()) {
      await boxes.nth(at).click();
      await boxes.nth(at).fill(typed[0] as string);
      await (await form.field('place')).getByRole('option').first().click();
    }
    expect(await boxes.nth(2).inputValue()).toBe(name);
    // The browser logs only the error response caused above.
    expect(errors.filter((one) => !one.includes('422'))).toEqual([]);

    const call = await caller(base, 'coordinator.bamyan');
    expect((await call('GET', 'admin/places')).status).toBe(403);
    await close();
  });
});

/** Imports the border of a province, reads what it matches, and removes it again. */
async function importBorders(page: Page): Promise<void> {
  const ring = [
    [67, 34],
    [68, 34],
    [68, 35],
    [67, 34],
  ];
  const area = { type: 'Feature', properties: { code: 'AF10' }, geometry: { type: 'Polygon', coordinates: [ring] } };
  const buffer = Buffer.from(JSON.stringify(area));
  await page.locator('[data-action=borders]').click();
  const input = page.getByRole('dialog').locator('input[type=file]');
  await input.setInputFiles({ name: 'areas.geojson', mimeType: 'application/geo+json', buffer });
  await page.locator('[data-found] [data-level=province]').waitFor();
  await page.locator('[data-borders-map] .am-map-strong').first().waitFor();
  expect(await axe(page)).toEqual([]);
  await page.locator('[data-action=import]').click();
  await page.locator('[data-borders=province] [data-action=remove]').click();
  await page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: words('fa', 'admin', 'places.borders.remove') })
    .click();
  await page.locator('[data-borders=province]').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
}
