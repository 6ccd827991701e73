/**
 * A second version of a form is published while a phone without network holds a saved record, a draft of a new one and a draft
 * of changes, all in the first. Each goes on in its version or moves as the second version declares.
 */
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Field, JsonSchema, RecordData } from '../../src/core/definitions/types.ts';
import { DATABASES, startTestServer, type TestServer } from '../../tests/support/server.ts';
import { wellSource } from '../../tests/support/wells.ts';
import { type Caller, caller } from '../pages/api.ts';
import { Form } from '../pages/form.ts';
import { nothingWaits, prepareOffline, saveHere, send } from '../pages/offline.ts';
import { FULL, launch, rounds, screen, type Visitor, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

const ROUNDS = rounds(
  (
    [
      { language: 'fa', size: 'phone' },
      { language: 'ps', size: 'phone' },
      { language: 'en', size: 'desktop' },
    ] as const
  ).flatMap((way) => DATABASES.map((database) => ({ ...way, database }))),
);

/** The second version calls the depth another name, an option of it too, and asks for the water. */
function well(version: 1 | 2) {
  const source = wellSource(version);
  const { definition, schema } = source;
  definition.paths.create = ['/test/wells/new'];
  if (version === 1) return source;
  const { depth, ...others } = definition.fields;
  const [deep, flat] = (depth as Field).options ?? [];
  definition.fields = {
    ...others,
    level: { ...(depth as Field), options: [deep, { ...flat, value: 'shallow' }] },
  } as never;
  for (const section of definition.sections) section.fields = ['name', 'level', 'water'];
  definition.list = { columns: ['index', 'status', 'name', 'level'], sort: 'name' };
  delete definition.api.create;
  definition.migrate = { rename: { depth: 'level' }, map: { depth: { flat: 'shallow' } } };
  const { depth: _before, ...properties } = schema.properties as Record<string, JsonSchema>;
  schema.properties = { ...properties, level: { type: 'string', enum: ['deep', 'shallow'] } };
  return source;
}

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe.each(ROUNDS)('a new version of a form, in $language on a $size with $database', (round) => {
  const { language, size, database } = round;
  let server: TestServer;
  let call: Caller;
  let existing: string;
  const publish = (version: 1 | 2) =>
    server.services.registry.publish(well(version), { by: server.person('mande').id });
  const stored = async (name: string) => {
    const { body } = await call('GET', 'test/wells?fields=all');
    const found = body.data.filter((one: { data: RecordData }) => String(one.data.name).startsWith(name));
    expect(found.length, name).toBe(1);
    // A list says the answers as the newest version asks for them, a record as they are stored.
    const { form_version, data } = (await call('GET', `test/wells/${found[0].id}`)).body.well;
    return { form_version, data };
  };
  beforeAll(async () => {
    server = await startTestServer(database);
    await publish(1);
    call = await caller(server.base, 'admin');
    existing = (await call('POST', 'test/wells', { name: 'چاه سابقه', depth: 'deep' })).body.id;
  });
  afterAll(() => server?.stop());

  it('leaves what was saved in the first, moves drafts as declared, and says that it arrived', async () => {
    const visitor = await visit(browser, server.base, { language, size, worker: true });
    const { page, context, errors, close } = visitor;
    const form = new Form(page);
    const kept = () => page.getByText(words(language, 'form', 'draft.kept')).waitFor();
    const begin = async (name: string) => {
      await page.goto('/test/wells/new');
      await form.ready();
      await form.type('name', name);
      await form.pick('depth', 'flat');
    };
    await prepareOffline(page, 'manager.schools');
    await context.setOffline(true);
    await begin('چاه نخست');
    await saveHere(page);
    await page.goto(`/test/wells/${existing}/edit`);
    await form.ready();
    await form.type('name', 'چاه سابقه، پاک شد');
    await kept();
    await begin('چاه دوم');
    await kept();

    await publish(2);
    await page.reload();
    await form.ready();
    expect(await form.picked('depth'), 'the draft goes on in its version').toBe('flat');

    // Another tab receives the second version while the form is open.
    await context.setOffline(false);
    const other = await context.newPage();
    await send(other);
    await nothingWaits(other);
    expect(await stored('چاه نخست')).toEqual({ form_version: 1, data: { name: 'چاه نخست', depth: 'flat' } });
    const note = page.locator('[data-newer-forms]');
    await note.getByText('Well').waitFor();
    await other.close();
    await context.setOffline(true);
    expect(await form.picked('depth'), 'an open form does not change').toBe('flat');
    await form.type('name', 'چاه دوم، پشت مسجد');
    await kept();
    await note.getByRole('button', { name: words(language, 'app', 'close') }).click();
    await note.waitFor({ state: 'detached' });

    await page.reload();
    await form.ready();
    await page.getByText(words(language, 'form', 'draft.olderForm')).waitFor();
    expect(await note.count(), 'it is told once').toBe(0);
    expect([await form.value('name'), await form.picked('level')]).toEqual(['چاه دوم، پشت مسجد', 'shallow']);
    await form.submit();
    await form.errors().first().waitFor();
    await form.pick('water', 'yes');
    await saveHere(page);

    // Changes of a record stay in its version.
    await page.goto(`/test/wells/${existing}/edit`);
    await form.ready();
    expect([await form.value('name'), await form.picked('depth')]).toEqual(['چاه سابقه، پاک شد', 'deep']);
    await saveHere(page);

    await context.setOffline(false);
    await send(page);
    await nothingWaits(page);
    expect(await stored('چاه دوم')).toEqual({
      form_version: 2,
      data: { name: 'چاه دوم، پشت مسجد', level: 'shallow', water: 'yes' },
    });
    expect(await stored('چاه سابقه')).toEqual({
      form_version: 1,
      data: { name: 'چاه سابقه، پاک شد', depth: 'deep' },
    });
    await page.goto(`/test/wells/${existing}`);
    await screen(page, 'detail');
    // The browser logs requests without network.
    expect(errors.filter((error) => !error.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
    await close();
  });
});

describe.each(ROUNDS)('a new version that is cut while it arrives, in $language on a $size with $database', (round) => {
  const { language, size, database } = round;
  let server: TestServer;
  let call: Caller;
  beforeAll(async () => {
    server = await startTestServer(database);
    call = await caller(server.base, 'admin');
    await server.services.registry.publish(well(1), { by: server.person('mande').id });
  });
  afterAll(() => server?.stop());

  it('leaves the form open in the version of before until all of it is here', async () => {
    const { page, context, close } = await visit(browser, server.base, { language, size, worker: true });
    const form = new Form(page);
    await prepareOffline(page, 'manager.schools');
    await server.services.registry.publish(well(2), { by: server.person('mande').id });
    /** Fills the form without network, in the version that opens, and saves it. Returns whether it is the second one. */
    const filled = async (name: string) => {
      await context.setOffline(true);
      await page.goto('/test/wells/new');
      await form.ready();
      await form.type('name', name);
      const isSecond = (await form.main.locator('[data-field=level]').count()) > 0;
      await form.pick(isSecond ? 'level' : 'depth', isSecond ? 'shallow' : 'flat');
      if (isSecond) await form.pick('water', 'yes');
      await saveHere(page);
      await context.setOffline(false);
      return isSecond;
    };
    /** Requests before the connection is lost, counted from when everything is sent. */
    let left = 0;
    let hasSent = false;
    await context.route('**/api/**', (route) => {
      hasSent ||= route.request().url().includes('/api/sync/state');
      if (hasSent) left -= 1;
      return left < 0 ? route.abort('connectionreset') : route.continue();
    });
    const versions: number[] = [];
    for (let cut = 0; versions.at(-1) !== 2; cut += 1) {
      versions.push((await filled(`چاه ${cut}`)) ? 2 : 1);
      [left, hasSent] = [cut, false];
      await send(page);
      await page.locator('[data-run]').waitFor({ state: 'detached' });
      expect(hasSent).toBe(true);
      left = Number.POSITIVE_INFINITY;
    }
    expect(versions.length).toBeGreaterThan(4);
    const { body } = await call('GET', 'test/wells?fields=all&per_page=200');
    expect(body.data.length, 'each was sent once').toBe(versions.length);
    await close();
  });
});

describe.each(ROUNDS)('a version that is withdrawn, in $language on a $size with $database', (round) => {
  const { language, size, database } = round;
  const say = (key: string) => words(language, 'offline', key);
  let server: TestServer;
  afterEach(() => server?.stop());
  const publish = (version: 1 | 2) =>
    server.services.registry.publish(well(version), { by: server.person('mande').id });

  /**
   * Prepares a phone, fills in what the version of before asks for, without network, and meanwhile `withdraw`s that version.
   * Returns the form, opened to correct what the server refused.
   */
  async function refused(
    { page, context }: Visitor,
    answers: Record<string, string>,
    withdraw: () => Promise<unknown>,
  ) {
    const form = new Form(page);
    await prepareOffline(page, 'manager.schools');
    await context.setOffline(true);
    await page.goto('/test/wells/new');
    await form.ready();
    await form.type('name', 'چاه پس‌گرفته');
    for (const [field, value] of Object.entries(answers)) await form.pick(field, value);
    await withdraw();
    await saveHere(page);

    await context.setOffline(false);
    // The record is refused some time before the device knows that the version is withdrawn.
    await context.route('**/api/sync/state', async (route) => {
      await page.waitForTimeout(2000);
      await route.continue();
    });
    await page.evaluate(() => localStorage.setItem('mode', 'online'));
    await page.goto('/offline/sync');
    const row = page.locator('[data-group=failed] [data-unsent]');
    await row.getByText(say('why.withdrawn')).waitFor();
    // The server does not have the record: it is opened where it is.
    await row.getByRole('button', { name: say('sync.correct') }).click();
    const toOffline = { name: words(language, 'app', 'nav.toOffline') };
    await page.getByRole('dialog').getByRole('button', toOffline).click();
    await form.ready();
    await page
      .locator('.am-form-note')
      .getByText(words(language, 'form', 'draft.ofRecord'))
      .waitFor();
    expect(await form.value('name')).toBe('چاه پس‌گرفته');
    return form;
  }

  /** Sends, and returns the one record as the server has it. */
  async function sent(page: Page) {
    await send(page);
    await nothingWaits(page);
    const call = await caller(server.base, 'admin');
    const { data } = (await call('GET', 'test/wells')).body;
    expect(data.length).toBe(1);
    const { form_version, version, data: answers } = (await call('GET', `test/wells/${data[0].id}`)).body.well;
    return { form_version, version, answers };
  }

  it('while a record in it waits on a phone: the record moves back to the version in force, and is sent', async () => {
    server = await startTestServer(database);
    await publish(1);
    await publish(2);
    const visitor = await visit(browser, server.base, { language, size, worker: true });
    const { page, close } = visitor;
    const form = await refused(visitor, { level: 'shallow', water: 'yes' }, () =>
      server.person('mande').must('POST', 'definitions/test-well/2/withdraw', { reason: 'Wrong' }),
    );
    const note = await page.locator('.am-form-note').innerText();
    expect(note, 'what has no place is named').toContain('Water');
    expect(await form.main.locator('[data-field=water]').count()).toBe(0);
    await form.type('name', 'چاه معتبر');
    await form.pick('depth', 'flat');
    await saveHere(page);
    expect(await sent(page)).toEqual({
      ...{ form_version: 1, version: 1 },
      answers: { name: 'چاه معتبر', depth: 'flat' },
    });
    await close();
  });

  // The everyday run has the other direction: preparing a phone takes most of the time of both.
  it.runIf(FULL)('for a later one: the record moves forward as that declares, and is sent', async () => {
    server = await startTestServer(database);
    await publish(1);
    const visitor = await visit(browser, server.base, { language, size, worker: true });
    const { page, close } = visitor;
    const form = await refused(visitor, { depth: 'flat' }, async () => {
      await publish(2);
      await server.person('mande').must('POST', 'definitions/test-well/1/withdraw', { reason: 'Wrong' });
    });
    expect(await form.picked('level'), 'its answer has its new name').toBe('shallow');
    await form.pick('water', 'yes');
    await saveHere(page);
    expect(await sent(page)).toEqual({
      ...{ form_version: 2, version: 1 },
      answers: { name: 'چاه پس‌گرفته', level: 'shallow', water: 'yes' },
    });
    await close();
  });
});
