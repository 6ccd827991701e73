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
    const call = await caller(base, 'admin');
    const phone = await visit(browser, base, { language: 'fa', size: 'phone', worker: true });
    await useKey(phone.context);
    await prepareOffline(phone.page, USER);
    await phone.context.setOffline(true);
    await phone.page.goto(`/schools/${school}/edit`);
    const form = new Form(phone.page);
    await form.ready();
    await form.type('name', 'مکتب نو رمز فراموش');
    await saveHere(phone.page);

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
    await page.getByText(offline('takeIn.all')).waitFor();
    const { data } = (await call('GET', `schools/${school}`)).body;
    expect([data.name, data.version]).toEqual(['مکتب نو رمز فراموش', 2]);
    const [newest] = (await call('GET', `schools/${school}/history`)).body.data;
    expect(newest.taken_in_by.id).toBe((await call('GET', 'session')).body.user.id);
    expect(newest.by.id).not.toBe(newest.taken_in_by.id);
    expect(office.errors).toEqual([]);
    await Promise.all([phone.close(), office.close()]);
  });
});
