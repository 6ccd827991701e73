/** Publishes a form while the server runs. People find it in a list and fill it without a restart and without code. */
import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../../tests/support/server.ts';
import { Form } from '../pages/form.ts';
import { List } from '../pages/list.ts';
import { newForm } from '../pages/newForm.ts';
import { ownServer } from '../pages/ownServer.ts';
import { visit } from '../pages/stage.ts';

const MEALS = newForm(
  'meal-count',
  { en: 'Meal count', fa: 'شمار غذا', ps: 'د خوړو شمېر' },
  {
    day: { type: 'date', label: { en: 'Day', fa: 'روز', ps: 'ورځ' } },
    meals: { type: 'integer', label: { en: 'Meals given out', fa: 'غذای داده‌شده', ps: 'ورکړل شوي خواړه' } },
  },
  {
    day: { type: 'string', format: 'date' },
    meals: { type: 'integer', minimum: 0, maximum: 100000 },
  },
);
MEALS.definition.list.columns.push('day', 'meals');

const own = ownServer();

describe('publishing', () => {
  it('a new form is there at once: list, form, saved record', async () => {
    const { page, errors, close } = await visit(own.browser, own.server.base, { language: 'fa', user: 'mande' });
    expect(PASSWORD).toBe('amanat-demo');
    await own.server.services.registry.publish(MEALS, { by: own.server.person('mande').id });
    await page.goto('/meal-counts');
    const list = new List(page, 'fa', 'meal-count');
    await list.ready();
    await list.main.locator('[data-empty=none]').waitFor();
    await page.goto('/meal-counts/create');
    const form = new Form(page);
    await form.ready();
    await form.search('place', 'بامیان');
    await form.type('day', '۱۴۰۵/۰۸/۲۰');
    await form.type('meals', '۳۴۵');
    await form.save();
    await list.open('/meal-counts');
    expect(await list.rows().count()).toBe(1);
    expect(await list.rows().first().textContent()).toContain('۳۴۵');
    expect(errors).toEqual([]);
    await close();
  });
});
