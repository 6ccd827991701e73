/** The bar of places at the lower edge of a phone: what it leads to, where it is, and where another bar stands instead. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { RecordView } from '../../src/core/generated/api.ts';
import { caller } from '../pages/api.ts';
import { axe, expectScreen, sidewaysScroll } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { Form } from '../pages/form.ts';
import { List } from '../pages/list.ts';
import { type Language, launch, ROUNDS_OF_LANGUAGES, screen, type Visitor, visit } from '../pages/stage.ts';
import { department, words } from '../pages/words.ts';

const base = demoServer();
const READER = 'focal.bamyan';
let browser: Browser;
const ids = { verified: '', open: '' };
type Row = Pick<RecordView, 'id' | 'current_state' | 'recordScope'>;
beforeAll(async () => {
  browser = await launch();
  const call = await caller(base, READER);
  const { body } = await call('GET', 'schools-rates?per_page=100');
  const first = (matches: (row: Row) => boolean) => (body.data as Row[]).find(matches)?.id ?? '';
  ids.open = first(({ recordScope }) => recordScope.edit === true);
  // Their own verified records have an action: to ask that they are opened again.
  ids.verified = first(
    ({ current_state, recordScope }) => current_state.id === 'verified' && !recordScope['ask-reopen'],
  );
});
afterAll(() => browser.close());

const barOf = (page: Page) => page.locator('[data-bottom-bar]');
const atFoot = (page: Page) => page.locator('[data-bottom-bar]:visible, main [data-own-bar]:visible');

async function phone(language: Language, user: string | undefined = READER): Promise<Visitor> {
  return visit(browser, base, { language, size: 'phone', ...(user && { user }) });
}

describe.each(ROUNDS_OF_LANGUAGES)('the bar of places in %s', (language) => {
  const say = (key: string) => words(language, 'app', key);

  it('leads home, to the forms, to a new visit, to the reports and to the rest', async () => {
    const visitor = await phone(language);
    const { page, close } = visitor;
    await page.goto('/');
    await screen(page, 'dashboard');
    const bar = barOf(page);
    const entries = await bar.locator('> *').evaluateAll((all) =>
      all.map((one) => {
        const { width, height } = one.getBoundingClientRect();
        return { name: one.getAttribute('aria-label') ?? one.textContent?.trim(), small: Math.min(width, height) < 44 };
      }),
    );
    const reports = await bar.locator('a[href="/reports"]').innerText();
    expect(entries.map(({ name }) => name)).toEqual([
      say('nav.home'),
      say('nav.forms'),
      say('dashboard.quick'),
      reports.trim(),
      say('nav.me'),
    ]);
    expect(entries.filter(({ small }) => small)).toEqual([]);
    const current = () =>
      bar.locator('[aria-current]').evaluateAll((all) => all.map((one) => one.textContent?.trim() ?? ''));
    await expect.poll(current).toEqual([say('nav.home')]);

    await bar.getByRole('button', { name: say('nav.forms'), exact: true }).tap();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: department('schools', language), exact: true })
      .waitFor();
    expect(await page.getByRole('dialog').locator('a[href="/logout"]').count()).toBe(0);
    await page.keyboard.press('Escape');
    const me = bar.getByRole('button', { name: say('nav.me'), exact: true });
    await me.tap();
    for (const path of ['/', '/menu/schools', '/reports', '/gallery', '/settings', '/profile', '/sessions', '/logout'])
      await page.getByRole('dialog').locator(`a[href="${path}"]`).waitFor();
    expect(await page.getByRole('dialog').locator('button[data-language]').count()).toBe(2);
    await page.keyboard.press('Escape');
    await expect.poll(() => me.evaluate((button) => button === document.activeElement)).toBe(true);

    for (const [path, name] of [
      ['/menu/schools', say('nav.forms')],
      ['/schools', say('nav.forms')],
      ['/profile', say('nav.me')],
    ]) {
      await page.goto(path as string);
      await expect.poll(current, { message: path as string }).toEqual([name]);
    }

    await bar.locator('a[href="/reports"]').tap();
    await page.waitForURL('**/reports');
    await expect.poll(current).toEqual([reports.trim()]);
    await bar.locator('[data-action=start]').tap();
    const sheet = page.getByRole('dialog');
    const site = sheet.locator('[data-due] a').first();
    await site.waitFor();
    expect(await axe(page)).toEqual([]);
    await expectScreen(visitor, language);
    await site.tap();
    await new Form(page).ready();
    await sheet.waitFor({ state: 'detached' });
    expect(await bar.isVisible()).toBe(false);
    await close();
  });

  it('stands alone at the lower edge, covers nothing and fits a small phone', async () => {
    const { page, close } = await phone(language);
    await page.setViewportSize({ width: 320, height: 640 });
    for (const [path, name] of [
      ['/', 'dashboard'],
      ['/schools-rates', 'list'],
      ['/settings', 'settings'],
      [`/schools-rates/${ids.verified}`, 'detail'],
    ] as const) {
      await page.goto(path);
      await screen(page, name);
      expect(await sidewaysScroll(page), path).toBe(0);
      expect(await atFoot(page).count(), path).toBe(1);
      // Parts that arrive later make the page longer.
      await vi.waitFor(async () => {
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        const [last, top] = await page.evaluate(() =>
          [
            document.querySelector('footer')?.getBoundingClientRect().bottom,
            document.querySelector('[data-bottom-bar]')?.getBoundingClientRect().top,
          ].map((edge) => Math.round(edge ?? Number.NaN)),
        );
        expect(last, path).toBeLessThanOrEqual(top as number);
      }, 5_000);
    }
    // Selected records have their own bar there.
    const list = new List(page, language);
    await list.open('/schools-rates');
    await (await list.openMore()).locator('[data-action=mark]').tap();
    await list.selection().waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await atFoot(page).count()).toBe(1);
    expect(await barOf(page).isVisible()).toBe(false);
    await close();
  });
});

