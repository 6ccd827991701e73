/** A form that was begun on the phone is continued at the desk, and neither device loses what was typed on the other. */
import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectScreen } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { Form } from '../pages/form.ts';
import { photo } from '../pages/picture.ts';
import { newSchool } from '../pages/school.ts';
import { FULL, type Language, launch, ROUNDS_OF_LANGUAGES, screen, type Visitor, visit } from '../pages/stage.ts';
import { ratings, words, wordsWith } from '../pages/words.ts';

const USER = 'focal.bamyan';
const RATINGS = ratings('school-rating');
const DETAILS = 'آب از نل نمی‌آید.';
const NUMBERS = ['یک', 'دو', 'سه', 'چهار'];
const SHOTS = process.env.SHOTS;

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

async function shot(page: Page, name: string): Promise<void> {
  if (!SHOTS) return;
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: `${SHOTS}/${name}.png` });
}

/** Waits until the server has taken a draft from this page, with a text if one is named. */
const sent = (page: Page, text = '') =>
  page.waitForResponse((one) => {
    const request = one.request();
    return one.url().includes('/api/drafts/') && request.method() === 'PUT' && !!request.postData()?.includes(text);
  });

async function expectAnswers(form: Form, answers: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(answers)) await expect.poll(() => form.picked(name)).toBe(value);
}

async function home({ page }: Visitor): Promise<void> {
  await page.goto('/');
  await screen(page, 'dashboard');
}

const offer = (page: Page, path: string) => page.locator(`main [data-draft="${path}"]`);

