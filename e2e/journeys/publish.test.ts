/** A form published while the server runs: people find it in a list and fill it without a restart and without code. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FormSource } from '../../src/core/definitions/types.ts';
import { PASSWORD, startTestServer, type TestServer } from '../../tests/support/server.ts';
import { Form } from '../pages/form.ts';
import { List } from '../pages/list.ts';
import { launch, visit } from '../pages/stage.ts';

const TITLE = { en: 'Meal count', fa: 'شمار غذا', ps: 'د خوړو شمېر' };

const MEALS = {
  definition: {
    form: 'meal-count',
    version: 1,
    kind: 'record',
    programme: 'schools',
    title: TITLE,
    plural: TITLE,
    place: 'place',
    code: { pattern: 'MEAL_{seq}' },
    paths: { list: '/meal-counts', record: '/meal-counts/:id', create: ['/meal-counts/create'] },
    api: { base: 'meal-counts' },
    workflow: 'verified-record',
    sections: [{ id: 'all', title: TITLE, fields: ['place', 'day', 'meals'] }],
    fields: {
      place: {
        id: 'q_meal_place',
        type: 'place',
        label: { en: 'Place', fa: 'محل', ps: 'ځای' },
        bind: { province: 'province_id', district: 'district_id' },
      },
      day: { id: 'q_meal_day', type: 'date', label: { en: 'Day', fa: 'روز', ps: 'ورځ' } },
      meals: {
        id: 'q_meals',
        type: 'integer',
        label: { en: 'Meals given out', fa: 'غذای داده‌شده', ps: 'ورکړل شوي خواړه' },
      },
    },
    list: { columns: ['index', 'status', 'code', 'day', 'meals'] },
    changes: { from: 0, note: TITLE },
  },
  schema: {
    type: 'object',
    required: ['province_id', 'day', 'meals'],
    additionalProperties: false,
    properties: {
      province_id: { type: 'string' },
      district_id: { type: 'string' },
      day: { type: 'string', format: 'date' },
      meals: { type: 'integer', minimum: 0, maximum: 100000 },
    },
  },
} as unknown as FormSource;

let browser: Browser;
let server: TestServer;
beforeAll(async () => {
  browser = await launch();
  server = await startTestServer('sqlite');
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

describe('publishing', () => {
  it('a new form is there at once: list, form, saved record', async () => {
    const { page, errors, close } = await visit(browser, server.base, { language: 'fa', user: 'mande' });
    expect(PASSWORD).toBe('amanat-demo');
    await server.services.registry.publish(MEALS, { by: server.person('mande').id });
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
