/** A person works without network: prepares the phone, corrects a record, closes the app, and sends it later. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../tests/support/server.ts';
import { caller } from '../pages/api.ts';
import { Form } from '../pages/form.ts';
import { List } from '../pages/list.ts';
import { beginPreparing, goOffline, nothingWaits, saveHere } from '../pages/offline.ts';
import { ROUNDS_ON_DATABASES } from '../pages/ownServer.ts';
import { newSchool } from '../pages/school.ts';
import { launch, screen, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe.each(ROUNDS_ON_DATABASES)('work without network, in $language on $database', ({ language, database }) => {
  let server: TestServer;
  let base: string;
  let school: string;
  beforeAll(async () => {
    server = await startTestServer(database);
    ({ base } = server);
    school = await newSchool(base, 'مکتب دور از شبکه');
  });
  afterAll(() => server?.stop());

  /** Without network, and without the mode: home, a list and a record are those of the device, and one line says so. */
  async function seesTheDevice(page: Page) {
    const line = page.getByRole('status').getByText(words(language, 'offline', 'mode.lost'), { exact: true });
    await page.goto('/');
    await page.locator('main[data-screen=dashboard] [data-card=departments]').waitFor();
    await line.waitFor();
    const list = new List(page, language, 'school');
    await list.open('/schools');
    await list.row(school).waitFor();
    await list.openRecord(school);
    await screen(page, 'detail');
    await page.getByRole('heading', { name: 'مکتب دور از شبکه' }).waitFor();
    expect(await line.count()).toBe(1);
    expect(await page.locator('[data-no-network], [role=alert][data-shown=yes]').count(), 'said once').toBe(0);
    // What only the server has still says why it is not there.
    await page.goto('/admin/accounts');
    await page.locator('[data-no-network]').waitFor();
  }

  it('is prepared, saved on the phone, kept over a reload and sent once', async () => {
    const { page, context, errors, close } = await visit(browser, base, {
      language,
      size: 'phone',
      worker: true,
    });
    await beginPreparing(page, 'coordinator.bamyan');
    await page.getByRole('button', { name: words(language, 'app', 'nav.toOffline') }).waitFor();
    await context.setOffline(true);
    await seesTheDevice(page);
    await context.setOffline(false);
    await page.goto('/offline/prepare');
    await goOffline(page);

    await context.setOffline(true);
    await page.goto(`/schools/${school}/edit`);
    const form = new Form(page);
    await form.ready();
    await form.type('name', 'مکتب نو دور از شبکه');
    await page.getByText(words(language, 'form', 'draft.kept')).waitFor();
    await page.reload();
    await form.ready();
    expect(await form.value('name')).toBe('مکتب نو دور از شبکه');
    await saveHere(page);
    await page.locator('[data-unsent-count="1"]').click();
    await page.locator(`[data-group=waiting] [data-unsent="${school}"]`).waitFor();

    // Somebody else answers another question meanwhile. Both changes stay.
    const call = await caller(base, 'admin');
    const { body } = await call('GET', `schools/${school}`);
    const { data, version } = body.data;
    await call('PUT', `schools/${school}`, { ...data, version, school_shifts: 2 });

    await context.setOffline(false);
    await page.getByRole('button', { name: words(language, 'offline', 'sync.do') }).click();
    await nothingWaits(page);
    const sent = (await call('GET', `schools/${school}`)).body.data;
    expect([sent.name, sent.data.school_shifts, sent.version]).toEqual(['مکتب نو دور از شبکه', 2, version + 2]);
    // The browser logs requests without network, and the 417 by which the server tells of the other change.
    expect(errors.filter((error) => !/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 417/.test(error))).toEqual([]);
    await close();
  });
});
