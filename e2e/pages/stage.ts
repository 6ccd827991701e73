/**
 * Setup for browser journeys: one demo server with its own folder, one Chromium, and people who log in. Every page collects
 * console errors, and a journey ends by checking that there were none.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { caller, session } from './api.ts';

export type Language = 'en' | 'fa' | 'ps';
export const LANGUAGES: Language[] = ['en', 'fa', 'ps'];
export const SIZES = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 800 } } as const;
export type Size = keyof typeof SIZES;

export const FULL = process.env.AMANAT_FULL === '1';

/** Chooses languages and sizes of a journey. The everyday run uses the first, AMANAT_FULL=1 uses all. */
export function rounds<Round>(all: readonly Round[]): readonly Round[] {
  return FULL ? all : all.slice(0, 1);
}

/** Languages of a journey that is about one question. */
export const ROUNDS_OF_LANGUAGES = rounds<Language>(['fa', 'ps', 'en']);

/** Each language on the size on which most people use it. */
export const EACH_WAY = rounds([
  { language: 'fa', size: 'phone' },
  { language: 'ps', size: 'phone' },
  { language: 'en', size: 'desktop' },
] as const);

/** The two ways in which most people use the product. */
export const WAYS = rounds([
  { language: 'fa', size: 'phone' },
  { language: 'ps', size: 'desktop' },
] as const);

/** `npm test` sets them. */
export const { CHROMIUM = '/usr/bin/chromium' } = process.env;
const { CHROMIUM_SHELL = CHROMIUM } = process.env;
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--in-process-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Server {
  base: string;
  folder: string;
  process: ChildProcess;
  stop(): Promise<void>;
}

/** Starts the product like a user (`demo`) on a free port and a throw-away folder. Resolves when it is ready. */
export async function startServer(env: Record<string, string> = {}): Promise<Server> {
  const folder = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'amanat-e2e-'));
  const child = spawn(process.execPath, ['dist/server/main.js', 'demo'], {
    cwd: new URL('../..', import.meta.url).pathname,
    env: { ...process.env, PORT: '0', ...env, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const base = await new Promise<string>((resolve, reject) => {
    let said = '';
    const listen = (chunk: Buffer) => {
      said += chunk;
      const ready = said.match(/Amanat is ready on (http:\/\/\S+)/);
      if (ready) resolve(ready[1] as string);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${said}`)));
  });
  return {
    base,
    folder,
    process: child,
    async stop() {
      if (child.exitCode === null) {
        const gone = new Promise((resolve) => child.once('exit', resolve));
        child.kill('SIGTERM');
        await gone;
      }
      if (!env.DATA_DIR) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The app sets it at login, and the server then answers `/` with the app. */
export function accountCookie(base: string) {
  const { hostname } = new URL(base);
  const rest = { path: '/', expires: -1, httpOnly: false, secure: false, sameSite: 'Lax' as const };
  return { name: 'account', value: '1', domain: hostname, ...rest };
}

const open = (executablePath: string, flags: readonly string[] = []) =>
  chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS, ...flags] });

/** Opens the browser that people have. `flags` give it a camera, for example. */
export const launchWhole = (flags?: readonly string[]): Promise<Browser> => open(CHROMIUM, flags);

/** Opens a profile that stays in a folder, as people have one. The others are private windows, where less is kept ready. */
export const openProfile = (folder: string, options: BrowserContextOptions): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, { executablePath: CHROMIUM, args: CHROMIUM_FLAGS, ...options });

/**
 * Opens the headless shell where there is one: the same engine without camera, microphone and installed apps, and quicker. The
 * full matrix uses the whole browser.
 */
export const launch = (): Promise<Browser> => (FULL ? launchWhole() : open(CHROMIUM_SHELL));

export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** Console and page errors so far */
  errors: string[];
  close(): Promise<void>;
}

/**
 * Opens a new browser profile with a language and a screen size. A named user is already logged in. Only journeys about
 * login use the login screen. Drafts follow an account, so those of earlier journeys are removed first. Forms are on one page, unless the journey is about `steps`. Nothing is installed for work
 * without network, which takes time, unless the journey is about it (`worker`).
 */
export async function visit(
  browser: Browser,
  base: string,
  {
    language = 'en',
    size = 'desktop',
    user,
    password,
    steps,
    worker,
  }: { language?: Language; size?: Size; user?: string; password?: string; steps?: true; worker?: true },
): Promise<Visitor> {
  if (user) await clearDrafts(base, user, password);
  const kept = [
    ...(user ? [{ name: 'token', value: await session(base, user, password) }] : []),
    ...(steps ? [] : [{ name: 'formLayout', value: '{"layout":"page"}' }]),
  ];
  const context = await browser.newContext({
    viewport: SIZES[size],
    hasTouch: size === 'phone',
    baseURL: base,
    serviceWorkers: worker ? 'allow' : 'block',
    storageState: { cookies: user ? [accountCookie(base)] : [], origins: [{ origin: base, localStorage: kept }] },
  });
  await context.addInitScript((code) => localStorage.setItem('language', code), language === 'ps' ? 'pa' : language);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => errors.push(error.stack || String(error)));
  const close = async () => {
    await context.close();
    if (user) visiting.set(user, (visiting.get(user) ?? 1) - 1);
  };
  return { page, context, errors, close };
}

/** Number of open profiles by user. */
const visiting = new Map<string, number>();

/** Removes what the user has begun and not saved, unless it is on another open profile. */
async function clearDrafts(base: string, user: string, password?: string): Promise<void> {
  const others = visiting.get(user) ?? 0;
  visiting.set(user, others + 1);
  if (others > 0) return;
  const call = await caller(base, user, password);
  const { body } = await call('GET', 'drafts');
  for (const { id, revision, removed } of body.data ?? [])
    if (!removed) await call('DELETE', `drafts/${id}?revision=${revision}`);
}

/** `lands`: the screen behind the login. Whoever logs in again after the session ended is back where they were. */
export async function logIn(
  page: Page,
  user: string,
  { password = 'amanat-demo', lands = 'dashboard' } = {},
): Promise<void> {
  await page.goto('/login');
  // A profile whose user is logged in already is sent on.
  await screen(page, 'login');
  await page.locator('main[data-screen=login] input[autocomplete=username]').fill(user);
  await page.locator('main[data-screen=login] input[autocomplete=current-password]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
  await screen(page, lands);
}

/** Waits until the screen with this name is shown. If it does not come, the error says what is shown instead. */
export async function screen(page: Page, name: string): Promise<void> {
  try {
    await page.locator(`main[data-screen=${name}]`).waitFor();
  } catch (cause) {
    const there = await page.locator('body').innerText();
    throw new Error(`no screen ${name} at ${page.url()}, but: ${there.slice(0, 500)}`, { cause });
  }
}
