/** An administrator finds the data held about a person, views the sheet, downloads it, and erases it on request. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caller } from '../pages/api.ts';
import { axe, expectScreen } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { newMark } from '../pages/mark.ts';
import { launch, screen, visit, WAYS } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe.each(WAYS)('personal data in $language on a $size', ({ language, size }) => {
  const base = demoServer();

  it('a person of the demonstration is found with the records that name them, and shown on one sheet', async () => {
    const call = await caller(base, 'admin');
    const { body } = await call('GET', 'staff?per_page=50');
    // Somebody who was not erased by another round.
    const { id, name } = body.data.find((one: { name: string; code: string }) => one.name !== one.code);
    const visitor = await visit(browser, base, { language, size, user: 'admin' });
    const { page, errors, close } = visitor;
    await page.goto('/menu/administration');
    await page.locator('main a[href="/admin/personal-data"]').first().click();
    await screen(page, 'personal-data');
    await page.getByRole('searchbox').fill('آ');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await page.getByRole('searchbox').fill(name);
    await page.keyboard.press('Enter');
    await page.locator(`[data-record="${id}"] a`).waitFor();
    expect(page.url(), 'whom somebody looks for stands in no address').not.toContain('?');
    await expectScreen(visitor, language);
    expect(await axe(page)).toEqual([]);
    await page.locator(`[data-record="${id}"] a`).click();
    await screen(page, 'personal-data-sheet');
    await page.locator('[data-field=first_name]').waitFor();
    await expectScreen(visitor, language);
    expect(await axe(page)).toEqual([]);
    await page.goBack();
    await page.locator(`[data-record="${id}"] a`).waitFor();
    expect(errors.filter((one) => !one.includes('422'))).toEqual([]);
    await close();
  });

  it('a person is erased with a reason; the code stands where the name stood', async () => {
    const call = await caller(base, 'admin');
    const mark = newMark();
    const { body: provinces } = await call('GET', 'provinces');
    const made = await call('POST', 'staff', {
      first_name: 'پروین',
      last_name: mark,
      gender: 'female',
      role: 'program-assistant',
      phone: '0799 555 123',
      province_id: provinces.data[0].id,
      district_id: (await call('GET', `province/${provinces.data[0].id}/districts`)).body.data[0].id,
    });
    expect(made.status, JSON.stringify(made.body)).toBeLessThan(300);
    const { id, code } = made.body;
    const { page, errors, close } = await visit(browser, base, { language, size, user: 'admin' });
    await page.goto('/admin/personal-data');
    await page.getByRole('searchbox').fill(`پروين ${mark}`);
    await page.keyboard.press('Enter');
    await page.locator(`[data-record="${id}"] a`).click();
    await screen(page, 'personal-data-sheet');
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('[data-action=export]').click()]);
    expect(download.suggestedFilename()).toBe(`personal-data-${code}.json`);
    await page.locator('[data-action=anonymise]').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(words(language, 'admin', 'personal.forGood')).waitFor();
    expect(await dialog.locator('[data-action=do-erase]').isDisabled(), 'a reason is needed').toBe(true);
    await dialog.locator('textarea[name=reason]').fill('درخواست خود شخص');
    await dialog.locator('[data-action=do-erase]').click();
    await page.getByText(words(language, 'admin', 'personal.erased')).waitFor();
    await page.getByRole('heading', { level: 1, name: code }).waitFor();
    expect(await page.locator('main').innerText()).not.toContain(mark);

    await page.goto(`/staff/${id}?tab=history`);
    await page.getByText(words(language, 'app', 'history.erasedByPerson'), { exact: true }).waitFor();
    expect(await page.locator('main').innerText()).not.toContain(mark);
    expect(errors).toEqual([]);

    const found = await call('GET', `personal-data?text=${encodeURIComponent(mark)}`);
    expect(found.status, JSON.stringify(found.body)).toBe(200);
    expect(found.body.data).toEqual([]);
    expect((await (await caller(base, 'mande'))('GET', `personal-data/${id}`)).status).toBe(403);
    await close();
  });
});
