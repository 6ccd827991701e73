/** From home to the blank visit of a given site, in every programme: how often a finger taps on a phone, without swiping. */
import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caller } from '../pages/api.ts';
import { demoServer } from '../pages/demoServer.ts';
import { Form } from '../pages/form.ts';
import { everyForm } from '../pages/forms.ts';
import { List } from '../pages/list.ts';
import { launch, ROUNDS_OF_LANGUAGES, rounds, screen, visit } from '../pages/stage.ts';
import { Taps } from '../pages/taps.ts';

const PASSWORD = 'seven bridges of Bamyan';

interface Visited {
  form: string;
  programme: string;
  list: string;
  field: string;
  /** The form of its sites, and the path of their API. */
  site: string;
  base: string;
}

/** Returns the form with which each programme visits its places: the one that is due, else the first of the quick buttons. */
function visits(): Visited[] {
  const forms = everyForm();
  const { quick } = JSON.parse(readFileSync(new URL('../../forms/common/navigation.json', import.meta.url), 'utf8'));
  const order = (quick as { form: string }[]).map(({ form }) => form);
  const below = forms
    .filter(({ form, parent }) => parent && order.includes(form))
    .sort((a, b) => Number(!a.due) - Number(!b.due) || order.indexOf(a.form) - order.indexOf(b.form));
  const found = new Map<string, Visited>();
  for (const { form, programme, parent } of below) {
    const site = forms.find((one) => one.form === parent?.forms[0]);
    if (parent && site && !found.has(programme))
      found.set(programme, {
        form,
        programme,
        base: site.api.base,
        list: site.paths.list,
        field: parent.field,
        site: site.form,
      });
  }
  return [...found.values()];
}

/** The daily round visits in two programmes: one whose visits are due, one where they are not. */
const PROGRAMMES = rounds(visits());
const base = demoServer();
let browser: Browser;
let user: string;
let regrant: (visited: Visited) => Promise<void>;
beforeAll(async () => {
  browser = await launch();
  const admin = await caller(base, 'admin');
  // A province in which the programme has places to visit.
  const grants = async ({ programme, base: sites }: Visited) => {
    const { body } = await admin('GET', `${sites}?per_page=1`);
    return [{ role: 'focal-point', programme, province_id: body.data[0].province.id }];
  };
  user = `taps.${Date.now().toString(36)}`;
  const account = { username: user, name: 'انگشت شمار', grants: await grants(PROGRAMMES[0] as Visited) };
  const { body } = await admin('POST', 'users', account);
  const first = await caller(base, user, body.password);
  const changed = { current_password: body.password, new_password: PASSWORD, confirmation: PASSWORD };
  expect((await first('POST', 'auth/password', changed)).status).toBe(200);
  const own = await caller(base, user, PASSWORD);
  const { id } = (await own('GET', 'session')).body.user;
  regrant = async (visited) => {
    const { status } = await admin('PUT', `users/${id}`, { grants: await grants(visited) });
    expect(status).toBe(200);
  };
});
afterAll(() => browser.close());

/** Waits for the blank form of the site, and returns how many taps it took. */
async function blank(page: Page, { field, form }: Visited, name: string, taps: Taps): Promise<number> {
  await page.locator(`main[data-screen=create][data-form="${form}"]`).waitFor();
  const open = new Form(page);
  await open.ready();
  const asked = await open.field(field);
  await expect
    .poll(async () => `${await asked.innerText()} ${await asked.locator('input').first().inputValue()}`)
    .toContain(name);
  return taps.count;
}

/** Takes the site from those that are due, which are unfolded if it is not among the first. */
async function ofTheDue(within: Locator, { form }: Visited, site: string, taps: Taps): Promise<void> {
  const card = within.locator(`[data-due="${form}"]`);
  await card.waitFor();
  const row = card.locator(`a[href*="${site}"]`);
  if (!(await row.count())) await taps.tap(card.locator('xpath=following-sibling::ul').getByRole('button'));
  await taps.tap(row);
}

describe.each(ROUNDS_OF_LANGUAGES)('taps to a blank visit (%s)', (language) => {
  it.each(PROGRAMMES)('$programme: $form', async (visited) => {
    await regrant(visited);
    const own = await caller(base, user, PASSWORD);
    const { body: sites } = await own('GET', `${visited.base}?per_page=20`);
    const { body: home } = await own('GET', 'home');
    // Where every site was visited in this period, home has no card for them.
    const due = home.due.find(
      ({ form, data }: { form: string; data: unknown[] }) => form === visited.form && data.length,
    );
    // The last one of the list, as somebody looks for it; a site that is due, where the form says how often.
    const isDue = ({ id }: { id: string }) => !due || due.data.some((one: { id: string }) => one.id === id);
    const site = sites.data.filter(isDue).at(-1);
    const visitor = await visit(browser, base, { language, size: 'phone', user, password: PASSWORD });
    const { page } = visitor;
    const counted: Record<string, number> = {};

    if (due) {
      const taps = new Taps(page);
      await page.goto('/');
      await screen(page, 'dashboard');
      await ofTheDue(page.locator('main'), visited, site.id, taps);
      counted.due = await blank(page, visited, site.name, taps);
    }

    const quick = new Taps(page);
    await page.goto('/');
    await screen(page, 'dashboard');
    if (due) {
      await quick.tap(page.locator('[data-action=start]'));
      await ofTheDue(page.getByRole('dialog'), visited, site.id, quick);
    } else {
      const create = everyForm()
        .find(({ form }) => form === visited.form)
        ?.paths.create?.find((path) => !path.includes(':'));
      await quick.tap(page.locator(`main nav a[href="${create}"]`));
      const form = new Form(page);
      await form.ready();
      const field = await form.field(visited.field);
      await quick.tap(field.getByRole('combobox'));
      await quick.tap(field.getByRole('option').filter({ hasText: site.name }).first());
    }
    counted.quick = await blank(page, visited, site.name, quick);

    const via = new Taps(page);
    await page.goto('/');
    await screen(page, 'dashboard');
    const lists = page.locator(`main a[href="${visited.list}"]`).last();
    // Whoever works for several departments unfolds them.
    if (!(await lists.isVisible())) await via.tap(page.locator('main [data-card=departments] summary'));
    await via.tap(lists);
    const list = new List(page, language, visited.site);
    await list.ready();
    await via.tap(list.row(site.id).getByRole('link').first());
    await screen(page, 'detail');
    await via.tap(page.locator(`[data-main-action] [data-action="new-${visited.form}"]`));
    counted.site = await blank(page, visited, site.name, via);

    expect(Math.max(counted.due ?? 0, counted.quick)).toBeLessThanOrEqual(3);
    expect(counted.site).toBeLessThanOrEqual(4);
    expect(visitor.errors).toEqual([]);
    await visitor.close();
  });
});
