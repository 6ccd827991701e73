/** Stated rules about single screens that no other journey tests: breadcrumbs, menus, the parts of a problem. */
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, caller } from '../pages/api.ts';
import { expectScreen } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { Detail } from '../pages/detail.ts';
import { Form } from '../pages/form.ts';
import { everyForm, go, pathOf } from '../pages/forms.ts';
import { newSchool } from '../pages/school.ts';
import { launch, screen, type Visitor, visit, WAYS } from '../pages/stage.ts';
import { definition, ratings, words } from '../pages/words.ts';

let browser: Browser;
let call: Caller;
beforeAll(async () => {
  browser = await launch();
  call = await caller(demoServer(), 'admin');
});
afterAll(() => browser.close());

describe('as stated', () => {
  let visitor: Visitor;
  let page: Page;
  beforeAll(async () => {
    visitor = await visit(browser, demoServer(), { language: 'en', user: 'admin' });
    page = visitor.page;
  });
  afterEach(() => page.unrouteAll());
  afterAll(() => visitor.close());

  const steps = () =>
    page
      .locator('nav ol')
      .first()
      .locator('li')
      .evaluateAll((all) =>
        all.map((step) => {
          const link = step.querySelector('a');
          const words = step.textContent?.trim() || link?.getAttribute('aria-label') || '';
          return [words, link?.getAttribute('href') ?? null];
        }),
      );

  it.each([
    ['partner-initial', [['List of initials', '/ip/initial']], 'New Initial'],
    ['partner-implementation', [['List of implementation', '/ip/implementation']], 'New implementation'],
    [
      'acu-event',
      [
        ['ACU', '/menu/advocacy'],
        ['Events', '/acu-events'],
      ],
      definition('acu-event').new?.en,
    ],
  ] as const)(
    'the breadcrumb of %s leads from the dashboard to its list and says what is open',
    async (form, above, fresh) => {
      const { paths } = definition(form);
      const { body } = await call('GET', `${paths.list.slice(1)}?per_page=1`);
      const record = paths.record.replace(':id', body.data[0].id);
      const start = [words('en', 'app', 'dashboard.title'), '/'];
      await go(page, record, form);
      await screen(page, 'detail');
      expect(await steps()).toEqual([start, ...above, [body.data[0].code, null]]);
      await go(page, paths.create?.[0] ?? '', form);
      await screen(page, 'create');
      expect(await steps()).toEqual([start, ...above, [fresh, null]]);
      await go(page, paths.list, form);
      await screen(page, 'list');
      expect(await steps()).toEqual([start, ...above.slice(0, -1), [above.at(-1)?.[0], null]]);
    },
  );

  it.each(['courts', 'communication', 'advocacy', 'administration'])(
    'Master Tables open from the menu of %s',
    async (id) => {
      await page.goto(`/menu/${id}`);
      await screen(page, 'menu');
      await page.locator('main').getByRole('link', { name: 'Master Tables', exact: true }).click();
      await screen(page, 'master-tables');
      expect(new URL(page.url()).pathname).toBe('/admin/master-tables');
      expect((await steps()).slice(1)).toEqual([
        ['Administration', '/menu/administration'],
        ['Master Tables', null],
      ]);
    },
  );

  it('monitorings of a mine that do not load leave no rows and no pages, and are asked again from the first page', async () => {
    const { body } = await call('GET', 'mine-sites?per_page=1');
    const [site] = body.data;
    const { body: some } = await call('GET', `mine-sites/${site.id}/forms?form_type=monitoring`);
    const rows = some.data.length > 0 ? some.data : (await call('GET', 'mine-site-monitorings?per_page=1')).body.data;
    const asked: string[] = [];
    let fails = false;
    await page.route(`**/api/mine-sites/${site.id}/forms*`, async (route) => {
      const at = new URL(route.request().url()).searchParams.get('page') ?? '1';
      asked.push(at);
      if (fails) return route.fulfill({ status: 500, json: { code: 'internal', message: 'The list rests.' } });
      const meta = { ...some.meta, total: 40, per_page: 20, last_page: 2, current_page: Number(at) };
      return route.fulfill({ json: { ...some, data: rows.slice(0, 1), meta } });
    });
    const detail = new Detail(page, 'en');
    await detail.open(`/mine-sites/${site.id}`);
    const panel = await detail.tab('monitorings');
    const second = panel.getByRole('button', { name: words('en', 'app', 'pages.page', { number: 2 }), exact: true });
    await panel.locator('[data-record]').first().waitFor();
    fails = true;
    await second.click();
    await panel.getByRole('alert').filter({ hasText: 'The list rests.' }).waitFor();
    expect(await panel.locator('[data-record]').count()).toBe(0);
    expect(await second.count()).toBe(0);
    expect(asked.at(-1)).toBe('2');
    fails = false;
    await panel.getByRole('button', { name: words('en', 'app', 'retry'), exact: true }).click();
    await panel.locator('[data-record]').first().waitFor();
    expect(await panel.locator('[aria-current=page]').innerText()).toBe('1');
  });

  it('a save that reaches nobody says so in a toast, and keeps what was typed', async () => {
    for (const [name, title] of [
      ['research-report', 'screen.failedRequest'],
      ['mine-site', 'screen.requestFailed'],
    ] as const) {
      const definition = everyForm().find((one) => one.form === name) ?? expect.fail(name);
      const base = `**/api/${definition.api.base}/**`;
      await page.goto(await pathOf(definition, 'form', call));
      const form = new Form(page);
      await form.ready();
      const field = name === 'mine-site' ? 'name' : 'title';
      await form.type(field, 'Demo that is not sent');
      await page.route(base, (route) =>
        route.request().method() === 'PUT' ? route.abort('failed') : route.fallback(),
      );
      await form.submit();
      const toast = page
        .locator('.mantine-Notification-root')
        .filter({ hasText: words('en', 'app', 'error.noAnswer') });
      await toast.waitFor();
      expect(await toast.innerText()).toContain(words('en', 'form', title));
      await form.main
        .getByRole('alert')
        .filter({ hasText: words('en', 'form', 'screen.offline') })
        .waitFor();
      expect(await form.value(field)).toBe('Demo that is not sent');
      await page.unroute(base);
    }
  });

  it('the server’s description of a refused step goes before its message', async () => {
    const { body } = await call('GET', `schools?per_page=1&filters=${encodeURIComponent('{"status":"submitted"}')}`);
    const detail = new Detail(page, 'en');
    await detail.open(`/schools/${body.data[0].id}`);
    const said = { code: 'x', description: 'What exactly went wrong.', message: 'Something went wrong.' };
    await page.route('**/api/schools/change-record-status', (route) => route.fulfill({ status: 500, json: said }));
    await detail.act('verify');
    await page.getByRole('dialog').getByRole('button').last().click();
    const toast = page.locator('.mantine-Notification-root').filter({ hasText: said.description });
    await toast.waitFor();
    expect(await toast.innerText()).not.toContain(said.message);
  });
});

