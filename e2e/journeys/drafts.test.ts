/** No input is lost when a page closes, a tab crashes or a session ends. Leaving a form asks first. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inFull } from '../../tests/support/inFull.ts';
import { expectScreen } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { Form } from '../pages/form.ts';
import { newSchool } from '../pages/school.ts';
import { launch, screen, visit } from '../pages/stage.ts';
import { isReadable } from '../pages/storedBytes.ts';
import { ratings, words, wordsWith } from '../pages/words.ts';

let browser: Browser;
const schools: string[] = [];
beforeAll(async () => {
  browser = await launch();
  for (const number of ['یک', 'دو', 'سه', 'چهار']) schools.push(await newSchool(demoServer(), `مکتب مسودهٔ ${number}`));
});
afterAll(() => browser.close());

const RATINGS = ratings('school-rating');
const DETAILS = 'آب از نل نمی‌آید.';

/** Types some answers and waits until they are stored on the device. */
async function begin(page: Page, path: string): Promise<void> {
  const form = new Form(page);
  await page.goto(path);
  await form.ready();
  await form.pick('security', 'excellent');
  await form.pick('water', 'bad');
  const details = (await form.flagged('water')).locator('textarea').first();
  await details.fill(DETAILS);
  await page.getByText(words('fa', 'form', 'draft.kept')).waitFor();
  await kept(page, DETAILS);
}

/** Waits until the browser's storage contains the text, because the next step may end the page at any moment. */
async function kept(page: Page, text: string): Promise<void> {
  await expect.poll(() => isReadable(page, text)).toBe(true);
}

async function expectBack(page: Page): Promise<void> {
  const form = new Form(page);
  await form.ready();
  await page.getByText(wordsWith('fa', 'form', 'draft.restored')).waitFor();
  expect(await form.picked('security')).toBe('excellent');
  expect(await form.picked('water')).toBe('bad');
  expect(await (await form.flagged('water')).locator('textarea').first().inputValue()).toBe(DETAILS);
}

describe('drafts', () => {
  const base = demoServer();

  it('come back after the page was closed without a word, and stand on the dashboard', async () => {
    const visitor = await visit(browser, base, { language: 'fa', size: 'phone', user: 'focal.bamyan' });
    const { context } = visitor;
    const path = `/schools/${schools[0]}/rate`;
    await begin(visitor.page, path);
    await visitor.page.close({ runBeforeUnload: false });
    const page = await context.newPage();
    await page.goto('/');
    await screen(page, 'dashboard');
    await page.locator(`main a[href="${path}"]`).first().click();
    await expectBack(page);
    await expectScreen({ ...visitor, page }, 'fa');
    await visitor.close();
  });

  inFull('come back after the tab crashed', async () => {
    const { page, context, close } = await visit(browser, base, {
      language: 'fa',
      size: 'phone',
      user: 'focal.bamyan',
    });
    const path = `/schools/${schools[1]}/rate`;
    await begin(page, path);
    const devtools = await context.newCDPSession(page);
    const crashed = page.waitForEvent('crash');
    // The tab is gone before it can reply.
    devtools.send('Page.crash').catch(() => undefined);
    await crashed;
    await page.close();
    const again = await context.newPage();
    await again.goto(path);
    await expectBack(again);
    await close();
  });

  it('come back after the session ended while typing', async () => {
    const { page, close } = await visit(browser, base, { language: 'fa', user: 'focal.bamyan' });
    const form = new Form(page);
    const path = `/schools/${schools[2]}/rate`;
    await begin(page, path);
    // Rate every category, because open problems of earlier visits require it. Then the form is complete and is sent.
    for (const question of RATINGS) if ((await form.picked(question)) === undefined) await form.pick(question, 'good');
    await page.evaluate(() => localStorage.setItem('token', 'no longer valid'));
    await form.submit();
    await screen(page, 'login');
    await page.locator('input[autocomplete=username]').fill('focal.bamyan');
    await page.locator('input[autocomplete=current-password]').fill('amanat-demo');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === path);
    await expectBack(page);
    await form.submit();
    await screen(page, 'detail');
    // The form was saved once, and the draft is gone.
    await page.goto(path);
    await form.ready();
    expect(await form.picked('security')).toBeUndefined();
    await close();
  });

  inFull(
    'that were not sent stay on the device at logout, which says so and deletes them when asked twice',
    async () => {
      const { page, context, close } = await visit(browser, base, {
        language: 'fa',
        size: 'phone',
        user: 'focal.bamyan',
      });
      const path = `/schools/${schools[2]}/rate`;
      await context.route('**/api/drafts/**', (route) => route.abort());
      await begin(page, path);
      await page.goto('/logout');
      await screen(page, 'login');
      await page.getByText(words('fa', 'app', 'unsent.counts', { drafts: '۱', files: '۰' })).waitFor();
      const logIn = async () => {
        await page.locator('input[autocomplete=username]').fill('focal.bamyan');
        await page.locator('input[autocomplete=current-password]').fill('amanat-demo');
        await page.keyboard.press('Enter');
        await page.waitForURL((url) => url.pathname === '/');
      };
      await logIn();
      // The password opens the encrypted store of the account, and the draft moves there.
      await expect.poll(() => isReadable(page, DETAILS)).toBe(false);
      await page.goto(path);
      await expectBack(page);
      await page.goto('/logout');
      await page.getByRole('button', { name: words('fa', 'app', 'unsent.delete') }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: words('fa', 'app', 'unsent.deleteNow') })
        .click();
      await page.getByText(words('fa', 'app', 'unsent.title')).waitFor({ state: 'detached' });
      await logIn();
      await page.goto(path);
      const form = new Form(page);
      await form.ready();
      expect(await form.picked('security')).toBeUndefined();
      await page.goto('/logout');
      await screen(page, 'login');
      expect(await page.getByText(words('fa', 'app', 'unsent.title')).count(), 'nothing is said of nothing').toBe(0);
      await close();
    },
  );

  it('leaving asks; staying stays, leaving keeps the draft, discarding forgets it', async () => {
    const { page, errors, close } = await visit(browser, base, { language: 'fa', user: 'focal.bamyan' });
    const form = new Form(page);
    const path = `/schools/${schools[3]}/rate`;
    const away = () => page.locator('header a[href="/"]').first().click();
    const dialog = page.getByRole('dialog', { name: words('fa', 'form', 'screen.unsavedTitle') });
    await begin(page, path);
    await away();
    await dialog
      .getByRole('button', { name: words('fa', 'form', 'screen.stay'), exact: true })
      .last()
      .click();
    await dialog.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe(path);
    expect(await form.picked('water')).toBe('bad');
    await away();
    await dialog.getByRole('button', { name: words('fa', 'form', 'screen.leave'), exact: true }).click();
    await screen(page, 'dashboard');
    await page.goto(path);
    await expectBack(page);
    await form.pick('toilets', 'good');
    await away();
    await dialog.getByRole('button', { name: words('fa', 'form', 'screen.discard'), exact: true }).click();
    await screen(page, 'dashboard');
    await page.goto(path);
    await form.ready();
    expect(await form.picked('water')).toBeUndefined();
    expect(errors).toEqual([]);
    await close();
  });
});
