/** Downloads in the user's language: the list as shown, as CSV and workbook, and the problems of a site. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Download, Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caller, session } from '../pages/api.ts';
import { demoServer } from '../pages/demoServer.ts';
import { Detail } from '../pages/detail.ts';
import { List } from '../pages/list.ts';
import { sheet } from '../pages/sheet.ts';
import { type Language, launch, visit, WAYS } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

let browser: Browser;
const folder = mkdtempSync(join(tmpdir(), 'amanat-downloads-'));
beforeAll(async () => {
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function keep(download: Download): Promise<string> {
  const path = join(folder, `${Date.now()}-${download.suggestedFilename()}`);
  await download.saveAs(path);
  return path;
}

/** Reads the rows of a CSV file like a spreadsheet program. */
function csv(path: string): string[][] {
  const text = readFileSync(path, 'utf8');
  expect(text.startsWith('\ufeff')).toBe(true);
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  for (const sign of text.slice(1)) {
    if (sign === '"') quoted = !quoted;
    if (sign === '"' || sign === '\r') continue;
    if (!quoted && (sign === ',' || sign === '\n')) {
      rows.at(-1)?.push(cell);
      cell = '';
      if (sign === '\n') rows.push([]);
    } else cell += sign;
  }
  if (cell) rows.at(-1)?.push(cell);
  return rows.filter((row) => row.length > 1);
}

async function exportAs(page: Page, language: Language, format: 'csv' | 'xlsx' | 'parquet'): Promise<Download> {
  const name = words(language, 'app', 'list.export');
  const menu = await new List(page, language, 'school-rating').openMore();
  await menu.getByRole('menuitem', { name }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words(language, 'export', 'file')).selectOption(format);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name, exact: true }).click(),
  ]);
  await dialog.waitFor({ state: 'detached' });
  return download;
}

