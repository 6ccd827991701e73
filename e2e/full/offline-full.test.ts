/** A phone without network whose storage is full, and one whose database fails, while a form is open. No answer is lost. */
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoServer } from '../pages/demoServer.ts';
import { Form } from '../pages/form.ts';
import { fillStorage, prepareOffline, saveHere } from '../pages/offline.ts';
import { newSchool } from '../pages/school.ts';
import { launch, rounds, type Visitor, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

/** In English the documented sentence is asked for as it is documented. */
const ROUNDS = rounds([
  { language: 'fa', size: 'phone' },
  { language: 'en', size: 'desktop' },
] as const);

describe.each(ROUNDS)('a device that cannot store, in $language on a $size', ({ language, size }) => {
  const base = demoServer();
  const says = {
    title: language === 'en' ? 'Offline submission failed' : words(language, 'form', 'screen.offlineFailed'),
    notKept: words(language, 'form', 'screen.failedNoDraft'),
  };
  let visitor: Visitor;
  let context: BrowserContext;
  let page: Page;
  let form: Form;
  let school: string;
  beforeAll(async () => {
    school = await newSchool(base, 'مکتب بی‌جای');
    visitor = await visit(await launch(), base, { language, size, worker: true });
    ({ context, page } = visitor);
    await prepareOffline(page, 'coordinator.bamyan');
    await context.setOffline(true);
    form = new Form(page);
  }, 120_000);
  afterAll(async () => {
    await context?.browser()?.close();
  });

  const edit = async () => {
    await page.goto(`/schools/${school}/edit`);
    await form.ready();
  };
  const refused = async (reason: string) => {
    await form.submit();
    await page.locator('.mantine-Notification-root', { hasText: says.title }).getByText(reason).first().waitFor();
    const bar = page.locator('.am-save-bar');
    await bar.getByText(reason).waitFor();
    await bar.getByText(says.notKept).waitFor();
  };

  it('says that it is full, and saves once there is space', async () => {
    await edit();
    const free = await fillStorage(page, base);
    await form.type('name', 'مکتب بی‌جای، نو');
    await refused(words(language, 'app', 'error.storeFull'));
    // The message offers to make room, and says first what leaves and what stays.
    const room = { name: words(language, 'offline', 'room.do') };
    await page.locator('.am-save-bar').getByRole('button', room).click();
    const roomDialog = page.getByRole('dialog');
    await roomDialog.getByText(words(language, 'offline', 'room.stays')).waitFor();
    await roomDialog.getByRole('button', room).click();
    await roomDialog.waitFor({ state: 'detached' });
    expect(await form.value('name'), 'what was typed stays').toBe('مکتب بی‌جای، نو');
    // Who leaves is told that the answers are nowhere else.
    await form.cancel();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(words(language, 'form', 'screen.unsavedNoDraft')).waitFor();
    await dialog.getByRole('button', { name: words(language, 'form', 'screen.stay') }).click();
    expect(await form.value('name')).toBe('مکتب بی‌جای، نو');
    await free();
    await saveHere(page);
    expect(await page.locator('main').innerText()).toContain('مکتب بی‌جای، نو');
  });

  it('says that its database failed, and writes the draft once it works again', async () => {
    await edit();
    await page.evaluate(() => {
      const { put, add } = IDBObjectStore.prototype;
      const broken = () => {
        throw new DOMException('Internal error.', 'UnknownError');
      };
      Object.assign(IDBObjectStore.prototype, { put: broken, add: broken });
      Object.assign(window, { repair: () => Object.assign(IDBObjectStore.prototype, { put, add }) });
    });
    await form.type('name', 'مکتب دیگر');
    await refused(words(language, 'app', 'error.storeFailed'));
    await page.evaluate(() => Reflect.get(window, 'repair')());
    await page
      .locator('.am-save-bar')
      .getByText(words(language, 'form', 'draft.kept'))
      .waitFor();
    await page.reload();
    await form.ready();
    expect(await form.value('name')).toBe('مکتب دیگر');
    await saveHere(page);
    await page.reload();
    await page.getByText('مکتب دیگر').first().waitFor();
  });
});
