/** What happens to a phone in the field: a cut line, a tab that crashes, a session that ended, two tabs, a dropped database. */

import type { BrowserContext, Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caller } from '../pages/api.ts';
import { demoServer } from '../pages/demoServer.ts';
import { Form } from '../pages/form.ts';
import { goOffline, nothingWaits, prepareOffline, saveHere, send } from '../pages/offline.ts';
import { newSchool } from '../pages/school.ts';
import { launch, logIn, screen, type Visitor, visit } from '../pages/stage.ts';
import { isReadable } from '../pages/storedBytes.ts';
import { words, wordsWith } from '../pages/words.ts';

const USER = 'coordinator.bamyan';

/** A photo that does not get much smaller: noise, as JPEG of about 1.5 MB. */
async function photo() {
  const [width, height] = [1600, 1200];
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const made = sharp({ create: { width, height, channels: 3, background: '#808080', noise } });
  return { name: 'visit.jpg', mimeType: 'image/jpeg', buffer: await made.jpeg({ quality: 85 }).toBuffer() };
}

describe('a phone in the field', () => {
  const base = demoServer();
  const schools: string[] = [];
  let visitor: Visitor;
  let context: BrowserContext;
  let page: Page;
  let call: Awaited<ReturnType<typeof caller>>;
  beforeAll(async () => {
    for (const name of ['عکس', 'بسته', 'دو صفحه', 'ورود', 'پاک', 'نوبت'])
      schools.push(await newSchool(base, `مکتب ${name} بی‌شبکه`));
    call = await caller(base, 'admin');
    const browser = await launch();
    visitor = await visit(browser, base, { language: 'fa', size: 'phone', worker: true });
    ({ context, page } = visitor);
    await prepareOffline(page, USER);
  }, 60_000);
  afterAll(async () => {
    await context?.browser()?.close();
  });

  const school = async (at: number) => (await call('GET', `schools/${schools[at]}`)).body.data;
  const rename = async (at: number, name: string) => {
    await page.goto(`/schools/${schools[at]}/edit`);
    const form = new Form(page);
    await form.ready();
    await form.type('name', name);
    await saveHere(page);
  };

  const rateWithPhoto = async (at: number) => {
    await context.setOffline(true);
    await page.goto(`/schools/${schools[at]}/rate`);
    const form = new Form(page);
    await form.ready();
    await form.pick('security', 'excellent');
    await form.attach('photo', await photo());
    await saveHere(page);
  };

  it('sends a photo in chunks although the line is cut twice', async () => {
    await rateWithPhoto(0);

    /** Where the chunks began that arrived. */
    const offsets: number[] = [];
    let chunks = 0;
    await context.route('**/api/files/uploads/**', async (route) => {
      const request = route.request();
      if (request.method() !== 'PATCH') return route.continue();
      chunks += 1;
      // The second chunk does not arrive; the response to the fourth is lost.
      if (chunks === 2) return route.abort('connectionreset');
      offsets.push(Number(request.headers()['upload-offset']));
      if (chunks !== 4) return route.continue();
      await route.fetch();
      return route.abort('connectionreset');
    });
    await context.setOffline(false);
    await send(page);
    await nothingWaits(page);
    await context.unroute('**/api/files/uploads/**');
    expect(offsets.length).toBeGreaterThan(3);
    expect(offsets, 'no chunk arrived twice').toEqual([...new Set(offsets)].sort((a, b) => a - b));
  });

  it('stops a photo that is being sent when its person logs out, and goes on with it at their next login', async () => {
    await rateWithPhoto(5);
    const offsets: number[] = [];
    await context.route('**/api/files/uploads/**', async (route) => {
      if (route.request().method() === 'PATCH') {
        offsets.push(Number(route.request().headers()['upload-offset']));
        await new Promise((resolve) => setTimeout(resolve, 400));
      }
      await route.continue();
    });
    await context.setOffline(false);
    await send(page);
    await expect.poll(() => offsets.length).toBe(2);
    const before = visitor.errors.length;
    await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/logout"]')?.click());
    await screen(page, 'login');
    const sent = offsets.length;
    expect(await isReadable(page, 'visit.jpg')).toBe(false);
    await page.getByRole('button', { name: words('fa', 'app', 'login.goOnline') }).click();
    await logIn(page, 'focal.bamyan');
    await page.waitForFunction(() => localStorage.getItem('storeSession') !== null);
    await page.goto('/offline/sync');
    await page.getByText(words('fa', 'offline', 'sync.nothing'), { exact: true }).waitFor();
    expect([await page.locator('[data-unsent]').count(), offsets.length]).toEqual([0, sent]);
    await page.goto('/logout');
    await screen(page, 'login');
    expect(visitor.errors.slice(before).filter((error) => error.includes('locked'))).toEqual([]);
    await logIn(page, USER);
    await expect.poll(() => offsets.length).toBeGreaterThan(sent);
    await page.goto('/offline/sync');
    await nothingWaits(page);
    await context.unroute('**/api/files/uploads/**');
    await page.goto('/offline/prepare');
    await goOffline(page);
  });

  it('brings a draft back without network after the tab crashed', async () => {
    await context.setOffline(true);
    await page.goto(`/schools/${schools[1]}/rate`);
    const form = new Form(page);
    await form.ready();
    await form.pick('security', 'excellent');
    await page.getByText(words('fa', 'form', 'draft.kept')).waitFor();
    const session = await context.newCDPSession(page);
    void session.send('Page.crash').catch(() => undefined);
    await page.waitForEvent('crash');
    await page.close();
    page = await context.newPage();
    await page.goto(`/schools/${schools[1]}/rate`);
    const again = new Form(page);
    await again.ready();
    await page.getByText(wordsWith('fa', 'form', 'draft.restored')).waitFor();
    expect(await again.picked('security')).toBe('excellent');
    await context.setOffline(false);
  });

  it('sends a change once from two tabs at the same time', async () => {
    await context.setOffline(true);
    await rename(2, 'مکتب دو صفحه، نو');
    const other = await context.newPage();
    const sent: string[] = [];
    context.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(request.url());
    });
    const { version } = await school(2);
    await context.setOffline(false);
    const tabs = [page, other];
    for (const tab of tabs) await tab.goto('/offline/sync');
    const buttons = tabs.map((tab) => tab.getByRole('button', { name: words('fa', 'offline', 'sync.do') }));
    for (const button of buttons) await button.waitFor();
    await Promise.all(buttons.map((button) => button.evaluate((element: HTMLElement) => element.click())));
    for (const tab of tabs) await nothingWaits(tab);
    expect(sent.length).toBe(1);
    const now = await school(2);
    expect([now.name, now.version]).toEqual(['مکتب دو صفحه، نو', version + 1]);
    await other.close();
  });

  it('asks for a login when the session has ended, and loses nothing', async () => {
    await context.setOffline(true);
    await rename(3, 'مکتب ورود، نو');
    const token = await page.evaluate(() => localStorage.getItem('token'));
    await fetch(`${base}/api/auth/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
    await context.setOffline(false);
    await send(page);
    await screen(page, 'login');
    expect((await school(3)).name).not.toBe('مکتب ورود، نو');
    await page.locator('input[autocomplete=username]').fill(USER);
    await page.locator('input[autocomplete=current-password]').fill('amanat-demo');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !url.pathname.startsWith('/login'));
    // The store opens after the login, and then says that something waits.
    await page.locator('[data-unsent-count="1"]').waitFor();
    await send(page);
    await nothingWaits(page);
    expect((await school(3)).name).toBe('مکتب ورود، نو');
  });

  it('says that the browser dropped the database, and goes on', async () => {
    const session = await context.newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', { origin: base, storageTypes: 'indexeddb' });
    await page.goto('/');
    await page.getByText(words('fa', 'app', 'login.local.dropped')).waitFor();
    await page.locator('main[data-screen]').waitFor();
    expect(visitor.errors.filter((error) => error.includes('TypeError'))).toEqual([]);
  });
});
