/** An M&E officer makes a report of two blocks by screen: told what is missing, shown real numbers, published, opened to its records. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localDigits, toLatinDigits } from '../../src/core/text/letters.ts';
import { prepareStage, ratingAnswers } from '../../tests/api/http-stage.ts';
import { startTestServer, type TestServer } from '../../tests/support/server.ts';
import { axe, expectScreen } from '../pages/checks.ts';
import { launch, rounds, screen, visit } from '../pages/stage.ts';

const NOTES = { en: 'First version', fa: 'نسخهٔ نخست', ps: 'لومړۍ نسخه' };
/** One of the stage and two made here. */
const VISITS = 3;

let browser: Browser;
let server: TestServer;
beforeAll(async () => {
  browser = await launch();
  server = await startTestServer('sqlite');
  const stage = await prepareStage(server);
  for (const day of ['2026-01-05', '2026-02-05'])
    await server.person('admin').must('POST', 'schools-rates/store', ratingAnswers(stage, day));
  await server.services.idle();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const WAYS = rounds([
  { language: 'fa', size: 'phone' },
  { language: 'ps', size: 'desktop' },
  { language: 'en', size: 'desktop' },
] as const);

describe.each(WAYS)('making a report in $language on a $size', ({ language, size }) => {
  it('is written without code, previewed, published and opened', { timeout: 180_000 }, async () => {
    const name = `Visits ${language}`;
    const visitor = await visit(browser, server.base, { language, size, user: 'mande' });
    const { page, errors, close } = visitor;
    await page.goto('/admin/reports');
    await screen(page, 'report-builder-list');
    await page.locator('[data-report=schools-feedback]').waitFor();
    expect(await axe(page)).toEqual([]);
    await expectScreen(visitor, language);
    await page.locator('[data-action=new-report]').click();
    await screen(page, 'report-builder');

    await page.locator('select[name=add-form]').selectOption('school-rating');
    await page.locator('[data-preset=ratings]:not([disabled])').click();
    await page.locator('[data-block-card]').waitFor();
    await page.locator('[data-action=add-block]').click();
    await page.locator('[data-preset=groups]:not([disabled])').click();
    await page.locator('[data-block-card=groups]').waitFor();
    const groups = page.locator('[data-block-card=groups]');
    // Without a mouse: the focus is in what was added, and stays with a block that is moved or a part that is removed.
    const focused = (selector: string) => page.locator(`${selector}:focus`).waitFor();
    const order = () =>
      page.locator('[data-block-card]').evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.blockCard));
    await focused('[data-block-card=groups] input');
    await groups.locator('[data-action=block-arrow-up]').press('Enter');
    await focused('[data-block-card=groups] [data-action=block-arrow-down]');
    expect(await order()).toEqual(['groups', 'ratings']);
    await page.keyboard.press('Enter');
    await focused('[data-block-card=groups] [data-action=block-arrow-up]');
    expect(await order()).toEqual(['ratings', 'groups']);
    await groups.locator('article summary').press('Enter');
    await groups.locator('[data-action=add-condition]').press('Enter');
    await groups.locator('[data-action=remove-condition]').press('Enter');
    await focused('[data-block-card=groups] [data-action=add-condition]');
    await groups.locator('details').last().locator('summary').click();
    const most = localDigits('5', language);
    await groups.locator('input[name=block-most]').fill(most);
    await page.locator('input[name=title_fa]').fill('بازدیدها');
    await page.locator('[data-action=preview]').click();
    await page.locator('[data-todo]').waitFor();
    expect(await page.locator('input[aria-invalid=true]').count()).toBeGreaterThan(0);
    expect(await axe(page)).toEqual([]);
    await page.locator('input[name=title_en]').fill(name);
    await page.locator('input[name=title_ps]').fill('لیدنې');
    // What was typed is there again after a reload.
    await page.locator('[data-state=saved]').waitFor();
    await page.reload();
    await page.locator('[data-block-card=groups]').waitFor();
    expect(await page.locator('input[name=title_en]').inputValue()).toBe(name);
    expect(await groups.locator('input[name=block-most]').inputValue()).toBe(most);
    await expectScreen(visitor, language);

    await page.locator('[data-action=preview]').click();
    await page.locator('[data-preview]').waitFor();
    await page.locator('[data-action=show]').click();
    const number = page.locator('[data-block=groups] [data-measure=count] a').first();
    await number.waitFor();
    expect(Number(toLatinDigits(await number.innerText()))).toBe(VISITS);
    await page.locator('[data-preview] a').click();

    await page.locator('[data-action=publish]').click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('[data-sound]').waitFor();
    await dialog.getByRole('textbox').fill(NOTES[language]);
    await dialog.locator('[data-action=do-publish]').click();
    await page.waitForURL(`**/reports/visits-${language}*`);
    await page.locator('h1:focus').waitFor();
    const report = new URL(page.url()).pathname.split('/').at(-1) as string;
    await page.locator('[data-action=show]').click();
    await number.waitFor();
    await number.click();
    await page.locator(`[data-behind="${VISITS}"]`).waitFor();
    expect(await page.locator('[data-behind] [data-record]').count()).toBe(VISITS);

    // A visitor of the province finds it in the list of reports.
    const { data } = await server.person('focal.bamyan').must('GET', 'reports');
    expect(data.map((one: { report: string }) => one.report)).toContain(report);

    await page.goto(`/admin/reports/${report}`);
    await page.locator('[data-version="1"]').waitFor();
    expect(await axe(page)).toEqual([]);
    await expectScreen(visitor, language);
    await page.locator('[data-action=withdraw]').click();
    await dialog.locator('[data-sound]').waitFor();
    await dialog.getByRole('textbox').fill(NOTES[language]);
    await dialog.locator('[data-action=do-publish]').click();
    await page.locator('[data-withdrawn]').waitFor();
    const after = await server.person('focal.bamyan').must('GET', 'reports');
    expect(after.data.map((one: { report: string }) => one.report)).not.toContain(report);
    expect(errors).toEqual([]);
    await close();
  });

  it('that somebody else saved meanwhile shows what they changed, and is theirs if one takes it', async () => {
    const [mande, admin] = [server.person('mande'), server.person('admin')];
    const { data, content } = await mande.must('POST', 'definitions/report-drafts', { from: 'schools-dashboard' });
    const visitor = await visit(browser, server.base, { language, size, user: 'mande' });
    const { page, close } = visitor;
    await page.goto(`/admin/report-drafts/${data.id}`);
    const title = page.locator(`input[name=title_${language}]`);
    await title.waitFor();
    const theirs = {
      ...content,
      title: { ...content.title, [language]: 'Theirs' },
      filters: content.filters.filter((one: string) => one !== 'organizations'),
      blocks: content.blocks.slice(1),
    };
    await admin.must('PUT', `definitions/report-drafts/${data.id}`, { version: data.version, content: theirs });
    await title.fill('Mine');
    const told = page.locator('[data-conflict]');
    await told.waitFor();
    expect(await told.locator('li').count()).toBe(3);
    expect(await told.locator('li').first().locator('del, ins').allInnerTexts()).toEqual(['Mine', 'Theirs']);
    expect(await axe(page)).toEqual([]);
    await told.locator('[data-action=takeTheirs]').press('Enter');
    await page.locator('[data-state=saved]').waitFor();
    expect(await title.inputValue()).toBe('Theirs');
    await close();
    await mande.must('DELETE', `definitions/report-drafts/${data.id}`, {});
  });
});
