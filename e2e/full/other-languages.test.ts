/** A form in French and Arabic, without Dari: published from its file, filled on a phone without network, listed, exported, printed. */
import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../tests/support/definitions.ts';
import { expectScreen } from '../pages/checks.ts';
import { Form } from '../pages/form.ts';
import { nothingWaits, prepareOffline, saveHere, send } from '../pages/offline.ts';
import { ownServer } from '../pages/ownServer.ts';
import { rounds, screen, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

const FILE = readFileSync(join(ROOT, 'forms/examples/example-languages.form.json'), 'utf8');
const QUESTION = { fr: 'Où se trouve le point d’eau ?', ar: 'أين تقع نقطة المياه؟' };

const own = ownServer();
const WAYS = rounds([
  { language: 'fa', read: 'ar' },
  { language: 'en', read: 'fr' },
  { language: 'ps', read: 'ar' },
] as const);

/** The example as a form of the schools, without a data contract. */
function fileOf(name: string): Buffer {
  const {
    programme: _,
    words: __,
    ...definition
  } = JSON.parse(
    FILE.replaceAll('example-languages', name)
      .replaceAll('examples-languages', name)
      .replaceAll('examples/languages', name)
      .replaceAll('q_example_water', `q_${name}`.replaceAll('-', '_'))
      .replaceAll('EX_LG_', `${name.toUpperCase().replaceAll('-', '_')}_`),
  );
  const more = { kind: 'record', programme: 'schools', workflow: 'verified-record' };
  return Buffer.from(JSON.stringify({ ...definition, ...more }));
}

async function shownIn(text: Locator): Promise<{ lang: string | null; dir: string | undefined }> {
  await text.waitFor();
  return text.evaluate((one) => ({
    lang: one.closest('[lang]')?.getAttribute('lang') ?? null,
    dir: getComputedStyle(one).direction,
  }));
}

/** Publishes the form on the screen, with a line in the menu. */
async function publish(page: Page, name: string): Promise<void> {
  await page.goto('/admin/forms');
  const chooser = page.waitForEvent('filechooser');
  await page.locator('section > [data-action=more]').click();
  await page.locator('[role=menu] [data-action=upload]').click();
  await (await chooser).setFiles({ name: `${name}.form.json`, mimeType: 'application/json', buffer: fileOf(name) });
  await page.locator(`[data-draft="${name}"] [data-action=check]`).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[data-sound]').waitFor();
  await dialog.locator('select').selectOption('schools');
  // What is new stands there in French and Arabic only.
  await dialog.locator('textarea').fill('First version');
  await dialog.locator('[data-action=do-publish]').click();
  await page.locator(`main li[data-form="${name}"]`).waitFor();
}

describe.each(WAYS)('a form in French and Arabic, to somebody who reads $language and $read', ({ language, read }) => {
  it('is published, filled without network, sent, listed, exported and printed', { timeout: 240_000 }, async () => {
    const name = `water-${language}`;
    const officer = await visit(own.browser, own.server.base, { language, size: 'phone', user: 'mande' });
    await publish(officer.page, name);
    await expectScreen(officer, language);
    expect(officer.errors).toEqual([]);
    await officer.close();

    const focal = await visit(own.browser, own.server.base, { language, size: 'phone', worker: true });
    const { page, context } = focal;
    await prepareOffline(page, 'focal.bamyan');
    await context.setOffline(true);
    await page.goto(`/${name}/create`);
    const form = new Form(page);
    await form.ready();
    expect(await shownIn(page.getByText(QUESTION.fr).first())).toEqual({ lang: 'fr', dir: 'ltr' });
    await page.locator(`[data-form-language=${read}]`).click();
    await form.ready();
    const question = page.getByText(QUESTION[read]).first();
    expect(await shownIn(question)).toEqual({ lang: read, dir: read === 'ar' ? 'rtl' : 'ltr' });
    // One text is not in Arabic: it is told in the head and shown in French.
    await page.locator('[data-languages] [data-missing]').waitFor({ state: read === 'ar' ? 'visible' : 'detached' });
    expect((await shownIn(page.getByText('Avez-vous d’autres remarques ?').first())).lang).toBe('fr');
    await expectScreen(focal, language);
    await form.type('place', 'نل کلان');
    await form.pick('state', 'repair');
    await (await form.field('uses')).locator('label').nth(1).click();
    await form.type('households', '12');
    await saveHere(page);
    await expectScreen(focal, language);

    await context.setOffline(false);
    await send(page);
    await nothingWaits(page);
    const { data } = await own.server.person('admin').must('GET', `${name}?fields=all`);
    expect(data).toMatchObject([{ place: 'نل کلان', state: 'repair', uses: ['wash'], households: 12 }]);
    const toOnline = { name: words(language, 'app', 'nav.toOnline') };
    await page.getByRole('button', toOnline).click();
    await page.getByRole('dialog').getByRole('button', toOnline).click();
    await page.locator('[data-mode=offline]').waitFor({ state: 'detached' });

    await page.goto(`/${name}`);
    await screen(page, 'list');
    await page.getByText('نل کلان').first().waitFor();
    await expectScreen(focal, language);
    await page.goto(`/${name}/${data[0].id}`);
    await screen(page, 'detail');
    expect((await shownIn(page.getByText(QUESTION[read]).first())).lang).toBe(read);
    await expectScreen(focal, language);
    await page.goto(`/${name}/${data[0].id}/print`);
    await page.getByText(QUESTION[read]).first().waitFor();
    expect((await shownIn(page.getByText(QUESTION[read]).first())).dir).toBe(read === 'ar' ? 'rtl' : 'ltr');
    expect(focal.errors).toEqual([]);
    await focal.close();

    const csv = await fetch(`${own.server.base}/api/${name}/export?format=csv&all=1`, {
      headers: { authorization: `Bearer ${own.server.tokens.admin}`, 'accept-language': 'en' },
    });
    expect(await csv.text()).toContain('À réparer');
  });
});
