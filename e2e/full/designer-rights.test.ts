/**
 * Who may enter records of a form is ticked beside its questions. A right that a rule gives for many forms is taken for this form alone:
 * the screen says for how many nothing changes, the effect on people is shown before, and whoever lost it can enter the others.
 */
import { describe, expect, it } from 'vitest';
import { localDigits } from '../../src/core/text/letters.ts';
import { caller } from '../pages/api.ts';
import { axe, expectScreen } from '../pages/checks.ts';
import { Form } from '../pages/form.ts';
import { ownServer } from '../pages/ownServer.ts';
import { newSchool } from '../pages/school.ts';
import { EACH_WAY, screen, visit } from '../pages/stage.ts';
import { wordsWith } from '../pages/words.ts';

const FORM = 'school-survey';
const ROLE = 'focal-point';
/** What focal points enter by the shipped rules. */
const KINDS = ['site', 'sheet', 'survey', 'record', 'event'];
const FORMS = [
  'local-monitor',
  'cbm-event',
  'success-story',
  'progress-report',
  'complaint',
  'risk',
  'album',
  'gallery-image',
];
const NOTES = {
  en: 'Others ask the parents',
  fa: 'از والدین دیگران می‌پرسند',
  ps: 'له مور او پلاره نور کسان پوښتنه کوي',
};

describe.each(EACH_WAY)('a right on one form in $language on a $size', ({ language, size }) => {
  const own = ownServer();

  it('is taken and given back on the screen, and nothing else with it', { timeout: 240_000 }, async () => {
    const { browser, server } = own;
    const school = await newSchool(server.base, `مکتب حقوق ${language}`);
    const focal = await caller(server.base, 'focal.bamyan');
    const creatable = async () => {
      const { body } = await focal('GET', 'definitions');
      return new Map<string, boolean>(
        body.data.map(({ form, may }: { form: string; may?: { create?: boolean } }) => [form, may?.create === true]),
      );
    };
    const before = await creatable();
    expect(before.get(FORM)).toBe(true);

    const admin = await visit(browser, server.base, { language, size, user: 'admin' });
    const { page } = admin;
    const dialog = page.getByRole('dialog');
    const tick = page.locator(`input[name="enters-${ROLE}"]`);
    const publish = async () => {
      await page.locator('[data-action=check-rights]').click();
      await dialog.locator('[data-sound]').waitFor();
      await dialog.locator('[data-people] li').first().waitFor();
      await expectScreen(admin, language);
      expect(await axe(page)).toEqual([]);
      await dialog.locator('textarea').fill(NOTES[language]);
      await dialog.locator('[data-action=do-publish]').click();
      await dialog.waitFor({ state: 'detached' });
    };
    await page.goto('/admin/forms');
    await page.locator(`[data-form=${FORM}] a`).first().click();
    await page.locator('[data-action=copy]').click();
    await screen(page, 'designer');
    if (size === 'phone') await page.locator('[data-tab=outline]').click();
    await page.locator('[data-row="form"]').click();
    await tick.waitFor();
    await tick.uncheck();
    const split = page.locator(`[data-split=${ROLE}]`);
    const { body: all } = await (await caller(server.base, 'admin'))('GET', 'definitions');
    const kept = all.data.filter(
      (entry: { form: string; kind: string }) =>
        entry.form !== FORM && (KINDS.includes(entry.kind) || FORMS.includes(entry.form)),
    );
    expect(await split.locator('summary').innerText()).toContain(localDigits(kept.length, language));
    await split.locator('summary').click();
    await expectScreen(admin, language);
    expect(await axe(page)).toEqual([]);
    await publish();
    expect(await tick.isChecked()).toBe(false);

    const after = await creatable();
    expect([...after].filter(([form, may]) => may !== before.get(form)).map(([form]) => form)).toEqual([FORM]);
    const visitor = await visit(browser, server.base, { language, size: 'phone', user: 'focal.bamyan' });
    await visitor.page.goto(`/schools/${school}/survey`);
    await visitor.page.getByText(wordsWith(language, 'errors', 'role_needed')).waitFor();
    expect(await visitor.page.locator('main form').count()).toBe(0);
    await visitor.page.goto(`/schools/${school}/rate`);
    await new Form(visitor.page).ready();
    expect(await split.count()).toBe(0);

    await tick.check();
    await publish();
    expect(await creatable()).toEqual(before);
    await visitor.page.goto(`/schools/${school}/survey`);
    await new Form(visitor.page).ready();
    expect({ admin: admin.errors }).toEqual({ admin: [] });
    await visitor.close();
    await admin.close();
  });
});
