/** Rows that an answer counts, as panels on a phone, with tables of their own: filled, corrected, saved, read, changed. */
import { describe, expect, it } from 'vitest';
import { exampleForm } from '../../tests/support/exampleForm.ts';
import { Form } from '../pages/form.ts';
import { ownServer } from '../pages/ownServer.ts';
import { visit, WAYS } from '../pages/stage.ts';

/** A day as people type it. */
const TYPED = { en: '12 Sep 2026', fa: '۱۴۰۵/۶/۲۱', ps: '۱۴۰۵/۶/۲۱' };

const LABEL_OF_AGE = { en: 'Age', fa: 'سن', ps: 'عمر' };

const own = ownServer(exampleForm('example-repeats'));

describe.each(WAYS)('rows in rows in $language on a $size', ({ language, size }) => {
  it('are as many as an answer says, open one at a time, and lead to the cell that is wrong', async () => {
    const { page, errors, close } = await visit(own.browser, own.server.base, { language, user: 'mande', size });
    await page.goto('/examples/repeats/create');
    const form = new Form(page);
    await form.ready();
    const group = page.locator('.am-group:has([data-field=fare])');
    expect(await group.count(), 'a group is there while its condition holds').toBe(0);
    await form.type('visited', TYPED[language]);
    await form.type('hh_size', '2');
    await group.waitFor();
    await form.type('head_age', '40');
    await form.type('income', '1000');
    await form.type('fare', '10');
    await form.type('village', 'Guldara');

    const panel = (index: number) => page.locator(`#f-members-${index}`);
    await panel(1).waitFor();
    expect(await page.locator('.am-panel').count()).toBe(2);
    await panel(0).locator('> summary').click();
    await panel(0).locator('[data-field=name] input').fill('Ali');
    expect(await panel(0).locator('[data-field=from] input').inputValue(), 'a default of the row').toBe('Guldara');
    await panel(0).locator('[data-field=age] input').fill('101');
    await panel(0).locator('.am-warning').waitFor();
    await panel(0).locator('[data-field=age_reason]').waitFor();
    await panel(0).locator('[data-field=age] input').fill('50');
    await panel(0).locator('[data-field=age] input').blur();
    await panel(0).locator('> summary', { hasText: 'Ali' }).waitFor();
    await expect.poll(() => panel(0).locator('[data-field=occupation] input[type=radio]').count()).toBe(2);
    await panel(0).locator('#f-members-0-visits-add').click();
    const visit0 = page.locator('#f-members-0-visits-0');
    await visit0.locator('[data-field=day] input').first().fill(TYPED[language]);
    await visit0.locator('[data-field=cost] input').fill('300');
    await visit0.locator('[data-field=cost] input').blur();
    await visit0.locator('[data-field=reason]').waitFor();

    await panel(1).locator('> summary').click();
    expect(await panel(0).getAttribute('open'), 'one panel is open at a time').toBeNull();
    await form.submit();
    await page.locator('.am-summary').waitFor();
    const link = page.locator('.am-summary a').filter({ hasText: /–/ });
    expect(await link.count()).toBe(3);
    await link
      .filter({ hasText: new RegExp(` – ${LABEL_OF_AGE[language]} `) })
      .first()
      .click();
    // A link opens the panel.
    await expect.poll(() => panel(0).getAttribute('open')).not.toBeNull();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('f-members-0-age');

    await panel(0).locator('[data-field=age] input').first().fill('40');
    await visit0.locator('[data-field=reason] input').fill('Far');
    await form.type('hh_size', '1');
    // A row in which nothing but the village stands goes by itself.
    await expect.poll(() => page.locator('.am-panel').count()).toBe(1);
    const widest = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(widest).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
    await form.save();
    const text = await page.locator('main[data-screen=detail]').textContent();
    expect(text).toContain('Ali');
    expect(text).toContain('Far');
    expect(errors).toEqual([]);
    await close();
  });
});
