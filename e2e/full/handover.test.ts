/**
 * Failures around a form: an incomplete row, a value that another record has just taken, a connection that breaks during a
 * photo upload, a response that never arrives. No input is lost, and each failure shows where it is.
 */
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../tests/support/server.ts';
import { expectScreen, sidewaysScroll } from '../pages/checks.ts';
import { Detail } from '../pages/detail.ts';
import { Form } from '../pages/form.ts';
import { HANDOVER } from '../pages/handover.ts';
import { photo } from '../pages/picture.ts';
import { Shell } from '../pages/shell.ts';
import { type Language, launch, rounds, type Size, screen, type Visitor, visit } from '../pages/stage.ts';
import { words, wordsWith } from '../pages/words.ts';

const USER = 'coordinator.bamyan';
const PEOPLE = ['ارغوان', 'یاسمن', 'زنبق'];

let browser: Browser;
let server: TestServer;
let province: string;
let people: string[];
beforeAll(async () => {
  browser = await launch();
  server = await startTestServer('sqlite');
  await server.services.registry.publish(HANDOVER, { by: server.person('mande').id });
  const admin = server.person('admin');
  const places = (await admin.must('GET', 'provinces')).data as { id: string; name_en: string }[];
  province = places.find((place) => place.name_en === 'Bamyan')?.id as string;
  const { data: districts } = await admin.must('GET', `province/${province}/districts`);
  people = [];
  for (const [index, first_name] of PEOPLE.entries()) {
    const { id } = await admin.must('POST', 'local-monitors', {
      first_name,
      last_name: 'نمونه',
      province_id: province,
      district_id: districts[0].id,
      phone: `070000000${index}`,
    });
    people.push(id);
  }
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const SIZES: { language: Language; size: Size }[] = [
  { language: 'fa', size: 'phone' },
  { language: 'en', size: 'desktop' },
];

async function open(language: Language, size: Size): Promise<{ visitor: Visitor; form: Form }> {
  const visitor = await visit(browser, server.base, { language, size, user: USER });
  await visitor.page.goto('/handovers/create');
  const form = new Form(visitor.page);
  await form.ready();
  return { visitor, form };
}

const row = (page: Page, index: number): Locator => page.locator('[data-field=items] .am-row').nth(index);

async function addRow(page: Page, language: Language, thing: string, pieces?: string): Promise<void> {
  const rows = page.locator('[data-field=items] .am-row');
  const before = await rows.count();
  await page
    .locator('[data-field=items]')
    .getByRole('button', { name: words(language, 'form', 'table.add') })
    .click();
  await expect.poll(() => rows.count()).toBe(before + 1);
  const inputs = rows.nth(before).locator('input');
  if (thing) await inputs.nth(0).fill(thing);
  if (pieces) await inputs.nth(1).fill(pieces);
  await inputs.nth(1).blur();
}

const things = (page: Page) =>
  page
    .locator('[data-field=items] [data-field=thing] input')
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));

async function saved(id: string) {
  return (await server.person('admin').must('GET', `handovers/${id}`)).data.data;
}
const idOf = (page: Page) => new URL(page.url()).pathname.split('/').pop() as string;

