/**
 * Opens every form in Dari on a phone and in Pashto: its list, a record and the entry screen. The console is empty, there
 * is no English word and no translation key, and nothing is wider than the window. axe checks a sample. The daily round
 * opens one of the three screens of every fourth form in one of the languages. AMANAT_FULL=1 opens all with axe.
 */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, caller } from '../pages/api.ts';
import { axe, expectLanguage, foreignDigits, sidewaysScroll, untranslated } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { drawn, englishWords, everyForm, foreignWords, go, pathOf, SCREENS, type ScreenName } from '../pages/forms.ts';
import { launch, type Visitor, visit } from '../pages/stage.ts';

const full = process.env.AMANAT_FULL === '1';
const FORMS = everyForm();
const ROUNDS = [
  { language: 'fa', size: 'phone', turn: 0 },
  { language: 'ps', size: 'desktop', turn: 1 },
] as const;
/** The daily round opens every n-th form in each of the languages. */
const EACH = 4 * ROUNDS.length;
/** axe checks every n-th screen. */
const ASKED = full ? 1 : 8;

let browser: Browser;
let call: Caller;
const english = englishWords();
beforeAll(async () => {
  browser = await launch();
  call = await caller(demoServer(), 'admin');
});
afterAll(() => browser.close());

describe.each(ROUNDS)('every form in $language on a $size', ({ language, size, turn }) => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await visit(browser, demoServer(), { language, size, user: 'admin' });
  });
  afterAll(() => visitor.close());

  const walk = FORMS.flatMap((form, index) => {
    const today = index % EACH === 2 * turn ? [SCREENS[Math.floor(index / EACH) % SCREENS.length]] : [];
    const chosen = full ? [...SCREENS] : (today as ScreenName[]);
    return chosen.map((name, at) => ({ form, title: form.form, name, withAxe: (index + at) % ASKED === 0 }));
  });

  it.each(walk)('$title: $name', async ({ form, title, name, withAxe }) => {
    const { page, errors } = visitor;
    const path = await pathOf(form, name, call);
    await go(page, path, title);
    await drawn(page, name);
    expect(await page.locator('main').getAttribute('data-screen')).not.toMatch(/^(error|not-found|forbidden)$/);
    await expectLanguage(page, language);
    expect(await foreignWords(page, english), `English words on ${path}`).toEqual([]);
    expect(await untranslated(page, language), `untranslated on ${path}`).toEqual([]);
    expect(await foreignDigits(page, language), `digits on ${path}`).toEqual([]);
    expect(await sidewaysScroll(page), `sideways scroll on ${path}`).toBe(0);
    if (withAxe) expect(await axe(page), `axe on ${path}`).toEqual([]);
    expect(errors.splice(0), `console on ${path}`).toEqual([]);
  });
});
