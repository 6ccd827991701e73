/** Reports a risk in Dari on a phone. Its level appears at once. The matrix and the figures link to the records. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toLatinDigits } from '../../src/core/text/letters.ts';
import { caller } from '../pages/api.ts';
import { axe, expectScreen } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { Form } from '../pages/form.ts';
import { List } from '../pages/list.ts';
import { launch, screen, visit } from '../pages/stage.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe('the risk matrix', () => {
  const base = demoServer();

  it('marks where a new risk falls, counts it, and opens exactly the records of a cell', async () => {
    const visitor = await visit(browser, base, { language: 'fa', size: 'phone', user: 'mande' });
    const { page, errors, close } = visitor;
    await page.goto('/report-risk');
    const form = new Form(page);
    await form.ready();
    await form.type('title', 'سرک‌های بسته');
    await (await form.field('category')).locator('select').selectOption({ index: 1 });
    await form.search('place', 'بامیان');
    await form.type('description', 'نمونه برای آزمایش');
    await form.pick('likelihood', '5');
    const level = (await form.field('level')).locator('output');
    expect((await level.innerText()).trim()).toBe('—');
    await form.pick('impact', '5');
    await page.waitForFunction((output) => output?.textContent?.includes('(۲۵)'), await level.elementHandle());
    expect(await level.innerText()).toContain('بسیار بلند');
    expect(await page.locator('[data-field="level"] [data-here]').getAttribute('data-cell')).toBe('5-5');
    await page.locator('[data-matrix] [data-cell]').first().waitFor();
    await expectScreen(visitor, 'fa');
    expect(await axe(page)).toEqual([]);
    await form.save();
    const id = new URL(page.url()).pathname.split('/').at(-1) as string;

    const list = new List(page, 'fa', 'risk');
    await list.open('/registered-risks');
    // A phone shows the list first. The matrix appears on request.
    expect(await page.locator('[data-matrix]').count()).toBe(0);
    await (await list.openDisplay()).locator('[data-action=matrix]').click();
    const cell = page.locator('[data-matrix] [data-cell="5-5"] a');
    await cell.waitFor();
    await expectScreen(visitor, 'fa');
    const counted = Number(toLatinDigits(await cell.innerText()));
    await cell.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/filters=/);
    await list.ready();
    await expect.poll(() => list.rows().count()).toBe(counted);
    expect(await list.ids()).toContain(id);
    expect(await page.locator('[data-matrix] [aria-current=true]').count()).toBe(1);
    await expectScreen(visitor, 'fa');
    expect(errors).toEqual([]);
    await close();
  });

  it('figures of complaints are charts with the same numbers as tables, each with the list behind it', async () => {
    const visitor = await visit(browser, base, { language: 'fa', size: 'phone', user: 'mande' });
    const { page, errors, close } = visitor;
    await page.goto('/mande-complaint-feedback-mechanism/dashboard');
    await screen(page, 'figures');
    await page.locator('[data-figure=stages] [data-chart] svg').waitFor();
    await expectScreen(visitor, 'fa');
    expect(await axe(page)).toEqual([]);
    const figure = page.locator('[data-figure=stages] [data-group=resolved] a');
    const shown = Number(toLatinDigits(await figure.innerText()));
    const call = await caller(base, 'mande');
    const filters = JSON.stringify({ outcome: 'resolved' });
    expect((await call('GET', `mande-complaints?filters=${filters}`)).body.meta.total).toBe(shown);
    await figure.click();
    const list = new List(page, 'fa', 'complaint');
    await list.ready();
    expect(JSON.parse(new URL(page.url()).searchParams.get('filters') ?? '')).toEqual([
      { field: 'outcome', op: 'eq', value: 'resolved' },
    ]);
    expect(errors).toEqual([]);
    await close();
  });
});
