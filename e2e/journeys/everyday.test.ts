/** What is met many times a day stays in its place and in sight: rows, buttons of a record, answers of a form, lists on paper. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inFull } from '../../tests/support/inFull.ts';
import { caller } from '../pages/api.ts';
import { eachCallAlone } from '../pages/calls.ts';
import { expectScreen, sidewaysScroll } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { Form } from '../pages/form.ts';
import { List } from '../pages/list.ts';
import { newSchool, newVisits } from '../pages/school.ts';
import { Shell } from '../pages/shell.ts';
import { launch, ROUNDS_OF_LANGUAGES, screen, visit } from '../pages/stage.ts';
import { stepLabel } from '../pages/words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const filtersOf = (school: string) =>
  encodeURIComponent(JSON.stringify([{ field: 'cbms_school_id', op: 'eq', value: school }]));

describe.each(ROUNDS_OF_LANGUAGES)('every day (%s)', (language) => {
  const base = demoServer();

  it('seven rows of long names fit on a phone, and each shows its day', async () => {
    const school = await newSchool(base, `لیسه عالی نسوان شهید پروفیسور غلام محمد نمونه ولسوالی ${language}`);
    const days = Array.from({ length: 8 }, (_, at) => `2026-0${8 - at}-05`);
    await newVisits(base, 'focal.bamyan', school, days);
    for (const size of [
      { width: 360, height: 740 },
      { width: 768, height: 1024 },
    ]) {
      const visitor = await visit(browser, base, { language, size: 'phone', user: 'focal.bamyan' });
      await visitor.page.setViewportSize(size);
      const list = new List(visitor.page, language, 'school-rating');
      await list.open('/schools-rates');
      const bottoms = await list
        .rows()
        .evaluateAll((all) => all.map((row) => row.querySelector('a')?.getBoundingClientRect().bottom ?? 0));
      expect(bottoms.filter((bottom) => bottom <= size.height).length).toBeGreaterThanOrEqual(7);
      await list.open(`/schools-rates?filters=${filtersOf(school)}`);
      const rows = await list.rows().evaluateAll((all) =>
        all.map((row) => {
          const day = row.querySelector('[data-day] dd') as HTMLElement;
          const { left, right } = day.getBoundingClientRect();
          return {
            isWhole: left >= 0 && right <= window.innerWidth && day.scrollWidth <= day.offsetWidth + 1,
            day: day.textContent,
          };
        }),
      );
      expect(rows.filter(({ isWhole }) => isWhole)).toHaveLength(8);
      expect(new Set(rows.map(({ day }) => day)).size, 'visits are told apart').toBe(8);
      await expectScreen(visitor, language);
      await visitor.close();
    }
  });

  it('what takes a record back is never its first button, and the list of what waits ends with what waits next', async () => {
    const school = await newSchool(base, `مکتب دکمه‌ها ${language}`);
    const [id] = await newVisits(base, 'focal.bamyan', school, ['2026-05-05']);
    const visitor = await visit(browser, base, { language, size: 'desktop', user: 'admin' });
    const { page } = visitor;
    const buttons = () =>
      page.locator('main[data-screen=detail] button[data-action], main[data-screen=detail] a[data-action]');
    const dangers = () => buttons().evaluateAll((all) => all.map((one) => one.getAttribute('data-action')));
    await page.goto(`/schools-rates/${id}`);
    await screen(page, 'detail');
    expect((await dangers()).slice(0, 2)).toEqual(['verify', 'return']);
    const admin = await caller(base, 'admin');
    const me = (await admin('GET', 'session')).body.user.id;
    const waiting = [
      { field: 'status', op: 'in', value: ['submitted'] },
      { field: 'work_of', op: 'ne', value: me },
    ];
    await admin('POST', 'schools-rates/change-record-status', { record_id: id, action: 'verify' });
    await page.reload();
    await page.locator('[data-action=reopen]').waitFor();
    const verified = await dangers();
    expect(verified.indexOf('return')).toBeGreaterThan(verified.indexOf('archive'));

    // Nothing of the school waits any more, as after the last one of home's list.
    await eachCallAlone(page);
    await page.route(/\/api\/schools-rates\?/, async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      await route.fulfill({ response, json: { ...body, data: [], meta: { ...body.meta, total: 0 } } });
    });
    await page.goto(`/schools-rates?filters=${encodeURIComponent(JSON.stringify(waiting))}`);
    await page.locator('[data-done]').waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await visitor.close();
  });

  it('the editor of a verified record offers what unlocks it, by the rights of who opens it', async () => {
    const school = await newSchool(base, `مکتب قفل ${language}`);
    const [id] = await newVisits(base, 'focal.bamyan', school, ['2026-05-06']);
    const coordinator = await caller(base, 'coordinator.bamyan');
    await coordinator('POST', 'schools-rates/change-record-status', { record_id: id, action: 'verify' });
    const openedBy = async (user: string, size: 'phone' | 'desktop') => {
      const visitor = await visit(browser, base, { language, size, user });
      await visitor.page.goto(`/schools-rates/${id}/edit`);
      await visitor.page.locator('main[data-screen=edit] [role=alert]').waitFor();
      return visitor;
    };
    const reopen = stepLabel('verified-record', 'reopen', language);
    const focal = await openedBy('focal.bamyan', 'phone');
    await focal.page.locator('main [data-action=ask-reopen]').waitFor();
    await focal.page.locator('main p b', { hasText: reopen }).waitFor();
    expect(await focal.page.locator('main [data-action]').count()).toBe(1);
    await expectScreen(focal, language);
    await focal.close();

    const { page, close } = await openedBy('coordinator.bamyan', 'desktop');
    await page.locator(`main a[href="/schools-rates/${id}"]`).last().waitFor();
    await page.locator('main [data-action=reopen]').click();
    const dialog = new Shell(page, language).dialog();
    await dialog.getByRole('textbox').fill('دروازه شکسته بود');
    await dialog.getByRole('button', { name: reopen, exact: true }).click();
    await new Form(page).ready();
    await close();
  });

  it('an error that goes away moves nothing below it', async () => {
    const visitor = await visit(browser, base, { language, size: 'phone', user: 'focal.bamyan' });
    const { page } = visitor;
    await page.goto('/schools/create');
    const form = new Form(page);
    await form.ready();
    await form.submit();
    const name = await form.field('name');
    await name.locator('.am-error').waitFor();
    const next = await form.field('type');
    const gap = async () => ((await next.boundingBox())?.y ?? 0) - ((await name.boundingBox())?.y ?? 0);
    const before = await gap();
    await name.locator('input').fill('مکتب جای ثابت');
    await name.locator('.am-error').waitFor({ state: 'detached' });
    expect(Math.abs((await gap()) - before)).toBeLessThanOrEqual(1);
    await visitor.close();
  });

  it('the rows of a list are narrow if somebody wants so, also the next time', async () => {
    const visitor = await visit(browser, base, { language, size: 'desktop', user: 'coordinator.bamyan' });
    const { page } = visitor;
    const list = new List(page, language, 'school-rating');
    await list.open('/schools-rates');
    const height = () =>
      list.main
        .locator('tbody tr')
        .evaluateAll((rows) => Math.round(Math.min(...rows.map((row) => row.getBoundingClientRect().height))));
    const usual = await height();
    const choose = async () => (await list.openDisplay()).locator('[data-action=narrow]');
    expect(await (await choose()).getAttribute('aria-checked')).toBe('false');
    await page.locator('[data-action=narrow]').click();
    await expect.poll(height).toBeLessThanOrEqual(33);
    await page.reload();
    await list.ready();
    expect(await height()).toBeLessThanOrEqual(33);
    const narrow = await choose();
    expect(await narrow.getAttribute('aria-checked')).toBe('true');
    await narrow.press('Enter');
    await expect.poll(height).toBe(usual);
    expect(visitor.errors).toEqual([]);
    await visitor.close();
  });

  it('the columns of a home are about equally long on a desktop', async () => {
    const visitor = await visit(browser, base, { language, size: 'desktop', user: 'manager.schools' });
    const { page } = visitor;
    await page.goto('/');
    await page.locator('main [data-card=activity] li').first().waitFor();
    const columns = await page.locator('main [data-card]').evaluateAll((cards) => {
      const shown = cards.map((card) => card.getBoundingClientRect()).filter(({ height }) => height > 0);
      const widest = Math.max(...shown.map(({ width }) => width));
      const narrow = shown.filter(({ width }) => width <= widest / 2);
      return [...new Set(narrow.map(({ left }) => left))].map((edge) => {
        const column = narrow.filter(({ left }) => left === edge);
        return Math.max(...column.map(({ bottom }) => bottom)) - Math.min(...column.map(({ top }) => top));
      });
    });
    expect(columns).toHaveLength(2);
    expect(Math.min(...columns)).toBeGreaterThan(Math.max(...columns) * 0.65);
    await visitor.close();
  });

  inFull('a list on paper is the table with all its columns and nothing to press', async () => {
    const visitor = await visit(browser, base, { language, size: 'desktop', user: 'coordinator.bamyan' });
    const { page } = visitor;
    const list = new List(page, language, 'school-rating');
    await list.open('/schools-rates');
    const headings = await list.main.locator('th[data-column]').count();
    await page.emulateMedia({ media: 'print' });
    // The width of A4 between its margins.
    await page.setViewportSize({ width: 718, height: 1000 });
    await page.locator('main table').waitFor();
    expect(await list.main.locator('th[data-column]:visible').count()).toBe(headings);
    expect(await list.main.locator('input:visible, td button:visible, td a[data-quick]:visible').count()).toBe(0);
    expect(await sidewaysScroll(page)).toBe(0);
    await visitor.close();
  });

  inFull('the record beside a list has its buttons there, and no button of a row is cut', async () => {
    const visitor = await visit(browser, base, { language, size: 'desktop', user: 'coordinator.bamyan' });
    const { page } = visitor;
    const list = new List(page, language, 'school-rating');
    await list.open('/schools-rates');
    await list.rows().first().locator('button[data-preview]').click();
    const panel = page.locator('[data-panel]');
    await panel.locator('dl').first().waitFor();
    expect(
      await list.main
        .locator('table button:visible')
        .filter({ has: page.locator('svg') })
        .count(),
    ).toBeGreaterThan(0);
    expect(await list.main.locator('td button[data-preview]:visible').count()).toBe(0);
    await panel.getByRole('button', { expanded: false }).last().click();
    await page.locator('[role=menu]:focus-within').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    expect(visitor.errors).toEqual([]);
    await visitor.close();
  });
});
