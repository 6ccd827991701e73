/** Every form of the product for tests that open all of them: its screens, and a record of the demo. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import type { Caller } from './api.ts';

const root = new URL('../..', import.meta.url).pathname;

interface Definition {
  form: string;
  kind: string;
  programme: string;
  workflow: string;
  parent?: { forms: string[]; field: string };
  due?: object;
  paths: { list: string; record: string; edit?: string; create?: string[] };
  api: { base: string };
}

export const SCREENS = ['list', 'detail', 'form'] as const;
export type ScreenName = (typeof SCREENS)[number];

export function everyForm(): Definition[] {
  const folders = readdirSync(join(root, 'forms'), { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !['common', 'examples'].includes(entry.name),
  );
  return folders
    .flatMap(({ name }) =>
      readdirSync(join(root, 'forms', name))
        .filter((file) => file.endsWith('.form.json'))
        .map((file) => JSON.parse(readFileSync(join(root, 'forms', name, file), 'utf8')) as Definition),
    )
    .sort((a, b) => (a.form < b.form ? -1 : 1));
}

/** Returns the path of a form's screen. For the form screen it is an editable record, else the empty form. */
export async function pathOf({ kind, paths, api }: Definition, screen: ScreenName, call: Caller): Promise<string> {
  if (screen === 'list') return paths.list;
  const { body } = await call('GET', `${api.base}?per_page=50`);
  const rows = body.data as { id: string; parent: { id: string } | null; recordScope: Record<string, true> }[];
  const open = rows.find((row) => row.recordScope.edit);
  const row = open ?? rows[0];
  if (!row) throw new Error(`the demonstration has no record under ${api.base}`);
  const record = paths.record.replace(':id', row.id);
  // Nobody fills in logs.
  if (screen === 'detail' || kind === 'log') return record;
  if (open) return (paths.edit ?? `${paths.record}/edit`).replace(':id', open.id);
  const create = paths.create?.[0];
  if (!create) throw new Error(`${api.base} has no record that may be corrected and no empty form`);
  return create.replace(':parent', row.parent?.id ?? '');
}

/** Goes to a form's screen and loads the application only once. Hand-written screens need not name a form. */
export async function go(page: Page, path: string, form: string): Promise<void> {
  if (page.url() === 'about:blank') await page.goto(path);
  else
    await page.evaluate((to) => {
      history.pushState({}, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    }, path);
  await page.waitForURL((url) => url.pathname === path);
  const main = `main[data-form="${form}"], main:not([data-form]):not([data-screen=loading]):not([data-screen=dashboard])`;
  await page.locator(main).first().waitFor();
  await page.locator('main[data-screen=loading]').first().waitFor({ state: 'detached' });
}

/** Waits until the screen is complete: nothing is loading, and sections that render near the viewport are rendered. */
export async function drawn(page: Page, name: ScreenName): Promise<void> {
  const main = page.locator('main[data-screen]');
  if (name === 'list') await main.locator('[data-record], [data-empty], h2').first().waitFor();
  if (name === 'form') await main.locator('[data-field]').first().waitFor();
  await main.locator('[aria-busy=true], .mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight && y < 30_000; y += innerHeight) {
      scrollTo(0, y);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
    scrollTo(0, 0);
  });
}

/** Returns English texts of definitions and interface that differ in both other languages, and interface keys. */
export function englishWords(): Set<string> {
  const english = new Set<string>();
  const others = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { en, fa, ps } = value as Record<string, unknown>;
    if (typeof en === 'string' && typeof fa === 'string' && typeof ps === 'string') {
      english.add(en.trim());
      others.add(fa.trim()).add(ps.trim());
    } else for (const inner of Object.values(value)) collect(inner);
  };
  const data = /\/(demo\/[^/]+|places|glossary)\.json$/;
  for (const file of filesBelow('forms').filter((path) => !data.test(path)))
    collect(JSON.parse(readFileSync(file, 'utf8')));
  const sentences = (value: unknown, into: Set<string>, keys: string[]): void => {
    for (const [key, inner] of Object.entries(value as Record<string, unknown>)) {
      if (typeof inner === 'object') sentences(inner, into, [...keys, key]);
      else {
        into.add(String(inner).trim());
        if (keys.length > 0) english.add([...keys, key].join('.'));
      }
    }
  };
  for (const file of filesBelow('locales/en')) sentences(JSON.parse(readFileSync(file, 'utf8')), english, []);
  for (const language of ['fa', 'ps'])
    for (const file of filesBelow(`locales/${language}`)) sentences(JSON.parse(readFileSync(file, 'utf8')), others, []);
  for (const word of others) english.delete(word);
  return english;
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json') && !entry.parentPath.includes('examples'))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Returns texts on the page that are English texts of the product, interface keys, or texts with unfilled placeholders. */
export async function foreignWords(page: Page, english: ReadonlySet<string>): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement as HTMLElement;
      if (!element.closest('script, style, [lang=en]') && element.checkVisibility()) found.push(node.textContent ?? '');
    }
    for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
      for (const element of document.querySelectorAll(`body [${name}]:not([lang=en])`))
        found.push(element.getAttribute(name) ?? '');
    return found.map((text) => text.trim());
  });
  return [...new Set(texts.filter((text) => text.includes('{{') || (/[A-Za-z]{2}/.test(text) && english.has(text))))];
}
