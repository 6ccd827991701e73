/** Whose session ended in the middle of a form is back in it after the login, with what was typed, whatever was opened in between. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoServer } from '../pages/demoServer.ts';
import { Form } from '../pages/form.ts';
import { newSchool } from '../pages/school.ts';
import { launch, logIn, screen, visit } from '../pages/stage.ts';
import { ratings, words, wordsWith } from '../pages/words.ts';

const RATINGS = ratings('school-rating');

let browser: Browser;
let school: string;
beforeAll(async () => {
  browser = await launch();
  school = await newSchool(demoServer(), 'مکتب جلسهٔ ختم‌شده');
});
afterAll(() => browser.close());

describe('a session that ended in the middle of a form', () => {
  it('leads back into the form with its draft, also over the page for visitors', async () => {
    const { page, close } = await visit(browser, demoServer(), { language: 'fa', size: 'phone', user: 'focal.bamyan' });
    const form = new Form(page);
    const path = `/schools/${school}/rate`;
    await page.goto(path);
    await form.ready();
    await form.pick('security', 'excellent');
    // Every category is rated, so that the form is complete and is sent.
    for (const question of RATINGS) if ((await form.picked(question)) === undefined) await form.pick(question, 'good');
    await page.getByText(words('fa', 'form', 'draft.kept')).waitFor();
    await page.evaluate(() => localStorage.setItem('token', 'no longer valid'));
    await form.submit();
    await screen(page, 'login');
    await page.goto('/');
    await page.locator('a[href="/login"]').first().waitFor();
    await logIn(page, 'focal.bamyan', { lands: 'create' });
    expect(new URL(page.url()).pathname).toBe(path);
    await form.ready();
    await page.getByText(wordsWith('fa', 'form', 'draft.restored')).waitFor();
    expect([await form.picked('security'), await form.picked('water')]).toEqual(['excellent', 'good']);
    await close();
  });
});
