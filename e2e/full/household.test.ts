/** A survey that uses what the language can say, filled in twice: rules that ask back, rows that an answer counts, defaults. */
import { describe, expect, it } from 'vitest';
import { exampleForm } from '../../tests/support/exampleForm.ts';
import { Form } from '../pages/form.ts';
import { ownServer } from '../pages/ownServer.ts';
import { rounds, screen, visit } from '../pages/stage.ts';

const TYPED = { en: '2026/9/12', fa: '۱۴۰۵/۶/۲۱', ps: '۱۴۰۵/۶/۲۱' };
const BORN = { en: '2017/4/2', fa: '۱۳۹۶/۱/۱۳', ps: '۱۳۹۶/۱/۱۳' };
const KABUL = { en: 'Kabul', fa: 'کابل', ps: 'کابل' };
const THREE = { en: '3', fa: '۳', ps: '۳' };
const WAYS = rounds([
  { language: 'fa', size: 'phone' },
  { language: 'ps', size: 'phone' },
  { language: 'en', size: 'phone' },
] as const);

const own = ownServer(exampleForm('example-household'));

describe.each(WAYS)('a household survey in $language on a $size', ({ language, size }) => {
  it('is filled in, asks back where something is odd, and knows the last one', async () => {
    const { page, errors, close } = await visit(own.browser, own.server.base, { language, user: 'mande', size });
    const form = new Form(page);
    const shown = (name: string) => page.locator(`main [data-field=${name}]`).count();
    await page.goto('/examples/households/create');
    await form.ready();
    await (await form.field('consent')).locator('label').first().click();
    await form.type('visited', TYPED[language]);
    await form.search('home', KABUL[language]);
    await form.type('head', 'Zahra');

    // A warning asks for a reason while it holds.
    await form.type('hh_size', '16');
    await page.locator('[data-field=hh_size] .am-warning').waitFor();
    expect(await shown('size_reason')).toBe(1);
    await form.type('hh_size', '3');
    await expect.poll(() => shown('size_reason')).toBe(0);

    // The words of a question repeat an answer.
    expect(await (await form.field('under5')).locator('label').first().textContent()).toContain(
      `\u2068${THREE[language]}\u2069`,
    );
    await form.type('under5', '4');
    await page.locator('[data-field=under5] .am-error').waitFor();
    await form.type('under5', '0');

    // As many rows as people; a row asks only what fits the age.
    await expect.poll(() => page.locator('.am-panel').count()).toBe(3);
    for (const [index, name] of ['Zahra', 'Mina', 'Ahmad'].entries()) {
      const panel = page.locator(`#f-members-${index}`);
      await panel.locator('> summary').click();
      await panel.locator('[data-field=name] input').fill(name);
      if (index !== 1) continue;
      expect(await panel.locator('[data-field=at_school]').count()).toBe(0);
      const born = panel.locator('[data-field=born] input').first();
      await born.fill(BORN[language]);
      await born.blur();
      await panel.locator('[data-field=at_school] label:has(input[value=yes])').click();
      expect(await panel.locator('[data-field=work]').count(), 'a child of nine is not asked for work').toBe(0);
    }
    await page.locator('.am-note', { hasText: '\u2068Zahra\u2069' }).waitFor();

    // Options go by another answer.
    await form.pick('water_kind', 'safe');
    await form.pick('water_source', 'well');
    expect(await page.locator('[data-field=water_source] input[value=river]').count()).toBe(0);
    expect(await shown('water_why'), 'there is no visit before this one').toBe(0);

    // What goes with nothing else clears the rest.
    const shortages = await form.field('shortages');
    await shortages.locator('.am-check').first().click();
    await shortages.locator('.am-check').last().click();
    expect(await shortages.locator('input:checked').count()).toBe(1);

    await form.type('income', '9000');
    await form.type('food', '10000');
    await form.submit();
    await page.locator('[data-field=food_reason] .am-error').waitFor();
    await form.type('food_reason', 'A brother in the city helps.');
    await form.type('checked', 'Seen with the neighbours.');
    const widest = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(widest).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
    await form.save();
    const text = await page.locator('main[data-screen=detail]').textContent();
    for (const said of ['Mina', 'A brother in the city helps.', `\u2068${THREE[language]}\u2069`])
      expect(text).toContain(said);

    // The next one begins with what the last one said, and asks what changed.
    await page.goto('/examples/households/create');
    await form.ready();
    await form.pick('water_source', 'well');
    expect(await form.picked('water_kind')).toBe('safe');
    expect(await shown('water_why')).toBe(0);
    await form.pick('water_source', 'pipe');
    await expect.poll(() => shown('water_why')).toBe(1);
    await screen(page, 'create');
    expect(errors).toEqual([]);
    await close();
  });
});
