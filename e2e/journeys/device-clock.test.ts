/** The clock of the phone is wrong, as after its battery was empty: a true day is taken, and nobody is given a wrong one. */
import type { Browser, BrowserContext } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kabulDay } from '../../src/core/text/dates.ts';
import { inFull } from '../../tests/support/inFull.ts';
import { startTestServer, type TestServer } from '../../tests/support/server.ts';
import { caller } from '../pages/api.ts';
import { expectScreen } from '../pages/checks.ts';
import { Form } from '../pages/form.ts';
import { nothingWaits, prepareOffline, saveHere } from '../pages/offline.ts';
import { ROUNDS_ON_DATABASES } from '../pages/ownServer.ts';
import { newSchool } from '../pages/school.ts';
import { launch, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const YEAR = 365 * 86_400_000;

/** Sets the clock of every page that is opened from now on. What measures time goes on as it does. */
function setClock(context: BrowserContext, ahead: number): Promise<unknown> {
  return context.addInitScript((by) => {
    const Right = Date;
    globalThis.Date = class extends Right {
      constructor(...given: ConstructorParameters<DateConstructor> | []) {
        if (given.length > 0) super(...(given as ConstructorParameters<DateConstructor>));
        else super(Right.now() + by);
      }
      static override now() {
        return Right.now() + by;
      }
    } as DateConstructor;
  }, ahead);
}

describe.each(ROUNDS_ON_DATABASES)('a wrong clock, in $language on $database', ({ language, database }) => {
  let server: TestServer;
  let base: string;
  beforeAll(async () => {
    server = await startTestServer(database);
    ({ base } = server);
  });
  afterAll(() => server?.stop());
  const w = (key: string) => words(language, 'form', key);

  inFull('with network: today is what the server says, in the form and in what is sent', async () => {
    const visitor = await visit(browser, base, { language, size: 'phone', user: 'admin' });
    const { page, context } = visitor;
    await setClock(context, -11 * YEAR);
    const today = kabulDay(new Date());
    await page.goto('/examples/dates/create');
    const form = new Form(page);
    await form.ready();
    await page.locator('.am-form-note').getByText(w('date.deviceClock')).waitFor();
    await form.type('visit_date', today);
    await form.save();
    const call = await caller(base, 'admin');
    const [made] = (await call('GET', 'examples-dates')).body.data;
    expect(made.data.visit_date).toBe(today);
    expect(Math.abs(Date.parse(made.captured_at) - Date.now()), 'captured now').toBeLessThan(YEAR / 365);
    await expectScreen(visitor, language);
    await visitor.close();
  });

  it('without, after a restart: the day is asked for, and who verifies is told to check it', async () => {
    const school = await newSchool(base, 'مکتب بی‌ساعت');
    const { page, context, close } = await visit(browser, base, { language, size: 'phone', worker: true });
    await prepareOffline(page, 'focal.bamyan');
    await setClock(context, -YEAR);
    await context.setOffline(true);
    await page.goto(`/schools/${school}/rate`);
    const form = new Form(page);
    await form.ready();
    await page.locator('.am-form-note').getByText(w('date.whichDay')).waitFor();
    expect(await form.value('monitoring_date')).toBe('');
    const today = kabulDay(new Date());
    await form.type('monitoring_date', today);
    await form.pick('security', 'excellent');
    await saveHere(page);

    await context.setOffline(false);
    await page.goto('/offline/sync');
    await page.getByRole('button', { name: words(language, 'offline', 'sync.do') }).click();
    await nothingWaits(page);
    const call = await caller(base, 'coordinator.bamyan');
    const [made] = (await call('GET', 'schools-rates')).body.data;
    expect(made.data).toMatchObject({ cbms_school_id: school, monitoring_date: today });
    const step = { action: 'verify', record_id: [made.id] };
    const { body } = await call('POST', 'schools-rates/change-record-status', step);
    expect(body).toMatchObject({ changed: 0, refused: [{ id: made.id, code: 'clock_wrong' }] });

    const reviewer = await visit(browser, base, { language, size: 'desktop', user: 'coordinator.bamyan' });
    const filters = encodeURIComponent(JSON.stringify([{ field: 'cbms_school_id', op: 'eq', value: school }]));
    await reviewer.page.goto(`/schools-rates/review?filters=${filters}`);
    const flags = reviewer.page.locator('[data-flags]');
    expect(await flags.getAttribute('data-flags')).toContain('clock');
    await flags.locator('summary').click();
    await flags
      .getByRole('listitem')
      .getByText(words(language, 'record', 'review.flag.clock'))
      .waitFor();
    await reviewer.close();
    await close();
  });
});