describe.each(ROUNDS_OF_LANGUAGES)('drafts follow the account (%s)', (language: Language) => {
  const base = demoServer();
  const say = (key: string) => words(language, 'form', key);
  let phone: Visitor;
  let desk: Visitor;
  let path: string;
  let number = 0;

  /** Opens both devices, and a form that was begun on the phone. */
  async function begin(): Promise<Form> {
    path = `/schools/${await newSchool(base, `مکتب دو دستگاه ${NUMBERS[number]}`)}/rate`;
    number += 1;
    phone = await visit(browser, base, { language, size: 'phone', user: USER });
    desk = await visit(browser, base, { language, size: 'desktop', user: USER });
    const form = new Form(phone.page);
    await phone.page.goto(path);
    await form.ready();
    // A slow machine sends a first part before the rest is typed.
    const isSent = sent(phone.page, DETAILS);
    await form.pick('security', 'excellent');
    await form.pick('water', 'bad');
    await (await form.flagged('water')).locator('textarea').first().fill(DETAILS);
    await isSent;
    return form;
  }
  const end = async () => {
    for (const visitor of [phone, desk]) await visitor.close();
  };

  it('begun on the phone, continued and saved at the desk; the phone offers it no more', async () => {
    await begin();
    await home(desk);
    await offer(desk.page, path).waitFor();
    await shot(desk.page, `home-desk-${language}`);
    await offer(desk.page, path).locator('a').first().click();
    const form = new Form(desk.page);
    await form.ready();
    await desk.page.getByText(wordsWith(language, 'form', 'draft.restored')).waitFor();
    await expectAnswers(form, { security: 'excellent', water: 'bad' });
    expect(await (await form.flagged('water')).locator('textarea').first().inputValue()).toBe(DETAILS);
    await desk.page.evaluate(() => scrollTo(0, 0));
    await shot(desk.page, `form-desk-${language}`);
    await expectScreen(desk, language);
    // The phone is put down with its form left, and takes what the desk does.
    await home(phone);
    await offer(phone.page, path).waitFor();
    await shot(phone.page, `home-phone-${language}`);
    for (const question of RATINGS) if ((await form.picked(question)) === undefined) await form.pick(question, 'good');
    const removed = desk.page.waitForResponse((one) => one.request().method() === 'DELETE');
    await form.save();
    await removed;
    await home(phone);
    await offer(phone.page, path).waitFor({ state: 'detached' });
    await phone.page.goto(path);
    const blank = new Form(phone.page);
    await blank.ready();
    expect(await blank.picked('security')).toBeUndefined();
    expect([...phone.errors, ...desk.errors]).toEqual([]);
    await end();
  });

  it('changed on both at once, what only one has is added, and where they differ the person chooses', async () => {
    const form = await begin();
    const other = new Form(desk.page);
    await desk.page.goto(path);
    await other.ready();
    await expectAnswers(other, { security: 'excellent' });
    // Different questions: nobody is asked.
    const isSent = sent(desk.page);
    await other.pick('toilets', 'good');
    await isSent;
    await form.pick('classrooms', 'fair');
    await phone.page.getByText(say('draft.merged')).waitFor();
    await expectAnswers(form, { security: 'excellent', water: 'bad', classrooms: 'fair', toilets: 'good' });
    await phone.page.evaluate(() => scrollTo(0, 0));
    await shot(phone.page, `merged-phone-${language}`);
    // The same question, the phone without network meanwhile.
    await phone.context.setOffline(true);
    await form.pick('security', 'bad');
    // Long before the page is closed below: what was typed in its last quarter of a second is not on the disk.
    await form.pick('cleanliness', 'fair');
    await other.pick('security', 'good');
    await sent(desk.page);
    await phone.context.setOffline(false);
    const choice = phone.page.getByRole('alertdialog');
    await choice.waitFor();
    await phone.page.getByRole('button', { name: say('draft.choose') }).click();
    await shot(phone.page, `conflict-phone-${language}`);
    await expectScreen(phone, language);
    expect(await form.main.locator('button[type=submit]').last().isDisabled()).toBe(true);
    // Nothing is lost if the page is closed before a choice.
    await phone.page.close({ runBeforeUnload: false });
    const page = await phone.context.newPage();
    await page.goto(path);
    const again = new Form(page);
    await again.ready();
    await page.getByRole('alertdialog').locator('input[value=theirs]').first().check();
    await page.getByRole('button', { name: say('conflict.devices.apply') }).click();
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await sent(page);
    await expectAnswers(again, { security: 'good', water: 'bad', cleanliness: 'fair', toilets: 'good' });
    // At the desk, where the form is still open, the answers of the phone come in.
    await other.pick('laboratory', 'fair');
    await desk.page.getByText(say('draft.merged')).waitFor();
    await expectAnswers(other, { security: 'good', cleanliness: 'fair', classrooms: 'fair', laboratory: 'fair' });
    await end();
  });

  // The everyday run has files that wait in the journeys without network.
  it.runIf(FULL)('a photo that waits on the phone stays there, and the desk says so', async () => {
    const form = await begin();
    await phone.context.route('**/api/files*', (route) => route.abort());
    const isSent = sent(phone.page);
    await form.attach('photo', await photo());
    await isSent;
    await desk.page.goto(path);
    const other = new Form(desk.page);
    await other.ready();
    await desk.page.getByText(wordsWith(language, 'form', 'draft.elsewhere')).waitFor();
    await shot(desk.page, `photo-desk-${language}`);
    await other.pick('toilets', 'good');
    await sent(desk.page);
    await home(phone);
    await phone.page.goto(path);
    const again = new Form(phone.page);
    await again.ready();
    await expectAnswers(again, { toilets: 'good' });
    await (await again.field('photo')).locator('img.am-picture, .am-file-name').first().waitFor();
    await end();
  });

  it('asks nothing when nothing has changed, and nobody else of the same phone sees anything', async () => {
    await begin();
    await home(phone);
    await offer(phone.page, path).waitFor();
    // What was typed last is sent from here, if leaving the form cut the request.
    await phone.page.waitForLoadState('networkidle');
    const asked: string[] = [];
    phone.page.on('request', (request) => {
      if (request.url().includes('/api/drafts')) asked.push(`${request.method()} ${request.url()}`);
    });
    await home(phone);
    await offer(phone.page, path).waitFor();
    await phone.page.waitForLoadState('networkidle');
    expect(asked).toEqual([]);
    // Without encryption, what the server has is not left where others could read it.
    await phone.page.goto('/logout');
    await screen(phone.page, 'login');
    expect(await phone.page.getByText(words(language, 'app', 'unsent.title')).count()).toBe(0);
    const log = async (name: string) => {
      await phone.page.locator('input[autocomplete=username]').fill(name);
      await phone.page.locator('input[autocomplete=current-password]').fill('amanat-demo');
      await phone.page.keyboard.press('Enter');
      await screen(phone.page, 'dashboard');
      await phone.page.waitForLoadState('networkidle');
    };
    await log('coordinator.bamyan');
    expect(await offer(phone.page, path).count()).toBe(0);
    await phone.page.goto('/logout');
    await screen(phone.page, 'login');
    await log(USER);
    await offer(phone.page, path).waitFor();
    await end();
  });
});
