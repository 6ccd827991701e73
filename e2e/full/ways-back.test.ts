/**
 * The screen after a record was deleted (the list of its form) or corrected (its own page). The delete request gets its
 * response from this test, so the demo keeps its records.
 */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, caller } from '../pages/api.ts';
import { demoServer } from '../pages/demoServer.ts';
import { Detail } from '../pages/detail.ts';
import { Form } from '../pages/form.ts';
import { everyForm, go } from '../pages/forms.ts';
import { Shell } from '../pages/shell.ts';
import { launch, screen, type Visitor, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

const SAID = 'Gone, says the server.';
const FORMS = everyForm();

let browser: Browser;
let visitor: Visitor;
let page: Page;
let call: Caller;
beforeAll(async () => {
  browser = await launch();
  visitor = await visit(browser, demoServer(), { language: 'en', user: 'admin' });
  page = visitor.page;
  call = await caller(demoServer(), 'admin');
});
afterAll(async () => {
  expect(visitor.errors).toEqual([]);
  await visitor.close();
  await browser.close();
});

/** Returns a record of the form that allows this action. */
async function recordOf(name: string, action: string) {
  const form = FORMS.find((one) => one.form === name) ?? expect.fail(`no form ${name}`);
  const { body } = await call('GET', `${form.api.base}?per_page=50`);
  const rows = body.data as { id: string; recordScope: Record<string, true> }[];
  const { id } = rows.find(({ recordScope }) => recordScope[action]) ?? expect.fail(`${action} of ${name}`);
  return { ...form, path: form.paths.record.replace(':id', id), api: `${form.api.base}/${id}` };
}

describe('the way back', () => {
  it.each([
    ['logframe', '/mande-dashboard/logframe-projects'],
    ['research-report', '/research-report'],
    ['partner-initial', '/ip/initial'],
    ['partner-implementation', '/ip/implementation'],
    ['cbm-event', '/cbm-events'],
    ['success-story', '/cbm-success-story'],
    ['school', '/schools'],
  ])('from a deleted %s is %s, with a bar while the server is asked and its words in a toast', async (form, list) => {
    const { path, api } = await recordOf(form, 'delete');
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const deleting = (url: URL) => url.pathname === `/api/${api}`;
    await page.route(deleting, async (route) => {
      if (route.request().method() !== 'DELETE') return route.fallback();
      await held;
      await route.fulfill({ status: 200, contentType: 'text/plain', body: SAID });
    });
    await go(page, path, form);
    await screen(page, 'detail');
    await new Detail(page, 'en').act('delete');
    const shell = new Shell(page, 'en');
    await shell
      .dialog()
      .getByRole('button', { name: words('en', 'app', 'remove.do'), exact: true })
      .click();
    await page.locator('[role=progressbar]').waitFor();
    expect(await shell.toast(SAID).count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe(path);
    answer();
    await shell.toast(SAID).waitFor();
    await page.waitForURL((url) => url.pathname === list);
    await page.locator(`main[data-form="${form}"], main[data-screen]:not([data-screen=detail])`).first().waitFor();
    await page.unroute(deleting);
    await shell.toast(SAID).locator('.mantine-Notification-closeButton').click();
    await shell.toast(SAID).waitFor({ state: 'detached' });
  });

  it.each(['cbm-event', 'success-story'])('from a corrected %s is its own page', async (name) => {
    const { path, paths } = await recordOf(name, 'edit');
    const id = path.split('/').at(-1) as string;
    await go(page, (paths.edit ?? `${paths.record}/edit`).replace(':id', id), name);
    const form = new Form(page);
    const title = (await form.value('title')) === 'Demo corrected' ? 'Demo corrected again' : 'Demo corrected';
    await form.type('title', title);
    await form.submit();
    await screen(page, 'detail');
    expect(new URL(page.url()).pathname).toBe(path);
    await page.locator('main').getByText(title).first().waitFor();
  });
});
