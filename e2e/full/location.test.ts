/** A point: from the device, refused, not found, picked on the map. The app warns if it is probably wrong. */
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caller } from '../pages/api.ts';
import { expectScreen, sidewaysScroll } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { Form } from '../pages/form.ts';
import { type Language, launch, rounds, type Size, screen, type Visitor, visit } from '../pages/stage.ts';
import { words, wordsWith } from '../pages/words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const BAMYAN = { latitude: 34.8201, longitude: 67.8302 };
const KANDAHAR = { latitude: 31.6123, longitude: 65.7101 };

/** Checks the width and the text of the point. The rest of the gallery shows the languages in their own words. */
async function expectFits({ page }: Visitor, language: Language): Promise<void> {
  expect(await sidewaysScroll(page)).toBe(0);
  const said = await page.locator('main [data-type=geopoint] [role=status]').first().innerText();
  if (language !== 'en') expect(said).not.toMatch(/[A-Za-z0-9]/);
}

/** Opens the empty example of places and chooses Bamyan. */
async function example(visitor: Visitor, language: Language): Promise<Locator> {
  const { page } = visitor;
  await page.goto(`/test?form=example-places&state=empty&language=${language}`);
  await screen(page, 'gallery');
  const place = page.locator('main [data-field=place]').first().getByRole('combobox').first();
  await place.click();
  await place.fill('Bamyan');
  await place.press('Enter');
  return page.locator('main [data-type=geopoint]').first();
}

const locate = (field: Locator, language: Language) =>
  field.getByRole('button', { name: words(language, 'form', 'geopoint.locate') }).click();
const typed = (field: Locator) =>
  field.locator('input').evaluateAll((all) => all.map((one) => Number((one as HTMLInputElement).value)));

