/** A new version omits a protection. An administrator sees that it stays and what lifting it would show, and decides. */
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FormSource } from '../../src/core/definitions/types.ts';
import { startTestServer, type TestServer } from '../../tests/support/server.ts';
import { axe, expectScreen } from '../pages/checks.ts';
import { launch, rounds, screen, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

const TITLE = { en: 'Hearing', fa: 'جلسه', ps: 'غونډه' };
const WITNESS = { en: 'Witness', fa: 'شاهد', ps: 'شاهد' };
const SECRET = 'گل‌آقا';

function hearing(version: number, restricted: boolean): FormSource {
  return {
    definition: {
      form: 'hearing',
      version,
      kind: 'record',
      programme: 'courts',
      title: TITLE,
      plural: TITLE,
      paths: { list: '/hearings', record: '/hearings/:id' },
      api: { base: 'hearings' },
      workflow: 'verified-record',
      sections: [{ id: 'all', title: TITLE, fields: ['subject', 'witness'] }],
      fields: {
        subject: { id: 'q_hearing_subject', type: 'text', label: { en: 'Subject', fa: 'موضوع', ps: 'موضوع' } },
        witness: { id: 'q_hearing_witness', type: 'text', label: WITNESS, ...(restricted && { restricted }) },
      },
      list: { columns: ['subject'] },
      changes: { from: version - 1, note: TITLE },
    },
    schema: {
      type: 'object',
      required: ['subject'],
      additionalProperties: false,
      properties: { subject: { type: 'string', maxLength: 100 }, witness: { type: 'string', maxLength: 100 } },
    },
  };
}

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

const LANGUAGES = rounds([
  { language: 'fa', size: 'phone' },
  { language: 'ps', size: 'desktop' },
  { language: 'en', size: 'phone' },
] as const);

describe.each(LANGUAGES)('a protected question in $language on a $size', ({ language, size }) => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer('sqlite');
  });
  afterEach(() => server?.stop());
  const said = (key: string, params: Record<string, unknown> = {}) =>
    words(language, 'admin', `restrictions.${key}`, params);
  /** Returns what a person of another programme can read of the record. */
  const told = async (page: Page, id: string) => {
    await page.goto(`/hearings/${id}`);
    await screen(page, 'detail');
    return page.locator('main').innerText();
  };

  it('stays so until an administrator who saw what it would show lifts it with a reason, and may be protected again', async () => {
    const visitor = await visit(browser, server.base, { language, size, user: 'admin' });
    const { page, errors } = visitor;
    await page.goto('/menu/administration');
    await page.locator('main a[href="/admin/restrictions"]').first().click();
    await screen(page, 'restrictions');
    await page.getByText(said('openNone')).waitFor();
    await page.locator('[data-group=marked] summary').click();
    expect(await page.locator('[data-group=marked] [data-question]').count()).toBeGreaterThan(5);
    await expectScreen(visitor, language);
    expect(await axe(page)).toEqual([]);

    const mande = server.person('mande');
    await mande.must('POST', 'definitions', hearing(1, true));
    const { id } = await server.person('admin').must('POST', 'hearings', { subject: 'زمین', witness: SECRET });
    await mande.must('POST', 'definitions', hearing(2, false));
    const other = await visit(browser, server.base, { language, size, user: 'mande' });
    expect(await told(other.page, id)).not.toContain(SECRET);

    await page.reload();
    const open = page.locator('[data-group=open] [data-question=q_hearing_witness]');
    await open.getByText(WITNESS[language], { exact: true }).waitFor();
    await expectScreen(visitor, language);
    const reach = '**/restrictions/q_hearing_witness';
    await page.route(reach, (route) => route.abort());
    await open.locator('[data-action=lift]').click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('textarea[name=reason]').fill('شاهد اجازه داد');
    await dialog.getByRole('button', { name: words(language, 'app', 'retry') }).waitFor();
    const lift = dialog.locator('[data-action=do-lift]');
    expect(await lift.isDisabled(), 'nobody decides without knowing what it shows').toBe(true);
    await page.unroute(reach);
    await dialog.getByRole('button', { name: words(language, 'app', 'retry') }).click();
    await dialog.locator('[data-reach]').waitFor();
    const facts = await dialog.innerText();
    const one = language === 'en' ? '1' : '۱';
    expect(facts).toContain(said('records', { shown: one }));
    expect(facts).toContain(said('people', { shown: one }));
    expect(facts).toContain(said('known'));
    expect(await axe(page)).toEqual([]);
    await dialog.locator('textarea[name=reason]').fill(' ');
    expect(await lift.isDisabled(), 'a reason is needed').toBe(true);
    await dialog.locator('textarea[name=reason]').fill('شاهد اجازه داد');
    await lift.click();

    const lifted = page.locator('[data-group=lifted] [data-question=q_hearing_witness]');
    await lifted.getByText('شاهد اجازه داد').waitFor();
    expect(await lifted.innerText()).toContain('Test Administrator');
    await page.getByText(said('openNone')).waitFor();
    await expectScreen(visitor, language);
    expect(await axe(page)).toEqual([]);
    expect(await told(other.page, id)).toContain(SECRET);

    await lifted.locator('[data-action=restore]').click();
    await dialog.locator('textarea[name=reason]').fill('شاهد پشیمان شد');
    await dialog.locator('[data-action=do-restore]').click();
    await open.waitFor();
    expect(await told(other.page, id)).not.toContain(SECRET);
    await other.page.goto('/admin/restrictions');
    await other.page.getByRole('heading', { name: words(language, 'app', 'error.forbidden') }).waitFor();
    expect(errors.filter((text) => !text.includes('ERR_FAILED'))).toEqual([]);
    await Promise.all([visitor.close(), other.close()]);
  });
});
