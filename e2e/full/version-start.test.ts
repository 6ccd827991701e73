/**
 * A version is published for tomorrow. A phone that has it opens new records in the version before, and changes over on the day
 * without network; whoever publishes sees from when, and takes it back.
 */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASES, startTestServer, type TestServer } from '../../tests/support/server.ts';
import { springSource } from '../../tests/support/wells.ts';
import { axe, expectScreen } from '../pages/checks.ts';
import { Form } from '../pages/form.ts';
import { nothingWaits, prepareOffline, saveHere, send } from '../pages/offline.ts';
import { launch, rounds, screen, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

const DAY = 86_400_000;

/** What a reason has to be written in follows the language. */
const REASONS = { en: 'Asks for the water', fa: 'آب را می‌پرسد', ps: 'د اوبو پوښتنه کوي' };

const ROUNDS = rounds(
  (
    [
      { language: 'fa', size: 'phone' },
      { language: 'ps', size: 'phone' },
      { language: 'en', size: 'desktop' },
    ] as const
  ).flatMap((way) => DATABASES.map((database) => ({ ...way, database }))),
);

function spring(version: number) {
  const { definition, schema } = springSource(version);
  const paths = { ...definition.paths, create: ['/test/springs/new'] };
  return { definition: { ...definition, paths }, schema };
}

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe.each(ROUNDS)('a version for a later day, in $language on a $size with $database', (round) => {
  const { language, size, database } = round;
  const said = (key: string) => words(language, 'admin', `versions.start.${key}`);
  let server: TestServer;
  let ahead = 0;
  beforeAll(async () => {
    server = await startTestServer(database, { now: () => new Date(Date.now() + ahead) });
    await server.services.registry.publish(spring(1) as never, { by: server.person('mande').id });
  });
  afterAll(() => server?.stop());

  const asksWater = async (page: Page) => {
    await page.goto('/test/springs/new');
    await new Form(page).ready();
    return (await page.locator('main [data-field=water]').count()) === 1;
  };

  it('is published so, used by a phone on the day, and taken back before', { timeout: 240_000 }, async () => {
    await server.person('mande').must('POST', 'definitions/drafts', spring(2));
    const visitor = await visit(browser, server.base, { language, size, user: 'mande' });
    const { page, errors, close } = visitor;
    await page.goto('/admin/forms');
    await page.locator('[data-draft=test-spring] [data-action=check]').click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('[data-impact]').waitFor();
    await dialog.getByLabel(said('later')).check();
    await dialog.getByText(said('until')).waitFor();
    expect(await dialog.getByRole('textbox', { name: said('first') }).inputValue()).not.toBe('');
    const days = dialog.locator('[data-start-day] [role=dialog]');
    await dialog.locator('[data-start-day] button').click();
    await days.locator('[role=grid]').waitFor();
    await expectScreen(visitor, language);
    await page.keyboard.press('Escape');
    await days.waitFor({ state: 'detached' });
    await dialog.locator('textarea[name=reason]').fill(REASONS[language]);
    await expectScreen(visitor, language);
    expect(await axe(page)).toEqual([]);
    await dialog.locator('[data-action=do-publish]').click();
    await page.locator('[data-form=test-spring] [data-state=planned]').waitFor();
    await page.goto('/admin/forms/test-spring');
    const second = page.locator('[data-version="2"]');
    await second.locator('[data-starts]').waitFor();
    await expectScreen(visitor, language);
    expect(await axe(page)).toEqual([]);

    const asked: string[] = [];
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
    expect(await asksWater(page)).toBe(false);
    const definitions = asked.filter((path) => /\/definitions\/test-spring\/\d/.test(path));
    expect(definitions.length, 'a validator at least').toBeGreaterThan(0);
    expect(definitions.filter((path) => !path.startsWith('/api/definitions/test-spring/1'))).toEqual([]);

    const phone = await visit(browser, server.base, { language, size: 'phone', worker: true });
    await prepareOffline(phone.page, 'manager.schools');
    await phone.context.setOffline(true);
    expect(await asksWater(phone.page), 'today').toBe(false);
    ahead = DAY;
    await phone.context.addInitScript((by) => {
      const now = Date.now.bind(Date);
      const Today = Date;
      globalThis.Date = class extends Today {
        constructor(...given: ConstructorParameters<DateConstructor> | []) {
          if (given.length > 0) super(...(given as ConstructorParameters<DateConstructor>));
          else super(now() + by);
        }
        static override now() {
          return now() + by;
        }
      } as DateConstructor;
    }, DAY);
    expect(await asksWater(phone.page), 'tomorrow, without network').toBe(true);
    const form = new Form(phone.page);
    await form.type('name', 'چشمه فردا');
    await form.pick('water', 'yes');
    await saveHere(phone.page);
    await phone.context.setOffline(false);
    await send(phone.page);
    await nothingWaits(phone.page);
    expect(phone.errors.filter((error) => !error.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
    await phone.close();
    const { data } = await server.person('admin').must('GET', 'test/springs?fields=all');
    const { well } = await server.person('admin').must('GET', `test/springs/${data[0].id}`);
    expect([data.length, well.form_version, well.data]).toEqual([1, 2, { name: 'چشمه فردا', water: 'yes' }]);

    // Where it is still the day before.
    ahead = 0;
    await page.goto('/admin/forms/test-spring');
    await second.locator('[data-action=start]').click();
    await dialog.getByLabel(said('today')).check();
    await dialog.locator('textarea[name=reason]').fill(REASONS[language]);
    expect(await axe(page)).toEqual([]);
    await dialog.locator('[data-action=do-start]').click();
    await second.locator('[data-starts]').waitFor({ state: 'detached' });
    await expectScreen(visitor, language);
    expect(await asksWater(page)).toBe(true);
    await page.goto('/admin/forms');
    await page.locator('[data-form=test-spring] [data-state=published]').waitFor();
    await screen(page, 'forms');
    expect(errors).toEqual([]);
    await close();
  });
});
