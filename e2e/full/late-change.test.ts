/** A correction made without network comes too late: the visit was verified meanwhile. It is not lost. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../tests/support/server.ts';
import { caller } from '../pages/api.ts';
import { expectScreen } from '../pages/checks.ts';
import { Form } from '../pages/form.ts';
import { nothingWaits, prepareOffline, saveHere, send } from '../pages/offline.ts';
import { ROUNDS_ON_DATABASES } from '../pages/ownServer.ts';
import { newSchool } from '../pages/school.ts';
import { Shell } from '../pages/shell.ts';
import { launch, visit } from '../pages/stage.ts';
import { stepLabel, words } from '../pages/words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe.each(ROUNDS_ON_DATABASES)('a late change, in $language on $database', ({ language, database }) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(database);
  });
  afterAll(() => server?.stop());

  it('is sent as a request to reopen, with its answers, and by itself once the record is open', async () => {
    const { base } = server;
    const school = await newSchool(base, 'مکتب دیررس');
    const focal = await caller(base, 'focal.bamyan');
    const answers = { cbms_school_id: school, monitoring_date: '2026-03-01', security: 'good' };
    const { id } = (await focal('POST', 'schools-rates/store', answers)).body;
    const coordinator = await caller(base, 'coordinator.bamyan');
    const step = (action: string) =>
      coordinator('POST', 'schools-rates/change-record-status', { action, record_id: id, comment: 'Look' });
    const visitor = await visit(browser, base, { language, size: 'phone', worker: true });
    const { page, context } = visitor;
    await prepareOffline(page, 'focal.bamyan');
    await context.setOffline(true);
    await page.goto(`/schools-rates/${id}/edit`);
    const form = new Form(page);
    await form.ready();
    await form.pick('security', 'fair');
    await saveHere(page);
    expect((await step('verify')).status).toBe(200);

    await context.setOffline(false);
    await send(page);
    const row = page.locator(`[data-unsent="${id}"][data-state=failed]`);
    await row.getByText(words(language, 'offline', 'why.locked')).waitFor();
    await expectScreen(visitor, language);
    await row.locator('[data-ask]').click();
    const dialog = new Shell(page, language).dialog();
    await dialog.getByRole('textbox').fill('دروازه شکسته بود');
    const ask = stepLabel('verified-record', 'ask-reopen', language);
    await dialog.getByRole('button', { name: ask, exact: true }).click();
    await row.locator('[data-asked]').waitFor();
    await expectScreen(visitor, language);
    expect(await row.locator('[data-ask]').count()).toBe(0);
    const { body: news } = await coordinator('GET', 'news');
    expect(news.groups.find(({ action }: { action: string }) => action === 'ask-reopen')).toMatchObject({
      data: [{ id, comment: 'دروازه شکسته بود' }],
    });
    const { body: history } = await coordinator('GET', `schools-rates/${id}/history`);
    expect(history.data.find(({ action }: { action: string }) => action === 'ask-reopen').not_taken).toEqual([
      { field: 'security', value: 'fair' },
    ]);

    expect((await step('reopen')).status).toBe(200);
    const toOnline = { name: words(language, 'app', 'nav.toOnline') };
    await page.getByRole('button', toOnline).click();
    await page.getByRole('dialog').getByRole('button', toOnline).click();
    await page.locator('[data-mode=offline]').waitFor({ state: 'detached' });
    await page.goto('/offline/sync');
    await nothingWaits(page);
    // The list of what waits may be drawn before the device has looked.
    const edited = async () => {
      const { body: after } = await coordinator('GET', `schools-rates/${id}/history`);
      return after.data.find(({ seq }: { seq: number }) => seq === 5);
    };
    await expect.poll(edited).toBeDefined();
    expect(await edited()).toMatchObject({
      by: { name: expect.stringContaining('Focal') },
      to_state: 'submitted',
      changes: [{ field: 'security', before: 'good', after: 'fair' }],
    });
    await visitor.close();
  });

  it('made with network is kept in the draft, and can be asked for from the form', async () => {
    const { base } = server;
    const school = await newSchool(base, 'مکتب نیم‌کاره');
    const focal = await caller(base, 'focal.bamyan');
    const answers = { cbms_school_id: school, monitoring_date: '2026-03-01', security: 'good' };
    const { id } = (await focal('POST', 'schools-rates/store', answers)).body;
    const coordinator = await caller(base, 'coordinator.bamyan');
    const step = (action: string) =>
      coordinator('POST', 'schools-rates/change-record-status', { action, record_id: id, comment: 'Look' });
    const visitor = await visit(browser, base, { language, size: 'phone', user: 'focal.bamyan' });
    const { page } = visitor;
    const form = new Form(page);
    await page.goto(`/schools-rates/${id}/edit`);
    await form.ready();
    await form.pick('security', 'fair');
    expect((await step('verify')).status).toBe(200);
    const anyway = page.locator('[data-answer=save]');
    await form.submit();
    await anyway.or(page.locator('[data-ask]')).first().waitFor();
    if (await anyway.isVisible()) await anyway.click();
    await page.locator('[data-ask]').click();
    const dialog = new Shell(page, language).dialog();
    await dialog.getByRole('textbox').fill('دروازه شکسته بود');
    await dialog
      .getByRole('button', { name: stepLabel('verified-record', 'ask-reopen', language), exact: true })
      .click();
    await page.locator('.am-save-bar [data-asked]').waitFor();
    await expectScreen(visitor, language);
    const { body: history } = await coordinator('GET', `schools-rates/${id}/history`);
    expect(history.data.find(({ action }: { action: string }) => action === 'ask-reopen').not_taken).toEqual([
      { field: 'security', value: 'fair' },
    ]);
    expect((await step('reopen')).status).toBe(200);
    await form.submit();
    // Only the steps of others lie between: nothing is left to choose.
    const apply = page.getByRole('button', { name: words(language, 'form', 'conflict.apply') });
    await apply.or(anyway).first().waitFor();
    if (await anyway.isVisible()) await anyway.click();
    await apply.click();
    await page.locator('main[data-screen=detail]').waitFor();
    const { body: after } = await coordinator('GET', `schools-rates/${id}/history`);
    expect(after.data.find(({ seq }: { seq: number }) => seq === 5)).toMatchObject({
      changes: [{ field: 'security', before: 'good', after: 'fair' }],
    });
    await visitor.close();
  });
});
