/**
 * What browsers and hands do without being asked, from reports of the field: pages are translated while one reads them, a wheel turns
 * over a number, somebody goes back after the logout, a name comes with marks and capitals.
 */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoServer } from '../pages/demoServer.ts';
import { Form } from '../pages/form.ts';
import { List } from '../pages/list.ts';
import { type Language, launch, logIn, screen, visit } from '../pages/stage.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Puts every text into an element of its own, again and again, as the translation of a browser does. */
const TRANSLATING = `new MutationObserver(() => {
  if (!document.body) return;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    const parent = text.parentElement;
    if (!parent || text.data.trim() === '' || parent.closest('script, style, option, textarea, [data-translated]')) continue;
    const font = document.createElement('font');
    font.dataset.translated = '';
    text.replaceWith(font);
    font.append(text);
  }
}).observe(document, { subtree: true, childList: true, characterData: true });`;

const translated = (page: Page) => page.locator('font[data-translated]').count();

describe('habits of browsers and people', () => {
  const base = demoServer();

  it.each<Language>(['en', 'fa'])('a page that is translated while one works goes on (%s)', async (language) => {
    const { page, errors, close } = await visit(browser, base, { language, user: 'mande' });
    await page.addInitScript(TRANSLATING);
    await page.goto('/schools-rates');
    await screen(page, 'list');
    const list = new List(page, language);
    await list.rows().first().waitFor();
    expect(await translated(page)).toBeGreaterThan(20);
    const before = await list.rows().count();
    await page.locator('main').getByRole('searchbox').fill('CBMS_MO_600');
    await expect.poll(() => list.rows().count()).toBe(1);
    await page.locator('main').getByRole('searchbox').fill('');
    await expect.poll(() => list.rows().count()).toBe(before);
    await list.rows().first().locator('a').first().click();
    await screen(page, 'detail');
    await page.getByRole('tab').last().click();
    await page.goto('/schools-rates/create');
    await screen(page, 'create');
    const tile = page.locator('main [data-type=rating] label').first();
    await tile.click();
    await expect.poll(() => page.locator('main [data-type=rating] input:checked').count()).toBe(1);
    expect(await translated(page)).toBeGreaterThan(20);
    expect(errors).toEqual([]);
    await close();
  });

  it('the wheel and the arrows change no number', async () => {
    const { page, close } = await visit(browser, base, { language: 'en' });
    await page.goto('/test?form=example-numbers&state=empty&language=en');
    await screen(page, 'gallery');
    const input = page.locator('main [data-type=decimal] input').first();
    await input.fill('5');
    await input.hover();
    await page.mouse.wheel(0, 400);
    await input.press('ArrowUp');
    await input.press('ArrowDown');
    await input.press('ArrowDown');
    expect(await input.inputValue()).toBe('5');
    await close();
  });

  it.each<Language>(['fa', 'ps'])(
    'the sign of a negative number stands at the left of its digits (%s)',
    async (language) => {
      const { page, close } = await visit(browser, base, { language, user: 'admin' });
      await page.goto('/examples/numbers/create');
      const form = new Form(page);
      await form.ready();
      await form.type('rooms', '3');
      await form.type('area', '-1500.5');
      await form.main.locator('button[type=submit]').last().click();
      await page.waitForURL(/examples\/numbers\/[0-9a-f-]{36}/);
      const [record] = page.url().match(/[0-9a-f-]{36}/) ?? [];
      for (const path of [`/examples/numbers/${record}`, `/examples/numbers/${record}/print`]) {
        await page.goto(path);
        const number = page.getByText('−۱٬۵۰۰٫۵').first();
        await number.waitFor();
        const [sign, digit] = await number.evaluate((element) => {
          const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
          while (walker.nextNode()) {
            const text = walker.currentNode as Text;
            const at = text.data.indexOf('−۱');
            const left = (from: number) => {
              const range = document.createRange();
              range.setStart(text, from);
              range.setEnd(text, from + 1);
              return range.getBoundingClientRect().left;
            };
            if (at >= 0) return [left(at), left(at + 1)];
          }
          return [];
        });
        expect(sign, path).toBeLessThan(digit ?? 0);
      }
      await close();
    },
  );

  it('going back after the logout shows the login and nothing of the record', async () => {
    const { page, close } = await visit(browser, base, { language: 'en', user: 'mande' });
    await page.goto('/schools-rates?sort=code');
    await screen(page, 'list');
    const code = await page.locator('main [data-record]').first().innerText();
    await page.goto('/logout');
    await screen(page, 'login');
    await page.goBack();
    await screen(page, 'login');
    expect(await page.locator('body').innerText()).not.toContain(code.split('\n')[0]);
    await close();
  });

  it.each([' Mande ', 'MANDE', '\u200Fmande\u200E'])('“%s” is the same user name', async (name) => {
    const { page, close } = await visit(browser, base, { language: 'fa' });
    await logIn(page, name);
    expect(await page.locator('html').getAttribute('lang')).toBe('fa-AF');
    expect(page.url()).not.toContain('/login');
    await close();
  });
});