describe.each(WAYS)('events of a health center ($language, $size)', ({ language, size }) => {
  it('stand in its tab, and a new one is about this center', async () => {
    const { body } = await call('GET', 'health-centers?counts=1&per_page=50');
    const [id] =
      Object.entries(body.meta.counts as Record<string, { event?: number }>).find(([, { event }]) => event) ?? [];
    if (!id) throw new Error('no health center of the demonstration has an event');
    const visitor = await visit(browser, demoServer(), { language, size, user: 'admin' });
    const { page } = visitor;
    const detail = new Detail(page, language);
    await detail.open(`/health-centers/${id}`);
    const name = (await page.locator('main h1').innerText()).trim();
    const panel = await detail.tab('events');
    expect(await panel.locator('[data-state]').count()).toBe(body.meta.counts[id].event);
    await expectScreen(visitor, language);
    await page.locator(`a[href="/cbm-events/create?initial_recording=${id}"]`).first().click();
    await screen(page, 'create');
    const form = new Form(page);
    await form.ready();
    const box = (await form.field('initial_recording')).getByRole('combobox').first();
    expect(await box.inputValue()).toBe(name);
    const title = async () => (await form.field('title')).locator('input').first();
    await (await title()).fill('Demo event');
    await page.getByText(words(language, 'form', 'draft.kept')).waitFor();
    await expectScreen(visitor, language);

    // A draft belongs to its own parent, so another new event starts empty.
    const { pathname, search } = new URL(page.url());
    await page.goto('/cbm-events/create');
    await form.ready();
    expect(await (await title()).inputValue()).toBe('');
    await page.goto('/');
    await page.locator(`main [data-draft="${pathname}${search}"]`).getByRole('link').click();
    await form.ready();
    expect(await box.inputValue()).toBe(name);
    expect(await (await title()).inputValue()).toBe('Demo event');
    await visitor.close();
  });
});

describe.each(WAYS)('a problem of a sheet ($language, $size)', ({ language, size }) => {
  it('has a trouble-shooter to choose; one that is removed leaves those of other types', async () => {
    const school = await newSchool(demoServer(), language === 'fa' ? 'مکتب نمونهٔ یک' : 'مکتب نمونهٔ دو');
    const visitor = await visit(browser, demoServer(), { language, size, user: 'focal.bamyan' });
    const { page } = visitor;
    const form = new Form(page);
    await page.goto(`/schools/${school}/rate`);
    await form.ready();
    const [first = '', second = ''] = ratings('school-rating');
    await form.pick(first, 'bad');
    const flagged = await form.flagged(first);
    const details = flagged.locator('textarea').first();
    // A pause while typing creates the problem. Typing then continues at the same place.
    await details.click();
    await page.keyboard.type('نمونه: ');
    await (await form.field('problems')).locator('.am-problem').first().waitFor();
    await page.keyboard.type('مشکل اول');
    expect(await details.inputValue()).toBe('نمونه: مشکل اول');
    const shooter = flagged.locator('[data-field="trouble_shooter_id"]');
    const box = shooter.getByRole('combobox').first();
    await box.click();
    const person = shooter.getByRole('option').first();
    const name = (await person.innerText()).split('\n')[0]?.trim() ?? '';
    await person.click();
    expect(name.length).toBeGreaterThan(2);
    await form.pick(second, 'bad');
    await (await form.flagged(second)).locator('textarea').first().fill('نمونه: مشکل دوم');
    await expectScreen(visitor, language);
    for (const rating of ratings('school-rating').slice(2)) await form.pick(rating, 'good');

    const log = await form.field('problems');
    const problem = (text: string) => log.locator('.am-problem').filter({ hasText: text });
    await problem('نمونه: مشکل اول').waitFor();
    await problem('نمونه: مشکل دوم').locator('.am-remove').click();
    await problem('نمونه: مشکل دوم').waitFor({ state: 'detached' });
    expect(await problem('نمونه: مشکل اول').count()).toBe(1);
    await form.pick(second, 'good');
    await form.save();
    const panel = await new Detail(page, language).tab('problems');
    const shown = panel.locator('li').filter({ hasText: 'نمونه: مشکل اول' });
    await shown.waitFor();
    // The sheet names no row definition, so it has the first one.
    const { fields } = definition('frozen/problem.v1');
    expect(await shown.innerText()).toContain(fields.trouble_shooter_id?.short?.[language] ?? '?');
    expect(await shown.innerText()).toContain(name);
    await visitor.close();
  });
});
