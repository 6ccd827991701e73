/** Every screen in every language: axe finds nothing, the policy is strict, nothing breaks it, the console stays quiet. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { caller } from '../pages/api.ts';
import { axe, expectScreen } from '../pages/checks.ts';
import { Form } from '../pages/form.ts';
import { LANGUAGES, type Language, launch, type Size, screen, visit } from '../pages/stage.ts';

const full = process.env.AMANAT_FULL === '1';
const ROUNDS: { language: Language; size: Size }[] = full
  ? LANGUAGES.flatMap((language) => (['phone', 'desktop'] as const).map((size) => ({ language, size })))
  : [
      { language: 'fa', size: 'phone' },
      { language: 'en', size: 'desktop' },
    ];

interface Place {
  name: string;
  path: string;
  screen: string;
  /** Waits for what comes after the first drawing. */
  until?: (page: Page) => Promise<unknown>;
  /** Texts of this screen are specimens in all languages. */
  mixed?: true;
}

let browser: Browser;
const ids: Record<string, string> = {};
beforeAll(async () => {
  browser = await launch();
  const call = await caller(inject('base'), 'admin');
  const newest = async (base: string, filters: unknown) =>
    (await call('GET', `${base}?per_page=1&filters=${encodeURIComponent(JSON.stringify(filters))}`)).body.data[0].id;
  ids.school = await newest('schools', {});
  ids.rating = await newest('schools-rates', { status: 'returned' });
  ids.survey = await newest('schools-surveys', {});
});
afterAll(() => browser.close());

const rows = (page: Page) => page.locator('[data-record]').first().waitFor();
const fields = (page: Page) => new Form(page).ready();

function places(): Place[] {
  const tabs = (path: string, names: string[]): Place[] =>
    names.map((tab) => ({
      name: `${path.split('/')[1]} ${tab}`,
      path: `${path}?tab=${tab}`,
      screen: 'detail',
      until: (page) => page.locator(`#tab-${tab}`).waitFor(),
    }));
  return [
    { name: 'dashboard', path: '/', screen: 'dashboard' },
    { name: 'menu', path: '/menu/schools', screen: 'menu' },
    { name: 'schools', path: '/schools', screen: 'list', until: rows },
    { name: 'ratings', path: '/schools-rates', screen: 'list', until: rows },
    {
      name: 'empty list',
      path: '/schools?text=zzzzqqqq',
      screen: 'list',
      until: (page) => page.locator('[data-empty]').waitFor(),
    },
    { name: 'search', path: '/schools-rates/search', screen: 'search' },
    { name: 'school', path: `/schools/${ids.school}`, screen: 'detail' },
    ...tabs(`/schools/${ids.school}`, ['problems', 'history']),
    { name: 'rating', path: `/schools-rates/${ids.rating}`, screen: 'detail' },
    ...tabs(`/schools-rates/${ids.rating}`, ['ratings', 'problems', 'attachments', 'history']),
    { name: 'survey', path: `/schools-surveys/${ids.survey}`, screen: 'detail' },
    { name: 'new school', path: '/schools/create', screen: 'create', until: fields },
    { name: 'new rating', path: `/schools/${ids.school}/rate`, screen: 'create', until: fields },
    { name: 'edit', path: `/schools-rates/${ids.rating}/edit`, screen: 'edit', until: fields },
    { name: 'profile', path: '/profile', screen: 'profile' },
    { name: 'settings', path: '/settings', screen: 'settings' },
    { name: 'error', path: '/error', screen: 'error' },
    { name: '403', path: '/error/403', screen: 'error' },
    { name: 'not found', path: '/no/such/page', screen: 'not-found' },
    { name: 'gallery', path: '/test', screen: 'gallery', mixed: true },
  ];
}

describe.each(ROUNDS)('screens in $language on a $size', ({ language, size }) => {
  const base = inject('base');

  it('have no violation, no foreign word and a quiet console', { timeout: 300_000 }, async () => {
    const visitor = await visit(browser, base, { language, size });
    const { page, errors } = visitor;
    await page.goto('/login');
    await screen(page, 'login');
    const found: Record<string, unknown> = {};
    const look = async ({ name, mixed }: Pick<Place, 'name' | 'mixed'>) => {
      await page.waitForLoadState('networkidle');
      const violations = await axe(page);
      if (violations.length > 0) found[name] = violations;
      if (mixed) return;
      await expectScreen(visitor, language).catch((error: Error) => {
        found[`${name} words`] = error.message;
      });
    };
    await look({ name: 'login' });
    await page.locator('input[autocomplete=username]').fill('admin');
    await page.locator('input[autocomplete=current-password]').fill('amanat-demo');
    await page.keyboard.press('Enter');
    await screen(page, 'dashboard');
    for (const place of places()) {
      await page.goto(place.path);
      await screen(page, place.screen);
      await place.until?.(page);
      await look(place);
    }
    expect(found).toEqual({});
    expect(errors).toEqual([]);
    await visitor.close();
  });
});

describe('content security policy', () => {
  it('is strict on every answer and nothing on the screens runs against it', async () => {
    const base = inject('base');
    for (const path of ['/', '/schools', '/test', '/api/health']) {
      const policy = (await fetch(base + path)).headers.get('content-security-policy') ?? '';
      const script = policy.split(';').find((part) => part.trim().startsWith('script-src ')) ?? '';
      expect(script.trim(), path).toBe("script-src 'self'");
      for (const part of ["default-src 'self'", "object-src 'none'", "base-uri 'self'", "frame-ancestors 'none'"])
        expect(policy, path).toContain(part);
    }
    const { page, errors, close } = await visit(browser, base, { language: 'fa' });
    await page.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) =>
        console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`),
      );
    });
    await page.goto('/test');
    await screen(page, 'gallery');
    await page.waitForLoadState('networkidle');
    // The policy is really there: text made into code is refused.
    expect(
      await page.evaluate(() => {
        try {
          return String(Function('return 1')());
        } catch (error) {
          return (error as Error).name;
        }
      }),
    ).toBe('EvalError');
    expect(errors.filter((error) => !error.includes('unsafe-eval') && !error.includes('policy: script-src'))).toEqual(
      [],
    );
    await close();
  });
});
