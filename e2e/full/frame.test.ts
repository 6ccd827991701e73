/** Parts around every screen: breadcrumbs with buttons beside them, the loading bar, the footer. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caller } from '../pages/api.ts';
import { eachCallAlone } from '../pages/calls.ts';
import { demoServer } from '../pages/demoServer.ts';
import { Detail } from '../pages/detail.ts';
import { everyForm } from '../pages/forms.ts';
import { List } from '../pages/list.ts';
import { launch, screen, type Visitor, visit } from '../pages/stage.ts';
import { definition, menu, words } from '../pages/words.ts';

const PROGRAMMES = ['schools', 'mines', 'projects', 'courts'];

let browser: Browser;
let visitor: Visitor;
beforeAll(async () => {
  browser = await launch();
  visitor = await visit(browser, demoServer(), { language: 'en', user: 'admin' });
});
afterAll(async () => {
  await visitor.close();
  await browser.close();
});

/**
 * Checks a waiting record: the main actions, and one button for each other action that its scope allows. `within` is the action
 * that opens the dialog in which the buttons are, if they are in one.
 */
async function expectActions(form: string, within?: string): Promise<void> {
  const { page } = visitor;
  const { paths, api } = everyForm().find((one) => one.form === form) ?? expect.fail(form);
  const { body } = await (await caller(demoServer(), 'admin'))('GET', `${api.base}?per_page=50`);
  const isOpen = ({ current_state }: { current_state: { id: string } }) => current_state.id === 'submitted';
  const record = body.data.find(isOpen);
  const detail = new Detail(page, 'en');
  await detail.open(paths.record.replace(':id', record.id));
  for (const action of ['edit', 'delete']) await detail.main.locator(`[data-action=${action}]`).waitFor();
  const others = Object.keys(record.recordScope).filter((one) => !['create', 'view', 'edit', 'delete'].includes(one));
  expect(others.length).toBeGreaterThan(1);
  for (const action of others) {
    await detail.act(within ?? action);
    const dialog = page.getByRole('dialog');
    if (within) await dialog.locator(`[data-action="${action}"]`).click();
    await dialog.filter({ hasNot: page.locator('[data-action]') }).waitFor();
    expect(await dialog.getAttribute('aria-modal'), action).toBe('true');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
}

describe('the frame', () => {
  it('breadcrumbs lead back; the last one is where one is, and leads nowhere', async () => {
    const { page } = visitor;
    const list = new List(page, 'en', 'school');
    await list.open('/schools');
    const [id] = await list.ids();
    await new Detail(page, 'en').open(`/schools/${id}`);
    const crumbs = page.getByRole('navigation', { name: words('en', 'app', 'breadcrumbs') });
    expect(await crumbs.locator('[aria-current=page]').count()).toBe(1);
    expect(await crumbs.locator('[aria-current=page] a, a[aria-current=page]').count()).toBe(0);
    const home = crumbs.getByRole('link', { name: 'Dashboard', exact: true });
    expect(await home.getAttribute('href')).toBe('/');
    expect(await crumbs.locator('a').first().getAttribute('href')).toBe('/');
    await crumbs.locator('a[href="/schools"]').click();
    await list.ready();
  });

  it('the line of the breadcrumbs has outline buttons, and a list leads to the lists of what belongs to it', async () => {
    const { page } = visitor;
    const list = new List(page, 'en', 'health-center');
    await list.open('/health-centers');
    const line = page.locator('main > div').filter({
      has: page.getByRole('navigation', { name: words('en', 'app', 'breadcrumbs') }),
    });
    const buttons = line.getByRole('region', { name: words('en', 'app', 'screenActions') });
    for (const action of ['display', 'more'])
      expect(await buttons.locator(`[data-action=${action}]`).getAttribute('data-variant'), action).toBe('default');
    const tabs = list.main.getByRole('navigation', { name: words('en', 'views', 'title') });
    await tabs.locator('a[href="/health-centers-followup"]').waitFor();
    await tabs.locator('a[href="/health-centers-monthly"]').click();
    await new List(page, 'en', 'health-center-monthly').ready();
    expect(new URL(page.url()).pathname).toBe('/health-centers-monthly');
  });

  it('a record says NA where a question was not rated', async () => {
    const { page } = visitor;
    const { body } = await (await caller(demoServer(), 'admin'))('GET', 'schools-rates?per_page=1');
    const [{ id }] = body.data;
    await eachCallAlone(page);
    await page.route(`**/api/schools-rates/${id}`, async (route) => {
      const answer = await route.fetch();
      const record = await answer.json();
      record.monitoring.data.security = 'good';
      delete record.monitoring.data.cleanliness;
      await route.fulfill({ response: answer, json: record });
    });
    const detail = new Detail(page, 'en');
    await detail.open(`/schools-rates/${id}`);
    await detail.tab('ratings');
    expect((await detail.answer('cleanliness').innerText()).trim()).toBe('NA');
    expect(await detail.answer('security').innerText()).toContain('Good');
    await page.unrouteAll();
  });

  it('tells that something is on its way', async () => {
    const { page } = visitor;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await eachCallAlone(page);
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

  it.each(PROGRAMMES)(
    'a programme has its lists, a dashboard, data entry, search, and reports in the bar: %s',
    async (id) => {
      const { page } = visitor;
      const say = (key: string) => words('en', 'app', key);
      await page.goto(`/menu/${id}`);
      const forms = menu(id).map((form) => definition(form).paths);
      const lists = page
        .locator('main section')
        .filter({ has: page.getByRole('heading', { name: say('menu.lists') }) });
      await lists.locator('li').first().waitFor();
      const entries = await lists
        .locator('li')
        .evaluateAll((all) =>
          all.map((row) => [...row.querySelectorAll('a')].map((link) => link.getAttribute('href') as string)),
        );
      // A menu may also contain links that are not lists of records.
      const rows = entries.filter(([first]) => forms.some(({ list }) => list === first));
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
    },
  );

  it('the documented address of each dashboard opens the dashboard of its programme, and so does its menu', async () => {
    const { page } = visitor;
    for (const [id, path] of [
      ['mines', '/mine-sites-dashboard'],
      ['projects', '/projects-dashboard'],
      ['courts', '/courts-dashboard'],
    ] as const) {
      await page.goto(path);
      await screen(page, 'dashboard');
      await page.goto(`/menu/${id}`);
      const heading = page.getByRole('heading', { name: words('en', 'app', 'menu.dashboard'), exact: true });
      const group = page.locator('main section').filter({ has: heading });
      await group.locator(`a[href="${path}"]`).waitFor();
    }
  });

  it('communication: the list, the entry and the search of each of the four open from its menu', async () => {
    const { page } = visitor;
    for (const form of ['video-archive', 'news-report', 'media-event', 'media-appearance']) {
      const { paths, list } = definition(form);
      const open = async (path: string, name: string) => {
        await page.goto('/menu/communication');
        await page.locator(`main a[href="${path}"]`).click();
        await screen(page, name);
        expect(await page.locator('main').getAttribute('data-form'), path).toBe(form);
      };
      await open(paths.list, 'list');
      await open(paths.create?.[0] ?? '', 'create');
      await page.locator('main [data-field]').first().waitFor();
      await open(`${paths.list}/search`, 'search');
      const lines = page.locator('main [data-search]');
      await lines.first().waitFor();
      const asked = await lines.evaluateAll((all) => all.map((line) => line.getAttribute('data-search')));
      expect(asked.length, form).toBeGreaterThan(4);
      expect(asked, form).toEqual(list.search);
    }
  });

  it('a mine site: edit and delete are main actions, the others are together in one dialog', async () => {
    await expectActions('mine-site', 'transitions');
    expect(await visitor.page.locator('main [data-action=verify]').count()).toBe(0);
  });

  it('any other record as well: what else its scope allows are steps of its workflow, each offered by itself', async () => {
    for (const form of ['school', 'school-rating', 'success-story']) await expectActions(form);
  });

  it('problems are asked for once, and again only under another date', async () => {
    const { page } = visitor;
    const { body } = await (await caller(demoServer(), 'admin'))('GET', 'schools?per_page=1');
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
