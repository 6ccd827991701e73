/** Where the product asks for a second look: at a visit entered twice, at problems of earlier visits, and at what is verified. */
import type { Browser, Locator } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, caller } from '../pages/api.ts';
import { expectScreen } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { Form } from '../pages/form.ts';
import { newSchool } from '../pages/school.ts';
import { launch, ROUNDS_OF_LANGUAGES, screen, visit } from '../pages/stage.ts';
import { ratings, words } from '../pages/words.ts';

const RATINGS = ratings('school-rating');
const today = () => new Date(Date.now() + 4.5 * 3_600_000).toISOString().slice(0, 10);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

let browser: Browser;
let focal: Caller;
let people: { cbms_local_monitor_id: string; received_by_id: string };
beforeAll(async () => {
  browser = await launch();
  focal = await caller(demoServer(), 'focal.bamyan');
  const first = async (path: string) => (await focal('GET', `${path}?per_page=1`)).body.data[0].id;
  people = { cbms_local_monitor_id: await first('local-monitors'), received_by_id: await first('staff') };
});
afterAll(() => browser.close());

/** Stores a visit in which everything is good, besides what is said otherwise. */
async function store(school: string, day: string, more: object = {}): Promise<string> {
  const rated = Object.fromEntries(RATINGS.map((name) => [name, 'good']));
  const { status, body } = await focal('POST', 'schools-rates/store', {
    ...{ cbms_school_id: school, monitoring_date: day, ...rated },
    ...people,
    ...more,
  });
  if (status !== 200) throw new Error(`no visit was stored: ${status} ${JSON.stringify(body)}`);
  return body.id;
}

async function problemOf(school: string, type: string, details: string, day: string) {
  const { body } = await focal('GET', `schools-rates/create?school_id=${school}`);
  const { id } = body.problemTypes.find(({ code }: { code: string }) => code === type);
  return { problem_type_id: id, problem_details: details, date_identified: day };
}

const isFilled = (button: Locator) =>
  button.evaluate(
    (one) => getComputedStyle(one).backgroundColor !== 'rgb(255, 255, 255)' && one.dataset.variant !== 'default',
  );

