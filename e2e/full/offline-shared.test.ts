/**
 * Two people share one phone. One of them corrects, without network, a record that was sent back with a comment, and logs out.
 * The other one sees nothing of it. When the first one is back, the work is sent, and a collision is decided.
 */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, caller } from '../pages/api.ts';
import { demoServer } from '../pages/demoServer.ts';
import { Form } from '../pages/form.ts';
import { prepareOffline } from '../pages/offline.ts';
import { newSchool, newVisits } from '../pages/school.ts';
import { Shell } from '../pages/shell.ts';
import { launch, logIn, ROUNDS_OF_LANGUAGES, visit } from '../pages/stage.ts';
import { isReadable } from '../pages/storedBytes.ts';
import { words } from '../pages/words.ts';

const SAID = 'صنف‌ها را دوباره ببینید';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const other = (now: string | undefined, ...wanted: string[]) => wanted.find((value) => value !== now) as string;

describe.each(ROUNDS_OF_LANGUAGES)('one phone, two people (%s)', (language) => {
  const base = demoServer();
  const offline = (key: string) => words(language, 'offline', key);

  /** Sends back a submitted visit, with a comment on one question. */
  async function sendBack(call: Caller): Promise<string> {
    const school = await newSchool(base, `مکتب دو نفر ${language}`);
    const [record_id] = await newVisits(base, 'monitor.bamyan', school, ['2026-05-05']);
    const fields = [{ field: 'classrooms', comment: SAID }];
    const sent = await call('POST', 'schools-rates/change-record-status', { record_id, action: 'return', fields });
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    return record_id as string;
  }

  it('corrects what was sent back, hides it from the other one, and decides what both answered', async () => {
    const call = await caller(base, 'mande');
    const id = await sendBack(call);
    const before = (await call('GET', `schools-rates/${id}`)).body.monitoring;
    const mine = other(before.data.classrooms, 'excellent', 'na');
    const lessons = other(before.data.lesson_plans, 'excellent', 'fair');
    const theirs = other(mine, ...(before.data.classrooms === 'good' ? ['fair'] : ['good']));
    const { page, context, close } = await visit(browser, base, { language, size: 'phone', worker: true });
    const shell = new Shell(page, language);
    await prepareOffline(page, 'monitor.bamyan');

    await context.setOffline(true);
    await page.goto(`/schools-rates/${id}/edit`);
    const form = new Form(page);
    await form.ready();
    await (await form.field('classrooms')).getByText(SAID).first().waitFor();
    await form.pick('classrooms', mine);
    await form.pick('lesson_plans', lessons);
    await form.save();
    await page.locator('[data-unsent-count="1"]').waitFor();

    await shell.logOut();
    await context.setOffline(false);
    await page.goto('/login');
    await page.getByRole('button', { name: words(language, 'app', 'login.goOnline') }).click();
    await logIn(page, 'focal.bamyan');
    // A page that is loaded again before the store is open leaves it closed.
    await page.waitForFunction(() => localStorage.getItem('storeSession') !== null);
    await page.goto('/offline/sync');
    await page.getByText(offline('sync.nothing'), { exact: true }).waitFor();
    expect(await page.locator('[data-unsent]').count()).toBe(0);
    expect(await isReadable(page, SAID)).toBe(false);
    await shell.logOut();

    // Meanwhile somebody answered the same question.
    const now = (await call('GET', `schools-rates/${id}`)).body.monitoring;
    expect(now.version).toBe(before.version);
    const admin = await caller(base, 'admin');
    const put = await admin('PUT', `schools-rates/${id}`, { ...now.data, version: now.version, classrooms: theirs });
    expect(put.status, JSON.stringify(put.body)).toBe(200);

    await logIn(page, 'monitor.bamyan');
    await page.locator('[data-unsent-count="1"]').waitFor();
    await page.goto('/offline/sync');
    await page.locator('[data-group=conflicts] a[href^="/offline/conflict/"]').click();
    const desk = page.locator('#conflict');
    await desk.waitFor();
    expect(await desk.innerText()).toContain(SAID);
    await desk.locator('input[name=conflict-classrooms][value=theirs]').check();
    await desk.getByRole('button', { name: words(language, 'form', 'conflict.apply') }).click();
    await page.getByText(offline('sync.nothing'), { exact: true }).waitFor();
    const sent = (await call('GET', `schools-rates/${id}`)).body.monitoring;
    expect([sent.data.classrooms, sent.data.lesson_plans, sent.current_state.id]).toEqual([
      theirs,
      lessons,
      'submitted',
    ]);
    const [last] = (await call('GET', `schools-rates/${id}/history`)).body.data;
    expect(last.not_taken).toEqual([{ field: 'classrooms', value: mine }]);
    await close();
  });
});
