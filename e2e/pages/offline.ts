/** Work without network: the preparation of a device, and the Sync screen. */
import type { Page } from 'playwright';
import { Form } from './form.ts';
import { type Language, logIn, screen } from './stage.ts';
import { words } from './words.ts';

async function said(page: Page, namespace: 'app' | 'form' | 'offline', key: string): Promise<string> {
  const language = (await page.evaluate(() => document.documentElement.lang)).slice(0, 2) as Language;
  return words(language, namespace, key);
}

/**
 * Logs in, takes everything along that the preparation offers first, and switches to offline mode. The profile was opened with
 * `worker`, and without `user`: a session that was put there from outside has not opened the store of its person.
 */
export async function prepareOffline(page: Page, user: string): Promise<void> {
  await beginPreparing(page, user);
  await goOffline(page);
}

/** Waits until the worker has loaded the whole app and the page takes it from there: as long as the machine needs, and the test allows. */
export async function installed(page: Page): Promise<void> {
  const asLong = { timeout: 0 };
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, asLong);
}

/** Logs in and begins to take along a choice of the preparation, named by its text. Without it: what is offered first. */
export async function beginPreparing(page: Page, user: string, choice?: string): Promise<void> {
  await logIn(page, user);
  await installed(page);
  // A page that is loaded again before the store is open leaves it closed.
  await page.waitForFunction(() => localStorage.getItem('storeSession') !== null);
  await page.goto('/offline/prepare');
  if (choice) await page.getByLabel(choice).check();
  // Exactly: the bar of a phone has a button whose words begin so.
  await page.getByRole('button', { name: await said(page, 'offline', 'prepare.begin'), exact: true }).click();
}

/** Switches to offline mode where a screen offers it, for example that of the preparation. */
export async function goOffline(page: Page): Promise<void> {
  const toOffline = { name: await said(page, 'app', 'nav.toOffline') };
  await page.getByRole('button', toOffline).click();
  await page.getByRole('dialog').getByRole('button', toOffline).click();
  await page.locator('[data-mode=offline]').waitFor();
}

/** Saves a form on the device. */
export async function saveHere(page: Page): Promise<void> {
  await new Form(page).submit();
  const anyway = page.locator('[data-answer=save]');
  const saved = page.getByText(await said(page, 'form', 'screen.savedHere'));
  await saved.or(anyway).first().waitFor();
  if (await anyway.isVisible()) await anyway.click();
  await saved.waitFor();
  await screen(page, 'detail');
}

/** Sends from the Sync screen. */
export async function send(page: Page): Promise<void> {
  await page.goto('/offline/sync');
  await page.getByRole('button', { name: await said(page, 'offline', 'sync.do') }).click();
}

export async function nothingWaits(page: Page): Promise<void> {
  await page.getByText(await said(page, 'offline', 'sync.nothing'), { exact: true }).waitFor();
}

/**
 * Leaves no space for this site, and returns what gives it back. Chromium remembers for up to half a minute how much was free,
 * so it goes on until a database of this site is refused.
 */
export async function fillStorage(page: Page, origin: string): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  await page.evaluate(async () => {
    const done = (request: IDBRequest | IDBTransaction) =>
      new Promise<void>((resolve) => {
        request.addEventListener('complete', () => resolve());
        request.addEventListener('success', () => resolve());
        request.addEventListener('abort', () => resolve());
      });
    const opening = indexedDB.open('probe');
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('bytes'));
    await done(opening);
    for (let error: DOMException | null = null; error?.name !== 'QuotaExceededError'; ) {
      const write = opening.result.transaction('bytes', 'readwrite');
      write.objectStore('bytes').put(new Uint8Array(1000), 1);
      await done(write);
      error = write.error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    opening.result.close();
  });
  return async () => {
    await session.send('Storage.overrideQuotaForOrigin', { origin });
    await session.detach();
  };
}