describe.each<{ language: Language; size: Size }>(
  rounds([
    { language: 'fa', size: 'phone' },
    { language: 'en', size: 'desktop' },
  ]),
)('the position of the device ($language, $size)', ({ language, size }) => {
  const base = demoServer();

  it('fills the point, and is doubted far away from its province', async () => {
    const visitor = await visit(browser, base, { language, size });
    await visitor.context.grantPermissions(['geolocation']);
    await visitor.context.setGeolocation({ ...BAMYAN, accuracy: 12 });
    const field = await example(visitor, language);
    await locate(field, language);
    await field.getByText(wordsWith(language, 'form', 'geopoint.accuracy')).waitFor();
    expect(await typed(field)).toEqual([BAMYAN.latitude, BAMYAN.longitude]);
    expect(await field.locator('[data-doubt]').count()).toBe(0);

    await visitor.context.setGeolocation({ ...KANDAHAR, accuracy: 12 });
    // The device may return its previous position for a moment.
    await visitor.page.waitForTimeout(100);
    for (const [index, value] of [KANDAHAR.latitude, KANDAHAR.longitude].entries()) {
      await field.locator('input').nth(index).fill(String(value));
      await field.locator('input').nth(index).blur();
    }
    await field.locator('[data-doubt=province]').waitFor();
    await expectFits(visitor, language);
    expect(visitor.errors).toEqual([]);
    await visitor.close();
  });

  it('refused or never found, says what to do; typing goes on', async () => {
    const denied = await visit(browser, base, { language, size });
    const field = await example(denied, language);
    await locate(field, language);
    await field.getByText(words(language, 'form', 'geopoint.denied')).waitFor();
    await expectFits(denied, language);
    await field.locator('input').first().fill('34.5');
    await field.locator('input').first().blur();
    expect((await typed(field))[0]).toBe(34.5);
    expect(denied.errors).toEqual([]);
    await denied.close();

    const slow = await visit(browser, base, { language, size });
    await slow.context.grantPermissions(['geolocation']);
    // Simulates a device that finds nothing in time: the browser's own error, at once instead of after 20 seconds.
    await slow.context.addInitScript(() => {
      const ask = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation);
      navigator.geolocation.getCurrentPosition = (found, failed) => ask(found, failed, { timeout: 0, maximumAge: 0 });
    });
    const waiting = await example(slow, language);
    await locate(waiting, language);
    await waiting.getByText(words(language, 'form', 'geopoint.timeout')).waitFor();
    expect(await waiting.getByRole('button', { name: words(language, 'form', 'geopoint.locate') }).isEnabled()).toBe(
      true,
    );
    expect(slow.errors).toEqual([]);
    await slow.close();

    const off = await visit(browser, base, { language, size });
    await off.context.grantPermissions(['geolocation']);
    await off.context.setGeolocation(null);
    const unlit = await example(off, language);
    await locate(unlit, language);
    const warning = unlit.locator('.am-warning');
    await warning.filter({ hasText: words(language, 'form', 'geopoint.deviceOff') }).waitFor();
    expect(await warning.innerText()).toContain(words(language, 'form', 'geopoint.unavailable'));
    await expectFits(off, language);
    await off.close();
  });

  it('is pasted as one pair, as maps and messages write it', async () => {
    const visitor = await visit(browser, base, { language, size });
    const field = await example(visitor, language);
    const pairs = {
      '34.81, 67.82': [34.81, 67.82],
      '\u202a34.82\u202c،67.83': [34.82, 67.83],
      '۳۴٫۸۳ ۶۷٫۸۴': [34.83, 67.84],
    };
    for (const [pair, expected] of Object.entries(pairs)) {
      await field
        .locator('input')
        .first()
        .evaluate((element, text) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData('text/plain', text);
          element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
        }, pair);
      await expect.poll(() => typed(field)).toEqual(expected);
    }
    await expectFits(visitor, language);
    expect(visitor.errors).toEqual([]);
    await visitor.close();
  });

  it('is picked on the map by a press and moved by the arrow keys', async () => {
    const visitor = await visit(browser, base, { language, size });
    const { page } = visitor;
    const field = await example(visitor, language);
    await field.getByRole('button', { name: words(language, 'form', 'geopoint.openMap') }).click();
    const map = field.getByRole('application');
    await map.waitFor();
    await map.scrollIntoViewIfNeeded();
    // The map opens at the province, so its middle is Bamyan's centre.
    await map.click();
    const [latitude, longitude] = (await typed(field)) as [number, number];
    expect(Math.abs(latitude - BAMYAN.latitude)).toBeLessThan(0.3);
    expect(Math.abs(longitude - BAMYAN.longitude)).toBeLessThan(0.3);
    expect(await field.locator('[data-doubt]').count()).toBe(0);
    await map.focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    const moved = (await typed(field)) as [number, number];
    expect(moved[0]).toBeGreaterThan(latitude);
    expect(moved[1]).toBeGreaterThan(longitude);
    const box = (await map.boundingBox()) as { width: number; height: number };
    await field.getByRole('button', { name: words(language, 'form', 'geopoint.zoomOut') }).click();
    await field.getByRole('button', { name: words(language, 'form', 'geopoint.zoomOut') }).click();
    await map.click({ position: { x: box.width * 0.15, y: box.height * 0.8 } });
    await field.locator('[data-doubt=province]').waitFor();
    await expectFits(visitor, language);
    expect(visitor.errors).toEqual([]);
    await visitor.close();
  });
});

describe('a point far from the place that is visited', () => {
  const base = demoServer();

  it('is doubted with the name of that place', async () => {
    const call = await caller(base, 'focal.bamyan');
    const { body } = await call('GET', 'schools?per_page=50&fields=all');
    const school = body.data.find((row: { data: { latitude?: number } }) => typeof row.data.latitude === 'number');
    const visitor = await visit(browser, base, { language: 'fa', size: 'phone', user: 'focal.bamyan' });
    await visitor.page.goto(`/schools/${school.id}/rate`);
    const form = new Form(visitor.page);
    await form.ready();
    const field = await form.field('position');
    const put = async (page: Page, latitude: number) => {
      for (const [index, value] of [latitude, school.data.longitude].entries()) {
        await field.locator('input').nth(index).fill(String(value));
        await field.locator('input').nth(index).blur();
      }
      await page.waitForTimeout(50);
    };
    await put(visitor.page, school.data.latitude + 0.2);
    const doubt = field.locator('[data-doubt=site]');
    await doubt.waitFor();
    expect(await doubt.textContent()).toContain(school.name);
    expect(await doubt.textContent()).toContain('۲۲');
    await expectScreen(visitor, 'fa');
    await put(visitor.page, school.data.latitude + 0.002);
    await doubt.waitFor({ state: 'detached' });
    expect(visitor.errors).toEqual([]);
    await visitor.close();
  });
});
