/**
 * Toasts: their text, kind and place, how long they stay beside each other, that screen readers announce them, and that the
 * keyboard can close them. The page's own clock is moved forward, so no test waits and no machine is too slow.
 */
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { NOTE_TIMES } from '../../src/app/shell/toasts/noteTimes.ts';
import { type Caller, caller } from '../pages/api.ts';
import { goOn, holdTime, soon, TICK } from '../pages/clock.ts';
import { demoServer } from '../pages/demoServer.ts';
import { Detail } from '../pages/detail.ts';
import { Form } from '../pages/form.ts';
import { go } from '../pages/forms.ts';
import { Shell } from '../pages/shell.ts';
import { launch, logIn, SIZES, screen, type Visitor, visit } from '../pages/stage.ts';
import { stepLabel, words } from '../pages/words.ts';

const BASE = demoServer();
/** A form whose toasts have another stated time. */
const THIRTY_SECONDS = { title: 'cbm-event', path: '/cbm-events' };
/** Required answers of a school survey. */
const SURVEY = [
  ['type', 'baseline'],
  ['gender', 'female'],
  ['information', 'enough'],
  ['teaching_quality', 'good'],
  ['teachers_conduct', 'good'],
  ['facilities', 'fair'],
  ['council_active', 'yes'],
  ['complaint_answered', 'no'],
  ['money_asked', 'no'],
] as const;
/** What to do next after an error whose stated words do not say it. */
const AGAIN = words('en', 'app', 'error.next.again');
const REQUEST_FAILED = { title: 'mine-site', path: '/mine-sites' };

let browser: Browser;
let call: Caller;
beforeAll(async () => {
  browser = await launch();
  call = await caller(BASE, 'admin');
});
afterAll(() => browser.close());

const toast = (page: Page, text: string | RegExp) =>
  page.locator('.mantine-Notification-root').filter({ hasText: text });

/** Returns how a toast looks: role, title, text, and the strongest of red, green and blue in its icon. */
async function drawn(one: Locator) {
  return one.evaluate((element) => {
    const part = (name: string) => element.querySelector(`.mantine-Notification-${name}`);
    const shades = getComputedStyle(part('icon') as Element).backgroundColor.match(/\d+/g) ?? [];
    const most = shades.slice(0, 3).map(Number);
    return {
      role: element.getAttribute('role'),
      title: part('title')?.textContent ?? null,
      words: part('description')?.textContent,
      colour: ['red', 'green', 'blue'][most.indexOf(Math.max(...most))],
    };
  });
}

/** Returns a record of the form that may be edited and verified. */
async function openRecord(base: string): Promise<{ id: string }> {
  const filters = encodeURIComponent(JSON.stringify({ status: 'submitted' }));
  const { body } = await call('GET', `${base}?per_page=50&filters=${filters}`);
  // Those that this person changed in a test before are for somebody else to verify.
  const found = body.data.find(
    ({ recordScope: { edit, verify } }: { recordScope: Record<string, boolean> }) => edit && verify,
  );
  expect(found, `a record of ${base} that waits`).toBeDefined();
  return found;
}

