/** The page of a place: from home over it to a saved monitoring, its tabs without swiping, its state, the last position. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inFull } from '../../tests/support/inFull.ts';
import { axe, expectScreen } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { Detail } from '../pages/detail.ts';
import { Form } from '../pages/form.ts';
import { List } from '../pages/list.ts';
import { newSchool } from '../pages/school.ts';
import { launch, ROUNDS_OF_LANGUAGES, screen, visit } from '../pages/stage.ts';
import { Taps } from '../pages/taps.ts';
import { words } from '../pages/words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe.each(ROUNDS_OF_LANGUAGES)('the page of a school on a phone (%s)', (language) => {
  const base = demoServer();

  it('leads in four taps from home to a saved monitoring, and tells its state afterwards', async () => {
    // The list is sorted by name, and other journeys add schools to it.
    const school = await newSchool(base, `آبشار ${language}`);
    const visitor = await visit(browser, base, { language, size: 'phone', user: 'focal.bamyan' });
    const { page } = visitor;
    const taps = new Taps(page);
    const list = new List(page, language, 'school');
    const form = new Form(page);
    const main = page.locator('[data-main-action] [data-action^=new-]');

    await page.goto('/');
    await screen(page, 'dashboard');
    await taps.tap(page.locator('main a[href="/schools"]').last());
    await list.ready();
    await taps.tap(list.row(school).getByRole('link').first());
    await screen(page, 'detail');
    expect(await page.locator('[data-overview] [data-fact=visit]').count()).toBe(0);
    await taps.tap(main);
    await form.ready();
    expect(new URL(page.url()).pathname).toBe(`/schools/${school}/rate`);
    expect(taps.count).toBe(3);
    const position = { latitude: '34.8101', longitude: '67.8202' };
    const inputs = (await form.field('position')).locator('input');
    for (const [index, value] of Object.values(position).entries()) await inputs.nth(index).fill(value);
    for (const rated of RATED) await form.pick(rated, 'good');
    await taps.tap(form.main.locator('button[type=submit]').last());
    await screen(page, 'detail');
    expect(taps.count).toBe(4);

    await page.goto(`/schools/${school}`);
    const visited = page.locator('[data-overview] [data-fact=visit] a');
    await visited.waitFor();
    expect(await page.locator('[data-fact=trend]').innerText()).toContain(language === 'en' ? '3' : '۳');
    await expectScreen(visitor, language);
    expect(await axe(page)).toEqual([]);

    // The next visit may begin with this position, but not as if it had been measured.
    await page.goto(`/schools/${school}/rate`);
    await form.ready();
    const field = await form.field('position');
    expect(await field.locator('input').first().inputValue()).toBe('');
    await field.locator('[data-last-position=offered] button').click();
    await field.locator('[data-last-position=taken]').waitFor();
    expect(await field.locator('input').nth(1).inputValue()).toBe(position.longitude);
    await field.locator('input').nth(1).fill('67.8303');
    await field.locator('[data-last-position]').waitFor({ state: 'detached' });
    await field.getByRole('button', { name: words(language, 'form', 'geopoint.openMap') }).click();
    await field.locator('.am-map-neighbour').first().waitFor({ state: 'attached' });
    await expectScreen(visitor, language);
    expect(visitor.errors).toEqual([]);
    await visitor.close();
  });

  inFull(
    'shows its tabs without swiping: a few in a row, the others in a menu, all by address and by keyboard',
    async () => {
      const school = await newSchool(base, `مکتب برگه‌ها ${language}`);
      const visitor = await visit(browser, base, { language, size: 'phone', user: 'focal.bamyan' });
      const { page } = visitor;
      const tabs = page.locator('main [role=tab]');
      const shown = page.locator('main [role=tab][aria-selected=true]');
      const detail = new Detail(page, language);
      await detail.open(`/schools/${school}?tab=history`);
      expect(await shown.getAttribute('id')).toBe('tab-of-history');
      expect(await tabs.count()).toBeGreaterThan(1);
      expect(await tabs.count()).toBeLessThan(5);
      const row = page.locator('main [role=tablist]');
      expect(await row.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
      await page.locator('[data-more-tabs]').waitFor();
      await expectScreen(visitor, language);

      // Letters, the state of the place and a count come late. From the first moment somebody can press a tab, none moves.
      await page.route(/\.woff2|attachments|overview/, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, route.request().url().includes('woff2') ? 300 : 600));
        await route.continue();
      });
      await page.addInitScript(watchTabs);
      await page.reload();
      await page.locator('main [data-settled=true] [role=tab]').first().waitFor();
      await page.waitForTimeout(1500);
      expect(await page.evaluate(() => (window as unknown as { tabsSeen: string[] }).tabsSeen)).toHaveLength(1);
      await page.unrouteAll();

      const panel = await detail.tab('assets');
      await panel.waitFor();
      expect(new URL(page.url()).searchParams.get('tab')).toBe('assets');
      await page.locator('#tab-of-assets:focus').waitFor();
      const forward = language === 'en' ? 'ArrowRight' : 'ArrowLeft';
      // The next tab was in the menu; it comes into the row with the focus.
      await page.keyboard.press(forward);
      await page.locator('#tab-of-facility:focus[aria-selected=true]').waitFor();
      await page.keyboard.press('Home');
      await page.locator('#tab-of-general:focus[aria-selected=true]').waitFor();
      expect(await page.locator('main [role=tab][tabindex="0"]').count()).toBe(1);
      expect(visitor.errors).toEqual([]);
      await visitor.close();
    },
  );
});

/** Collects the different places that the visible tabs have while the page loads. */
function watchTabs(): void {
  const seen: string[] = [];
  Object.assign(window, { tabsSeen: seen });
  const look = () => {
    const tabs = [...document.querySelectorAll<HTMLElement>('main [role=tab], [data-more-tabs]')];
    const places = tabs
      .filter((tab) => tab.checkVisibility({ visibilityProperty: true }))
      .map(
        (tab) =>
          `${tab.id} ${Math.round(tab.getBoundingClientRect().x)} ${Math.round(tab.getBoundingClientRect().y + window.scrollY)}`,
      )
      .join();
    if (places && places !== seen.at(-1)) seen.push(places);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

const RATED = [
  ...['security', 'cleanliness', 'water', 'toilets', 'classrooms', 'laboratory', 'admin_staff'],
  ...['assembly_daily_session', 'students_present', 'students_absent', 'teachers_present', 'teachers_absent'],
  ...['lesson_plans', 'materials', 'log_books_textbooks', 'school_council_meetings'],
];
