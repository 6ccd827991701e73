/** A translator's screen: the words of a draft, missing ones first, changed there beside somebody else, and in a workbook. */
import { describe, expect, it } from 'vitest';
import { type Edit, edited } from '../../tests/support/wordsWorkbook.ts';
import { axe, expectScreen } from '../pages/checks.ts';
import { newForm } from '../pages/newForm.ts';
import { ownServer } from '../pages/ownServer.ts';
import { EACH_WAY, screen, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

const SPRINGS = newForm(
  'spring-visit',
  { en: 'Spring', fa: 'چشمه', ps: 'چینه' },
  { name: { type: 'text', label: { en: 'Name of the spring', fa: 'نام چشمه' } as never } },
  { name: { type: 'string' } },
);

const own = ownServer();
const DRAFTS = 'definitions/drafts';

describe.each(EACH_WAY)('the words of a draft in $language on a $size', ({ language, size }) => {
  it('are written where they are missing, kept beside others, and taken in from a workbook', {
    timeout: 180_000,
  }, async () => {
    const form = `spring-${language}`;
    const source = JSON.parse(JSON.stringify(SPRINGS).replaceAll('spring-visit', form));
    const mande = own.server.person('mande');
    const { data } = await mande.must('POST', DRAFTS, source);
    const said = (key: string, params = {}) => words(language, 'admin', key, params);
    const visitor = await visit(own.browser, own.server.base, { language, size, user: 'mande' });
    const { page, errors, close } = visitor;
    await page.goto('/admin/forms');
    const draft = page.locator(`[data-draft="${form}"]`);
    await draft.locator('[data-action=more]').click();
    await draft.locator('[data-action=words]').click();
    await screen(page, 'draft-words');
    const cards = page.locator('[data-text]');
    await cards.first().waitFor();
    expect(await axe(page)).toEqual([]);
    await expectScreen(visitor, language);

    const pointer = '/fields/name/label';
    expect(await cards.first().getAttribute('data-text'), 'what is missing comes first').toBe(pointer);
    await page
      .locator('label')
      .filter({ hasText: said('words.shown.missing', { number: '' }).trim() })
      .click();
    await expect.poll(() => cards.count()).toBe(1);
    const label = page.locator(`[data-text="${pointer}"]`);
    const pashto = label.locator('[data-language=ps]');
    const box = pashto.locator('textarea');
    const english = label.locator('[data-language=en] textarea');
    const written = [box, english].map(async (one) => [
      await one.getAttribute('lang'),
      await one.evaluate((element) => getComputedStyle(element).direction),
    ]);
    expect(await Promise.all(written)).toEqual([
      ['ps', 'rtl'],
      ['en', 'ltr'],
    ]);
    await box.fill('د چینې نوم');
    await english.fill('Name of this spring');
    // Dari is as before; Pashto is written with it.
    await label.locator('[data-as-before]').filter({ hasText: 'دری' }).waitFor();

    const path = `${DRAFTS}/${data.id}/words`;
    const cell = { pointer, language: 'ps', was: '', words: 'بل نوم' };
    await own.server.person('admin').must('PUT', path, { version: 1, cells: [cell] });
    const save = page.locator('[data-action=save]');
    await save.click();
    await page.getByText(said('words.savedSince')).waitFor();
    const conflict = label.locator('[data-conflict]');
    await conflict.filter({ hasText: 'بل نوم' }).waitFor();
    await conflict.getByText(said('words.keepMine')).click();
    await save.click();
    await save.waitFor({ state: 'detached' });
    await page.locator('.mantine-Alert-root[data-as-before]').waitFor();
    const text = async () =>
      (await mande.must('GET', path)).texts.find((one: { pointer: string }) => one.pointer === pointer);
    const saved = await text();
    expect(saved.words).toEqual({ en: 'Name of this spring', fa: 'نام چشمه', ps: 'د چینې نوم' });
    expect([saved.states.fa.state, saved.states.ps.by]).toEqual(['stale', 'Test Evaluator']);

    // Nothing is missing any more.
    await page
      .locator('label')
      .filter({ hasText: said('words.shown.all', { number: '' }).trim() })
      .click();
    await label.locator('[data-language=fa] select').selectOption('checked');
    await save.click();
    await save.waitFor({ state: 'detached' });
    expect((await text()).states.fa.state).toBe('checked');

    const begun = page.waitForEvent('download');
    await page.locator('[data-action=download]').click();
    const file = await (await begun).createReadStream().then((stream) => stream.toArray());
    const edits: Edit[] = [
      { sheet: form, pointer, column: 'fa', cell: '=نام' },
      { sheet: form, pointer: '/title', column: 'ps', cell: 'نوې چینه' },
    ];
    const workbook = await edited(Buffer.concat(file), edits);
    const { data: now } = await mande.must('GET', path);
    const theirs = { pointer: '/title', language: 'ps', was: 'چینه', words: 'د بل چینه' };
    await mande.must('PUT', path, { version: now.version, cells: [theirs] });
    await page.reload();
    await cards.first().waitFor();
    const chooser = page.waitForEvent('filechooser');
    await page.locator('[data-action=take-in]').click();
    await (await chooser).setFiles({ name: 'words.xlsx', mimeType: 'application/vnd.ms-excel', buffer: workbook });
    await page.locator('[data-taken] li').filter({ hasText: '=نام' }).waitFor();
    await page.locator('[data-refused] li').filter({ hasText: 'د بل چینه' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await page.locator('[data-action=do-take-in]').click();
    await page.locator('[data-preview]').waitFor({ state: 'detached' });
    await expect.poll(async () => (await text()).words.fa).toBe('=نام');
    await mande.must('DELETE', `${DRAFTS}/${data.id}`);
    expect(errors.filter((error) => !error.includes('417'))).toEqual([]);
    await close();
  });
});
