/** The older search: every operator and order that it offers reaches the list. */
import type { Browser, Locator } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoServer } from '../pages/demoServer.ts';
import { List } from '../pages/list.ts';
import { launch, screen, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe('the older search', () => {
  const base = demoServer();

  it('offers every operator and order, and each one is asked for', async () => {
    const { page, errors, close } = await visit(browser, base, { language: 'en', user: 'mande' });
    await page.goto('/schools/search');
    await screen(page, 'search');
    const offered = (select: Locator) =>
      select.locator('option').evaluateAll((all) => all.map((one) => [one.getAttribute('value'), one.textContent]));
    const line = (source: string) => page.locator(`[data-search="${source}"]`);
    const name = line('name').locator('select');
    const say = (key: string) => words('en', 'app', key);
    const five = ['eq', 'ne', 'contains', 'not_contains', 'empty'];
    expect(await offered(name.first())).toEqual(five.map((op) => [op, say(`operator.${op}`)]));
    expect(await offered(name.last())).toEqual([
      ['', say('sort.none')],
      ['asc', say('sort.asc')],
      ['desc', say('sort.desc')],
    ]);
    const send = page.locator('main').getByRole('button', { name: say('list.search'), exact: true });
    const list = new List(page, 'en', 'school');
    const asked = async () => {
      await list.ready();
      const { searchParams } = new URL(page.url());
      return { filters: JSON.parse(searchParams.get('filters') ?? '[]'), sort: searchParams.get('sort') };
    };
    for (const op of five) {
      await page.goto('/schools/search');
      await name.first().selectOption(op);
      if (op !== 'empty') await line('name').locator('input').fill('مکتب');
      await name.last().selectOption('desc');
      await send.click();
      const value = op === 'empty' ? true : 'مکتب';
      expect(await asked()).toEqual({ filters: [{ field: 'name', op, value }], sort: '-name' });
    }
    await page.goto('/schools/search');
    await name.last().selectOption('asc');
    await send.click();
    expect(await asked()).toEqual({ filters: [], sort: 'name' });
    const rising = await list.ids();
    await list.open('/schools?sort=-name');
    expect(await list.ids()).not.toEqual(rising);
    expect(errors).toEqual([]);
    await close();
  });
});
