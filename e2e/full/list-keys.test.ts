/** `e` on a record of a list that may not be edited says why, in the record's own words. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caller } from '../pages/api.ts';
import { demoServer } from '../pages/demoServer.ts';
import { List } from '../pages/list.ts';
import { Shell } from '../pages/shell.ts';
import { launch, ROUNDS_OF_LANGUAGES, screen, visit } from '../pages/stage.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const USER = 'focal.bamyan';

describe.each(ROUNDS_OF_LANGUAGES)('the keys of a list, in %s', (language) => {
  const base = demoServer();

  it('edit a record, or say why it may not be edited', async () => {
    const call = await caller(base, USER, undefined, language === 'ps' ? 'pa' : language);
    const { data } = (await call('GET', 'schools-rates?per_page=100')).body;
    const mayEdit = ({ recordScope }: { recordScope: { edit: boolean } }) => recordScope.edit;
    const [open, closed] = [data.find(mayEdit), data.find((one: never) => !mayEdit(one))];
    const why = closed.why_not.edit.message;
    const { page, errors, close } = await visit(browser, base, { language, size: 'desktop', user: USER });
    const list = new List(page, language, 'school-rating');
    await list.open('/schools-rates?per_page=100');
    await list.row(closed.id).locator('a[data-opens]').focus();
    await page.keyboard.press('e');
    await new Shell(page, language).toast(why).waitFor();
    await screen(page, 'list');
    await list.row(open.id).locator('a[data-opens]').focus();
    await page.keyboard.press('e');
    await screen(page, 'edit');
    expect(errors).toEqual([]);
    await close();
  });
});
