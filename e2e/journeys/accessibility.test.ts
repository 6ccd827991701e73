/** Every screen in every language has no axe violation, a strict content security policy and an empty console. */
import { createHash } from 'node:crypto';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caller } from '../pages/api.ts';
import { axe, expectScreen } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { Form } from '../pages/form.ts';
import { LANGUAGES, type Language, launch, logIn, type Size, screen, type Visitor, visit } from '../pages/stage.ts';

const full = process.env.AMANAT_FULL === '1';
/** The daily rounds divide a few kinds of screens among themselves. AMANAT_FULL=1 checks every screen in every language and size. */
const ROUNDS: { language: Language; size: Size }[] = full
  ? LANGUAGES.flatMap((language) => (['phone', 'desktop'] as const).map((size) => ({ language, size })))
  : [
      { language: 'ps', size: 'phone' },
      { language: 'en', size: 'desktop' },
    ];

interface Place {
  name: string;
  /** Makes the path from the ids of a few records. */
  path: (ids: Record<string, string>) => string;
  screen: string;
  /** Waits for content that appears after the first render. */
  until?: (page: Page) => Promise<unknown>;
  /** This screen shows sample texts in all languages. */
  mixed?: true;
  /** Checked in the daily rounds too: one of each kind of screen. */
  isDaily?: true;
}

let browser: Browser;
const ids: Record<string, string> = {};
beforeAll(async () => {
  browser = await launch();
  const call = await caller(demoServer(), 'coordinator.bamyan');
  const newest = async (base: string, filters: unknown) =>
    (await call('GET', `${base}?per_page=1&filters=${encodeURIComponent(JSON.stringify(filters))}`)).body.data[0].id;
  ids.school = await newest('schools', {});
  ids.rating = await newest('schools-rates', { status: 'returned' });
  ids.survey = await newest('schools-surveys', {});
});
afterAll(() => browser.close());

const rows = (page: Page) => page.locator('[data-record]').first().waitFor();
const fields = (page: Page) => new Form(page).ready();

const tabs = (path: Place['path'], names: string[]): Place[] =>
  names.map((tab) => ({
    name: `${path({}).split('/')[1]} ${tab}`,
    path: (ids) => `${path(ids)}?tab=${tab}`,
    screen: 'detail',
    until: (page) => page.locator(`#tab-${tab}`).waitFor(),
  }));
const PLACES: Place[] = [
  { name: 'dashboard', path: () => '/', screen: 'dashboard', isDaily: true },
  { name: 'menu', path: () => '/menu/schools', screen: 'menu' },
  { name: 'schools', path: () => '/schools', screen: 'list', until: rows },
  { name: 'ratings', path: () => '/schools-rates', screen: 'list', until: rows, isDaily: true },
  {
    name: 'empty list',
    path: () => '/schools?text=zzzzqqqq',
    screen: 'list',
    until: (page) => page.locator('[data-empty]').waitFor(),
  },
  { name: 'search', path: () => '/schools-rates/search', screen: 'search' },
  { name: 'school', path: (ids) => `/schools/${ids.school}`, screen: 'detail' },
  ...tabs((ids) => `/schools/${ids.school}`, ['problems', 'history']),
  { name: 'rating', path: (ids) => `/schools-rates/${ids.rating}`, screen: 'detail', isDaily: true },
  ...tabs((ids) => `/schools-rates/${ids.rating}`, ['ratings', 'problems', 'attachments', 'history']),
  { name: 'survey', path: (ids) => `/schools-surveys/${ids.survey}`, screen: 'detail' },
  { name: 'new school', path: () => '/schools/create', screen: 'create', until: fields },
  { name: 'new rating', path: (ids) => `/schools/${ids.school}/rate`, screen: 'create', until: fields, isDaily: true },
  { name: 'edit', path: (ids) => `/schools-rates/${ids.rating}/edit`, screen: 'edit', until: fields },
  { name: 'profile', path: () => '/profile', screen: 'profile' },
  { name: 'sessions', path: () => '/sessions', screen: 'sessions' },
  { name: 'settings', path: () => '/settings', screen: 'settings' },
  { name: 'error', path: () => '/error', screen: 'error' },
  { name: '403', path: () => '/error/403', screen: 'error' },
  { name: 'not found', path: () => '/no/such/page', screen: 'not-found' },
  { name: 'gallery', path: () => '/test', screen: 'gallery', mixed: true },
];

describe.each(ROUNDS.map((round, turn) => ({ ...round, turn })))(
  'screens in $language on a $size',
  ({ language, size, turn }) => {
    const base = demoServer();
    let visitor: Visitor;
    beforeAll(async () => {
      visitor = await visit(browser, base, { language, size });
      await visitor.page.goto('/login');
    });
    afterAll(() => visitor.close());

    /** Checks the current screen: no violation, no foreign word, empty console. */
    const look = async (mixed = false) => {
      const { page, errors } = visitor;
      await page.locator('[role=progressbar], .mantine-Skeleton-root').first().waitFor({ state: 'detached' });
      expect(await axe(page)).toEqual([]);
      if (!mixed) await expectScreen(visitor, language);
      // Empties the list, so that each screen has only its own errors.
      expect(errors.splice(0)).toEqual([]);
    };

    it('login', async () => {
      const { page } = visitor;
      await page.goto('/login');
      await screen(page, 'login');
      await look();
    });

    const places = full
      ? PLACES
      : PLACES.filter(({ isDaily }) => isDaily).filter((_place, index) => index % ROUNDS.length === turn);

    it.each(places)('$name', async ({ path, screen: name, until, mixed }) => {
      const { page } = visitor;
      if (!(await page.evaluate(() => localStorage.getItem('token')))) await logIn(page, 'coordinator.bamyan');
      await page.goto(path(ids));
      await screen(page, name);
      await until?.(page);
      await look(mixed);
    });
  },
);

describe('content security policy', () => {
  it('is strict on every answer and nothing on the screens runs against it', async () => {
    const base = demoServer();
    const html = await (await fetch(`${base}/schools`)).text();
    const [, script = ''] = /<script data[^>]*>([^<]*)<\/script>/.exec(html) ?? [];
    // Of what stands in a page itself only this one may run, and not changed by a letter.
    const allowed = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
    expect(script).toContain('/api/start');
    for (const path of ['/', '/schools', '/test', '/api/health']) {
      const policy = (await fetch(base + path)).headers.get('content-security-policy') ?? '';
      const scripts = policy.split(';').find((part) => part.trim().startsWith('script-src ')) ?? '';
      expect(scripts.trim(), path).toBe(`script-src 'self' ${allowed}`);
      for (const part of ["default-src 'self'", "object-src 'none'", "base-uri 'self'", "frame-ancestors 'self'"])
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
    // The policy is active: making code from text is refused. The timeout is needed, because `evaluate` itself is exempt.
    const made = await page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          setTimeout(() => {
            try {
              resolve(String(Function('return 1')()));
            } catch (error) {
              resolve((error as Error).name);
            }
          });
        }),
    );
    expect(made).toBe('EvalError');
    expect(errors.filter((error) => !error.includes('unsafe-eval') && !error.includes('policy: script-src'))).toEqual(
      [],
    );
    await close();
  });
});
