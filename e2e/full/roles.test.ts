/** What each demo account is offered and what not, with the reason in its language. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caller } from '../pages/api.ts';
import { demoServer } from '../pages/demoServer.ts';
import { Detail } from '../pages/detail.ts';
import { List } from '../pages/list.ts';
import { type Language, launch, screen, visit } from '../pages/stage.ts';
import { stepLabel, words } from '../pages/words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

interface Expected {
  user: string;
  language: Language;
  /** Lists in the menu of the school department. */
  lists: string[];
  /** Forms that a person may start, from the list or below a school. */
  creates: string[];
  /** Provinces whose schools are listed. `all` means more than one. */
  provinces: 'own' | 'all';
  exports: boolean;
}

const ALL = ['/schools', '/schools-rates', '/schools-surveys'];
const PEOPLE: Expected[] = [
  { user: 'admin', language: 'en', lists: ALL, creates: ['school', 'rate', 'survey'], provinces: 'all', exports: true },
  { user: 'mande', language: 'en', lists: ALL, creates: ['school', 'rate', 'survey'], provinces: 'all', exports: true },
  {
    user: 'manager.schools',
    language: 'fa',
    lists: ALL,
    creates: ['school', 'rate', 'survey'],
    provinces: 'all',
    exports: true,
  },
  {
    user: 'coordinator.bamyan',
    language: 'fa',
    lists: ALL,
    creates: ['school', 'rate', 'survey'],
    provinces: 'own',
    exports: true,
  },
  {
    user: 'coordinator.kabul',
    language: 'ps',
    lists: ALL,
    creates: ['school', 'rate', 'survey'],
    provinces: 'own',
    exports: true,
  },
  {
    user: 'focal.bamyan',
    language: 'fa',
    lists: ALL,
    creates: ['school', 'rate', 'survey'],
    provinces: 'own',
    exports: false,
  },
  {
    user: 'volunteer.bamyan',
    language: 'ps',
    lists: ALL,
    creates: ['rate', 'survey'],
    provinces: 'own',
    exports: false,
  },
  { user: 'monitor.bamyan', language: 'fa', lists: ALL, creates: ['rate'], provinces: 'own', exports: false },
  { user: 'finance', language: 'en', lists: ['/schools'], creates: [], provinces: 'all', exports: true },
];

describe('roles', () => {
  const base = demoServer();

  it.each(PEOPLE)(
    '$user is offered what the role allows',
    async ({ user, language, lists, creates, provinces, exports }) => {
      const { page, errors, close } = await visit(browser, base, { language, user });
      await page.goto('/menu/schools');
      await screen(page, 'menu');
      await page.locator('main a[href="/schools"]').first().waitFor();
      for (const path of ALL)
        expect((await page.locator(`main a[href="${path}"]`).count()) > 0, path).toBe(lists.includes(path));

      const list = new List(page, language, 'school');
      await list.open('/schools');
      const places = new Set((await list.column('province')).map((name) => name.trim()));
      if (provinces === 'own') expect(places.size).toBe(1);
      else expect(places.size).toBeGreaterThan(1);
      expect((await page.locator('a[href="/schools/create"]').count()) > 0).toBe(creates.includes('school'));
      const menu = await list.openMore();
      const download = menu.getByRole('menuitem', { name: words(language, 'app', 'list.export') });
      expect((await download.count()) > 0).toBe(exports);
      await page.keyboard.press('Escape');
      const [school] = await list.ids();
      await list.openRecord(school as string);
      // The main form has a button, the others are in the menu beside it.
      await page.locator('main [data-more]').click();
      for (const what of ['rate', 'survey'])
        expect((await page.locator(`a[href="/schools/${school}/${what}"]`).count()) > 0, what).toBe(
          creates.includes(what),
        );
      expect(errors).toEqual([]);
      await close();
    },
  );

  it('an action that is missing says why, in the language of the reader', async () => {
    for (const [user, language] of [
      ['volunteer.bamyan', 'ps'],
      ['focal.bamyan', 'fa'],
      ['monitor.bamyan', 'en'],
    ] as const) {
      const call = await caller(base, user, 'amanat-demo', language === 'ps' ? 'pa' : language);
      const { body } = await call(
        'GET',
        `schools-rates?filters=${encodeURIComponent(JSON.stringify({ status: 'submitted' }))}`,
      );
      const record = body.data[0];
      const { page, errors, close } = await visit(browser, base, { language, user });
      const detail = new Detail(page, language);
      await detail.open(`/schools-rates/${record.id}`);
      expect(await detail.step('verify').count()).toBe(0);
      await detail.main.locator('[data-more]').click();
      const reason = page.getByRole('menuitem').filter({ hasText: stepLabel('verified-record', 'verify', language) });
      const text = (await reason.first().textContent()) ?? '';
      expect(text).toContain(body.meta.refusals[record.why_not.verify].message);
      if (language !== 'en') expect(text).not.toMatch(/[A-Za-z]{3}/);
      expect(errors).toEqual([]);
      await close();
    }
  });

  it('what lies in another province is not there, and what may not be changed opens with the reason', async () => {
    const { body } = await (await caller(base, 'coordinator.bamyan'))('GET', 'schools?per_page=1');
    const foreign = body.data[0].id;
    const { page, close } = await visit(browser, base, { language: 'ps', user: 'coordinator.kabul' });
    await page.goto(`/schools/${foreign}`);
    await screen(page, 'not-found');
    await page.goto('/no/such/page');
    await screen(page, 'not-found');
    await page.goto('/error/403');
    await screen(page, 'error');
    await close();

    const monitor = await visit(browser, base, { language: 'fa', user: 'monitor.bamyan' });
    await monitor.page.goto('/schools/create');
    const main = monitor.page.locator('main[data-screen=create]');
    await main.getByRole('alert').waitFor();
    expect(await main.locator('[data-field]').count()).toBe(0);
    expect(await main.getByRole('alert').textContent()).toMatch(/[\u0600-\u06ff]{3}/);
    await monitor.close();
  });
});
