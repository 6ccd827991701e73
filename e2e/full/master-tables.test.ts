/** Edits a choice list in Dari: an entry with an alias, moved, merged with a duplicate. Forms find it by the alias. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axe, expectScreen } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { Form } from '../pages/form.ts';
import { newMark } from '../pages/mark.ts';
import { launch, screen, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

const LIST = 'crime-or-conflict-type';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe('master tables', () => {
  const base = demoServer();
  const admin = (key: string, params: Record<string, unknown> = {}) => words('fa', 'admin', key, params);

  it('an entry is added, moved, takes a double in, and is found in a form by its other name', async () => {
    const visitor = await visit(browser, base, { language: 'fa', size: 'phone', user: 'admin' });
    const { page, errors, close } = visitor;
    const mark = newMark();
    const add = async (en: string, fa: string, ps: string, aliases = '') => {
      await page.locator('[data-action=add]').click();
      const dialog = page.getByRole('dialog');
      const boxes = dialog.locator('input[type=text], input:not([type])');
      await boxes.nth(0).fill(en);
      await boxes.nth(1).fill(fa);
      await boxes.nth(2).fill(ps);
      await dialog.locator('textarea').first().fill(aliases);
      await dialog.locator('button[type=submit]').click();
      await dialog.waitFor({ state: 'detached' });
      const made = page.locator('[data-entry]', { hasText: fa });
      return page.locator(`[data-entry="${await made.getAttribute('data-entry')}"]`);
    };
    await page.goto('/admin/master-tables');
    await page.locator(`a[href$="/${LIST}"]`).click();
    await screen(page, 'master-table');
    await page.locator('[data-entry]').first().waitFor();
    await expectScreen(visitor, 'fa');
    expect(await axe(page)).toEqual([]);

    const name = `جعل سند ${mark}`;
    const entry = await add(`Forged deed ${mark}`, name, `جعلي سند ${mark}`, `تزویر ${mark}`);
    await entry.waitFor();
    const double = await add(`Forged dead ${mark}`, `جعل صند ${mark}`, `جعلي صند ${mark}`);
    await double.waitFor();

    await page.locator('[data-action=order]').click();
    const order = () => page.locator('[data-entry]').evaluateAll((rows) => rows.map((row) => row.textContent ?? ''));
    const placeOf = async () => (await order()).findIndex((row) => row.includes(name));
    const before = await placeOf();
    await entry.getByRole('button').first().click();
    await page.locator('[data-action=save-order]').click();
    await page.locator('[data-action=order]').waitFor();
    expect(await placeOf()).toBe(before - 1);

    await double.getByRole('button').click();
    await page.locator('[data-action=merge]').click();
    await page.getByRole('dialog').locator('select').selectOption({ label: name });
    await page.locator('[data-action=do-merge]').click();
    await double.waitFor({ state: 'detached' });
    await page
      .getByText(admin('tables.alsoCalled', { names: '' }).trim())
      .first()
      .waitFor();
    await page.locator('[data-action=history]').click();
    await page
      .getByRole('dialog')
      .getByText(admin('events.choice_merged', { into: `\u2068${name}\u2069` }))
      .first()
      .waitFor();
    await page.keyboard.press('Escape');

    await page.goto('/court-cases/create');
    const form = new Form(page);
    await form.ready();
    const field = await form.field('crime_or_conflict_type');
    for (const other of [`تزویر ${mark}`, `جعل صند ${mark}`]) {
      await form.search('crime_or_conflict_type', other);
      expect(await field.getByRole('combobox').inputValue()).toBe(name);
    }
    expect(errors).toEqual([]);
    await close();
  });

  it('a list is begun with entries of another list above its own', { timeout: 90_000 }, async () => {
    const visitor = await visit(browser, base, { language: 'fa', size: 'phone', user: 'admin' });
    const { page, errors, close } = visitor;
    const fill = async (values: Record<string, string>) => {
      for (const [name, value] of Object.entries(values)) await page.locator(`[name="${name}"]`).fill(value);
    };
    const list = `gardens-${Date.now().toString(36)}`;
    await page.goto('/admin/master-tables');
    await page.locator('[data-action=new-list]').click();
    await screen(page, 'new-list');
    await page.locator('[data-action=check]').click();
    expect(await page.locator('[aria-invalid=true]').count()).toBe(7);
    expect(await axe(page)).toEqual([]);
    await expectScreen(visitor, 'fa');
    await fill({ list, title_en: 'Gardens', title_fa: 'باغ‌ها', title_ps: 'بڼونه' });
    await fill({ item_0_en: 'Rose garden', item_0_fa: 'باغ گلاب', item_0_ps: 'د ګلاب بڼ' });
    await page.locator('[name=parentList]').selectOption('example-villages');
    await page.locator('[data-parent] input').fill('دره سبز');
    await page.getByRole('option', { name: 'دره سبز' }).first().click();
    await page.locator('[data-action=check]').click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('[data-sound]').waitFor();
    await dialog.locator('textarea').fill('باغ‌های نو');
    await dialog.locator('[data-action=do-publish]').click();
    await screen(page, 'master-table');
    await page.locator('[data-entry="rose-garden"] button').click();
    await dialog.locator('[data-parent] input').waitFor();
    expect(await dialog.locator('[data-parent] input').inputValue()).toBe('دره سبز');
    expect(errors).toEqual([]);
    await close();
  });
});