describe('toasts', () => {
  let visitor: Visitor;
  let page: Page;
  let form: Form;
  let detail: Detail;
  beforeAll(async () => {
    visitor = await visit(browser, BASE, { language: 'en' });
    page = visitor.page;
    // Installs a clock that tests can pause and move.
    await page.clock.install();
    await logIn(page, 'admin');
    form = new Form(page);
    detail = new Detail(page, 'en');
  });
  // A failed test must not leave the clock paused or a response held for the next test.
  afterEach(async () => {
    await page.clock.resume();
    await page.unrouteAll();
  });
  afterAll(() => visitor.close());

  const edit = async ({ title, path }: { title: string; path: string }, field: string, value: string) => {
    const { id } = await openRecord(path.slice(1));
    await go(page, `${path}/${id}/edit`, title);
    await form.type(field, value);
    return id;
  };

  it('a new record: created, with its code, for the usual time; deleted: the words of the server, and back to the list', async () => {
    await go(page, '/research-report/create', 'research-report');
    await form.type('title', 'A report for toasts');
    await form.type('authors', 'Demo author');
    await holdTime(page);
    await form.submit();
    const created = toast(page, 'Record Successfully Created');
    await soon(page, created);
    await soon(page, detail.main);
    const code = await page
      .locator('main h1 ~ * bdi, main bdi')
      .filter({ hasText: /^RR_\d+$/ })
      .first()
      .innerText();
    expect(await drawn(created)).toEqual({
      role: 'status',
      title: 'Record Successfully Created',
      words: code,
      colour: 'green',
    });
    expect(NOTE_TIMES.usual, 'as stated; the clock is the page’s own').toBe(5000);
    await goOn(page, NOTE_TIMES.usual * 0.9);
    expect(await created.count()).toBe(1);
    await goOn(page, NOTE_TIMES.usual * 0.2);
    expect(await created.count()).toBe(0);

    const answer = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await detail.act('delete');
    const remove = new Shell(page, 'en')
      .dialog()
      .getByRole('button', { name: words('en', 'app', 'remove.do'), exact: true });
    await soon(page, remove);
    await remove.click();
    const said = await (await answer).text();
    expect(said).toContain(code);
    const deleted = toast(page, said);
    await soon(page, deleted);
    // A deletion can be undone for a while.
    const withUndo = expect.stringMatching(new RegExp(words('en', 'app', 'review.undo')));
    expect(await drawn(deleted)).toEqual({ role: 'status', title: null, words: withUndo, colour: 'blue' });
    expect(new URL(page.url()).pathname).toBe('/research-report');
    await goOn(page, NOTE_TIMES.undo * 0.9);
    expect(await deleted.count()).toBe(1);
    await goOn(page, NOTE_TIMES.undo * 0.2);
    expect(await deleted.count()).toBe(0);
  });

  it('a step, a changed file and a form of its own time: each goes after the one before it', async () => {
    const { title, path } = THIRTY_SECONDS;
    const { definition } = (await call('GET', `definitions/${title}`)).body;
    const stays: number = definition.notices.saved;
    expect([NOTE_TIMES.usual, NOTE_TIMES.attachmentChanged, stays]).toEqual([5000, 10_000, 30_000]);
    await edit({ title, path }, 'title', 'Demo meeting for toasts');
    await form.attach('participants_list', {
      name: 'list.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('name,village\nSample,Example\n'),
    });
    await holdTime(page);
    await form.submit();
    const saved = toast(page, 'Record Successfully Updated');
    const file = toast(page, 'Attachment was successfully changed!');
    await soon(page, saved);
    await soon(page, file);
    expect([await drawn(saved), await drawn(file)]).toMatchObject([
      {
        role: 'status',
        title: 'Record Successfully Updated',
        words: expect.stringMatching(/^CBM_EV_\d+$/),
        colour: 'green',
      },
      { role: 'status', words: 'Attachment was successfully changed!', colour: 'green' },
    ]);

    // Whoever changed a record does not verify it.
    const back = detail.main.locator('[data-action=return]');
    await soon(page, back);
    await back.click();
    const dialog = new Shell(page, 'en').dialog();
    const confirm = dialog.getByRole('button', { name: stepLabel('verified-record', 'return', 'en'), exact: true });
    await soon(page, confirm);
    expect(await dialog.getAttribute('aria-modal')).toBe('true');
    await dialog.locator('textarea').first().fill('Look again');
    await confirm.click();
    const step = toast(page, 'The record was returned for correction.');
    await soon(page, step);
    expect(await drawn(step)).toMatchObject({ role: 'status', colour: 'green' });
    // The record's new state appears together with the toast.
    await soon(page, detail.main.locator('[data-state=returned]').first());

    const there = async () => [await step.count(), await file.count(), await saved.count()];
    expect(await there()).toEqual([1, 1, 1]);
    await goOn(page, NOTE_TIMES.usual * 1.1);
    expect(await there()).toEqual([1, 1, 1]);
    await goOn(page, NOTE_TIMES.attachmentChanged);
    expect(await there()).toEqual([0, 0, 1]);
    await goOn(page, stays);
    expect(await there()).toEqual([0, 0, 0]);
  });

  it('a request that fails: the title of the form, the words of the server, for the usual time', async () => {
    const fails = { status: 500, contentType: 'application/json' };
    const message = 'The disk of the server is full.';
    // Stated words, and what to do next where they do not say it.
    const shows = async (text: string, title: string | null, next?: string) => {
      const one = toast(page, text);
      await soon(page, one);
      expect(await drawn(one)).toMatchObject({
        role: 'alert',
        title,
        words: next ? `${text} ${next}` : text,
        colour: 'red',
      });
      // After its animation the toast does not cover the button that sends the form again.
      const isAbove = async () => {
        const note = await one.boundingBox();
        const button = await form.main.locator('.am-save-buttons button[type=submit]').boundingBox();
        return note !== null && button !== null && note.y + note.height <= button.y;
      };
      await expect
        .poll(
          async () => {
            await goOn(page, TICK);
            return isAbove();
          },
          { interval: TICK },
        )
        .toBe(true);
      // At the end of the page the button is higher. The toast follows in the next frame.
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      await expect.poll(isAbove, { interval: TICK }).toBe(true);
      await goOn(page, NOTE_TIMES.usual * 0.9);
      expect(await one.count()).toBe(1);
      await goOn(page, NOTE_TIMES.usual * 0.2);
      expect(await one.count()).toBe(0);
      await page.clock.resume();
    };
    const save = async (body: object, status = 500, method = 'PUT') => {
      await page.route('**/api/**', (route) =>
        route.request().method() === method
          ? route.fulfill({ ...fails, status, body: JSON.stringify(body) })
          : route.fallback(),
      );
      await holdTime(page);
      await form.submit();
    };
    await edit(THIRTY_SECONDS, 'title', 'A meeting that is not saved');
    await save({ code: 'internal', message });
    await shows(message, 'Failed Request', AGAIN);
    await page.unroute('**/api/**');

    await edit(REQUEST_FAILED, 'name', 'A mine that is not saved');
    await save({ code: 'internal', message });
    await shows(message, 'Request Failed', AGAIN);
    await page.unroute('**/api/**');
    const [, , third] = ['23505', 1062, 'The field must be unique: the name of another mine.'];
    const errors = { '/name': [{ code: 'unique', message: third }] };
    await save({ code: 'validation_failed', message, errors, errorInfo: ['23505', 1062, third] }, 422);
    await shows(third as string, 'Request Failed');
    await page.unroute('**/api/**');

    // The same for storing or changing a survey.
    const school = (await call('GET', 'schools?per_page=1')).body.data[0].id;
    await go(page, `/schools/${school}/survey`, 'school-survey');
    await form.ready();
    for (const [question, answer] of SURVEY) await form.pick(question, answer);
    await save({ code: 'internal', message: 'The survey was not stored.' }, 500, 'POST');
    await shows('The survey was not stored.', 'Failed Request', AGAIN);
    await page.unroute('**/api/**');
    await edit({ title: 'school-survey', path: '/schools-surveys' }, 'age', '41');
    // The documents allow a failure in a 200 response.
    await save({ message, errorInfo: ['HY000', 1, 'The survey was not changed.'] }, 200);
    await shows('The survey was not changed.', 'Failed Request');
    await page.unroute('**/api/**');
  });

  it('a step that is refused is titled Error; a download that fails says why', async () => {
    const message = 'Somebody else is changing this record.';
    const answer = {
      status: 500,
      contentType: 'application/json',
      body: JSON.stringify({ code: 'internal', message }),
    };
    const { id } = await openRecord('cbm-events');
    await go(page, `/cbm-events/${id}`, 'cbm-event');
    await page.route('**/change-record-status', (route) => route.fulfill(answer));
    await detail.act('verify');
    const dialog = new Shell(page, 'en').dialog();
    await dialog.getByRole('button', { name: stepLabel('verified-record', 'verify', 'en'), exact: true }).click();
    const step = toast(page, message);
    await step.waitFor();
    expect(await drawn(step)).toEqual({ role: 'alert', title: 'Error', words: `${message} ${AGAIN}`, colour: 'red' });
    expect(await detail.state()).toBe('submitted');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.unroute('**/change-record-status');

    await go(page, '/finance-initials/upload', 'finance-initial');
    const why = 'The template cannot be written.';
    await page.route('**/upload/template?*', (route) =>
      route.fulfill({ ...answer, body: JSON.stringify({ code: 'internal', message: why }) }),
    );
    await page.getByRole('button', { name: words('en', 'app', 'upload.template') }).waitFor();
    await holdTime(page);
    await page.getByRole('button', { name: words('en', 'app', 'upload.template') }).click();
    const failed = toast(page, why);
    await soon(page, failed);
    expect(await failed.getAttribute('role')).toBe('alert');
    await goOn(page, NOTE_TIMES.usual * 0.9);
    expect(await failed.count()).toBe(1);
    await goOn(page, NOTE_TIMES.usual * 0.2);
    expect(await failed.count()).toBe(0);
    expect(visitor.errors.filter((error) => !/status of (500|422)/.test(error))).toEqual([]);
  });

  it('in Dari on a phone: in the middle below, read from the right; it waits for the keyboard and is closed by it', async () => {
    const language = 'fa';
    const phone = await visitor.context.newPage();
    await phone.setViewportSize(SIZES.phone);
    await phone.addInitScript(() => localStorage.setItem('language', 'fa'));
    await phone.goto('/profile');
    await screen(phone, 'profile');
    const { id } = await openRecord('cbm-events');
    await go(phone, `/cbm-events/${id}`, 'cbm-event');
    const theirs = new Detail(phone, language);
    await theirs.act('verify');
    const confirm = new Shell(phone, language)
      .dialog()
      .getByRole('button', { name: stepLabel('verified-record', 'verify', language), exact: true });
    await confirm.waitFor();
    await holdTime(phone);
    await confirm.click();
    const step = phone.locator('.mantine-Notification-root');
    await soon(phone, step);
    // Waits for the end of the animation.
    await goOn(phone, 500);
    const look = await step.evaluate((element) => {
      const box = (name: string) =>
        (element.querySelector(`.mantine-Notification-${name}`) as Element).getBoundingClientRect();
      const whole = element.getBoundingClientRect();
      return {
        role: element.getAttribute('role'),
        direction: getComputedStyle(element).direction,
        words: (element.querySelector('.mantine-Notification-description') as HTMLElement).innerText,
        aside: Math.round(Math.abs(whole.left - (document.documentElement.clientWidth - whole.right))),
        inLowerHalf: whole.top > innerHeight / 2,
        startsAtTheRight: box('icon').left >= box('body').right && box('body').left >= box('closeButton').right,
        fits: whole.left >= 0 && whole.right <= innerWidth,
      };
    });
    expect(look).toMatchObject({
      role: 'status',
      direction: 'rtl',
      words: expect.stringMatching(/[\u0600-\u06ff]{3}/),
      inLowerHalf: true,
      startsAtTheRight: true,
      fits: true,
    });
    expect(look.aside).toBeLessThanOrEqual(2);

    const close = step.getByRole('button', { name: words(language, 'app', 'close'), exact: true });
    // From the last control on the screen, Tab reaches it.
    await phone.locator('main :is(a, button):visible').last().focus();
    const isReached = () => close.evaluate((element) => element === document.activeElement);
    for (let presses = 0; presses < 20 && !(await isReached()); presses += 1) await phone.keyboard.press('Tab');
    expect(await isReached(), 'the button that closes it').toBe(true);
    await goOn(phone, NOTE_TIMES.usual * 2);
    expect(await step.count(), 'while the keyboard is on it').toBe(1);
    await phone.keyboard.press('Enter');
    await goOn(phone, 500);
    expect(await step.count()).toBe(0);
    await phone.close();
  });
});
