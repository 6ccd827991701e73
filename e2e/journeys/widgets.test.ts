/** The inputs by keyboard, by touch and with every digit set, in the public gallery of examples. */
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatDate } from '../../src/core/text/dates.ts';
import { inFull } from '../../tests/support/inFull.ts';
import { demoServer } from '../pages/demoServer.ts';
import { Form } from '../pages/form.ts';
import { type Language, launch, rounds, type Size, screen, type Visitor, visit } from '../pages/stage.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Opens one example form in one state. `field` finds a field by name. */
async function example(
  form: string,
  { language = 'en', size }: { language?: Language; size?: Size },
): Promise<{ page: Page; field: (name: string) => Locator; visitor: Visitor }> {
  const visitor = await visit(browser, demoServer(), { language, ...(size && { size }) });
  const { page } = visitor;
  await page.goto(`/test?form=example-${form}&state=empty&language=${language}`);
  await screen(page, 'gallery');
  const field = (name: string) => page.locator(`main [data-field="${name}"]`).first();
  await page.locator('main [data-field]').first().waitFor();
  return { page, field, visitor };
}

async function typed(input: Locator, text: string): Promise<string> {
  await input.fill(text);
  await input.blur();
  return input.inputValue();
}

describe('inputs', () => {
  it('numbers are typed in either digit set and shown in the digits of the reader', async () => {
    const dari = await example('numbers', { language: 'fa' });
    const services = dari.field('rooms').locator('input');
    await services.fill('45');
    await services.blur();
    await expect.poll(() => services.inputValue()).toBe('۴۵');
    await services.fill('۱۲۳');
    await services.blur();
    await expect.poll(() => services.inputValue()).toBe('۱۲۳');
    expect(dari.visitor.errors).toEqual([]);
    await dari.visitor.close();

    const english = await example('numbers', {});
    const same = english.field('rooms').locator('input');
    await typed(same, '۱۲۳');
    await expect.poll(() => same.inputValue()).toBe('123');
    await english.visitor.close();
  });

  it.each(
    rounds([
      { language: 'fa', text: '۱۴۰۵/۰۸/۱۹', latin: '1405/8/19', calendar: 'solar' },
      { language: 'ps', text: '۱۴۰۵/۰۸/۱۹', latin: '1405-08-19', calendar: 'solar' },
      { language: 'en', text: '2026/11/10', latin: '۲۰۲۶-۱۱-۱۰', calendar: 'gregorian' },
    ] as const),
  )('a date is typed or moved to by keyboard: $language', async ({ language, text, latin, calendar }) => {
    const { page, field, visitor } = await example('dates', { language });
    const date = field('visit_date');
    const input = date.locator('input').first();
    for (const way of [text, latin]) {
      await input.fill('');
      await input.blur();
      await input.fill(way);
      await input.blur();
      await expect
        .poll(() => date.locator('.am-aside').textContent())
        .toContain(formatDate('2026-11-10', { language, calendar }));
    }
    await date.getByRole('button').first().press('Enter');
    await date.getByRole('dialog').locator('[role=grid] [tabindex="0"]').waitFor();
    await date.getByRole('dialog').locator('[role=grid] [tabindex="0"]').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => date.locator('.am-aside').textContent())
      .toContain(formatDate('2026-11-17', { language, calendar }));
    expect(await date.getByRole('dialog').count()).toBe(0);
    expect(visitor.errors).toEqual([]);
    await visitor.close();
  });

  it('a rating is given, moved and taken back by keyboard, and given by touch', async () => {
    const { page, field, visitor } = await example('ratings', { language: 'ps', size: 'phone' });
    const rating = field('rate_yard');
    const chosen = () =>
      rating.locator('input:checked').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
    await rating.locator('input').first().focus();
    await page.keyboard.press('Space');
    expect(await chosen()).toEqual(['excellent']);
    await page.keyboard.press('ArrowDown');
    expect(await chosen()).toEqual(['good']);
    await page.keyboard.press('Delete');
    await expect.poll(chosen).toEqual([]);
    await rating.locator('label:has(input[value=bad])').tap();
    expect(await chosen()).toEqual(['bad']);
    await rating.locator('button.am-clear').tap();
    await expect.poll(chosen).toEqual([]);
    expect(visitor.errors).toEqual([]);
    await visitor.close();
  });

  it('a place is found by Arabic letters and by another spelling', async () => {
    const { field, visitor } = await example('places', { language: 'fa' });
    const box = field('place').getByRole('combobox').first();
    for (const way of ['كندهار', 'قندهار', 'kandahar']) {
      await box.click();
      await box.fill(way);
      await expect.poll(() => field('place').getByRole('option').allTextContents()).toEqual(['کندهار']);
      await box.press('Escape');
    }
    await box.click();
    await box.fill('باميان');
    await box.press('Enter');
    await expect.poll(() => box.inputValue()).toBe('بامیان');
    expect(visitor.errors).toEqual([]);
    await visitor.close();
  });

  inFull('rows are added, copied and removed', async () => {
    const { page, visitor } = await example('table', {});
    const table = page.locator('main [data-type=table]').first();
    const removers = table.getByRole('button', { name: /^Remove row/ });
    await table.getByRole('button', { name: 'Add row' }).click();
    await expect.poll(() => removers.count()).toBe(1);
    const first = table.locator('input[type=text]').first();
    await first.fill('Chairs');
    await first.blur();
    await table.getByRole('button', { name: /^Duplicate row/ }).click();
    await expect.poll(() => removers.count()).toBe(2);
    expect(
      await table
        .locator('input[type=text]')
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value).filter((value) => value === 'Chairs')),
    ).toEqual(['Chairs', 'Chairs']);
    await removers.first().click();
    await expect.poll(() => removers.count()).toBe(1);
    expect(visitor.errors).toEqual([]);
    await visitor.close();
  });
});

describe('rows of which each stands for one kind', () => {
  it('offer a kind once; a row that is removed gives it back', async () => {
    const visitor = await visit(browser, demoServer(), { language: 'fa', size: 'phone', user: 'admin' });
    const { page } = visitor;
    const form = new Form(page);
    await page.goto('/create-social-audit');
    await form.ready();
    const table = await form.field('participants');
    const rows = table.locator('.am-row');
    const kinds = (row: number) =>
      rows
        .nth(row)
        .locator('[data-field=participant_type_id] input[type=radio]')
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
    const add = table.locator('button[id$=-add]');
    await add.click();
    expect(await kinds(0)).toEqual(['1', '2', '3']);
    await rows.nth(0).locator('label:has(input[value="2"])').click();
    await add.click();
    expect(await kinds(1)).toEqual(['1', '3']);
    await rows.nth(0).locator('.am-remove').click();
    await expect.poll(() => kinds(0)).toEqual(['1', '2', '3']);
    expect(visitor.errors).toEqual([]);
    await visitor.close();
  });
});
