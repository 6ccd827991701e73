/** The documented sentences about work without network, each where a person meets it. Their English words stand here as documented. */
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoServer } from '../pages/demoServer.ts';
import { Form } from '../pages/form.ts';
import { installed, nothingWaits, send } from '../pages/offline.ts';
import { newSchool } from '../pages/school.ts';
import { launch, logIn, screen, visit } from '../pages/stage.ts';

const USER = 'coordinator.bamyan';

describe('a device without network says', () => {
  const base = demoServer();
  let context: BrowserContext;
  let page: Page;
  let school: string;
  beforeAll(async () => {
    school = await newSchool(base, 'مکتب جمله‌ها');
    ({ context, page } = await visit(await launch(), base, { language: 'en', worker: true }));
    // A phone says which network it has; a computer does not.
    await page.addInitScript(() =>
      Object.defineProperty(Reflect.get(navigator, 'connection'), 'type', { get: () => 'none' }),
    );
    await logIn(page, USER);
    await installed(page);
  }, 180_000);
  afterAll(async () => {
    await context?.browser()?.close();
  });

  const says = (words: string, within = 'body') => page.locator(within).getByText(words).first().waitFor();
  const edit = async (name: string) => {
    await page.goto(`/schools/${school}/edit`);
    const form = new Form(page);
    await form.ready();
    await form.type('name', name);
    return form;
  };

  it('that it is not prepared, and refreshes what all forms share', async () => {
    await page.goto('/offline/prepare');
    await says('Database not set up', 'main');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await says('This device is ready for work offline', 'main');
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Update forms and lists' }).click();
    await says('Forms, choice lists and places are up to date.');
    await page.goto(`/schools/${school}`);
    await screen(page, 'detail');
    const more = page.getByRole('button', { name: 'Get offline' });
    if ((await more.count()) === 0) await page.locator('main [aria-haspopup=menu]').first().click();
    await page.getByText('Get offline', { exact: true }).first().click();
    await says('This record is already available offline.');
  });

  it('that a form did not reach the server, and saves it here', async () => {
    const form = await edit('مکتب جمله‌ها، نو');
    await context.setOffline(true);
    await form.submit();
    await says('Form submission failed online');
    await page.getByRole('button', { name: 'Switch and save' }).click();
    await says('Saved on this device. It is sent when you sync.');
    await says('Mobile data off', '[data-mode=offline]');
  });

  it('that a form cannot be prepared, and what needs the server', async () => {
    await page.goto('/schools/01970000-0000-7000-8000-000000000001/edit');
    await says('Failed to prepare the form for the data entry', 'main');
    await page.goto('/map');
    await says('Charts and maps cannot be shown when offline.', 'main');
    // What others did meanwhile is not known, so nothing is said of it.
    for (const path of ['/sessions', '/news']) {
      await page.goto(path);
      await says('The app is in Offline mode, switch to online.', 'main');
    }
    await page.goto('/profile');
    await says(USER, 'main');
    await page.locator('[data-needs-server]').waitFor();
  });

  it('that nothing is left to sync', async () => {
    await context.setOffline(false);
    await page.goto('/offline/sync');
    await send(page);
    await nothingWaits(page);
    await says('Nothing to sync', 'main');
  });

  it('that it does not know a person, and offers the reset', async () => {
    await context.setOffline(true);
    await page.goto('/logout');
    await screen(page, 'login');
    await page.locator('input[autocomplete=username]').fill('nobody.here');
    await page.locator('input[autocomplete=current-password]').fill('amanat-demo');
    await page.keyboard.press('Enter');
    await says('User not found in the local database.', 'main');
    const reset = page.getByRole('button', { name: 'Delete Amanat data from this device' });
    await expect.poll(() => reset.count()).toBe(1);
  });
});
