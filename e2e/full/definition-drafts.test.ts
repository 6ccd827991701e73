/** Who publishes forms uploads a draft, tries it, corrects it and publishes it with its menu line, where others find it. */
import { Buffer } from 'node:buffer';
import type { Locator } from 'playwright';
import { describe, expect, it } from 'vitest';
import { localDigits } from '../../src/core/text/letters.ts';
import { axe, expectScreen } from '../pages/checks.ts';
import { Form } from '../pages/form.ts';
import { newForm } from '../pages/newForm.ts';
import { ownServer } from '../pages/ownServer.ts';
import { rounds, screen, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

const PICTURE = 'spring.png';
const KINDS = ['flat', 'deep'];
const SPRINGS = newForm(
  'spring-visit',
  { en: 'Spring', fa: 'چشمه', ps: 'چینه' },
  {
    kind: {
      type: 'choice',
      label: { en: 'Kind', fa: 'نوع', ps: 'ډول' },
      options: [
        { value: 'flat', label: { en: 'Flat', fa: 'هموار', ps: 'هوار' } },
        { value: 'deep', label: { en: 'Deep', fa: 'عمیق', ps: 'ژور' } },
      ],
    },
    metres: {
      type: 'integer',
      label: { en: 'Depth in metres', fa: 'عمق به متر', ps: 'ژوروالی په متر' },
      visibleWhen: { field: 'kind', is: { const: 'deep' } },
      limits: { minimum: 1 },
    },
  },
  { kind: { type: 'string', enum: KINDS } },
);
SPRINGS.schema.properties = { ...(SPRINGS.schema.properties as object), metres: { type: 'integer', minimum: 1 } };

const own = ownServer();

const WAYS = rounds([
  { language: 'fa', size: 'phone' },
  { language: 'ps', size: 'desktop' },
  { language: 'en', size: 'phone' },
] as const);

async function give(button: Locator, text: string): Promise<void> {
  const chooser = button.page().waitForEvent('filechooser');
  await button.click();
  await (await chooser).setFiles({ name: 'form.json', mimeType: 'application/json', buffer: Buffer.from(text) });
}

/** Opens the menu of a draft, and returns an entry. */
async function choose(draft: Locator, action: string): Promise<Locator> {
  await draft.locator('[data-action=more]').click();
  return draft.locator(`[data-action=${action}]`);
}

describe.each(WAYS)('a draft in $language on a $size', ({ language, size }) => {
  it('is uploaded, tried, corrected and published, and fills the menu of a focal point', {
    timeout: 180_000,
  }, async () => {
    const name = `spring-${language}`;
    const source = JSON.stringify(SPRINGS)
      .replaceAll('spring-visit', name)
      .replaceAll('NEW_', `${language.toUpperCase()}_`);
    const said = (key: string) => words(language, 'admin', key);
    const visitor = await visit(own.browser, own.server.base, { language, size, user: 'mande' });
    const { page, errors, close } = visitor;
    await page.goto('/admin/forms');
    await page.locator('main li[data-form]').first().waitFor();
    const upload = () => choose(page.locator('section:has(> [data-action=more])'), 'upload');
    const draft = page.locator(`[data-draft="${name}"]`);
    const more = (action: string) => choose(draft, action);
    await give(await upload(), '[]');
    await page.getByText(said('definitionDrafts.badFile')).waitFor();
    await give(await upload(), '{\n  "form": "spring",,\n}');
    const place = { line: localDigits(2, language), column: localDigits(20, language) };
    await page
      .locator('[data-findings] li', { hasText: words(language, 'definitions', 'issues.no_json', place) })
      .waitFor();
    const unsound = JSON.parse(source.replace('verified-record', 'unheard-of'));
    unsound.definition.fields.kind.media = { image: PICTURE, alt: unsound.definition.title };
    await give(await upload(), JSON.stringify(unsound));
    await draft.waitFor();
    expect(await axe(page)).toEqual([]);
    await expectScreen(visitor, language);

    await draft.locator('[data-action=more]').click();
    await page.locator('[data-action=preview]').click();
    await screen(page, 'preview');
    await page.getByText(said('preview.text')).waitFor();
    const findings = page.locator('[data-findings] li');
    await findings.filter({ hasText: PICTURE }).waitFor();
    const file = page.locator(`[data-file="${PICTURE}"]`);
    await file.and(page.locator('[data-missing]')).waitFor();
    await file.locator('input[type=file]').setInputFiles(`forms/examples/media/${PICTURE}`);
    await file.locator('img').waitFor();
    await findings.filter({ hasText: PICTURE }).waitFor({ state: 'detached' });
    expect(await findings.innerText()).toContain('unheard-of');
    const form = new Form(page);
    await form.submit();
    await page.locator('#error-summary').waitFor();
    const metres = page.locator('[data-field=metres]');
    expect(await metres.count()).toBe(0);
    await form.search('place', 'بامیان');
    await form.pick('kind', 'deep');
    await metres.waitFor();
    await form.type('metres', '12');
    expect(await axe(page)).toEqual([]);
    await expectScreen(visitor, language);
    await form.submit();
    const stored = await page.locator('[data-stored]').innerText();
    expect(stored).toContain('kind: "deep"');
    expect(stored).toContain('metres: 12');
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await page.locator('main button', { hasText: said('preview.back') }).click();
    await draft.locator('[data-action=check]').click();
    const dialog = page.getByRole('dialog');
    const publish = dialog.locator('[data-action=do-publish]');
    await dialog.locator('[data-findings]').waitFor();
    expect(await publish.isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    // The form file alone: its data contract is written.
    await give(await more('upload'), JSON.stringify(JSON.parse(source).definition));
    await page.getByText(said('definitionDrafts.nowSaved')).last().waitFor();
    const download = page.waitForEvent('download');
    await (await more('download')).click();
    expect((await download).suggestedFilename()).toBe(`${name}.json`);
    await draft.locator('[data-action=check]').click();
    await dialog.locator('[data-sound] [data-impact] [data-fact=records]').waitFor();
    const wrote = words(language, 'definitions', 'issues.contract_added').split(':')[0];
    await dialog.locator('[data-sound] [data-advice] li', { hasText: wrote }).waitFor();
    await expectScreen(visitor, language);
    await dialog.getByLabel(said('definitionDrafts.menu')).selectOption('schools');
    expect(await axe(page)).toEqual([]);
    await publish.click();
    await draft.waitFor({ state: 'detached' });
    await page.locator(`main li[data-form="${name}"]`).waitFor();

    await page.goto(`/admin/forms/${name}`);
    await page.locator('[data-action=copy]').click();
    await screen(page, 'designer');
    // Who begins the same version once more is led to the draft.
    await page.goto(`/admin/forms/${name}`);
    await page.locator('[data-action=copy]').click();
    const there = words(language, 'admin', 'definitionDrafts.there', { version: localDigits(2, language) });
    await dialog.getByText(there).waitFor();
    await expectScreen(visitor, language);
    await dialog.getByRole('button', { name: said('definitionDrafts.open') }).click();
    await screen(page, 'designer');
    await page.goto('/admin/forms');
    await draft.waitFor();
    expect(await draft.count()).toBe(1);
    await (await more('delete')).click();
    await dialog.getByRole('button', { name: said('definitionDrafts.delete') }).click();
    await draft.waitFor({ state: 'detached' });
    // The check of the wrong draft is refused with its findings.
    expect(errors.filter((text) => !text.includes('422'))).toEqual([]);
    await close();

    const focal = await visit(own.browser, own.server.base, { language, size, user: 'focal.bamyan' });
    await focal.page.goto('/menu/schools');
    await focal.page.locator(`main a[href="/${name}s"]`).first().click();
    await screen(focal.page, 'list');
    await focal.page.goto(`/${name}s/create`);
    const entry = new Form(focal.page);
    await entry.ready();
    await entry.pick('kind', 'flat');
    await entry.save();
    expect(focal.errors).toEqual([]);
    await focal.close();
    expect((await own.server.person('admin').must('GET', `${name}s?fields=all`)).data).toMatchObject([
      { kind: 'flat' },
    ]);
  });
});
