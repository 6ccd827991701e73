/** Who publishes changes the menu as text: mistakes and differences are shown first, nobody's work is undone, and the file comes back. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../tests/support/server.ts';
import { axe, expectScreen } from '../pages/checks.ts';
import { EACH_WAY, launch, screen, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

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

const PATH = 'definitions/common/navigation';

describe.each(EACH_WAY)('the menu as text in $language on a $size', ({ language, size }) => {
  const said = (key: string) => words(language, 'admin', key);
  const editor = (page: Page) =>
    page.getByLabel(said('commonParts.text'), { exact: true }).and(page.locator('textarea'));
  const edit = async (page: Page, change: (text: string) => string): Promise<void> => {
    await editor(page).fill(change(await editor(page).inputValue()));
    await page.locator('[data-action=check]').click();
  };

  it('is checked, compared, published with a note and taken back', { timeout: 120_000 }, async () => {
    const admin = server.person('admin');
    const visitor = await visit(browser, server.base, { language, size, user: 'admin' });
    const { page, errors, close } = visitor;
    await page.goto('/admin/forms');
    await page.locator('section > [data-action=more]').click();
    await page.locator('[data-action=common]').click();
    await screen(page, 'common-parts');
    await page.locator('[data-part="choices.school-type"]').waitFor();
    expect(await axe(page)).toEqual([]);
    await expectScreen(visitor, language);
    await page.locator('[data-part=navigation] a').click();
    await screen(page, 'common-part');
    // Its lines are moved as people see them, and nothing is changed before it is published.
    const lines = page.locator('[data-department=schools] [data-line]');
    const names = () => lines.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.line));
    await lines.first().waitFor();
    const [first, second, ...rest] = await names();
    await lines.nth(1).locator('[data-action=line-up]').click();
    expect(await names()).toEqual([second, first, ...rest]);
    expect(await axe(page)).toEqual([]);
    await page.locator('[data-action=check-menu]').click();
    await page.getByRole('dialog').locator('[data-sound]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('[data-action=discard-menu]').click();
    expect(await names()).toEqual([first, second, ...rest]);
    await page.locator('details[data-text] > summary').click();
    await editor(page).waitFor();

    const dialog = page.getByRole('dialog');
    await edit(page, (text) => text.replace('"form": "school-rating"', '"form": "unheard-of"'));
    await dialog.locator('[data-findings]').getByText('unheard-of').first().waitFor();
    expect(await dialog.locator('[data-action=do-publish]').isDisabled()).toBe(true);
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.locator('[data-action=discard]').click();

    // Somebody else publishes while this text is written.
    const { data, content } = await admin.must('GET', PATH);
    const version = (more: number) => page.locator(`[data-version="${data.version + more}"]`);
    await admin.must('POST', PATH, { content: { ...content, quick: content.quick.slice(1) }, hash: data.hash });
    await edit(page, (text) => text.replace(/ *\{[^{}]*"form": "school-assets" \},\n/, ''));
    await dialog.locator('[data-conflict] button').click();
    await dialog.locator('[data-sound]').waitFor();
    await dialog.locator('summary').click();
    expect(await dialog.locator('[data-sound] li').count()).toBeGreaterThan(2);
    expect(await axe(page)).toEqual([]);
    await expectScreen(visitor, language);
    await dialog.getByRole('textbox').fill(said('commonParts.useAgain'));
    await dialog.locator('[data-action=do-publish]').click();
    const published = version(2);
    await published.waitFor();
    expect(await editor(page).inputValue()).not.toContain('school-assets');

    await page.locator('[data-action=file]').click();
    await dialog.locator('[data-sound]').waitFor();
    await dialog.getByRole('textbox').fill(said('commonParts.useFile'));
    await dialog.locator('[data-action=do-publish]').click();
    await version(3).waitFor();
    await published.locator('summary').click();
    expect(await axe(page)).toEqual([]);
    await expectScreen(visitor, language);
    expect((await admin.must('GET', PATH)).content).toEqual(content);

    await editor(page).fill('{}');
    await page.goBack();
    await dialog.getByText(said('commonParts.askLeave')).waitFor();
    await page.keyboard.press('Escape');
    expect(await editor(page).inputValue()).toBe('{}');
    // Findings and a conflict are refusals.
    expect(errors.filter((text) => !/417|422/.test(text))).toEqual([]);
    await close();
  });
});
