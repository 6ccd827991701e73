/**
 * A phone with work that is not sent, as an earlier build left it, is opened with the app and the server of today. Nothing is
 * lost, and nothing is there twice. `e2e/upgrade/make.ts` makes such phones.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { afterEach, describe, expect, it } from 'vitest';
import { databases } from '../../tests/support/database.ts';
import { databaseEnv, runServer, type ServerProcess, startServer } from '../../tests/support/process.ts';
import { type Caller, caller } from '../pages/api.ts';
import { Form } from '../pages/form.ts';
import { nothingWaits, saveHere, send } from '../pages/offline.ts';
import { CHROMIUM, FULL, logIn, screen } from '../pages/stage.ts';
import { words } from '../pages/words.ts';
import {
  archive,
  type Expected,
  flagsFor,
  ORIGIN,
  openAt,
  REPORT,
  RESCUE_PASSWORD,
  unpack,
} from '../upgrade/fixture.ts';

const LANGUAGE = 'fa';
/** Builds whose phones are opened. */
const MADE = ['2026-11-27'];
const ENGINES = FULL ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const);
const ROUNDS = MADE.flatMap((made) => ENGINES.map((engine) => ({ made, engine })));

describe.each(ROUNDS)('a phone of $made with $engine', ({ made, engine }) => {
  const ends: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  /** Puts the store of the server back, and returns the settings that find it. */
  async function storeIn(folder: string): Promise<Record<string, string>> {
    if (engine === 'sqlite') return { DATA_DIR: join(folder, 'store') };
    const kind = databases().find(({ name }) => name === 'postgres');
    if (!kind) throw new Error('this test needs PostgreSQL');
    const { config, dispose } = await kind.copy(undefined);
    ends.push(dispose);
    const env = databaseEnv(config);
    const restored = runServer(['restore', join(folder, 'backup')], env);
    expect(await restored.ended, restored.output()).toBe(0);
    cpSync(join(folder, 'audit'), join(config.dataDir, 'audit'), { recursive: true });
    return env;
  }

  async function begin() {
    const folder = mkdtempSync(join(tmpdir(), 'amanat-upgrade-'));
    ends.push(() => rmSync(folder, { recursive: true, force: true }));
    unpack(archive(made, engine), folder);
    const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Expected;
    const env = await storeIn(folder);
    const server = await startServer(env);
    ends.push(() => end(server));
    const context = await openAt(join(folder, 'profile'), server.port);
    ends.push(() => context.close());
    return { folder, expected, env, server, context, call: await caller(server.base, 'admin') };
  }

  it('sends everything that waited, once', { timeout: 240_000 }, async () => {
    const { folder, expected, env, server, context, call } = await begin();
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto('/offline/sync');
    await page.locator('[data-group=waiting]').waitFor();
    await takeNewApp(page);
    await page.locator('[data-group=conflicts]').waitFor();
    expect(await page.locator('[data-group=waiting] [data-unsent]').count()).toBe(3);
    await send(page);
    await page.locator('[data-group=waiting]').waitFor({ state: 'detached' });
    await page.locator('[data-group=conflicts] a[href^="/offline/conflict/"]').click();
    const desk = page.locator('#conflict');
    await desk.locator('input[name=conflict-name][value=mine]').check();
    await desk.getByRole('button', { name: words(LANGUAGE, 'form', 'conflict.apply') }).click();
    await nothingWaits(page);

    const form = new Form(page);
    const drafted = async (path: string) => {
      await page.goto(path);
      await form.ready();
      return form.value('name');
    };
    expect(await drafted('/test/springs/new')).toBe(expected.draft.name);
    await saveHere(page);
    expect(await drafted(`/schools/${expected.draftOfChanges.id}/edit`)).toBe(expected.draftOfChanges.name);
    await saveHere(page);
    await send(page);
    await nothingWaits(page);
    await page.goto('/logout');
    await screen(page, 'login');
    await page.getByRole('button', { name: words(LANGUAGE, 'app', 'login.goOnline') }).click();
    await logIn(page, expected.before);
    await page.waitForFunction(() => localStorage.getItem('storeSession') !== null);
    expect(await drafted(`/schools/${expected.ofBefore.id}/edit`)).toBe(expected.ofBefore.name);
    await form.save();

    await takeRescue(server, join(folder, 'rescue.amanat'), expected.user);
    await expectArrived(call, expected);
    await context.close();
    expect(await end(server)).toBe(0);
    const verified = runServer(['verify'], env);
    expect(await verified.ended, verified.output()).toBe(0);
    expect(verified.output()).toContain('intact');
  });

  it('is told by a server that does not understand it any more', async () => {
    const { context } = await begin();
    const message = words(LANGUAGE, 'errors', 'app_outdated');
    await context.route('**/api/**', (route) =>
      route.fulfill({
        status: 426,
        contentType: 'application/json',
        body: JSON.stringify({ code: 'app_outdated', message }),
      }),
    );
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto('/offline/sync');
    // The phone still runs the app of before, with the words of before.
    await page
      .locator('main')
      .getByRole('button', { name: /^تبادله/ })
      .click();
    await page.getByText(message).first().waitFor();
    expect(await page.locator('[data-unsent]').count(), 'what waits stays').toBe(4);
  });

  /** Opens the rescue file on another device, which sends what the first one has sent. */
  async function takeRescue(server: ServerProcess, file: string, user: string): Promise<void> {
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: flagsFor(server.port) });
    ends.push(() => browser.close());
    const page = await (await browser.newContext({ baseURL: ORIGIN })).newPage();
    await page.addInitScript((code) => localStorage.setItem('language', code), LANGUAGE);
    await logIn(page, user);
    await page.waitForFunction(() => localStorage.getItem('storeSession') !== null);
    await page.goto('/offline/sync');
    const panel = page.locator('[data-group=rescue]');
    await panel.getByText(words(LANGUAGE, 'offline', 'rescue.take')).click();
    await panel.locator('input[type=file]').setInputFiles(file);
    await panel.locator('input[autocomplete=off]').fill(RESCUE_PASSWORD);
    await panel.getByRole('button', { name: words(LANGUAGE, 'offline', 'rescue.takeDo') }).click();
    await page.locator('[data-unsent]').first().waitFor();
    await send(page);
    await page.locator('[data-group=waiting]').waitFor({ state: 'detached' });
  }
});

