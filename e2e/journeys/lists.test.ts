/** Lists: paging, order and filters in the URL, words, the older search, export, verifying one, several and all, trouble. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { caller } from '../pages/api.ts';
import { expectScreen } from '../pages/checks.ts';
import { List } from '../pages/list.ts';
import { sheet } from '../pages/sheet.ts';
import { Shell } from '../pages/shell.ts';
import { launch, rounds, screen, visit } from '../pages/stage.ts';
import { stateLabel, stepLabel, words } from '../pages/words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const only = (filters: unknown) => `filters=${encodeURIComponent(JSON.stringify(filters))}`;

describe('lists', () => {
  const base = inject('base');

  it('page, order and filters stand in the URL, and the back button undoes them', async () => {
    const { page, errors, close } = await visit(browser, base, { user: 'mande' });
    const list = new List(page, 'en', 'school-rating');
    await list.open('/schools-rates');
    const first = await list.ids();
    expect(first).toHaveLength(20);
    await list.nextPage();
    await page.waitForURL(/page=2/);
    // The rows before stay until the asked ones are there.
    await expect.poll(async () => (await list.ids()).filter((id) => first.includes(id))).toEqual([]);
    const second = await list.ids();
    expect(second).toHaveLength(20);

    await list.heading('monitoring_date').getByRole('button').click();
    await page.waitForURL(/sort=/);
    expect(page.url()).not.toContain('page=');
    await list.ready();
    const sort = new URL(page.url()).searchParams.get('sort');
    await list.openFilters();
    await list.filter(stateLabel('verified-record', 'verified', 'en')).check();
    await page.waitForURL(/filters=/);
    await list.ready();
    await expect.poll(async () => [...new Set(await list.states())]).toEqual(['verified']);
    expect(new URL(page.url()).searchParams.get('sort')).toBe(sort);

    // A link to this list shows this list.
    const shown = await list.ids();
    await page.goto(page.url());
    await list.ready();
    expect(await list.ids()).toEqual(shown);

    await page.goBack();
    await page.waitForURL((url) => !url.search.includes('filters') && url.search.includes('sort'));
    await page.goBack();
    await page.waitForURL(/page=2/);
    await list.ready();
    await expect.poll(() => list.ids()).toEqual(second);
    expect(errors).toEqual([]);
    await close();
  });

  it('a page is as long as the server makes it: rows are counted by what it answers', async () => {
    const { page, errors, close } = await visit(browser, base, { user: 'mande' });
    const list = new List(page, 'en', 'school-rating');
    await page.route('**/api/schools-rates?*', (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set('per_page', '7');
      return route.continue({ url: String(url) });
    });
    await list.open('/schools-rates?page=2');
    expect(await list.ids()).toHaveLength(7);
    expect(await list.pages().innerText()).toMatch(/^8 to 14 of /);
    await page.unroute('**/api/schools-rates?*');
    expect(errors).toEqual([]);
    await close();
  });

  it('the older search asks with operator, value and sort', async () => {
    const { page, errors, close } = await visit(browser, base, { language: 'fa', user: 'mande' });
    const list = new List(page, 'fa', 'school-rating');
    await page.goto('/schools-rates/search');
    await screen(page, 'search');
    const line = (source: string) => page.locator(`[data-search="${source}"]`);
    const water = line('water').locator('select');
    await water.nth(0).selectOption('eq');
    await water.nth(1).selectOption('bad');
    await line('monitoring_date').locator('select').last().selectOption('asc');
    await page.locator('main button[type=submit]').click();
    await list.ready();
    expect(JSON.parse(new URL(page.url()).searchParams.get('filters') ?? '')).toEqual([
      { field: 'water', op: 'eq', value: 'bad' },
    ]);
    // What the list shows has the answer that was asked for, oldest first.
    const call = await caller(base, 'mande');
    const answers = [];
    for (const id of (await list.ids()).slice(0, 8))
      answers.push((await call('GET', `schools-rates/${id}`)).body.monitoring.data);
    expect(answers).toHaveLength(8);
    expect(new Set(answers.map((answer) => answer.water))).toEqual(new Set(['bad']));
    const dates = answers.map((answer) => answer.monitoring_date);
    expect(dates).toEqual([...dates].sort());

    await page.goto('/schools/search');
    await screen(page, 'search');
    const name = line('name');
    await name.locator('select').first().selectOption('contains');
    // Folded: the Arabic yeh finds the Dari and the Pashto one.
    await name.locator('input').fill('ليسه');
    await page.locator('main button[type=submit]').click();
    const schools = new List(page, 'fa', 'school');
    await schools.ready();
    expect(await schools.rows().count()).toBeGreaterThan(0);
    for (const text of await schools.rows().allTextContents()) expect(text).toMatch(/ل[یې]سه/);
    expect(errors).toEqual([]);
    await close();
  });

  it('the export is a workbook with what the list shows', async () => {
    const { page, errors, close } = await visit(browser, base, { language: 'fa', user: 'coordinator.kabul' });
    const folder = mkdtempSync(join(tmpdir(), 'amanat-export-'));
    const list = new List(page, 'fa', 'school-rating');
    await list.open(`/schools-rates?${only([{ field: 'state', op: 'eq', value: 'verified' }])}`);
    const codes = await list.column('code');
    const total = (await caller(base, 'coordinator.kabul'))('GET', `schools-rates?${only({ state: 'verified' })}`);
    await page.getByRole('button', { name: words('fa', 'app', 'list.export') }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: words('fa', 'app', 'list.exportExcel') }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
    const path = join(folder, 'list.xlsx');
    await file.saveAs(path);
    const { rows, rightToLeft } = await sheet(path);
    expect(rightToLeft).toBe(true);
    expect(rows.length - 1).toBe((await total).body.meta.total);
    for (const code of codes) expect(rows.some((row) => row.includes(code.trim()))).toBe(true);
    // Headings are words of the reader, without a Latin word.
    expect((rows[0] ?? []).filter((heading) => /^[A-Za-z ]+$/.test(heading))).toEqual([]);
    rmSync(folder, { recursive: true });
    expect(errors).toEqual([]);
    await close();
  });

  it('verifies one, the marked ones, and all that are shown', async () => {
    const { page, errors, close } = await visit(browser, base, { language: 'en', user: 'coordinator.kabul' });
    const shell = new Shell(page, 'en');
    const list = new List(page, 'en', 'school-rating');
    const submitted = `/schools-rates?${only([{ field: 'state', op: 'eq', value: 'submitted' }])}`;
    const verify = stepLabel('verified-record', 'verify', 'en');
    await list.open(submitted);
    const ids = await list.ids();
    expect(ids.length).toBeGreaterThanOrEqual(4);

    const menu = await list.openActions(ids[0] as string);
    await menu.getByRole('menuitem', { name: verify, exact: true }).click();
    await shell.dialog().getByRole('button', { name: verify, exact: true }).click();
    await list.row(ids[0] as string).waitFor({ state: 'detached' });

    for (const id of ids.slice(1, 3)) await list.row(id).getByRole('checkbox').check();
    await list.main
      .getByRole('button', { name: words('en', 'app', 'list.stepMarked', { step: verify, shown: 2 }) })
      .click();
    await shell.dialog().getByRole('button', { name: verify, exact: true }).click();
    await list.row(ids[1] as string).waitFor({ state: 'detached' });
    await list.row(ids[2] as string).waitFor({ state: 'detached' });

    await list.main.getByRole('button', { name: words('en', 'app', 'list.stepAll', { step: verify }) }).click();
    await shell.dialog().getByRole('button', { name: verify, exact: true }).click();
    await list.main.locator('[data-empty]').waitFor();
    const call = await caller(base, 'coordinator.kabul');
    for (const id of ids) expect((await call('GET', `schools-rates/${id}`)).body.currentState.id).toBe('verified');
    // Nothing of another province was touched.
    const others = await (await caller(base, 'coordinator.bamyan'))(
      'GET',
      `schools-rates?${only({ state: 'submitted' })}`,
    );
    expect(others.body.meta.total).toBeGreaterThan(0);
    expect(errors).toEqual([]);
    await close();
  });

  it.each(rounds(['fa', 'en'] as const))('empty, broken and offline lists say what to do (%s)', async (language) => {
    const visitor = await visit(browser, base, { language, user: 'coordinator.bamyan' });
    const { page, context } = visitor;
    const shell = new Shell(page, language);
    const list = new List(page, language, 'school');
    await list.open('/schools?text=zzzzqqqq');
    await list.main.locator('[data-empty=narrowed]').waitFor();
    await expectScreen(visitor, language);
    await list.main.locator('[data-empty] button').click();
    await list.rows().first().waitFor();

    // A filter nobody can answer is an error of the call, with its words.
    await page.goto(`/schools?${only([{ field: 'no_such_field', op: 'eq', value: 1 }])}`);
    const trouble = list.main.locator('caption[role=alert]');
    await trouble.waitFor();
    expect(await trouble.textContent()).toMatch(language === 'en' ? /^\s*400 [A-Z]/ : /[\u0600-\u06ff]{3}/);

    await list.open('/schools');
    await context.setOffline(true);
    await list.lookFor('x');
    const bar = shell.networkBar();
    await bar.waitFor();
    const shown = Date.now();
    await bar.waitFor({ state: 'detached', timeout: 15_000 });
    expect(Date.now() - shown).toBeGreaterThan(3500);
    await context.setOffline(false);
    await page.reload();
    await list.rows().first().waitFor();
    await visitor.close();
  });
});
