/** Uploads a spreadsheet of payments. Errors are named by cell. The corrected file is imported completely, and only once. */
import { parse } from 'csv-parse/sync';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import writeXlsxFile, { type SheetData } from 'write-excel-file/node';
import { localDigits } from '../../src/core/text/letters.ts';
import { session } from '../pages/api.ts';
import { axe, expectScreen, sidewaysScroll } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { List } from '../pages/list.ts';
import { launch, screen, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const HEAD = ['نام *', 'ولایت *', 'بخش *', 'ماه پرداخت *', 'مبلغ *', 'واحد پول *', 'بابت *'];
const right = (name: string) => [name, 'بامیان', 'اداره', '۱۴۰۵/۰۸/۰۱', '۱۲٬۵۰۰', 'افغانی', 'کرایه'];

async function workbook(rows: string[][]): Promise<Buffer> {
  return writeXlsxFile(rows.map((row) => row.map((value) => ({ value }))) as SheetData, { sheet: 'ثبت' }).toBuffer();
}

describe('uploading a spreadsheet', () => {
  const base = demoServer();
  const app = (key: string, params: Record<string, unknown> = {}) => words('fa', 'app', key, params);

  it('in Dari on a phone: errors by cell, the mended file, every row in the list, the same file once', async () => {
    const name = `شخص ساختگی ${localDigits(Date.now() % 100_000, 'fa')}`;
    const finance = await visit(browser, base, { language: 'fa', size: 'phone', user: 'finance' });
    const { page } = finance;
    const give = async (rows: string[][]): Promise<Locator> => {
      const buffer = await workbook(rows);
      await input(page).setInputFiles({ name: 'payments.xlsx', mimeType: '', buffer });
      const preview = page.locator('[data-preview]');
      await preview.waitFor();
      return preview;
    };
    await page.goto('/finance-initials');
    await screen(page, 'list');
    await new List(page, 'fa', 'finance-initial').openMore();
    await page.locator('a[href="/finance-initials/upload"]').click();
    await screen(page, 'upload');
    await expectScreen(finance, 'fa');

    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: app('upload.template') }).click();
    expect((await started).suggestedFilename()).toMatch(/\.xlsx$/);

    const wrong = await give([
      HEAD,
      right(`${name} الف`),
      ['', 'جایی', 'اداره', '۱۴۰۵/۱۳/۰۱', 'زیاد', 'افغانی', 'کرایه'],
    ]);
    expect(await wrong.getAttribute('data-preview')).toBe('wrong');
    expect(
      await page.locator('li[data-cell]').evaluateAll((all) => all.map((one) => one.getAttribute('data-cell'))),
    ).toEqual(['A3', 'B3', 'D3', 'E3']);
    expect(await page.locator('li[data-cell=B3]').innerText()).toContain('«جایی»');
    expect(await page.getByRole('button', { name: importing(2) }).count()).toBe(0);
    expect(await axe(page)).toEqual([]);

    const rows = [HEAD, right(`${name} الف`), right(`${name} ب`)];
    const good = await give(rows);
    await page.locator('[data-preview=good]').waitFor();
    expect(await good.locator('[data-row="2"]').innerText()).toContain('عقرب ۱۴۰۵');
    await page.getByRole('button', { name: importing(2) }).click();
    await page.locator('[data-imported="2"]').waitFor();
    expect(await axe(page)).toEqual([]);

    // Another file with one of these rows: it is skipped unless the user decides otherwise.
    await page.getByRole('button', { name: app('upload.another') }).click();
    await give([HEAD, right(`${name} الف`), right(`${name} ج`), right(`${name} د`)]);
    const same = page.locator('[data-same-row="2"]');
    await same.waitFor();
    await page.getByRole('button', { name: importing(2) }).waitFor();
    expect(await axe(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
    await same.getByRole('checkbox').press('Space');
    await page.getByRole('button', { name: importing(3) }).waitFor();
    await same.getByRole('checkbox').press('Space');
    await page.getByRole('button', { name: importing(2) }).click();
    await page.locator('[data-imported="2"]').waitFor();

    await page.getByRole('link', { name: app('upload.toList') }).click();
    await screen(page, 'list');
    await page.goto('/finance-initials?sort=-code');
    await page.getByText(`${name} ب`).first().waitFor();
    expect(await page.locator('main').innerText()).toContain('افغانی');
    expect(await page.locator('main').innerText()).not.toContain('AFN');

    await page.goto('/finance-initials/upload');
    await screen(page, 'upload');
    expect(await (await give(rows)).getAttribute('data-preview')).toBe('already');

    // An export of these rows comes back with two corrected cells.
    const exported = await fetch(`${base}/api/finance-initials/export?format=csv&all=1&sort=-code`, {
      headers: { authorization: `Bearer ${await session(base, 'finance')}` },
    });
    const all: string[][] = parse(await exported.text(), { bom: true, relax_column_count: true });
    const lines = all.slice(0, 4);
    const amount = lines[1]?.findIndex((one) => one.startsWith('amount ')) as number;
    for (const [line, said] of [
      [2, '۹۹۰۰'],
      [3, 'زیاد'],
    ] as const)
      (lines[line] as string[])[amount] = said;
    const giveBack = async () => {
      const text = lines.map((line) => line.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n');
      await input(page).setInputFiles({ name: 'back.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    };
    await giveBack();
    await page.locator('[data-corrections=wrong]').waitFor();
    expect(await page.locator('ul li[data-cell]').innerText()).toContain('مبلغ');
    (lines[3] as string[])[amount] = '۸۸۰۰';
    await giveBack();
    const changed = page.locator('[data-corrections=good]');
    await changed.waitFor();
    expect(await changed.locator('[data-record] ins').allInnerTexts()).toEqual(['۹٬۹۰۰', '۸٬۸۰۰']);
    expect(await axe(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
    await page.getByRole('button', { name: words('fa', 'corrections', 'save', { total: '۲' }) }).click();
    await page.locator('[data-imported="2"]').waitFor();
    await page.getByRole('button', { name: app('upload.another') }).click();
    await giveBack();
    await page.locator('[data-corrections=none]').waitFor();
    expect(finance.errors).toEqual([]);
    await finance.close();

    function importing(total: number): string {
      return app('upload.import', { total: localDigits(total, 'fa') });
    }
  });
});

const input = (page: Page): Locator => page.locator('input[type=file]');