async function end(server: ServerProcess): Promise<number | NodeJS.Signals> {
  server.child.kill('SIGTERM');
  return server.ended;
}

/** Takes the newer build as a person does, when the bar offers it. */
async function takeNewApp(page: Page): Promise<void> {
  const program = /src="(\/assets\/index-[^"]+)"/.exec(readFileSync('dist/app/index.html', 'utf8'))?.[1];
  expect(program).toBeDefined();
  const isNew = () => page.locator(`script[src="${program}"]`).count();
  if ((await isNew()) > 0) return;
  const loaded = page.waitForEvent('load', { timeout: 90_000 });
  await page
    .locator('[data-update]')
    .getByRole('button', { name: words(LANGUAGE, 'app', 'update.take') })
    .click({ timeout: 60_000 });
  await loaded;
  expect(await isNew()).toBe(1);
}

async function expectArrived(call: Caller, expected: Expected): Promise<void> {
  const total = async (path: string) => (await call('GET', `${path}?per_page=1`)).body.meta.total;
  const { schools, 'schools-rates': rates, 'test/springs': springs = 0 } = expected.counts;
  expect([await total('schools'), await total('schools-rates'), await total('test/springs')]).toEqual([
    schools,
    rates,
    springs + 2,
  ]);
  for (const [{ id, name }, versions] of [
    [expected.changed, 2],
    [expected.conflict, 3],
    [expected.draftOfChanges, 2],
    [expected.ofBefore, 2],
  ] as const) {
    const { data } = (await call('GET', `schools/${id}`)).body;
    expect([data.name, data.version]).toEqual([name, versions]);
  }
  const { monitoring } = (await call('GET', `schools-rates/${expected.verified}`)).body;
  expect([monitoring.current_state.id, monitoring.version]).toEqual(['verified', 2]);
  const { data: list } = (await call('GET', 'test/springs?fields=all')).body;
  const named = new Map(list.map((one: { name: string; data: { photo?: string[] } }) => [one.name, one.data.photo]));
  expect([...named.keys()].sort()).toEqual([expected.created.name, expected.draft.name].sort());
  for (const [photo] of named.values() as Iterable<[string]>)
    expect((await call('GET', `files/${photo}`)).status, 'its photo').toBe(200);
  const report = (await call('GET', `reports/${REPORT.report}/result`)).body.data;
  expect(JSON.stringify(report.blocks[0]), 'a report that was published at run time').toContain(String(schools));
}
