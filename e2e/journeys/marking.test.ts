/** Selecting records in a list on a phone: by a long touch or from the menu, then by taps; Back ends it. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caller } from '../pages/api.ts';
import { expectScreen } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { List } from '../pages/list.ts';
import { newSchool, newVisits } from '../pages/school.ts';
import { Shell } from '../pages/shell.ts';
import { launch, ROUNDS_OF_LANGUAGES, screen, visit } from '../pages/stage.ts';
import { stepLabel, words } from '../pages/words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe.each(ROUNDS_OF_LANGUAGES)('a list on a phone in %s', (language) => {
  const base = demoServer();

  it('has neither checkboxes nor menus in its rows until a long touch selects one', async () => {
    const name = `مکتب انتخاب ${language}`;
    const school = await newSchool(base, name);
    const made = await newVisits(base, 'focal.bamyan', school, ['2026-03-01', '2026-04-01', '2026-05-01']);
    const [one, two, three] = made as [string, string, string];
    const visitor = await visit(browser, base, { language, size: 'phone', user: 'coordinator.bamyan' });
    const { page, errors, close } = visitor;
    const list = new List(page, language, 'school-rating');
    await list.open('/schools-rates');
    await list.lookFor(name);
    await expect.poll(() => list.rows().count()).toBe(3);
    await list.ready();
    const url = page.url();
    expect(await list.rows().locator('input, button').count()).toBe(0);

    // A finger that scrolls selects nothing, and a long one does not open the record.
    await list.touch(one, { by: 60 });
    expect(await list.selection().count()).toBe(0);
    await list.touch(one);
    await list.selection().waitFor();
    await list.row(two).tap();
    const selected = () =>
      list.rows().evaluateAll((all) => all.filter((row) => row.hasAttribute('data-marked')).length);
    await expect.poll(selected).toBe(2);
    expect(page.url()).toBe(url);
    await expectScreen(visitor, language);

    await page.goBack();
    await list.selection().waitFor({ state: 'detached' });
    expect(page.url()).toBe(url);
    expect(await selected()).toBe(0);

    await (await list.openMore()).locator('[data-action=mark]').tap();
    await list.selection().locator('[data-action=mark-all]').tap();
    await expect.poll(selected).toBe(3);
    // The first visit only: the later ones repeat its answers, and what repeats asks to be looked at.
    for (const id of [two, three]) await list.row(id).tap();
    await expect.poll(selected).toBe(1);
    const shown = (1).toLocaleString(language === 'en' ? 'en' : 'fa-AF-u-nu-arabext');
    const step = stepLabel('verified-record', 'verify', language);
    await list
      .selection()
      .getByRole('button', { name: words(language, 'app', 'list.stepMarked', { step, shown }) })
      .tap();
    await new Shell(page, language).dialog().getByRole('button', { name: step, exact: true }).tap();
    await list.selection().waitFor({ state: 'detached' });
    const call = await caller(base, 'coordinator.bamyan');
    const state = async (id: string) => (await call('GET', `schools-rates/${id}`)).body.currentState.id;
    await expect.poll(() => Promise.all(made.map(state))).toEqual(['verified', 'submitted', 'submitted']);

    // After it, a tap opens a record as before.
    await list.row(three).tap();
    await screen(page, 'detail');
    expect(errors).toEqual([]);
    await close();
  });
});