describe.each(WAYS)('taking away ($language, $size)', ({ language, size }) => {
  const base = demoServer();

  it('the list as it is shown: the same rows in the same order under the headings of the reader', async () => {
    const visitor = await visit(browser, base, { language, size, user: 'mande' });
    const { page } = visitor;
    const list = new List(page, language, 'school-rating');
    const filters = JSON.stringify([{ field: 'water', op: 'eq', value: 'bad' }]);
    await list.open(`/schools-rates?sort=-code&filters=${encodeURIComponent(filters)}`);
    const shown = await list.rows().evaluateAll((rows) => rows.map((row) => row.textContent ?? ''));
    const { body } = await (await caller(base, 'mande'))(
      'GET',
      `schools-rates?sort=-code&filters=${encodeURIComponent(filters)}&per_page=200`,
    );
    const codes: string[] = body.data.map((row: { code: string }) => row.code);
    const heading = words(language, 'app', 'columns.code');

    const text = await exportAs(page, language, 'csv');
    expect(text.suggestedFilename()).toMatch(/[\u0600-\u06ff]{3}.*\.csv$/);
    const lines = csv(await keep(text));
    const book = await exportAs(page, language, 'xlsx');
    expect(book.suggestedFilename()).toMatch(/[\u0600-\u06ff]{3}.*\.xlsx$/);
    const workbook = await sheet(await keep(book));
    expect(workbook.rightToLeft).toBe(true);
    const table = await exportAs(page, language, 'parquet');
    expect(table.suggestedFilename()).toMatch(/[\u0600-\u06ff]{3}.*\.parquet$/);
    expect(readFileSync(await keep(table), 'latin1').slice(0, 4)).toBe('PAR1');

    for (const rows of [lines, workbook.rows]) {
      const [head = [], ...rest] = rows;
      for (const name of head) expect(name, 'a heading').toMatch(/[\u0600-\u06ff]/);
      const at = head.indexOf(heading);
      expect(at, head.join(' | ')).toBeGreaterThanOrEqual(0);
      expect(rest.map((row) => row[at])).toEqual(codes);
      shown.forEach((row, index) => {
        expect(row).toContain(rest[index]?.[at]);
      });
    }
    expect(visitor.errors).toEqual([]);
    await visitor.close();
  });

  it('a record and the blank form on paper: every rating, in the language of the paper, nothing to press', async () => {
    const visitor = await visit(browser, base, { language, size, user: 'mande' });
    const { page } = visitor;
    const list = new List(page, language, 'school-rating');
    await list.open('/schools-rates');
    // A verified record takes no photos, and which one is the newest changes with the day of the demo.
    const open = encodeURIComponent(JSON.stringify([{ field: 'state', op: 'eq', value: 'submitted' }]));
    const { body } = await (await caller(base, 'mande'))('GET', `schools-rates?per_page=5&filters=${open}`);
    const photos = new FormData();
    for (const [name, width, height] of [
      ['wide.jpg', 900, 300],
      ['tall.jpg', 300, 900],
    ] as const) {
      const picture = await sharp({ create: { width, height, channels: 3, background: '#9cf' } })
        .jpeg()
        .toBuffer();
      photos.append('photo[]', new Blob([new Uint8Array(picture)]), name);
    }
    const { id, version } = body.data[0];
    const sent = await fetch(`${base}/api/schools-rates/upload/${id}?version=${version}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await session(base, 'mande', 'amanat-demo')}` },
      body: photos,
    });
    expect(sent.status).toBe(200);
    for (const path of ['/schools-rates/print', `/schools-rates/${id}/print`]) {
      await page.goto(`${path}?in=all`);
      const paper = page.locator('[data-paper=all]');
      await paper.locator('[data-field=water] [lang=ps]').first().waitFor();
      for (const tag of ['en', 'fa-AF', 'ps'])
        expect(await paper.locator(`[data-field=water] [lang=${tag}]`).count(), path).toBeGreaterThan(0);
      expect(await paper.locator('[data-qr]').getAttribute('data-qr')).toContain(path.endsWith('s/print') ? '@' : id);
      await page.emulateMedia({ media: 'print' });
      for (const button of await page.getByRole('button').all()) expect(await button.isVisible(), path).toBe(false);
      // The pages are numbered in the digits of the paper: “all” follows the reader, who reads Dari or Pashto here.
      expect(await paper.evaluate((one) => getComputedStyle(one).getPropertyValue('page')), path).toBe('paper-persian');
      await page.emulateMedia({ media: 'screen' });
    }
    await page.locator('[data-field=photo] img').nth(1).waitFor();
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(pdf.match(/\/Subtype \/Image/g)?.length).toBeGreaterThanOrEqual(2);
    const shapes = await page
      .locator('[data-field=photo] img')
      .evaluateAll((all) => (all as HTMLImageElement[]).map((one) => one.width / one.height));
    expect(shapes.map((one) => one.toFixed(1)).sort()).toEqual(['0.3', '3.0']);
    expect(visitor.errors).toEqual([]);
    await visitor.close();
  });

  it('the problems of a site, in a workbook named after it', async () => {
    const call = await caller(base, 'mande', 'amanat-demo', language === 'ps' ? 'pa' : language);
    const { body } = await call('GET', 'schools?per_page=30');
    let school: { id: string; name: string } | undefined;
    let problems: { problem_details?: string }[] = [];
    for (const row of body.data) {
      problems = (await call('GET', `schools/${row.id}/problems`)).body.data;
      school = row;
      if (problems.length > 1) break;
    }
    const visitor = await visit(browser, base, { language, size, user: 'mande' });
    const { page } = visitor;
    const detail = new Detail(page, language);
    await detail.open(`/schools/${school?.id}`);
    const tab = await detail.tab('problems');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      tab.getByRole('button', { name: words(language, 'app', 'problems.download') }).click(),
    ]);
    const name = download.suggestedFilename();
    expect(name).toContain(school?.name);
    expect(name).toMatch(/Problems Log Sheet.*\.xlsx$/);
    const workbook = await sheet(await keep(download));
    expect(workbook.rightToLeft).toBe(true);
    const cells = workbook.rows.flat().join('\n');
    for (const problem of problems) if (problem.problem_details) expect(cells).toContain(problem.problem_details);
    expect(cells).toMatch(/[\u0600-\u06ff]{3}/);
    expect(visitor.errors).toEqual([]);
    await visitor.close();
  });
});
