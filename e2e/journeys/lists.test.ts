/** Lists: pages, sorting and filters in the URL, labels, old search, export, verifying one, several and all, errors. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kabulDay } from '../../src/core/text/dates.ts';
import { inFull } from '../../tests/support/inFull.ts';
import { caller } from '../pages/api.ts';
import { eachCallAlone } from '../pages/calls.ts';
import { expectScreen } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { List } from '../pages/list.ts';
import { newSchool, newVisits } from '../pages/school.ts';
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
  const base = demoServer();

  it('page, order and filters stand in the URL, and the back button undoes them', async () => {
    const { page, errors, close } = await visit(browser, base, { user: 'mande' });
    const list = new List(page, 'en', 'school-rating');
    await list.open('/schools-rates');
    const first = await list.ids();
    expect(first).toHaveLength(20);
    await list.nextPage();
    await page.waitForURL(/page=2/);
    // The old rows stay until the new ones have arrived.
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

    // A link to this list shows the same list.
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

  it('the next page repeats no row because one was added', async () => {
    const { page, errors, close } = await visit(browser, base, { user: 'mande' });
    const list = new List(page, 'en', 'school-rating');
    await list.open('/schools-rates');
    const first = await list.ids();
    const [added] = await newVisits(base, 'focal.bamyan', await newSchool(base, 'مکتب صفحه‌ها'), [kabulDay(new Date())]);
    const { body } = await (await caller(base, 'mande'))('GET', 'schools-rates?page=2');
    expect(body.data[0].id).toBe(first.at(-1));
    await list.nextPage();
    await page.waitForURL(/page=2/);
    await expect
      .poll(() => list.ids())
      .toEqual(
        body.data
          .slice(1)
          .map((row: { id: string }) => row.id)
          .concat(expect.any(String)),
      );
    expect(await list.ids()).not.toContain(added);
    expect(await list.pages().locator('[aria-current=page]').innerText()).toBe('2');
    expect(errors).toEqual([]);
    await close();
  });

  inFull.each([
    ['mine-site', '/mine-sites'],
    ['mine-monitoring', '/mine-site-monitorings'],
    ['mine-survey', '/mine-site-surveys'],
  ] as const)('of mines have a Search button and pages by number: %s', async (form, path) => {
    const { page, errors, close } = await visit(browser, base, { user: 'mande' });
    const list = new List(page, 'en', form);
    await list.open(path);
    const first = await list.ids();
    const asked = page.waitForRequest((request) => /[?&]page=2(&|$)/.test(request.url()));
    await list.nextPage();
    await page.waitForURL(`**${path}?page=2`);
    expect((await asked).url()).toContain(`/api${path}?`);
    await expect.poll(async () => (await list.ids()).filter((id) => first.includes(id))).toEqual([]);
    await page.goto(`${path}?page=2`);
    await list.ready();
    expect(await list.pages().locator('[aria-current=page]').innerText()).toBe('2');

    await list.main.getByRole('searchbox').fill('zzzzqqqq');
    await page.waitForURL((url) => url.searchParams.get('text') === 'zzzzqqqq' && !url.searchParams.has('page'));
    await list.main.locator('[data-empty=narrowed]').waitFor();
    expect(errors).toEqual([]);
    await close();
  });

  inFull('the size of a page is what the server says', async () => {
    const { page, errors, close } = await visit(browser, base, { user: 'mande' });
    const { body } = await (await caller(base, 'mande'))('GET', 'schools-rates');
    expect(body.meta.per_page).toBe(20);
    expect(body.data).toHaveLength(20);
    // Simulates a server that returns seven rows a page, whatever was requested.
    await eachCallAlone(page);
    await page.route('**/api/schools-rates?*', async (route) => {
      const response = await route.fetch();
      const { data, meta } = await response.json();
      const last_page = Math.ceil(meta.total / 7);
      await route.fulfill({ response, json: { data: data.slice(0, 7), meta: { ...meta, per_page: 7, last_page } } });
    });
    const list = new List(page, 'en', 'school-rating');
    await list.open('/schools-rates');
    expect(await list.rows().count()).toBe(7);
    const { total } = body.meta;
    const range = words('en', 'app', 'pages.range', { from: 1, to: 7, total: total.toLocaleString('en') });
    await list.pages().getByText(range, { exact: true }).waitFor();
    const last = words('en', 'app', 'pages.page', { number: Math.ceil(total / 7) });
    await list.pages().getByRole('button', { name: last, exact: true }).waitFor();
    expect(errors).toEqual([]);
    await close();
  });

  inFull('the older search asks with operator, value and sort', async () => {
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
    // Every record in the list has the requested answer, oldest first.
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
    // Folding: the Arabic yeh finds the Dari and the Pashto one.
    await name.locator('input').fill('ليسه');
    await page.locator('main button[type=submit]').click();
    const schools = new List(page, 'fa', 'school');
    await schools.ready();
    expect(await schools.rows().count()).toBeGreaterThan(0);
    for (const text of await schools.rows().allTextContents()) expect(text).toMatch(/ل[یې]سه/);
    expect(errors).toEqual([]);
    await close();
  });

  it('a list is narrowed while one types, Back undoes what was typed, and its Search asks by single questions', async () => {
    const { page, errors, close } = await visit(browser, base, { language: 'en', user: 'admin' });
    const call = await caller(base, 'admin');
    for (const [path, form] of [
      ['/health-centers', 'health-center'],
      ['/schools', 'school'],
      ['/schools-rates', 'school-rating'],
    ] as const) {
      const list = new List(page, 'en', form);
      await list.open(path);
      const { id, code } = (await call('GET', `${path.slice(1)}?per_page=1&page=2`)).body.data[0];
      const before = await list.rows().count();
      await list.main.getByRole('searchbox').fill(code);
      await list.row(id).waitFor();
      await expect.poll(() => list.rows().count()).toBeLessThan(before);
      expect(new URL(page.url()).searchParams.get('text')).toBe(code);
      await page.goBack();
      await expect.poll(() => list.rows().count()).toBe(before);
      expect(await list.main.getByRole('searchbox').inputValue()).toBe('');
      await list.main.getByRole('link', { name: 'Search', exact: true }).click();
      await screen(page, 'search');
      expect(new URL(page.url()).pathname).toBe(`${path}/search`);
    }
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
    await (await list.openMore()).getByRole('menuitem', { name: words('fa', 'app', 'list.export') }).click();
    const download = page.waitForEvent('download');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words('fa', 'app', 'list.export'), exact: true })
      .click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
    const path = join(folder, 'list.xlsx');
    await file.saveAs(path);
    const { rows, rightToLeft } = await sheet(path);
    expect(rightToLeft).toBe(true);
    expect(rows.length - 1).toBe((await total).body.meta.total);
    for (const code of codes) expect(rows.some((row) => row.includes(code.trim()))).toBe(true);
    // Headings are in the user's language, without a Latin word.
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
    const chosen = `${words('en', 'app', 'columns.status')}: ${stateLabel('verified-record', 'submitted', 'en')}`;
    expect(await list.main.locator('[data-filter]').innerText()).toBe(chosen);
    const ids = await list.ids();
    expect(ids.length).toBeGreaterThanOrEqual(4);

    const menu = await list.openActions(ids[0] as string);
    await menu.getByRole('menuitem', { name: verify, exact: true }).click();
    await shell.dialog().getByRole('button', { name: verify, exact: true }).click();
    await list.row(ids[0] as string).waitFor({ state: 'detached' });

    const verifyMarked = async () => {
      for (const id of ids.slice(1, 3)) await list.row(id).getByRole('checkbox').check();
      await list.main
        .getByRole('button', { name: words('en', 'app', 'list.stepMarked', { step: verify, shown: 2 }) })
        .click();
      await shell.dialog().getByRole('button', { name: verify, exact: true }).click();
      await list.row(ids[1] as string).waitFor({ state: 'detached' });
      await list.row(ids[2] as string).waitFor({ state: 'detached' });
    };
    await verifyMarked();
    // The first verification may still be offered to be taken back, too.
    await page.locator('[data-undo]').last().click();
    await list.row(ids[1] as string).waitFor();
    await list.row(ids[2] as string).waitFor();
    expect(await list.row(ids[0] as string).count()).toBe(0);
    await verifyMarked();

    const back = stepLabel('verified-record', 'return', 'en');
    await list
      .row(ids[3] as string)
      .getByRole('checkbox')
      .check();
    await list.main
      .getByRole('button', { name: words('en', 'app', 'list.stepMarked', { step: back, shown: 1 }) })
      .click();
    await shell.dialog().getByRole('textbox').fill('The signed page is missing');
    await shell.dialog().getByRole('button', { name: back, exact: true }).click();
    await list.row(ids[3] as string).waitFor({ state: 'detached' });

    const all = words('en', 'app', 'list.stepAll', { step: verify });
    await (await list.openMore()).getByRole('menuitem', { name: all }).click();
    await shell.dialog().getByRole('button', { name: verify, exact: true }).click();
    await list.main.locator('[data-empty]').waitFor();
    const call = await caller(base, 'coordinator.kabul');
    for (const [at, id] of ids.entries())
      expect((await call('GET', `schools-rates/${id}`)).body.currentState.id).toBe(at === 3 ? 'returned' : 'verified');
    // Records of other provinces did not change.
    const others = await (await caller(base, 'coordinator.bamyan'))(
      'GET',
      `schools-rates?${only({ state: 'submitted' })}`,
    );
    expect(others.body.meta.total).toBeGreaterThan(0);
    expect(errors).toEqual([]);
    await close();
  });

  it.each(rounds(['fa', 'ps', 'en'] as const))(
    'verifies together only what nobody has to look at, and leads to the others (%s)',
    async (language) => {
      const coordinator = await caller(base, 'coordinator.bamyan');
      const school = await newSchool(base, `مکتب دو بازدید ${language}`);
      const days = ['2026-03-01', '2026-03-02', '2026-03-02'];
      const made = await newVisits(base, 'focal.bamyan', school, days);
      const [alone, ...same] = made as [string, string, string];
      const visitor = await visit(browser, base, { language, user: 'coordinator.bamyan' });
      const { page } = visitor;
      const list = new List(page, language, 'school-rating');
      await list.open(`/schools-rates?${only([{ field: 'id', op: 'in', value: made }])}`);
      for (const id of made) await list.row(id).getByRole('checkbox').check();
      const verify = stepLabel('verified-record', 'verify', language);
      const w = (key: string, values: object) => words(language, 'app', key, values as Record<string, string>);
      const n = (value: number) => value.toLocaleString(language === 'en' ? 'en' : 'fa-AF-u-nu-arabext');
      await list.main.getByRole('button', { name: w('list.stepMarked', { step: verify, shown: n(3) }) }).click();
      const dialog = new Shell(page, language).dialog();
      await dialog.getByRole('button', { name: verify, exact: true }).click();
      await dialog.getByText(w('bulk.flagged', { shown: n(2), total: n(3) })).waitFor();
      await expectScreen(visitor, language);
      const states = async () =>
        Promise.all(made.map(async (id) => (await coordinator('GET', `schools-rates/${id}`)).body.currentState.id));
      expect(await states(), 'nothing yet').toEqual(['submitted', 'submitted', 'submitted']);
      await dialog.getByRole('button', { name: w('bulk.others', { step: verify, shown: n(1) }) }).click();
      await expect.poll(states).toEqual(['verified', 'submitted', 'submitted']);
      await list
        .row(alone)
        .getByText(stateLabel('verified-record', 'verified', language))
        .waitFor();

      for (const id of same) await list.row(id).getByRole('checkbox').check();
      await list.main.getByRole('button', { name: w('list.stepMarked', { step: verify, shown: n(2) }) }).click();
      await dialog.getByRole('button', { name: verify, exact: true }).click();
      await dialog.getByRole('link', { name: w('bulk.look', { shown: n(2) }) }).click();
      expect(await page.locator('[data-flags]').getAttribute('data-flags')).toContain('same');
      expect(await states(), 'left to the review').toEqual(['verified', 'submitted', 'submitted']);
      await visitor.close();
    },
  );

  inFull.each(rounds(['fa', 'en'] as const))(
    'empty, broken and offline lists say what to do (%s)',
    async (language) => {
      const visitor = await visit(browser, base, { language, user: 'coordinator.bamyan' });
      const { page, context } = visitor;
      const shell = new Shell(page, language);
      const list = new List(page, language, 'school');
      await list.open('/schools?text=zzzzqqqq');
      await list.main.locator('[data-empty=narrowed]').waitFor();
      await expectScreen(visitor, language);
      await list.main.locator('[data-empty] button').click();
      await list.rows().first().waitFor();

      // A filter on an unknown field is an error of the request, shown with the server's message.
      await page.goto(`/schools?${only([{ field: 'no_such_field', op: 'eq', value: 1 }])}`);
      const trouble = list.main.locator('caption[role=alert]');
      await trouble.waitFor();
      expect(await trouble.textContent()).toMatch(
        language === 'en' ? /^\s*400 “no_such_field” / : /[\u0600-\u06ff]{3}/,
      );

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
    },
  );
});