describe.each(rounds(SIZES))('rows and people ($language, $size)', ({ language, size }) => {
  it('an error stands in its cell, goes along when the row moves, and is gone when mended', async () => {
    const { visitor, form } = await open(language, size);
    const { page } = visitor;
    await form.type('receipt', `R-ROWS-${language}`);
    await addRow(page, language, 'میز', '4');
    await addRow(page, language, '', '2');
    await addRow(page, language, 'چوکی', '5000');
    await form.submit();
    const cell = (index: number, name: string) => row(page, index).locator(`[data-field="${name}"]`);
    await cell(1, 'thing').locator('.am-error').waitFor();
    expect(await cell(1, 'thing').locator('.am-error').innerText()).toContain(words(language, 'errors', 'required'));
    await cell(2, 'pieces').locator('.am-error').waitFor();
    expect(await page.locator('[data-field=items] .am-row .am-error').count()).toBe(2);
    expect(await cell(1, 'thing').locator('input').getAttribute('aria-invalid')).toBe('true');
    await expectScreen(visitor, language);
    // The error summary links to the first wrong cell.
    await form.main.locator('.am-summary a').first().click();
    await expect
      .poll(() =>
        cell(1, 'thing')
          .locator('input')
          .evaluate((one) => one === document.activeElement),
      )
      .toBe(true);

    const press = (index: number, key: string) =>
      row(page, index)
        .getByRole('button', { name: new RegExp(`^${words(language, 'form', key)}`) })
        .click();
    await press(2, 'table.up');
    await press(1, 'table.up');
    expect(await things(page)).toEqual(['چوکی', 'میز', '']);
    await cell(0, 'pieces').locator('.am-error').waitFor();
    await cell(2, 'thing').locator('.am-error').waitFor();
    expect(await page.locator('[data-field=items] .am-row .am-error').count()).toBe(2);
    expect(await row(page, 0).locator('[data-move="-1"]').isDisabled()).toBe(true);
    await cell(0, 'pieces').locator('input').fill('50');
    await cell(0, 'pieces').locator('input').blur();
    await cell(0, 'pieces').locator('.am-error').waitFor({ state: 'detached' });
    await press(2, 'table.remove');
    await expect.poll(() => things(page)).toEqual(['چوکی', 'میز']);
    await form.save();
    expect((await saved(idOf(page))).items).toEqual([
      { thing: 'چوکی', pieces: 50 },
      { thing: 'میز', pieces: 4 },
    ]);
    await expectScreen(visitor, language);
    expect(visitor.errors).toEqual([]);
    await visitor.close();
  });

  it('several people stand in one answer, one is taken out again', async () => {
    const { visitor, form } = await open(language, size);
    const { page } = visitor;
    await form.type('receipt', `R-PEOPLE-${language}`);
    await addRow(page, language, 'کتاب', '1');
    const field = await form.field('receivers');
    const box = field.getByRole('combobox').first();
    for (const name of PEOPLE) {
      await box.click();
      await box.fill(name);
      await field.getByRole('option', { name }).first().click();
      await field.getByText(`${name} نمونه`).first().waitFor();
    }
    await page.keyboard.press('Escape');
    await expectScreen(visitor, language);
    await field.getByRole('button', { name: new RegExp(PEOPLE[1] as string) }).click();
    await form.save();
    expect((await saved(idOf(page))).receivers).toEqual([people[0], people[2]]);
    const shown = await new Detail(page, language).answer('receivers').innerText();
    for (const [index, name] of PEOPLE.entries()) expect(shown.includes(name)).toBe(index !== 1);
    await expectScreen(visitor, language);
    expect(visitor.errors).toEqual([]);
    await visitor.close();
  });
});

describe.each(rounds(SIZES))('what the server refuses ($language, $size)', ({ language, size }) => {
  it('a value that was taken between asking and saving is marked at its field', async () => {
    const { visitor, form } = await open(language, size);
    const { page } = visitor;
    const receipt = `R-RACE-${language}`;
    const asked = page.waitForResponse((response) => response.url().includes('/validation'));
    await form.type('receipt', receipt);
    expect(await (await asked).json()).toEqual({ validate: true });
    await addRow(page, language, 'کتاب', '1');
    await server.person('admin').must('POST', 'handovers', { province_id: province, receipt, items: [{ thing: 'x' }] });
    const answer = page.waitForResponse((response) => response.status() === 422);
    await form.submit();
    const body = await (await answer).json();
    const unique = words(language, 'errors', 'unique');
    expect(body.errors['/receipt'][0].message).toBe(unique);
    expect(body.errorInfo[2]).toBe(unique);
    const field = await form.field('receipt');
    await expect.poll(() => field.locator('.am-error').allInnerTexts()).toContain(unique);
    await expectScreen(visitor, language);
    await form.type('receipt', `${receipt}-2`);
    await form.save();
    expect(visitor.errors.filter((error) => !error.includes('422'))).toEqual([]);
    await visitor.close();
  });
});

describe('a question whether a value is free', () => {
  it('that cannot be asked counts as answered yes; saving asks again', async () => {
    const receipt = 'R-UNASKED';
    await server.person('admin').must('POST', 'handovers', { province_id: province, receipt, items: [{ thing: 'x' }] });
    const { visitor, form } = await open('fa', 'phone');
    const { page } = visitor;
    let asked = 0;
    await page.route('**/validation?*', async (route) => {
      await (asked % 2 ? route.abort('connectionrefused') : route.fulfill({ status: 502, body: 'Bad gateway' }));
      asked += 1;
    });
    for (const [index, typed] of [receipt, `${receipt}-2`, receipt].entries()) {
      await form.type('receipt', typed);
      await expect.poll(() => asked).toBe(index + 1);
      await page.waitForTimeout(100);
      expect(await (await form.field('receipt')).locator('.am-error').count()).toBe(0);
    }
    await addRow(page, 'fa', 'کتاب', '1');
    await form.submit();
    const field = await form.field('receipt');
    await expect.poll(() => field.locator('.am-error').allInnerTexts()).toContain(words('fa', 'errors', 'unique'));
    await form.type('receipt', `${receipt}-2`);
    await form.save();
    await visitor.close();
  });
});

