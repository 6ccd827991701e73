/** Who publishes forms uploads a draft, tries it as a preview, corrects it and publishes it. */
import { Buffer } from 'node:buffer';
import type { Browser, Locator } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../tests/api/http-stage.ts';
import { startTestServer, type TestServer } from '../../tests/support/server.ts';
import { springSource } from '../../tests/support/wells.ts';
import { axe, expectScreen } from '../pages/checks.ts';
import { Form } from '../pages/form.ts';
import { launch, rounds, screen, visit } from '../pages/stage.ts';
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

const WAYS = rounds([
  { language: 'fa', size: 'phone' },
  { language: 'ps', size: 'desktop' },
  { language: 'en', size: 'phone' },
] as const);

async function give(button: Locator, source: Json): Promise<void> {
  const buffer = Buffer.from(typeof source === 'string' ? source : JSON.stringify(source));
  const chooser = button.page().waitForEvent('filechooser');
  await button.click();
  await (await chooser).setFiles({ name: 'form.json', mimeType: 'application/json', buffer });
}

describe.each(WAYS)('drafts of forms in $language on a $size', ({ language, size }) => {
  it('are uploaded, tried, corrected, taken along and published', { timeout: 120_000 }, async () => {
    const said = (key: string) => words(language, 'admin', key);
    const visitor = await visit(browser, server.base, { language, size, user: 'mande' });
    const { page, errors, close } = visitor;
    await page.goto('/admin/forms');
    await screen(page, 'forms');
    await page.getByText(said('definitionDrafts.none')).waitFor();
    const upload = page.locator('section > [data-action=upload]');
    await give(upload, '[]');
    await page.getByText(said('definitionDrafts.badFile')).waitFor();
    const wrong = springSource(1);
    wrong.definition.workflow = 'unheard-of';
    await give(upload, wrong);
    const draft = page.locator('[data-draft=test-spring]');
    await draft.waitFor();
    expect(await axe(page)).toEqual([]);
    await expectScreen(visitor, language);

    await draft.locator('[data-action=preview]').click();
    await screen(page, 'preview');
    await page.getByText(said('preview.text')).waitFor();
    expect(await page.locator('[data-findings] li').innerText()).toContain('unheard-of');
    const form = new Form(page);
    const save = page.locator('button[type=submit]');
    await save.click();
    await page.locator('#error-summary').waitFor();
    await form.type('name', 'چشمهٔ نو');
    await form.pick('depth', 'flat');
    expect(await axe(page)).toEqual([]);
    await expectScreen(visitor, language);
    await save.click();
    const stored = page.locator('[data-stored]');
    expect(await stored.innerText()).toContain('"flat"');
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await page.goto('/admin/forms');
    await draft.locator('[data-action=check]').click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('[data-findings]').waitFor();
    expect(await dialog.locator('[data-action=do-publish]').isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await give(draft.locator('[data-action=upload]'), springSource(1));
    await page.getByText(said('definitionDrafts.nowSaved')).last().waitFor();
    const download = page.waitForEvent('download');
    await draft.locator('[data-action=download]').click();
    expect((await download).suggestedFilename()).toBe('test-spring.json');
    await draft.locator('[data-action=check]').click();
    await dialog.locator('[data-sound]').waitFor();
    expect(await axe(page)).toEqual([]);
    await dialog.locator('[data-action=do-publish]').click();
    await page.locator('main li[data-form=test-spring]').waitFor();
    await page.getByText(said('definitionDrafts.none')).waitFor();

    await page.goto('/admin/forms/test-spring');
    await page.locator('[data-action=copy]').click();
    await draft.locator('[data-action=delete]').click();
    await dialog.getByRole('button', { name: said('definitionDrafts.delete') }).click();
    await page.getByText(said('definitionDrafts.none')).waitFor();
    expect(errors.filter((text) => !text.includes('422'))).toEqual([]);
    await close();
  });
});
