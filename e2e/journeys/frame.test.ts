/** What stands around every screen: breadcrumbs with buttons beside them, the bar of running calls, the footer. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { caller } from '../pages/api.ts';
import { Detail } from '../pages/detail.ts';
import { List } from '../pages/list.ts';
import { launch, type Visitor, visit } from '../pages/stage.ts';
import { definition, menu, words } from '../pages/words.ts';

let browser: Browser;
let visitor: Visitor;
beforeAll(async () => {
  browser = await launch();
  visitor = await visit(browser, inject('base'), { language: 'en', user: 'admin' });
});
afterAll(async () => {
  await visitor.close();
  await browser.close();
});

describe('the frame', () => {
  it('breadcrumbs lead back; the last one is where one is, and leads nowhere', async () => {
    const { page } = visitor;
    const list = new List(page, 'en', 'school');
    await list.open('/schools');
    const [id] = await list.ids();
    await new Detail(page, 'en').open(`/schools/${id}`);
    const crumbs = page.locator('nav ol');
    expect(await crumbs.locator('[aria-current=page]').count()).toBe(1);
    expect(await crumbs.locator('[aria-current=page] a, a[aria-current=page]').count()).toBe(0);
    const home = crumbs.getByRole('link', { name: 'Dashboard', exact: true });
    expect(await home.getAttribute('href')).toBe('/');
    expect(await crumbs.locator('a').first().getAttribute('href')).toBe('/');
    await crumbs.locator('a[href="/schools"]').click();
    await list.ready();
  });

  it('tells that something is on its way', async () => {
    const { page } = visitor;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/schools-surveys?**', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/schools-surveys');
    await page.locator('[role=progressbar]').waitFor();
    release();
    await page.locator('[role=progressbar]').waitFor({ state: 'detached' });
    await page.unroute('**/api/schools-surveys?**');
  });

  it('a programme has its lists, a dashboard, data entry, search, and reports in the bar', async () => {
    const { page } = visitor;
    const say = (key: string) => words('en', 'app', key);
    await page.goto('/menu/schools');
    const forms = menu('schools').map((form) => definition(form).paths);
    const lists = page.locator('main section').filter({ has: page.getByRole('heading', { name: say('menu.lists') }) });
    await lists.locator('li').first().waitFor();
    const rows = await lists
      .locator('li')
      .evaluateAll((all) =>
        all.map((row) => [...row.querySelectorAll('a')].map((link) => link.getAttribute('href') as string)),
      );
    expect(rows.map(([first]) => first)).toEqual(forms.map(({ list }) => list));
    forms.forEach(({ list, create = [] }, at) => {
      expect(rows[at], `search of ${list}`).toContain(`${list}/search`);
      expect(
        create.filter((path) => rows[at]?.includes(path)),
        `data entry of ${list}`,
      ).toHaveLength(1);
    });
    await lists.getByText(say('menu.entry'), { exact: true }).first().waitFor();
    await lists.getByText(say('menu.search'), { exact: true }).first().waitFor();
    await page.getByRole('heading', { name: say('menu.dashboard'), exact: true }).waitFor();
    await page.locator('header').getByRole('link', { name: 'Reports' }).waitFor();
  });

  it('a mine site: edit and delete are main actions, the others open a dialog of their own', async () => {
    const { page } = visitor;
    const { body } = await (await caller(inject('base'), 'admin'))('GET', 'mine-sites?per_page=50');
    const isOpen = ({ current_state }: { current_state: { id: string } }) => current_state.id === 'submitted';
    const site = body.data.find(isOpen);
    const detail = new Detail(page, 'en');
    await detail.open(`/mine-sites/${site.id}`);
    for (const action of ['edit', 'delete']) await detail.main.locator(`[data-action=${action}]`).waitFor();
    const others = Object.keys(site.recordScope).filter((one) => !['create', 'view', 'edit', 'delete'].includes(one));
    expect(others.length).toBeGreaterThan(1);
    for (const action of others) {
      await detail.act(action);
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      expect(await dialog.getAttribute('aria-modal'), action).toBe('true');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
  });

  it('problems are asked for once, and again only under another date', async () => {
    const { page } = visitor;
    const { body } = await (await caller(inject('base'), 'admin'))('GET', 'schools?per_page=1');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (/\/problems(\?|$)/.test(request.url())) asked.push(new URL(request.url()).search);
    });
    const detail = new Detail(page, 'en');
    await detail.open(`/schools/${body.data[0].id}`);
    await detail.tab('problems');
    await expect.poll(() => asked.length).toBe(1);
    await detail.tab('general');
    const panel = await detail.tab('problems');
    const from = panel.getByLabel(words('en', 'app', 'filter.from'), { exact: true }).first();
    await from.fill('2026-01-01');
    await from.blur();
    await expect.poll(() => asked.length).toBe(2);
    expect(asked[1]).toContain('2026-01-01');
    expect(asked[0]).not.toContain('2026');
  });

  it('closes every page with the year', async () => {
    const { page, errors } = visitor;
    expect(await page.locator('footer').textContent()).toMatch(new RegExp(`© ?${new Date().getFullYear()}`));
    expect(errors).toEqual([]);
  });
});
