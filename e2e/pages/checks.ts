/** Checks for every screen: all text translated, right direction and digits, no console error, no axe violation. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { Language, Visitor } from './stage.ts';

const TAG = { en: 'en', fa: 'fa-AF', ps: 'ps' } as const;

/** Checks that the page has the tag and the direction of the language. */
export async function expectLanguage(page: Page, language: Language): Promise<void> {
  const page_ = await page.evaluate(() => ({
    lang: document.documentElement.lang,
    dir: document.documentElement.dir,
    drawn: getComputedStyle(document.body).direction,
  }));
  const dir = language === 'en' ? 'ltr' : 'rtl';
  expect(page_).toEqual({ lang: TAG[language], dir, drawn: dir });
}

/**
 * Returns texts and names inside `main` that look untranslated: only Latin words on a Dari or Pashto page, or a bare locale
 * key. Codes, user names, file names, the product's name and text marked as left-to-right are allowed.
 */
export async function untranslated(page: Page, language: Language): Promise<string[]> {
  return page.evaluate((rightToLeft) => {
    const found: string[] = [];
    const key = /^[a-z][A-Za-z_]*(\.[A-Za-z_]+)+$/;
    const own =
      /^(Amanat|GPS|PDF|PNG|JPE?G|XLSX|CSV|Excel|[A-Z]{2,}([_-][A-Z]{2,})*([_-]?\d+)?|[a-z]+\.[a-z]+|[\w -]+\.(png|jpe?g|pdf|webp|xlsx|csv))$/;
    const judge = (text: string, where: string) => {
      const words = text.trim();
      // Names of demo people are data, and some are in Latin letters.
      if (words === '' || /^Demo [A-Za-z]/.test(words)) return;
      if (
        key.test(words) &&
        !/\.(png|jpe?g|pdf|webp|xlsx|csv)$/.test(words) &&
        !/^(focal|coordinator|manager|volunteer|monitor)\./.test(words)
      )
        found.push(`${where}: ${words}`);
      else if (rightToLeft && /[A-Za-z]{2}/.test(words) && !/[\u0600-\u06ff]/.test(words) && !own.test(words))
        found.push(`${where}: ${words}`);
    };
    const main = document.querySelector('main');
    if (!main) return ['no main'];
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement as HTMLElement;
      if (element.closest('[dir=ltr], bdi[dir=ltr], [data-ltr], code, script, style, [lang=en]')) continue;
      if (!element.checkVisibility()) continue;
      judge(node.textContent ?? '', element.tagName.toLowerCase());
    }
    for (const element of main.querySelectorAll<HTMLElement>('[aria-label], [placeholder], [title], [alt]')) {
      for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
        judge(element.getAttribute(name) ?? '', `${element.tagName.toLowerCase()}[${name}]`);
    }
    return found;
  }, language !== 'en');
}

/** Returns texts in `main` with the wrong digits, except text marked as left-to-right (codes, phones, coordinates). */
export async function foreignDigits(page: Page, language: Language): Promise<string[]> {
  return page.evaluate((rightToLeft) => {
    const wrong = rightToLeft ? /[0-9]/ : /[\u06f0-\u06f9\u0660-\u0669]/;
    const found: string[] = [];
    const main = document.querySelector('main') as HTMLElement;
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement as HTMLElement;
      // The number in a Latin name (SG1) is part of the name, and an isolated code inside a sentence is not a number.
      const words = (node.textContent ?? '')
        .replace(/\u2068[^\u2069]*[A-Za-z][^\u2069]*\u2069/g, '')
        .replace(/[A-Za-z]+\d+/g, '');
      if (
        !wrong.test(words) ||
        // A code on its own is left-to-right in every language.
        /^\s*[A-Z]+(_[A-Z]+)*_\d+\s*$/.test(node.textContent ?? '') ||
        element.closest('[dir=ltr], [dir=auto], [data-ltr], code, script, style, bdi, option')
      )
        continue;
      if (element.checkVisibility()) found.push((node.textContent ?? '').trim());
    }
    return found;
  }, language !== 'en');
}

/** Returns by how many pixels the page is wider than the window. */
export async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
}

/** Checks everything that must be true of a screen in this language. */
export async function expectScreen(visitor: Visitor, language: Language): Promise<void> {
  const { page } = visitor;
  await expectLanguage(page, language);
  expect(await untranslated(page, language), `untranslated on ${page.url()}`).toEqual([]);
  expect(await foreignDigits(page, language), `digits on ${page.url()}`).toEqual([]);
  expect(await sidewaysScroll(page), `sideways scroll on ${page.url()}`).toBe(0);
}

/**
 * Returns the axe violations, one line each. First it releases sticky bars. What lies under a bar is reached by scrolling,
 * but axe would call it too small.
 */
export async function axe(page: Page): Promise<string[]> {
  // A form renders its sections one by one, and until then positions change.
  await page.locator('main form [aria-busy=true]').first().waitFor({ state: 'detached' });
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const { position, contentVisibility } = getComputedStyle(element);
      if (position === 'sticky' || (position === 'fixed' && element.closest('main'))) element.style.position = 'static';
      // Sections that the browser has not laid out yet have no real position.
      if (contentVisibility !== 'visible') element.style.contentVisibility = 'visible';
    }
  });
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .slice(0, 3)
      .map(
        (node) => `${id}: ${node.html.slice(0, 160)} (${(node.any[0] ?? node.all[0] ?? node.none[0])?.message ?? ''})`,
      ),
  );
}
