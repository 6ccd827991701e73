/** A person forgets the password of a phone with unsent work. The office sends the work from the file that the phone gives. */
import { generateKeyPairSync } from 'node:crypto';
import type { Browser, BrowserContext } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caller } from '../pages/api.ts';
import { demoServer } from '../pages/demoServer.ts';
import { Form } from '../pages/form.ts';
import { prepareOffline, saveHere } from '../pages/offline.ts';
import { newSchool } from '../pages/school.ts';
import { launch, screen, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

const USER = 'coordinator.bamyan';
const key = generateKeyPairSync('rsa', { modulusLength: 3072 });
const pem = key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** The command that gives the server its key needs a stopped server, so the journey answers for this one call. */
function useKey(context: BrowserContext): Promise<unknown> {
  const body = JSON.stringify({ key: key.publicKey.export({ type: 'spki', format: 'der' }).toString('base64') });
  return context.route('**/api/rescue-key', (route) => route.fulfill({ contentType: 'application/json', body }));
}

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const offline = (word: string) => words('en', 'offline', word);

describe('a phone whose password is forgotten', () => {
  const base = demoServer();

  it('gives its unsent work to the office, which sends it under the name of the person', async () => {
    const school = await newSchool(base, 'مکتب رمز فراموش');
    const shared = await newSchool(base, 'مکتب مشترک');
    const given = await newSchool(base, 'مکتب کنار');
    const call = await caller(base, 'admin');
    const phone = await visit(browser, base, { language: 'fa', size: 'phone', worker: true });
    await useKey(phone.context);
    await prepareOffline(phone.page, USER);
    await phone.context.setOffline(true);
    for (const [id, name] of [
      [school, 'مکتب نو رمز فراموش'],
      [shared, 'مکتب مشترک از تلفون'],
      [given, 'مکتب کنار از تلفون'],
    ] as const) {
      await phone.page.goto(`/schools/${id}/edit`);
      const form = new Form(phone.page);
      await form.ready();
      await form.type('name', name);
      await saveHere(phone.page);
    }
    for (const id of [shared, given]) {
      const { data } = (await call('GET', `schools/${id}`)).body;
      await call('PUT', `schools/${id}`, { ...data.data, name: 'مکتب از دفتر', version: 1 });
    }

    await phone.page.goto('/logout');
    await screen(phone.page, 'login');
    await phone.page.locator('input[autocomplete=username]').fill(USER);
    await phone.page.locator('input[autocomplete=current-password]').fill('forgotten');
    await phone.page.keyboard.press('Enter');
    const offer = phone.page.locator('[data-office-file]');
    const downloading = phone.page.waitForEvent('download');
    await offer.getByRole('button', { name: words('fa', 'app', 'officeFile.save') }).click();
    const file = await downloading;
    await offer.getByText(words('fa', 'app', 'officeFile.saved')).waitFor();
    expect((await call('GET', `schools/${school}`)).body.data.version).toBe(1);

    const office = await visit(browser, base, { user: 'admin' });
    await useKey(office.context);
    const { page } = office;
    await page.goto('/admin/accounts');
    await page.getByRole('link', { name: words('en', 'app', 'accounts.takeIn') }).click();
    await screen(page, 'take-in');
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(await file.path());
    const pasted = page.getByLabel(offline('takeIn.keyPasted'));
    await pasted.fill('some other text');
    const open = page.getByRole('button', { name: offline('takeIn.open') });
    await open.click();
    await page.getByText(offline('takeIn.failure.wrong_key')).waitFor();
    await pasted.fill(pem);
    await open.click();
    await page.locator('[data-group=opened]').getByText(USER).waitFor();
    const send = { name: offline('takeIn.send') };
    await page.getByRole('button', send).click();
    await page.getByRole('dialog').getByRole('button', send).click();
    await page.getByText(offline('takeIn.some')).waitFor();
    const rest = (id: string) => page.locator(`[data-rest="${id}"]`);
    await rest(shared).getByText('مکتب از دفتر').waitFor();
    await rest(shared)
      .getByRole('button', { name: offline('sync.decide') })
      .click();
    const mine = rest(shared).locator('input[value=mine]').first();
    await mine.check();
    await rest(shared)
      .getByRole('button', { name: words('en', 'form', 'conflict.apply') })
      .click();
    await rest(shared).waitFor({ state: 'detached' });
    await rest(given)
      .getByRole('button', { name: offline('takeIn.leave') })
      .click();
    await page.getByRole('dialog').getByRole('textbox').fill('It was entered twice.');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: offline('takeIn.leave') })
      .click();
    await page.getByText(offline('takeIn.all')).waitFor();
    expect((await call('GET', `schools/${shared}`)).body.data).toMatchObject({
      name: 'مکتب مشترک از تلفون',
      version: 3,
    });
    expect((await call('GET', `schools/${given}`)).body.data).toMatchObject({ name: 'مکتب از دفتر', version: 2 });

    const opening = page.waitForEvent('download');
    await page.getByRole('button', { name: offline('giveOpening.make') }).click();
    await opening;
    await page.locator('[data-group=opening] [data-code]').waitFor();
    const { data } = (await call('GET', `schools/${school}`)).body;
    expect([data.name, data.version]).toEqual(['مکتب نو رمز فراموش', 2]);
    const [newest] = (await call('GET', `schools/${school}/history`)).body.data;
    expect(newest.taken_in_by.id).toBe((await call('GET', 'session')).body.user.id);
    expect(newest.by.id).not.toBe(newest.taken_in_by.id);
    const changes: { action: string; after?: { reason?: string } }[] = (
      await call('GET', `users/${newest.by.id}/changes`)
    ).body.data;
    const reasons = new Map(changes.map(({ action, after }) => [action, after?.reason]));
    expect(reasons.has('opening_given')).toBe(true);
    expect(reasons.get('work_left_out')).toBe('It was entered twice.');
    expect(office.errors.filter((error) => !error.includes('status of 417'))).toEqual([]);
    await Promise.all([phone.close(), office.close()]);
  });
});
