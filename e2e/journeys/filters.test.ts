/** Filters on a phone in Dari, all kept in the URL: places, people, states, days of the current month. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localDigits } from '../../src/core/text/letters.ts';
import { inFull } from '../../tests/support/inFull.ts';
import { caller } from '../pages/api.ts';
import { expectScreen } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { List } from '../pages/list.ts';
import { launch, visit } from '../pages/stage.ts';
import { stateLabel, words } from '../pages/words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const filtersOf = (page: Page) => JSON.parse(new URL(page.url()).searchParams.get('filters') ?? '[]');

describe('filters', () => {
  const base = demoServer();
  const app = (key: string, params: Record<string, unknown> = {}) => words('fa', 'app', key, params);

  it('are set in a drawer by thumb, shown as marks, undone one by one and by the way back', async () => {
    const visitor = await visit(browser, base, { language: 'fa', size: 'phone', user: 'mande' });
    const { page, errors, close } = visitor;
    const list = new List(page, 'fa', 'school-rating');
    await list.open('/schools-rates');
    await list.openFilters();
    const panel = page.locator('#filters');

    // The Arabic yeh of another keyboard finds the province. After that only its districts are offered.
    await panel.getByRole('combobox', { name: app('columns.province') }).fill('باميان');
    await page.locator('#filters').getByRole('option', { name: 'بامیان' }).click();
    await page.waitForURL(/filters=/);
    // Several options may be chosen, so the list stays open until it is left. Escape must not close the drawer too.
    await page.keyboard.press('Escape');
    await panel.getByRole('combobox', { name: app('columns.district') }).click();
    await panel.locator('[role=option]').first().waitFor();
    const call = await caller(base, 'mande');
    const [province] = filtersOf(page)[0].value;
    const districts = (await call('GET', `province/${province}/districts`)).body.data;
    const names = new Set(districts.map((one: { name_fa: string }) => one.name_fa));
    const offered = () => panel.locator('[role=option] span:first-child').allInnerTexts();
    await expect.poll(async () => (await offered()).filter((name) => !names.has(name))).toEqual([]);
    expect((await offered()).length).toBeGreaterThan(1);
    await page.keyboard.press('Escape');

    await panel.getByRole('checkbox', { name: stateLabel('verified-record', 'verified', 'fa') }).check();
    await panel.getByRole('checkbox', { name: stateLabel('verified-record', 'submitted', 'fa') }).check();
    await expect
      .poll(() => filtersOf(page).find((one: { field: string }) => one.field === 'status')?.value)
      .toEqual(['verified', 'submitted']);
    await panel.getByRole('button', { name: app('period.year') }).click();
    await expect.poll(() => filtersOf(page).length).toBe(4);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^نمایش/ })
      .click();

    const marks = list.main.locator('[data-filter]');
    await list.ready();
    // The search folds beside them: they cost the rows no height.
    const inBar = list.main.locator('[data-bar] [data-sideways] [data-filter]');
    await expect.poll(() => inBar.count()).toBe(3);
    const [mark, search] = await Promise.all([
      inBar.first().boundingBox(),
      list.main.getByRole('searchbox').boundingBox(),
    ]);
    expect(Math.abs((mark?.y ?? 0) - (search?.y ?? 100))).toBeLessThan(8);
    const total = (await call('GET', `schools-rates?filters=${encodeURIComponent(JSON.stringify(filtersOf(page)))}`))
      .body.meta.total;
    expect(total).toBeGreaterThan(0);
    await list.main.getByText(app('list.total', { total: localDigits(total, 'fa') })).waitFor();
    for (const state of await list.states()) expect(['verified', 'submitted']).toContain(state);
    await list.main.getByText(app('period.year')).waitFor();
    await list.main.getByText('بامیان').first().waitFor();
    await expectScreen(visitor, 'fa');

    // The URL describes the whole list: after a reload it shows the same names and rows.
    const shown = await list.ids();
    await page.reload();
    await list.ready();
    expect(await list.ids()).toEqual(shown);
    await list.main.getByText(app('period.year')).waitFor();

    const before = filtersOf(page).length;
    expect(await marks.count()).toBe(3);
    await marks.last().click();
    await expect.poll(() => filtersOf(page).length).toBeLessThan(before);
    await page.goBack();
    await expect.poll(() => filtersOf(page).length).toBe(before);
    await list.main.getByRole('button', { name: app('filter.clear'), exact: true }).click();
    await page.waitForURL((url) => !url.search.includes('filters'));
    expect(errors).toEqual([]);
    await close();
  });

  inFull('a school among many is found by its name, and a day by its Solar Hijri date', async () => {
    const { page, errors, close } = await visit(browser, base, { language: 'fa', size: 'phone', user: 'mande' });
    const list = new List(page, 'fa', 'school-rating');
    const call = await caller(base, 'mande');
    const { data } = (await call('GET', 'schools-rates?per_page=1')).body;
    const { id, name } = data[0].parent;
    await list.open('/schools-rates');
    await list.openFilters();
    const picker = page.locator('#filters').getByRole('combobox', { name: 'مکتب', exact: true });
    await picker.fill(name);
    await page.locator('#filters').getByRole('option', { name }).first().click();
    await page.keyboard.press('Escape');
    await expect.poll(() => filtersOf(page)[0]?.op).toBe('in');
    expect(filtersOf(page)[0].value).toEqual([id]);

    // 1405/01/01, typed with Dari digits, is 2026-03-21.
    await page
      .locator('#filters')
      .getByRole('textbox', { name: app('filter.from') })
      .fill('۱۴۰۵/۰۱/۰۱');
    await page.keyboard.press('Enter');
    await expect.poll(() => filtersOf(page).at(-1)).toMatchObject({ op: 'gte', value: '2026-03-21' });
    // The calendar opens in the same month.
    await page.locator('#filters [aria-expanded]:not([role=combobox])').first().click();
    const month = page.getByRole('dialog').last().locator('select').first();
    await month.waitFor();
    expect(await month.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.textContent)).toBe('حمل');
    expect(errors).toEqual([]);
    await close();
  });
});
