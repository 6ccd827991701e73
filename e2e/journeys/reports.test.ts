/** A manager opens a programme's summary, narrows it, opens a number to its records, and downloads it as a workbook. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toLatinDigits } from '../../src/core/text/letters.ts';
import { caller } from '../pages/api.ts';
import { axe, expectScreen } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { sheet } from '../pages/sheet.ts';
import { launch, screen, visit } from '../pages/stage.ts';

let browser: Browser;
const folder = mkdtempSync(join(tmpdir(), 'amanat-reports-'));
beforeAll(async () => {
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

const plain = (shown: string) => toLatinDigits(shown).replace(/[٬,\s]/g, '');

describe('reports', () => {
  const base = demoServer();

  it('a summary is narrowed, its numbers open to their records, and the file says the same', async () => {
    const visitor = await visit(browser, base, { language: 'fa', size: 'phone', user: 'manager.schools' });
    const { page, errors, close } = visitor;
    await page.goto('/reports/');
    await page.locator('[data-report]').first().waitFor();
    await expectScreen(visitor, 'fa');
    await page.locator('[data-report=cbms-program-summary]').click();
    await screen(page, 'summary');
    const provinces = page.locator('[data-filter=provinces]');
    await provinces.locator('input').fill('کابل');
    await page.keyboard.press('Enter');
    await provinces.getByRole('button', { name: /کابل/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('[data-action=show]').click();
    await page.waitForURL(/\/cbms-program-summary\/show\?provinces=/);
    const block = page.locator('[data-block=generalInfo]');
    const row = block.locator('tbody tr').first();
    await row.waitFor();
    expect(await block.locator('tbody tr').count()).toBe(1);
    await expectScreen(visitor, 'fa');
    expect(await axe(page)).toEqual([]);

    await page.emulateMedia({ colorScheme: 'dark' });
    const scheme = (event: string) =>
      page.evaluate((name) => {
        window.dispatchEvent(new Event(name));
        return document.documentElement.dataset.mantineColorScheme;
      }, event);
    await expect.poll(() => scheme('afterprint')).toBe('dark');
    expect([await scheme('beforeprint'), await scheme('afterprint')]).toEqual(['light', 'dark']);
    await page.emulateMedia({ colorScheme: 'light' });

    const number = row.locator('[data-measure=Girls] a');
    const counted = Number(plain(await number.innerText()));
    expect(counted).toBeGreaterThan(0);
    await number.click();
    const behind = page.locator(`[data-behind="${counted}"]`);
    await behind.waitFor();
    expect(await behind.locator('[data-record]').count()).toBe(counted);
    const call = await caller(base, 'manager.schools');
    const [province, type] = [new URL(page.url()).searchParams.get('provinces'), 'girls'];
    const filters = JSON.stringify({ province_id: province, type });
    const { data } = (await call('GET', `schools?per_page=200&filters=${encodeURIComponent(filters)}`)).body;
    const ids = await behind.locator('[data-record]').evaluateAll((all) => all.map((one) => one.dataset.record));
    expect(new Set(ids)).toEqual(new Set(data.map(({ id }: { id: string }) => id)));
    await page.goBack();
    await behind.waitFor({ state: 'detached' });

    await page.locator('[data-action=download]').click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem').first().click()]);
    const path = join(folder, download.suggestedFilename());
    await download.saveAs(path);
    const shown = (await row.locator('th, td').allInnerTexts()).map(plain);
    const { rows, rightToLeft } = await sheet(path);
    expect(rightToLeft).toBe(true);
    expect(rows.map((cells) => cells.map(plain))).toContainEqual(shown);
    expect(errors).toEqual([]);
    await close();
  });
});
