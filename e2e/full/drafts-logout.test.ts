/**
 * A person logs out, or is locked, while a draft is typed, sent or compared with another device's. Nothing is lost, and nothing of
 * it is readable on the phone or shown to the next person.
 */
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { wellSource } from '../../tests/support/wells.ts';
import { Form } from '../pages/form.ts';
import { ownServer } from '../pages/ownServer.ts';
import { EACH_WAY, logIn, screen, visit } from '../pages/stage.ts';
import { isReadable } from '../pages/storedBytes.ts';
import { words } from '../pages/words.ts';

const PATH = '/test/wells/new';
const USER = 'manager.schools';
const TYPED = 'چاه پشت مسجد کهنه';
const ELSEWHERE = 'چاه زیر درخت توت';

function well() {
  const source = wellSource(1);
  source.definition.paths.create = [PATH];
  return source;
}

const own = ownServer(well());

describe.each(EACH_WAY)('a draft while its person leaves, in $language on a $size', ({ language, size }) => {
  const enter = async (page: Page, user: string, lands?: string) => {
    await logIn(page, user, { ...(lands && { lands }) });
    await page.waitForFunction(() => localStorage.getItem('storeSession') !== null);
  };
  const begin = async () => {
    const visitor = await visit(own.browser, own.server.base, { language, size, worker: true });
    await enter(visitor.page, USER);
    return visitor;
  };
  const openForm = async (page: Page) => {
    await page.goto(PATH);
    const form = new Form(page);
    await form.ready();
    return form;
  };
  /** Types without leaving the field. */
  const typeOn = async (form: Form, text: string) =>
    (await form.field('name')).locator('input').first().pressSequentially(text);
  const sent = (page: Page) =>
    page.waitForResponse((one) => one.request().method() === 'PUT' && one.url().includes('/api/drafts/') && one.ok());
  const hidden = async (page: Page, ...texts: string[]) => {
    for (const text of texts) expect(await isReadable(page, text), text).toBe(false);
  };
  const endDraft = async () => {
    // The lock of an account ends its sessions.
    const call = await own.server.fresh(USER);
    for (const { id, revision, removed } of (await call.must('GET', 'drafts')).data)
      if (!removed) await call.must('DELETE', `drafts/${id}?revision=${revision}`);
  };

  it('another tab logs out in the middle of a word', async () => {
    await endDraft();
    const { page, context, close } = await begin();
    const other = await context.newPage();
    const form = await openForm(other);
    await typeOn(form, TYPED);
    await page.goto('/logout');
    await screen(page, 'login');
    await screen(other, 'login');
    await hidden(page, TYPED);
    await enter(page, 'coordinator.kabul');
    await other.getByText('Test Coordinator K').first().waitFor({ state: 'attached' });
    expect(await other.locator('body').textContent()).not.toContain('Test Manager');
    await page.goto('/logout');
    await screen(page, 'login');
    await enter(page, USER);
    expect(await (await openForm(page)).value('name')).toBe(TYPED);
    await close();
  });

  it('the answer that another device was faster comes after the logout', async () => {
    await endDraft();
    const { page, close } = await begin();
    const form = await openForm(page);
    const first = sent(page);
    await form.type('name', TYPED);
    const { id, revision } = (await (await first).json()).data;
    const person = await own.server.fresh(USER);
    const { data, draft } = await person.must('GET', `drafts/${id}`);
    const there = { ...draft, data: { ...draft.data, name: ELSEWHERE } };
    await person.must('PUT', `drafts/${id}`, { ...data, revision, draft: there });
    let answered = () => {};
    const isAnswered = new Promise<void>((resolve) => {
      answered = resolve;
    });
    let isLeft = () => {};
    const leaving = new Promise<void>((resolve) => {
      isLeft = resolve;
    });
    await page.context().route('**/api/drafts/*', async (route) => {
      const response = await route.fetch();
      await leaving;
      await route.fulfill({ response }).catch(() => undefined);
      answered();
    });
    await form.type('name', `${TYPED}، نو`);
    await page.waitForRequest((one) => one.method() === 'PUT' && one.url().includes('/api/drafts/'));
    // Within the app, so that the page with the request goes on.
    await page.evaluate(() => {
      history.pushState(null, '', '/logout');
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    const leave = page.getByRole('button', { name: words(language, 'form', 'screen.leave') });
    await Promise.race([screen(page, 'login'), leave.click().then(() => screen(page, 'login'))]);
    isLeft();
    await isAnswered;
    await page.waitForLoadState('networkidle');
    await hidden(page, TYPED, ELSEWHERE);
    await page.context().unroute('**/api/drafts/*');
    await enter(page, USER);
    await openForm(page);
    await page.locator('#conflict').waitFor();
    expect(await page.locator('#conflict').innerText()).toContain(ELSEWHERE);
    await close();
  });

  it('an administrator locks the account in the middle of a word', async () => {
    await endDraft();
    const { page, close } = await begin();
    const admin = own.server.person('admin');
    const { id } = own.server.person(USER);
    const form = await openForm(page);
    await typeOn(form, TYPED);
    await admin.must('PUT', `users/${id}`, { disabled: true });
    // The next contact tells it: the list, or what the form asks while it is left.
    await page.locator('a[href="/test/wells"]').first().click({ noWaitAfter: true });
    const leave = page.getByRole('button', { name: words(language, 'form', 'screen.leave') });
    await Promise.race([screen(page, 'login'), leave.click().then(() => screen(page, 'login'))]);
    await hidden(page, TYPED);
    const { from } = await page.evaluate(() => history.state.usr);
    expect([PATH, '/test/wells']).toContain(from);
    await admin.must('PUT', `users/${id}`, { disabled: false });
    await enter(page, USER, from === PATH ? 'create' : 'list');
    expect(await (await openForm(page)).value('name')).toBe(TYPED);
    await close();
  });
});
