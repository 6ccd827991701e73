/** Who publishes forms sees which versions there are, who published them, and what changed, and retires a form. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../tests/support/server.ts';
import { wellSource } from '../../tests/support/wells.ts';
import { axe, expectScreen } from '../pages/checks.ts';
import { launch, rounds, screen, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

let browser: Browser;
let server: TestServer;
beforeAll(async () => {
  browser = await launch();
  server = await startTestServer('sqlite');
  for (const version of [1, 2]) {
    const source = wellSource(version);
    source.definition.paths.create = ['/test/wells/new'];
    await server.services.registry.publish(source, { by: server.person('mande').id });
  }
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const LANGUAGES = rounds([
  { language: 'fa', size: 'phone' },
  { language: 'ps', size: 'desktop' },
  { language: 'en', size: 'phone' },
] as const);

describe.each(LANGUAGES)('versions of a form in $language on a $size', ({ language, size }) => {
  it('lead to the page of each question', async () => {
    const visitor = await visit(browser, server.base, { language, size, user: 'mande' });
    const { page, errors, close } = visitor;
    await page.goto('/admin/forms/test-well');
    await page.locator('[data-questions] summary').click();
    await page.locator('[data-question=q_well_depth] a').click();
    await screen(page, 'form-question');
    await page.locator('[data-version="2"]').getByText('Depth پښتو').waitFor();
    await page.locator('[data-version="1"]').getByText('flat', { exact: true }).waitFor();
    await expectScreen(visitor, language);
    expect(await axe(page)).toEqual([]);
    await page.goto('/admin/forms/test-well/questions/q_none');
    await page.getByText(words(language, 'errors', 'record_not_found')).waitFor();
    expect(errors.filter((one) => !one.includes('404'))).toEqual([]);
    await close();
  });

  it('are found by the name of the form, with who, when and what', async () => {
    const visitor = await visit(browser, server.base, { language, size, user: 'mande' });
    const { page, errors, close } = visitor;
    await page.goto('/menu/administration');
    await page.locator('main a[href="/admin/forms"]').first().click();
    await screen(page, 'forms');
    await page.getByRole('searchbox').fill('ههه');
    await page.getByText(words(language, 'admin', 'versions.nothingFound')).waitFor();
    await page.getByRole('searchbox').fill('test-well');
    expect(await page.locator('main li[data-form]').count()).toBe(1);
    expect(await axe(page)).toEqual([]);
    await page.locator('[data-form=test-well] a').click();
    await screen(page, 'form-versions');
    const newest = page.locator('[data-version="2"]');
    await newest.waitFor();
    expect(await newest.innerText()).toContain('Test Evaluator');
    await newest.locator('summary').click();
    await newest.locator('li', { hasText: words(language, 'definitions', 'diff.question_added') }).waitFor();
    expect(await axe(page)).toEqual([]);
    await expectScreen(visitor, language);
    expect(errors).toEqual([]);
    await close();
  });
});

it('a form is retired with a reason, its list says so and offers no new record, and it is taken back', async () => {
  const language = 'fa';
  const said = (key: string) => words(language, 'admin', `versions.${key}`);
  const { id } = await server.person('admin').must('POST', 'test/wells', { name: 'چاه', water: 'yes' });
  const visitor = await visit(browser, server.base, { language, size: 'phone', user: 'admin' });
  const { page, errors, close } = visitor;
  const create = page.locator('a[href="/test/wells/new"]');
  await page.goto('/test/wells');
  await create.waitFor();
  await page.goto('/admin/forms/test-well');
  await screen(page, 'form-versions');
  await page.getByText(said('notRetired')).waitFor();
  await page.locator('[data-action=retire]').click();
  const dialog = page.getByRole('dialog');
  const retire = dialog.locator('[data-action=do-retire]');
  expect(await retire.isDisabled(), 'a reason is needed').toBe(true);
  await dialog.locator('textarea[name=reason]').fill('برنامه ختم شد');
  expect(await dialog.getByRole('textbox', { name: said('from') }).inputValue()).not.toBe('');
  expect(await axe(page)).toEqual([]);
  await retire.click();
  const panel = page.locator('[data-retired=true]');
  await panel.getByText('برنامه ختم شد').waitFor();
  expect(await panel.innerText()).toContain('Test Administrator');
  await expectScreen(visitor, language);
  expect(await axe(page)).toEqual([]);

  await page.goto('/test/wells');
  await page.locator('[data-retired]').waitFor();
  await page.locator(`main a[href="/test/wells/${id}"]`).first().waitFor();
  expect(await create.count()).toBe(0);
  expect(await axe(page)).toEqual([]);
  await page.goto('/test/wells/new');
  await page.getByText(words(language, 'errors', 'form_retired')).waitFor();
  await page.goto('/admin/forms');
  await page.locator('[data-form=test-well] [data-state=retired]').waitFor();

  await page.goto('/admin/forms/test-well');
  await page.locator('[data-action=resume]').click();
  await dialog.locator('textarea[name=reason]').fill('برنامه ادامه دارد');
  await dialog.locator('[data-action=do-resume]').click();
  await page.getByText(said('notRetired')).waitFor();
  await page.goto('/test/wells');
  await create.waitFor();
  expect(errors).toEqual([]);
  await close();
});
