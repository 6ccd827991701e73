/** A form step by step on a phone, and with few keys on a desktop. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectScreen } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { Form } from '../pages/form.ts';
import { newSchool } from '../pages/school.ts';
import { launch, ROUNDS_OF_LANGUAGES, screen, visit } from '../pages/stage.ts';
import { ratings, words } from '../pages/words.ts';

let browser: Browser;
let school: string;
beforeAll(async () => {
  browser = await launch();
  school = await newSchool(demoServer(), 'مکتب گام');
});
afterAll(() => browser.close());

const shown = (page: Page) => page.locator('.am-section').evaluateAll((all) => all.map(({ id }) => id));

const VISIT = ['section-visit'];
/** Short sections, with the 16 ratings, share a step. */
const REST = ['environment', 'facilities', 'attendance', 'teaching', 'council', 'problems', 'evidence'].map(
  (id) => `section-${id}`,
);

/** Waits until the section is the one that the line of steps names. */
async function lookedAt(page: Page, section: string): Promise<void> {
  const title = (await page.locator(`#section-${section}-title`).textContent()) as string;
  await expect.poll(() => page.locator('.am-step-line summary strong').textContent()).toBe(title);
}

/** Draws a finger sideways over the middle of the first section. */
async function swipe(page: Page, by: number): Promise<void> {
  const box = (await page.locator('.am-section').first().boundingBox())!;
  const devtools = await page.context().newCDPSession(page);
  const at = (x: number) => ({ touchPoints: [{ x, y: box.y + box.height / 2 }] });
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(180) });
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(180 + by) });
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

describe.each(ROUNDS_OF_LANGUAGES)('steps of a form in %s', (language) => {
  it('go on and back by buttons, finger and browser; errors and drafts lead to theirs; one page is remembered', async () => {
    const visitor = await visit(browser, demoServer(), {
      language,
      size: 'phone',
      user: 'focal.bamyan',
      steps: true,
    });
    const { page } = visitor;
    const form = new Form(page);
    await page.goto(`/schools/${school}/rate`);
    await form.ready();
    expect(await shown(page)).toEqual(VISIT);
    await page.locator('.am-next').click();
    await expect.poll(() => shown(page)).toEqual(REST);
    await expectScreen(visitor, language);
    await swipe(page, language === 'en' ? 120 : -120);
    await expect.poll(() => shown(page)).toEqual(VISIT);
    await swipe(page, language === 'en' ? -120 : 120);
    await expect.poll(() => shown(page)).toEqual(REST);
    await form.pick('water', 'bad');
    await page.getByText(words(language, 'form', 'draft.kept')).waitFor();
    await page.goBack();
    await expect.poll(() => shown(page)).toEqual(VISIT);
    await page.goForward();
    await expect.poll(() => shown(page)).toEqual(REST);
    expect(await form.picked('water')).toBe('bad');

    await page.goBack();
    await expect.poll(() => shown(page)).toEqual(VISIT);
    await page.locator('#f-monitoring_date').fill('');
    await form.goTo((steps) => steps.nth(5));
    await expect.poll(() => shown(page)).toEqual(REST);
    await lookedAt(page, 'council');
    await form.submit();
    await page.locator('#error-summary').waitFor();
    await expect.poll(() => shown(page), { message: 'an error of another step' }).toEqual(VISIT);

    await form.goTo((steps) => steps.nth(4));
    await lookedAt(page, 'teaching');
    await form.pick('lesson_plans', 'good');
    await page.getByText(words(language, 'form', 'draft.kept')).waitFor();
    page.once('dialog', (dialog) => dialog.accept());
    await page.goto(`/schools/${school}/rate`);
    await form.ready();
    await expect.poll(() => shown(page), { message: 'the draft knows its step' }).toEqual(REST);
    await lookedAt(page, 'teaching');
    await form.choose('layout');
    await expect.poll(async () => (await shown(page)).length).toBeGreaterThan(5);
    await page.reload();
    await form.ready();
    await expect.poll(async () => (await shown(page)).length).toBeGreaterThan(5);
    expect(visitor.errors).toEqual([]);
    await visitor.close();
  });
});

describe('a form by keyboard', () => {
  it('waits in its first field, and 16 ratings take at most 30 keys from there to Save', async () => {
    const { page, errors, close } = await visit(browser, demoServer(), { user: 'coordinator.bamyan' });
    const form = new Form(page);
    await page.goto(`/schools/${school}/rate`);
    await form.ready();
    await page.locator('main form [aria-busy=true]').first().waitFor({ state: 'detached' });
    const focused = () =>
      page.evaluate(() => {
        const { id, type } = document.activeElement as HTMLInputElement;
        return { id, type };
      });
    await expect.poll(async () => (await focused()).id).toBe('f-monitoring_date');
    let keys = 0;
    for (; (await focused()).type !== 'submit' && keys < 60; keys += 1) {
      const { id, type } = await focused();
      await page.keyboard.press(type === 'radio' ? '2' : 'Tab');
      // A digit goes on to the next question with the next frame.
      if (type === 'radio') await expect.poll(async () => (await focused()).id).not.toBe(id);
    }
    const given = await Promise.all(ratings('school-rating').map((name) => form.picked(name)));
    expect(given).toEqual(given.map(() => 'good'));
    expect(given).toHaveLength(16);
    expect(keys).toBeLessThanOrEqual(30);
    await page.keyboard.press('Enter');
    await screen(page, 'detail');
    expect(errors).toEqual([]);
    await close();
  });
});
