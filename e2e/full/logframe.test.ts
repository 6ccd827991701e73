/** A logframe on a phone in Dari: adds an output with indicator and milestone, tags a person, and finds all again. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caller } from '../pages/api.ts';
import { axe, expectScreen, sidewaysScroll } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { Detail } from '../pages/detail.ts';
import { launch, screen, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe('logframe', () => {
  const base = demoServer();
  const say = (key: string, params = {}) => words('fa', 'mande', key, params);

  it('grows in place, tags a person, and keeps everything', async () => {
    const call = await caller(base, 'mande');
    const { body } = await call('GET', 'mande-logframe?sort=-start_date');
    const { id } = body.data[0];
    const visitor = await visit(browser, base, { language: 'fa', size: 'phone', user: 'mande' });
    const { page } = visitor;
    await page.goto(`/mande-dashboard/logframe-projects/${id}`);
    await screen(page, 'detail');
    const tree = page.locator('[data-logframe]');
    await tree.locator('li[data-table=outcomes]').first().waitFor();
    await expectScreen(visitor, 'fa');

    await new Detail(page, 'fa').edit();
    const outcome = tree.locator('li[data-row=o2]');
    await page.locator('#section-logframe').scrollIntoViewIfNeeded();
    await outcome.scrollIntoViewIfNeeded();
    const title = 'شوراها با والدین جلسه می‌گیرند';
    await outcome
      .getByRole('button', {
        name: say('addTo', {
          what: say('add.outputs'),
          name: await outcome.locator('[dir=auto]').first().textContent(),
        }),
      })
      .click();
    const output = tree.locator('[data-panel=outputs]');
    // Focus is in the new row, ready for its text.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
    await page.keyboard.type(title);
    await output.getByRole('button', { name: say('add.indicators') }).click();
    const indicator = tree.locator('[data-panel=indicators]');
    await indicator.locator('[data-field=title] textarea').fill('جلسه‌های برگزارشده');
    await indicator.locator('[data-field=unit] input').fill('جلسه');
    await indicator.locator('[data-field=milestones] button').last().click();
    const milestone = indicator.locator('.am-row');
    await milestone.locator('[data-field=date] input').fill('1405/12/01');
    await milestone.locator('[data-field=target] input').fill('۱۲');
    const people = indicator.locator('[data-field=responsible]');
    await people.getByRole('combobox').click();
    await people.getByRole('combobox').fill('نرگس');
    await people.getByRole('option').filter({ hasText: 'نرگس' }).first().click();
    await people.getByRole('combobox').press('Escape');
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await axe(page)).toEqual([]);
    await page.locator('main button[type=submit]').last().click();
    await screen(page, 'detail');

    await page.reload();
    const row = tree.locator('li[data-table=outputs]').filter({ hasText: title });
    await row.waitFor();
    const { project } = (await call('GET', `mande-logframe/${id}`)).body;
    const added = project.indicators.at(-1);
    expect(added).toMatchObject({ title: 'جلسه‌های برگزارشده', milestones: [{ date: '2027-02-20', target: 12 }] });
    expect(project.outputs.at(-1)).toMatchObject({ id: added.of_id, outcome_id: 'o2', title });
    expect(project.tagged).toContain(added.responsible[0]);
    await row.locator('li[data-table=indicators] > div > button').first().click();
    await row.getByText('نرگس').waitFor();

    // The tagged person finds the task, in the language of the project.
    await page.goto(`/mande-dashboard/logframe-user-tagging?person=${added.responsible[0]}`);
    await screen(page, 'logframe-tagging');
    await page.locator('[data-task]').filter({ hasText: 'جلسه‌های برگزارشده' }).waitFor();
    await page.goto('/mande-dashboard');
    await page.locator('main[data-screen=dashboard] [data-rollup]').first().waitFor();
    expect(visitor.errors).toEqual([]);
    await visitor.close();
  });
});
