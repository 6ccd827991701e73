/** The bell: what one person does with the record of another rings in all tabs of the other, is read once, and is not lost. */
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caller } from '../pages/api.ts';
import { axe, expectScreen } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { Detail } from '../pages/detail.ts';
import { newSchool } from '../pages/school.ts';
import { launch, ROUNDS_OF_LANGUAGES, screen, visit } from '../pages/stage.ts';
import { ratings, words } from '../pages/words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Returns the bell that is visible. Narrow and wide windows have one each. */
const bellOf = (page: Page): Locator => page.locator('header [data-news]:visible');
const rings = (page: Page, times: number) =>
  expect.poll(() => bellOf(page).getAttribute('data-news'), { timeout: 8000 }).toBe(String(times));

describe.each(ROUNDS_OF_LANGUAGES)('the bell (%s)', (language) => {
  const base = demoServer();

  it('rings for what others did, once, in all tabs', async () => {
    const focal = await caller(base, 'focal.bamyan');
    const school = await newSchool(base, `مکتب زنگ ${language}`);
    const first = async (path: string) => (await focal('GET', `${path}?per_page=1`)).body.data[0].id;
    const people = { cbms_local_monitor_id: await first('local-monitors'), received_by_id: await first('staff') };
    const answers = Object.fromEntries(ratings('school-rating').map((name) => [name, 'good']));
    const store = async (day: string): Promise<string> => {
      const visitOf = { cbms_school_id: school, monitoring_date: day, ...people, ...answers };
      return (await focal('POST', 'schools-rates/store', visitOf)).body.id;
    };
    const ids = [await store('2026-07-01'), await store('2026-08-01'), await store('2026-09-01')] as const;
    await focal('POST', 'news/seen', { until: new Date().toISOString() });

    const reader = await visit(browser, base, { language, size: 'phone', user: 'focal.bamyan' });
    const { page } = reader;
    await page.goto('/');
    await screen(page, 'dashboard');
    await rings(page, 0);
    const other = await reader.context.newPage();
    await other.goto('/schools');
    await screen(other, 'list');

    // The other person returns one with a comment and verifies one.
    const checker = await visit(browser, base, { language, user: 'coordinator.bamyan' });
    const detail = new Detail(checker.page, language);
    await detail.open(`/schools-rates/${ids[0]}`);
    await detail.take('return', { comment: 'صفحهٔ امضا نیست', remarks: { water: 'از کدام چاه؟' } });
    await detail.waitForState('returned');
    await detail.open(`/schools-rates/${ids[1]}`);
    await detail.take('verify');
    await detail.waitForState('verified');

    // What the bell knew is less than a minute old, and says nothing yet. The screen asks anew.
    await bellOf(page).tap();
    await screen(page, 'news');
    const group = (action: string) => page.locator(`main [data-group=${action}] li`);
    await group('return').getByText('صفحهٔ امضا نیست').waitFor();
    await group('return').getByText('از کدام چاه؟').waitFor();
    expect(await group('verify').count()).toBe(1);
    await rings(page, 0);
    await expectScreen(reader, language);
    expect(await axe(page)).toEqual([]);

    // Another change while the screen is open joins what is read; the other tab counts it, then follows what was seen here.
    await detail.open(`/schools-rates/${ids[2]}`);
    await detail.take('verify');
    await detail.waitForState('verified');
    await other.reload();
    await rings(other, 1);
    await page.evaluate(() => window.dispatchEvent(new StorageEvent('storage', { key: 'newsSeen' })));
    await expect.poll(() => group('verify').count()).toBe(2);
    await group('return').getByText('صفحهٔ امضا نیست').waitFor();
    await rings(page, 0);
    await rings(other, 0);

    // It leads to the record, where the answer is corrected; afterwards there is nothing new.
    await group('return').getByRole('link').tap();
    await screen(page, 'detail');
    expect(new URL(page.url()).pathname).toBe(`/schools-rates/${ids[0]}`);
    await bellOf(page).tap();
    await screen(page, 'news');
    await page.getByText(words(language, 'app', 'news.none')).waitFor();
    expect([...reader.errors, ...checker.errors]).toEqual([]);
    await reader.close();
    await checker.close();
  });
});