describe.each(rounds(SIZES))('a bad line ($language, $size)', ({ language, size }) => {
  it('breaks twice while a photo is sent; the third time it is sent and attached', async () => {
    const { visitor, form } = await open(language, size);
    const { page } = visitor;
    await form.type('receipt', `R-PHOTO-${language}`);
    await addRow(page, language, 'کتاب', '1');
    let tries = 0;
    await page.route('**/api/files?*', (route) => {
      tries += 1;
      return tries <= 2 ? route.abort('connectionreset') : route.continue();
    });
    await form.attach('photos', await photo(2400, 1800));
    const field = await form.field('photos');
    await field.getByText(words(language, 'form', 'file.waiting')).waitFor();
    expect(tries).toBe(1);
    await expectScreen(visitor, language);
    await field.getByRole('button', { name: words(language, 'form', 'retry'), exact: true }).click();
    await expect.poll(() => tries).toBe(2);
    await field.getByText(words(language, 'form', 'file.waiting')).waitFor();
    // Saving uploads the waiting files.
    await form.save();
    expect(tries).toBe(3);
    const id = idOf(page);
    const { data: files } = await server.person('admin').must('GET', `handovers/${id}/attachments`);
    expect((await saved(id)).photos).toEqual(files.map((file: { id: string }) => file.id));
    expect(files).toHaveLength(1);

    // The picture opens large from the answer and from the attachments.
    const detail = new Detail(page, language);
    const panel = await detail.tab('attachments');
    await panel.locator('button:has(img)').first().click();
    const large = new Shell(page, language).dialog().locator('img');
    await large.waitFor();
    const width = await large.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth));
    // The device reduced it to 1600 pixels on its longest edge.
    expect(width).toBe(1600);
    expect(await sidewaysScroll(page)).toBe(0);
    await page.keyboard.press('Escape');
    await large.waitFor({ state: 'detached' });
    expect(visitor.errors.filter((error) => !error.includes('ERR_CONNECTION_RESET'))).toEqual([]);
    await visitor.close();
  });

  it('loses the answer to a save: said clearly, nothing lost, stored once', async () => {
    const { visitor, form } = await open(language, size);
    const { page } = visitor;
    const receipt = `R-LOST-${language}`;
    await form.type('receipt', receipt);
    await addRow(page, language, 'کتاب', '7');
    let arrived = 0;
    await page.route('**/api/handovers/store', async (route) => {
      arrived += 1;
      if (arrived > 1) return route.continue();
      // The server stores the request, but its response is lost.
      await route.fetch();
      return route.abort('connectionreset');
    });
    await form.submit();
    await page.getByText(words(language, 'form', 'screen.offline')).waitFor();
    await new Shell(page, language).networkBar().waitFor();
    await expectScreen(visitor, language);
    expect(await things(page)).toEqual(['کتاب']);
    expect(await form.value('receipt')).toBe(receipt);
    await form.save();
    expect(arrived).toBe(2);
    const { data } = await server.person('admin').must('GET', `handovers?per_page=100`);
    expect(data.filter((one: { receipt: string }) => one.receipt === receipt)).toHaveLength(1);
    await screen(page, 'detail');
    expect(visitor.errors.filter((error) => !error.includes('ERR_CONNECTION_RESET'))).toEqual([]);
    await visitor.close();
  });
});

describe('a closed door', () => {
  it('a role that may not enter or change is told so, with the roles that may', async () => {
    const made = await server
      .person('admin')
      .must('POST', 'handovers', { province_id: province, receipt: 'R-DOOR', items: [{ thing: 'x' }] });
    const visitor = await visit(browser, server.base, { language: 'fa', size: 'phone', user: 'volunteer.bamyan' });
    const { page } = visitor;
    await page.goto(`/handovers/${made.id}/edit`);
    const refused = page.locator('main[data-screen=edit] [role=alert]');
    await refused.waitFor();
    expect(await refused.innerText()).toMatch(/[\u0600-\u06ff]{3}/);
    expect(await page.locator('main [data-field]').count()).toBe(0);
    await expectScreen(visitor, 'fa');
    await page.goto('/schools/create');
    await page.locator('main[data-screen=create] [role=alert]').waitFor();
    expect(await page.locator('main[data-screen=create] [role=alert]').innerText()).toMatch(
      wordsWith('fa', 'errors', 'role_needed'),
    );
    await expectScreen(visitor, 'fa');
    await visitor.close();
  });
});
