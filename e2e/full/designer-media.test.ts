/** A picture of a question is uploaded in the designer, with what it shows; both are saved, shown and taken away again. */
import { describe, expect, it } from 'vitest';
import { caller } from '../pages/api.ts';
import { axe, sidewaysScroll } from '../pages/checks.ts';
import { newForm } from '../pages/newForm.ts';
import { ownServer } from '../pages/ownServer.ts';
import { photo } from '../pages/picture.ts';
import { EACH_WAY, visit } from '../pages/stage.ts';

const own = ownServer();
/** A form for each round: only one draft of a version may be open. */
const source = (language: string) =>
  newForm(
    `pictured-${language}`,
    { en: 'Pictured', fa: 'با تصویر', ps: 'له انځور سره' },
    { a: { type: 'text', label: { en: 'What is here?', fa: 'اینجا چیست؟', ps: 'دلته څه دي؟' } } },
    { a: { type: 'string', minLength: 1, maxLength: 100 } },
  );
const ALT = { en: 'A house with a green roof', fa: 'خانه‌ای با بام سبز', ps: 'کور له شین بام سره' } as const;

describe.each(EACH_WAY)('a picture of a question in $language on a $size', ({ language, size }) => {
  it('is saved with its words', { timeout: 120_000 }, async () => {
    const call = await caller(own.server.base, 'mande');
    const { id } = (await call('POST', 'definitions/drafts', source(language))).body.data;
    const officer = await visit(own.browser, own.server.base, { language, size, user: 'mande' });
    const { page } = officer;
    const stored = async () => {
      await page.locator('[data-state=saved]').waitFor({ state: 'attached' });
      const { fields, mediaFiles } = (await call('GET', `definitions/drafts/${id}`)).body.definition;
      return { media: fields.a.media, mediaFiles };
    };
    const open = async () => {
      await page.goto(`/admin/form-drafts/${id}`);
      await page.locator('[data-row="question:a"]').click();
    };
    await open();
    const part = page.locator('details', { has: page.locator('[data-media=image]') }).last();
    await part.locator('summary').click();
    const [choose] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.locator('[data-media=image] [data-action=upload-image]').click(),
    ]);
    await choose.setFiles(await photo(800, 600));
    const file = page.locator('[data-media=image] [data-file]');
    await file.locator('img').waitFor();
    const name = (await file.getAttribute('data-file')) ?? '';
    for (const [of, words] of Object.entries(ALT)) await page.locator(`textarea[name=question-alt_${of}]`).fill(words);
    await expect.poll(stored).toEqual({
      media: { image: name, alt: ALT },
      mediaFiles: { [name]: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(await axe(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);

    // The words are there again after a reload, and the form says them for its picture.
    await open();
    expect(await page.locator(`textarea[name=question-alt_${language}]`).inputValue()).toBe(ALT[language]);
    if (size === 'phone') await page.locator('[data-tab=form]').click();
    const live = page.frameLocator('[data-pane=form] iframe').locator('.am-media img');
    await live.waitFor();
    expect(await live.getAttribute('alt')).toBe(ALT[language]);

    await open();
    await page.locator('[data-media=image] [data-action=remove-media]').click();
    await page.locator('textarea[name^=question-alt]').first().waitFor({ state: 'detached' });
    expect((await stored()).media?.image).toBeUndefined();
    expect(officer.errors).toEqual([]);
    await officer.close();
  });
});
