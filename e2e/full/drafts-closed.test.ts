/**
 * A form is taken away while a draft of it is on a phone: its version is withdrawn, the form is retired, the person gets other
 * work. The draft moves to the version in force, or its answers stay readable, with network and without.
 */
import { describe, expect, it } from 'vitest';
import { wellSource } from '../../tests/support/wells.ts';
import { eachCallAlone } from '../pages/calls.ts';
import { Form } from '../pages/form.ts';
import { prepareOffline } from '../pages/offline.ts';
import { ownServer } from '../pages/ownServer.ts';
import { EACH_WAY, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

const USERS = ['manager.schools', 'coordinator.bamyan', 'coordinator.kabul'];

const PATH = '/test/wells/new';

function well(version: number) {
  const source = wellSource(version);
  source.definition.paths.create = [PATH];
  return source;
}

const own = ownServer(well(1), well(2));

describe.each(EACH_WAY)('a draft whose form is taken away, in $language on a $size', ({ language, size }) => {
  it('moves to the version in force, or stays readable', async () => {
    const { server, browser } = own;
    const [admin, mande] = [server.person('admin'), server.person('mande')];
    const user = USERS[EACH_WAY.findIndex((one) => one.language === language)] as string;
    const { page, context, errors, close } = await visit(browser, server.base, { language, size, worker: true });
    const form = new Form(page);
    const say = (key: string) => page.getByText(words(language, 'form', key));
    const work = async (mode: 'online' | 'offline') => {
      // What the server says of the form reaches the device.
      if (mode === 'offline') {
        await page.goto('/settings');
        await page.getByRole('button', { name: words(language, 'offline', 'settings.refresh') }).click();
        await page.getByText(words(language, 'offline', 'settings.refreshed')).waitFor();
      }
      await context.setOffline(mode === 'offline');
      await page.evaluate((way) => localStorage.setItem('mode', way), mode);
      await page.reload();
    };
    const readable = async () => {
      await page.goto(PATH);
      const kept = page.locator('[data-kept-draft]');
      for (const answer of ['چاه نیمه‌کاره', 'Flat']) await kept.locator('dd', { hasText: answer }).waitFor();
      expect(await kept.locator('[data-field=water] dd').innerText()).not.toBe('');
    };
    const isSent = () => page.waitForResponse((one) => one.url().includes('/api/drafts/') && one.ok());
    await prepareOffline(page, user);
    await work('online');
    await page.goto(PATH);
    await form.ready();
    const sent = isSent();
    await form.type('name', 'چاه نیمه‌کاره');
    await form.pick('depth', 'flat');
    await form.pick('water', 'yes');
    await sent;

    await mande.must('POST', 'definitions/test-well/2/withdraw', { reason: 'Wrong' });
    await page.goto(PATH);
    await say('draft.laterForm').waitFor();
    expect([await form.value('name'), await form.picked('depth')]).toEqual(['چاه نیمه‌کاره', 'flat']);
    expect(await form.main.locator('[data-field=water]').count()).toBe(0);
    await work('offline');
    await page.goto(PATH);
    await form.ready();
    expect([await form.value('name'), await form.picked('depth')]).toEqual(['چاه نیمه‌کاره', 'flat']);
    await work('online');
    await mande.must('POST', 'definitions/test-well/2/reinstate', { reason: 'Right' });

    await mande.must('POST', 'definitions/test-well/retire', { reason: 'Over' });
    await readable();
    await work('offline');
    await readable();
    await work('online');
    await mande.must('POST', 'definitions/test-well/resume', { reason: 'Again' });

    const { id } = server.person(user);
    await admin.must('PUT', `users/${id}`, {
      grants: [{ role: 'program-manager', programme: 'courts', province_id: null }],
    });
    await readable();
    await work('offline');
    await readable();
    await work('online');

    // The server was set back to a time before the form.
    await eachCallAlone(context);
    await context.route('**/api/definitions', async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      const data = body.data.filter(({ form }: { form: string }) => form !== 'test-well');
      await route.fulfill({ response, json: { ...body, data } });
    });
    await page.goto('/');
    await page.locator(`[data-draft="${PATH}"] a`).click();
    await say('screen.goneText').waitFor();
    await page.locator('[data-kept-draft] dd', { hasText: 'چاه نیمه‌کاره' }).waitFor();
    expect(errors.filter((error) => !/ERR_INTERNET_DISCONNECTED|beforeunload|status of 40[34]/.test(error))).toEqual(
      [],
    );
    await close();
  });
});