describe('the bar of places', () => {
  it('leaves the edge to the actions of a record; a record without any has them in the line of its title', async () => {
    const { page, close } = await phone('fa');
    await page.goto(`/schools-rates/${ids.open}`);
    await page.locator('[data-action=edit]').waitFor();
    expect(await atFoot(page).count()).toBe(1);
    expect(await barOf(page).isVisible()).toBe(false);
    // What the bar leads to stays as near as it was.
    await page.getByRole('button', { name: words('fa', 'app', 'nav.menu'), exact: true }).tap();
    await page.getByRole('dialog').locator('a[href="/logout"]').waitFor();

    await page.goto(`/schools-rates/${ids.verified}`);
    await barOf(page).waitFor();
    const more = page.locator('main h1 ~ [data-more]');
    const box = await more.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await more.tap();
    await page.getByRole('menu').locator('[data-action=print]').waitFor();
    await close();
  });

  it('is not at the login, in a task, on paper and on a desktop', async () => {
    const visitor = await phone('fa', '');
    await visitor.page.goto('/login');
    await screen(visitor.page, 'login');
    expect(await barOf(visitor.page).count()).toBe(0);
    await visitor.close();

    const { page, close } = await phone('fa');
    await page.goto(`/schools-rates/${ids.open}/edit`);
    await new Form(page).ready();
    expect(await barOf(page).isVisible()).toBe(false);
    await page.goto('/');
    await barOf(page).waitFor();
    await page.emulateMedia({ media: 'print' });
    await barOf(page).waitFor({ state: 'hidden' });
    await page.emulateMedia({ media: 'screen' });
    await barOf(page).waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    await barOf(page).waitFor({ state: 'detached' });
    await close();
  });

  it('goes while somebody types and the keyboard has taken half of the window', async () => {
    const { page, close } = await phone('fa');
    await page.goto('/schools-rates');
    const search = page.locator('main input[type=search]');
    await search.focus();
    expect(await barOf(page).isVisible()).toBe(true);
    await page.setViewportSize({ width: 360, height: 400 });
    await barOf(page).waitFor({ state: 'hidden' });
    await search.blur();
    await barOf(page).waitFor();
    await close();
  });
});
