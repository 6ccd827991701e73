/** Deletes a record by mistake: back to the list with a message, found among the deleted records, restored. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caller } from '../pages/api.ts';
import { expectScreen, sidewaysScroll } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { Detail } from '../pages/detail.ts';
import { List } from '../pages/list.ts';
import { Shell } from '../pages/shell.ts';
import { launch, rounds, screen, visit } from '../pages/stage.ts';
import { words, wordsWith } from '../pages/words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const FIRST = '/schools-rates?sort=code';

describe.each(
  rounds([
    { language: 'fa', size: 'phone' },
    { language: 'en', size: 'desktop' },
  ] as const),
)('a deleted record ($language, $size)', ({ language, size }) => {
  const base = demoServer();

  it('leaves the list, stands among the deleted and is restored', async () => {
    const visitor = await visit(browser, base, { language, size, user: 'mande' });
    const { page } = visitor;
    const shell = new Shell(page, language);
    const list = new List(page, language, 'school-rating');
    const detail = new Detail(page, language);
    await list.open(FIRST);
    const [id] = (await list.ids()) as [string];
    const path = `/schools-rates/${id}`;
    await detail.open(path);
    const code = await page.locator('main h1 ~ bdi').innerText();
    await detail.act('delete');
    // The app asks first. Cancelling changes nothing.
    const cancel = shell.dialog().getByRole('button', { name: words(language, 'app', 'cancel'), exact: true });
    await cancel.click();
    await shell.dialog().waitFor({ state: 'detached' });
    await detail.act('delete');
    await shell
      .dialog()
      .getByRole('button', { name: words(language, 'app', 'remove.do'), exact: true })
      .click();
    await screen(page, 'list');
    expect(new URL(page.url()).pathname, 'the matching list').toBe('/schools-rates');
    await shell.toast(code).waitFor();
    await list.open(FIRST);
    expect(await list.ids()).not.toContain(id);

    // Nobody else can see it now.
    const coordinator = await caller(base, 'coordinator.kabul');
    expect((await coordinator('GET', `schools-rates/${id}`)).status).toBe(404);

    const all = await list.openMore();
    await all.getByRole('menuitem', { name: words(language, 'app', 'list.deleted') }).click();
    await page.waitForURL(/deleted=1/);
    await list.row(id).waitFor();
    await expectScreen(visitor, language);
    await list.openRecord(id);
    await detail.main.locator('[data-deleted]').waitFor();
    await expectScreen(visitor, language);
    expect(
      await detail.main
        .locator('[data-action]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('data-action'))),
    ).toEqual(['restore']);
    await detail.act('restore');
    await shell.toast(wordsWith(language, 'server', 'restored')).waitFor();
    await detail.main.locator('[data-deleted]').waitFor({ state: 'detached' });
    const history = await detail.tab('history');
    const told = await history.innerText();
    for (const action of ['delete', 'restore'])
      expect(told).toContain(words(language, 'app', `history.action.${action}`));
    expect(await sidewaysScroll(page)).toBe(0);
    await list.open(FIRST);
    expect(await list.ids()).toContain(id);
    expect(visitor.errors).toEqual([]);
    await visitor.close();
  });
});

describe('a deleted record', () => {
  const base = demoServer();
  const language = 'en';

  it('is brought back from its row as well, and others have no such list', async () => {
    const visitor = await visit(browser, base, { language, user: 'mande' });
    const { page } = visitor;
    const list = new List(page, language, 'school-rating');
    const call = await caller(base, 'mande');
    await list.open(FIRST);
    const id = (await list.ids())[1] as string;
    expect((await call('DELETE', `schools-rates/${id}`)).status).toBe(200);
    await list.open(`${FIRST}&deleted=1`);
    const menu = await list.openActions(id);
    await menu.getByRole('menuitem', { name: words(language, 'app', 'detail.restore') }).click();
    await list.row(id).waitFor({ state: 'detached' });
    expect((await call('GET', `schools-rates/${id}`)).status).toBe(200);
    expect(visitor.errors).toEqual([]);
    await visitor.close();

    const focal = await visit(browser, base, { language, user: 'focal.bamyan' });
    const theirs = new List(focal.page, language, 'school-rating');
    await theirs.open('/schools-rates');
    const all = await theirs.openMore();
    expect(await all.getByRole('menuitem', { name: words(language, 'app', 'list.deleted') }).count()).toBe(0);
    await focal.page.goto('/schools-rates?deleted=1');
    await theirs.main.locator('caption[role=alert]').waitFor();
    await focal.close();
  });
});