describe.each(ROUNDS_OF_LANGUAGES)('a second look in %s', (language) => {
  const w = (key: string) => words(language, 'form', key);

  it('a problem of an earlier visit is solved below the best rating, or taken off with its meaning, and comes back', async () => {
    const school = await newSchool(demoServer(), `مکتب دو مشکل ${language}`);
    const day = daysAgo(9);
    await store(school, day, {
      water: 'bad',
      security: 'bad',
      problems: [
        await problemOf(school, 'water', 'نل خشک است', day),
        await problemOf(school, 'security', 'دیوار افتاده', day),
      ],
    });
    const visitor = await visit(browser, demoServer(), { language, size: 'phone', user: 'focal.bamyan' });
    const { page } = visitor;
    const form = new Form(page);
    await page.goto(`/schools/${school}/rate`);
    await form.ready();
    await form.pick('water', 'excellent');
    const asked = (await form.field('water')).locator('.am-still-open');
    expect(await asked.innerText()).toContain('P-1');
    await asked.getByRole('button', { name: w('problems.ask.solved') }).click();
    const list = (await form.field('problems')).locator('.am-problem');
    const badge = (at: number) => list.nth(at).locator('.am-badge').getAttribute('data-tone');
    const numbers = () => list.locator('.am-problem-code').allTextContents();
    const order = await numbers();
    expect(order.sort()).toEqual(['P-1', 'P-2']);
    const water = (await numbers()).indexOf('P-1');
    expect(await badge(water)).toBe('green');
    await (await form.field('water')).getByRole('button', { name: w('problems.undo') }).click();
    expect(await badge(water)).toBe('orange');
    await asked.getByRole('button', { name: w('problems.ask.open') }).click();
    await asked.waitFor({ state: 'detached' });

    const bin = async (at: number, meaning: 'solved' | 'unseen' | 'mistake') => {
      await (await form.field('problems')).scrollIntoViewIfNeeded();
      await list.nth(at).locator('.am-remove').click();
      await page.locator(`[data-meaning=${meaning}]`).click();
    };
    await bin(water, 'unseen');
    await expect.poll(numbers).toEqual(['P-2']);
    await (await form.field('problems')).getByRole('button', { name: w('problems.undo') }).click();
    await expect.poll(async () => (await numbers()).sort()).toEqual(['P-1', 'P-2']);
    expect((await numbers()).indexOf('P-1'), 'where it was').toBe(water);
    await bin(water, 'solved');
    expect(await badge(water)).toBe('green');
    await bin(1 - water, 'mistake');
    expect(await badge(1 - water)).toBe('green');
    await expectScreen(visitor, language);
    await visitor.close();
  });

  it('a form with most questions blank leads back to the first one; a second visit of one day is asked about and kept', async () => {
    const school = await newSchool(demoServer(), `مکتب دو بار ${language}`);
    const first = await store(school, today());
    const visitor = await visit(browser, demoServer(), { language, size: 'phone', user: 'focal.bamyan' });
    const { page } = visitor;
    const form = new Form(page);
    await page.goto(`/schools/${school}/rate`);
    await form.ready();
    await form.pick(RATINGS[1] as string, 'good');
    await form.submit();
    const buttons = page.getByRole('dialog').locator('button:not([aria-label])');
    await buttons.first().waitFor();
    expect([await isFilled(buttons.nth(0)), await isFilled(buttons.nth(1))]).toEqual([true, false]);
    await buttons.nth(0).click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[data-field]')?.getAttribute('data-field')))
      .toBe(RATINGS[0]);

    for (const name of RATINGS) await form.pick(name, 'good');
    await form.submit();
    const link = page.getByRole('dialog').locator('a');
    await link.waitFor();
    expect(await link.getAttribute('href')).toContain(first);
    await expectScreen(visitor, language);
    expect([await isFilled(buttons.nth(0)), await isFilled(buttons.nth(1))]).toEqual([true, false]);
    await buttons.nth(0).click();
    await link.waitFor({ state: 'detached' });
    await form.submit();
    await page.locator('[data-answer=save]').click();
    await screen(page, 'detail');
    // Where it is now, and where to go next.
    await page.locator('[data-sent=office] [data-next]').waitFor();
    const { body } = await focal('GET', `schools/${school}/forms?form_type=monitoring`);
    expect(body.meta.total).toBe(2);
    await page.goto(`${new URL(page.url()).pathname}?tab=history`);
    await page.getByText(words(language, 'app', 'history.acknowledged.same')).waitFor();
    visitor.errors.splice(0, visitor.errors.length, ...visitor.errors.filter((said) => !said.includes('422')));
    await visitor.close();
  });

  it('verifies 20 visits after looking at each, returns one with a comment pinned, in 40 taps at most', async () => {
    const school = await newSchool(demoServer(), `مکتب بیست بازدید ${language}`);
    for (let at = 0; at < 20; at += 1)
      await store(school, daysAgo(30 + 2 * at), { security: at % 2 ? 'fair' : 'excellent' });
    await store(school, daysAgo(30), { security: 'fair' });
    const visitor = await visit(browser, demoServer(), { language, size: 'phone', user: 'coordinator.bamyan' });
    const { page } = visitor;
    let taps = 0;
    const tap = (target: Locator) => {
      taps += 1;
      return target.click();
    };
    const filters = encodeURIComponent(JSON.stringify({ cbms_school_id: school }));
    await page.goto(`/schools-rates/review?filters=${filters}&sort=-monitoring_date`);
    const place = page.locator('[data-place]');
    const heading = page.locator('main h1');
    const titles = new Set<string>();
    for (let at = 0; at < 21; at += 1) {
      await page.locator('[data-action=verify]').waitFor();
      titles.add(await heading.innerText());
      const before = await place.innerText();
      if (at === 0) {
        expect(await page.locator('[data-flags]').getAttribute('data-flags')).toContain('same');
        await expectScreen(visitor, language);
      }
      if (at === 3) {
        const water = page.locator('[data-field=water] button').first();
        // Unchanged since the visit before.
        for (const fold of ['[data-unchanged]', '[data-unchanged] > details'])
          if ((await page.locator(`${fold}:not([open])`).count()) > 0) await tap(page.locator(`${fold} > summary`));
        await tap(water);
        await page.locator('[data-field=water] textarea').fill('آب چرا خوب است؟');
        await tap(page.locator('[data-action=return]'));
      } else await tap(page.locator('[data-action=verify]'));
      await expect.poll(() => place.innerText()).not.toBe(at === 20 ? '' : before);
      await page.locator('[data-decided]').waitFor();
    }
    expect(taps).toBeLessThanOrEqual(40);
    expect(titles.size, 'the heading says the month').toBeGreaterThan(1);
    await expect
      .poll(async () => {
        const { body } = await focal('GET', `schools-rates?filters=${filters}&per_page=50`);
        return body.data.map((one: { current_state: { id: string } }) => one.current_state.id).sort();
      })
      .toEqual(['returned', ...Array.from({ length: 20 }, () => 'verified')]);
    await visitor.close();
  });
});
