/** Work without network: the preparation of a device, and the Sync screen. */
import type { Page } from 'playwright';
import { Form } from './form.ts';
import { logIn, screen } from './stage.ts';
import { words } from './words.ts';

const offline = (key: string) => words('fa', 'offline', key);

/** Logs in, takes everything along that the preparation offers first, and switches to offline mode. In Dari. */
export async function prepareOffline(page: Page, user: string): Promise<void> {
  await logIn(page, user);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.goto('/offline/prepare');
  await page.getByRole('button', { name: offline('prepare.begin') }).click();
  const toOffline = { name: words('fa', 'app', 'nav.toOffline') };
  await page.getByRole('button', toOffline).click();
  await page.getByRole('dialog').getByRole('button', toOffline).click();
  await page.locator('[data-mode=offline]').waitFor();
}

/** Saves a form on the device. */
export async function saveHere(page: Page): Promise<void> {
  await new Form(page).submit();
  const anyway = page.locator('[data-answer=save]');
  const said = page.getByText(words('fa', 'form', 'screen.savedHere'));
  await said.or(anyway).first().waitFor();
  if (await anyway.isVisible()) await anyway.click();
  await said.waitFor();
  await screen(page, 'detail');
}

/** Sends from the Sync screen. */
export async function send(page: Page): Promise<void> {
  await page.goto('/offline/sync');
  await page.getByRole('button', { name: offline('sync.do') }).click();
}

export async function nothingWaits(page: Page): Promise<void> {
  await page.getByText(offline('sync.nothing'), { exact: true }).waitFor();
}
