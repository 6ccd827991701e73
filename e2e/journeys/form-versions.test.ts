/** Who publishes forms sees which versions there are, who published them, and what changed. */
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
  for (const version of [1, 2])
    await server.services.registry.publish(wellSource(version), { by: server.person('mande').id });
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
