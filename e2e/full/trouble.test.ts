/** What users see if the server fails, is gone, or ended their session: a message, a way forward, and no lost input. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, caller } from '../pages/api.ts';
import { eachCallAlone } from '../pages/calls.ts';
import { expectScreen } from '../pages/checks.ts';
import { goOn, holdTime, soon, TICK } from '../pages/clock.ts';
import { demoServer } from '../pages/demoServer.ts';
import { Detail } from '../pages/detail.ts';
import { Form } from '../pages/form.ts';
import { go } from '../pages/forms.ts';
import { List } from '../pages/list.ts';
import { Shell } from '../pages/shell.ts';
import { launch, screen, startServer, type Visitor, visit, WAYS } from '../pages/stage.ts';
import { ratings, words } from '../pages/words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const BROKEN = { code: 'internal', number: 500, message: 'خطا', request_id: 'req-42' };
const RATINGS = ratings('school-rating');

/** Schools that visits are due at. */
async function someSchools(base: string): Promise<string[]> {
  const { body } = await (await caller(base, 'focal.bamyan'))(
    'GET',
    'schools?per_page=8&sort=code&filters={"monitoring_status":"on-going"}',
  );
  return body.data.map((school: { id: string }) => school.id);
}

describe.each(WAYS)('trouble ($language, $size)', ({ language, size }) => {
  const base = demoServer();

  it('of a list and of a record is said with the number of the request, and trying again helps', async () => {
    const [school] = await someSchools(base);
    const visitor = await visit(browser, base, { language, size, user: 'focal.bamyan' });
    const { page } = visitor;
    const fail = { status: 500, contentType: 'application/json', body: JSON.stringify(BROKEN) };
    await eachCallAlone(page);
    const list = new List(page, language, 'school');
    await page.route('**/api/schools?*', (route) => route.fulfill(fail));
    await page.goto('/schools');
    const trouble = list.main.locator('caption[role=alert]');
    await trouble.waitFor();
    expect(await trouble.innerText()).toContain(BROKEN.message);
    expect(await trouble.innerText()).toContain(BROKEN.request_id);
    await expectScreen(visitor, language);
    await page.unroute('**/api/schools?*');
    await list.main.getByRole('button', { name: words(language, 'app', 'retry') }).click();
    await list.rows().first().waitFor();

    await page.route(`**/api/schools/${school}`, (route) => route.fulfill(fail));
    await page.goto(`/schools/${school}`);
    await screen(page, 'error');
    expect(await page.locator('main [role=alert]').innerText()).toContain(BROKEN.request_id);
    await expectScreen(visitor, language);
    await page.unroute(`**/api/schools/${school}`);
    await page
      .locator('main')
      .getByRole('button', { name: words(language, 'app', 'retry') })
      .click();
    await screen(page, 'detail');
    expect(visitor.errors.filter((error) => !error.includes('500'))).toEqual([]);
    await visitor.close();
  });

  it('of the line is told apart: no network, refused, no answer, not an answer, unreadable', async () => {
    const visitor = await visit(browser, base, { language, size, user: 'focal.bamyan' });
    const { page, context } = visitor;
    const list = new List(page, language, 'school');
    const page502 = { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' };
    await eachCallAlone(page);
    await page.route('**/api/schools?*', (route) => route.fulfill(page502));
    await page.goto('/schools');
    const trouble = list.main.locator('caption[role=alert]');
    const said = (key: string) => trouble.filter({ hasText: words(language, 'app', `error.${key}`) }).waitFor();
    const again = async (answer: Parameters<typeof page.route>[1]) => {
      await page.unroute('**/api/schools?*');
      await page.route('**/api/schools?*', answer);
      await list.main.getByRole('button', { name: words(language, 'app', 'retry') }).click();
    };
    await said('refused');
    await again((route) => route.fulfill({ ...page502, status: 418 }));
    await said('httpCall');
    await again((route) => route.fulfill({ ...page502, status: 200 }));
    await said('invalidResponse');
    await again((route) => route.abort('connectionreset'));
    await said('noAnswer');
    await page.unroute('**/api/schools?*');
    await context.setOffline(true);
    await list.main.getByRole('button', { name: words(language, 'app', 'retry') }).click();
    await said('noNetwork');
    await expectScreen(visitor, language);
    await context.setOffline(false);
    await page.route('**/api/schools/create*', (route) => route.fulfill(page502));
    await page.goto('/schools/create');
    await screen(page, 'error');
    expect(await page.locator('main h1').innerText()).toBe(words(language, 'app', 'error.notPrepared'));
    expect(await page.locator('main [role=alert]').innerText()).toContain(words(language, 'app', 'error.refused'));
    await page.unroute('**/api/schools/create*');
    await page
      .locator('main')
      .getByRole('button', { name: words(language, 'app', 'retry') })
      .click();
    await new Form(page).ready();
    await visitor.close();
  });

  it('of an address or a record that is not there leads on', async () => {
    const visitor = await visit(browser, base, { language, size, user: 'focal.bamyan' });
    const { page } = visitor;
    for (const path of [
      '/no/such/page',
      '/schools/019729cd-0000-7000-8000-000000000000',
      '/schools/nonsense',
      '/registered-risks/matrix',
    ]) {
      await page.goto(path);
      await screen(page, 'not-found');
      await expectScreen(visitor, language);
    }
    for (const path of ['/error', '/error/403']) {
      await page.goto(path);
      await screen(page, 'error');
      await expectScreen(visitor, language);
    }
    await page.locator('main a[href="/"]').click();
    await screen(page, 'dashboard');
    await visitor.close();
  });

  it('of the network is a red bar for five seconds that fades in half a second', async () => {
    const visitor = await visit(browser, base, { language, size, user: 'focal.bamyan' });
    const { page, context } = visitor;
    // Installs a clock that tests can pause and move.
    await page.clock.install();
    await page.goto('/');
    await screen(page, 'dashboard');
    const state = page.locator('[role=alert][data-shown]');
    const shown = () => state.getAttribute('data-shown');
    expect(await shown()).toBe('no');
    await page.route('**/api/**', (route) => route.abort('internetdisconnected'));
    await page.locator('header a[href="/"]').first().click();
    await new Shell(page, language).openDepartment('schools');
    await page.locator('main a[href="/schools"]').first().click();
    const bar = new Shell(page, language).networkBar();
    await bar.waitFor();
    const box = await page.locator('[data-shown=yes]').evaluate((one) => {
      const { backgroundColor, transitionDuration, transitionProperty } = getComputedStyle(one);
      const [red = 0, green = 0, blue = 0] = (backgroundColor.match(/\d+/g) ?? []).map(Number);
      const { top, width } = one.getBoundingClientRect();
      return { red, green, blue, fade: `${transitionProperty} ${transitionDuration}`, top, width };
    });
    expect(box).toMatchObject({ fade: 'opacity 0.5s', top: 0, width: page.viewportSize()?.width });
    // Red, not close to another colour.
    expect(box.red).toBeGreaterThan(3 * Math.max(box.green, box.blue));
    await page.unroute('**/api/**');
    await holdTime(page);
    await expect
      .poll(
        async () => {
          await goOn(page, 500);
          return shown();
        },
        { interval: TICK },
      )
      .toBe('no');
    expect(await bar.count()).toBe(0);

    // Time counts from the lost connection, by the page's own clock.
    await context.setOffline(true);
    await expect.poll(shown).toBe('yes');
    await goOn(page, 4900);
    expect(await shown()).toBe('yes');
    await goOn(page, 200);
    await expect.poll(shown).toBe('fading');
    await goOn(page, 300);
    expect(await shown()).toBe('fading');
    await goOn(page, 200);
    await expect.poll(shown).toBe('no');
    await context.setOffline(false);
    await visitor.close();
  });

  it('of a part of the program that is not fetched: the form stays as typed, the part comes when asked again', async () => {
    const visitor = await visit(browser, base, { language, size, user: 'focal.bamyan' });
    const { page, context } = visitor;
    const form = new Form(page);
    await page.goto('/schools-rates/create');
    await form.ready();
    const [first = ''] = RATINGS;
    await form.pick(first, 'good');
    const said = words(language, 'app', 'error.partMissing');
    const again = { name: words(language, 'app', 'retry'), exact: true };

    // If a part was expected in a place, the message appears there. A newer build has other file names for its parts.
    await page.route('**/assets/CalendarPanel-*.js', (route) => route.fulfill({ status: 404, body: 'gone' }));
    const day = await form.field('monitoring_date');
    await day.getByRole('button').first().click();
    const popup = day.getByRole('dialog');
    await popup.getByRole('alert').filter({ hasText: said }).waitFor();
    await expectScreen(visitor, language);
    await page.unroute('**/assets/CalendarPanel-*.js');
    await popup.getByRole('button', again).click();
    await popup.getByRole('gridcell').first().waitFor();
    await page.keyboard.press('Escape');

    // If nothing was rendered for it, a bar shows the message. The button that sends the form stays free.
    const shell = new Shell(page, language);
    await context.setOffline(true);
    await page.keyboard.press('Control+k');
    const bar = page.locator('#missing-parts[role=alert]').filter({ hasText: said });
    await bar.waitFor();
    await bar.getByRole('button', again).click();
    await expect
      .poll(() => bar.getByRole('button', again).evaluate((one) => one === document.activeElement))
      .toBe(true);
    const low = (await bar.boundingBox()) ?? expect.fail('the bar is drawn');
    const button = (await form.main.locator('button[type=submit]').last().boundingBox()) ?? expect.fail('a button');
    expect(low.y + low.height).toBeLessThanOrEqual(button.y);
    await expectScreen(visitor, language);
    // The part loads by itself when the connection returns.
    await context.setOffline(false);
    await shell.dialog().waitFor();
    expect(await bar.count()).toBe(0);
    await page.keyboard.press('Escape');
    expect(await form.picked(first)).toBe('good');
    await visitor.close();
  });

  it('of a screen that is not fetched is said in its place, and trying again helps', async () => {
    const visitor = await visit(browser, base, { language, size, user: 'focal.bamyan' });
    const { page } = visitor;
    await page.goto('/profile');
    await screen(page, 'profile');
    await page.route('**/assets/DashboardScreen-*.js', (route) => route.abort('connectionreset'));
    await page.locator('header a[href="/"]').first().click();
    await screen(page, 'error');
    await expectScreen(visitor, language);
    expect(await page.locator('#missing-parts').count()).toBe(0);
    await page.unroute('**/assets/DashboardScreen-*.js');
    await page
      .locator('main')
      .getByRole('button', { name: words(language, 'app', 'retry') })
      .click();
    await screen(page, 'dashboard');
    await visitor.close();
  });

  it('of an ended session: the words of the server, the login after a second, the same form with its draft', async () => {
    const school = (await someSchools(base))[language === 'fa' ? 1 : 2];
    const visitor = await visit(browser, base, { language, size, user: 'focal.bamyan' });
    const { page } = visitor;
    const form = new Form(page);
    const path = `/schools/${school}/rate`;
    await page.clock.install();
    await page.goto(path);
    await form.ready();
    for (const name of RATINGS) await form.pick(name, 'good');
    await page.getByText(words(language, 'form', 'draft.kept')).waitFor();
    await page.evaluate(() => {
      localStorage.setItem('token', 'ended');
      const ask = window.fetch;
      window.fetch = async (...call) => {
        const answer = await ask(...call);
        if (answer.status === 401) Object.assign(window, { refusedAt: performance.now() });
        return answer;
      };
    });
    await holdTime(page);
    const refused = page.waitForResponse((response) => response.status() === 401);
    await form.submit();
    const { message } = await (await refused).json();
    expect(message).toMatch(/[\u0600-\u06ff]{3}/);
    // The form stays for a second, so that the message can be read where it happened.
    const stays = page.locator('main[data-screen=create]');
    await soon(page, stays.filter({ hasText: message }));
    const moved = await page.evaluate(() => performance.now() - (window as unknown as { refusedAt: number }).refusedAt);
    expect(moved).toBeLessThan(900);
    await goOn(page, 900 - moved);
    expect(await stays.count()).toBe(1);
    await goOn(page, moved + 150);
    await screen(page, 'login');
    await page.clock.resume();
    expect(await page.locator('main [role=alert]').innerText()).toContain(message);
    await expectScreen(visitor, language);
    await page.locator('input[autocomplete=username]').fill('focal.bamyan');
    await page.locator('input[autocomplete=current-password]').fill('amanat-demo');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === path);
    await form.ready();
    for (const name of RATINGS) expect(await form.picked(name)).toBe('good');
    await visitor.close();
  });
});

describe('the words of the server', () => {
  const base = demoServer();
  const SAID = 'This list rests until noon.';
  const refusal = (status: number) => ({
    status,
    contentType: 'application/json',
    body: JSON.stringify({ code: 'x', message: SAID }),
  });
  let visitor: Visitor;
  let page: Page;
  let call: Caller;
  beforeAll(async () => {
    visitor = await visit(browser, base, { language: 'en', user: 'admin' });
    page = visitor.page;
    call = await caller(base, 'admin');
  });
  afterEach(() => page.unrouteAll());
  afterAll(() => visitor.close());
  const idOf = async (path: string) => (await call('GET', `${path}?per_page=1`)).body.data[0].id as string;
  const alert = () => page.locator('main [role=alert]').first();
  const away = () => go(page, '/profile', 'profile');

  it('stand in the caption of a list behind the status', async () => {
    await eachCallAlone(page);
    for (const status of [500, 403]) {
      await page.route('**/api/cbm-events?*', (route) => route.fulfill(refusal(status)));
      await go(page, '/cbm-events', 'cbm-event');
      const caption = page.locator('main table caption');
      await caption.filter({ hasText: SAID }).waitFor();
      expect((await caption.innerText()).trim()).toBe(`${status} ${SAID}`);
      await page.unroute('**/api/cbm-events?*');
      await away();
    }
  });

  it('stand on the page of a record and of a form: the whole text at 403, else the message', async () => {
    const event = await idOf('cbm-events');
    const rating = await idOf('schools-rates');
    // What has no code is followed by what to do next, which its words do not say.
    const bare = { status: 403, contentType: 'text/plain', body: SAID };
    const answers = [
      [bare, `${SAID} ${words('en', 'app', 'error.next.again')}`],
      [refusal(403), SAID],
      [refusal(500), SAID],
    ] as const;
    for (const [answer, shown] of answers)
      for (const [form, path, asked] of [
        ['cbm-event', `/cbm-events/${event}`, `**/api/cbm-events/${event}`],
        ['school-rating', `/schools-rates/${rating}`, `**/api/schools-rates/${rating}`],
        ['cbm-event', '/cbm-events/create', '**/api/cbm-events/create*'],
      ] as const) {
        await page.route(asked, (route) => route.fulfill(answer));
        await go(page, path, form);
        await screen(page, 'error');
        expect((await alert().innerText()).trim(), path).toBe(shown);
        expect(await page.locator('main [data-field], main [data-tab]').count(), path).toBe(0);
        await page.unroute(asked);
        await away();
      }
  });

  it('stand in the place of the rates of a health center, and of the monitorings of a mine', async () => {
    for (const [form, path, part, tab] of [
      ['health-center', '/health-centers', 'rates', 'rates'],
      ['mine-site', '/mine-sites', 'forms', 'monitorings'],
    ] as const) {
      const id = await idOf(path.slice(1));
      await page.route(`**/api${path}/${id}/${part}*`, (route) => route.fulfill(refusal(500)));
      await go(page, `${path}/${id}`, form);
      const panel = await new Detail(page, 'en').tab(tab);
      await panel.getByRole('alert').filter({ hasText: SAID }).waitFor();
      expect(await panel.locator('[data-record]').count(), form).toBe(0);
      await page.unroute(`**/api${path}/${id}/${part}*`);
      await away();
    }
  });

  it('stand in a dropdown that somebody may not see', async () => {
    await page.route('**/api/lookup/options', (route) => route.fulfill(refusal(403)));
    await go(page, '/cbm-events/create', 'cbm-event');
    const field = await new Form(page).field('initial_recording');
    await field.getByRole('combobox').first().click();
    await field.getByRole('alert').filter({ hasText: SAID }).waitFor();
    await page.unroute('**/api/lookup/options');
    await page.keyboard.press('Escape');
    await away();
    expect(visitor.errors.filter((error) => !/status of (403|500)/.test(error))).toEqual([]);
  });

  it('stand in the caption of a list whose session ended, with where it goes, and at the login', async () => {
    await page.route('**/api/cbm-events?*', (route) => route.fulfill(refusal(401)));
    await go(page, '/cbm-events', 'cbm-event');
    await page.locator('main caption', { hasText: `401 ${SAID} Redirecting to login page ...` }).waitFor();
    await screen(page, 'login');
    await page.locator('main [role=alert]', { hasText: SAID }).waitFor();
  });
});

describe('a draft on the dashboard', () => {
  const base = demoServer();

  it('is opened again, or discarded after asking', async () => {
    const school = (await someSchools(base))[3];
    const visitor = await visit(browser, base, { language: 'fa', size: 'phone', user: 'focal.bamyan' });
    const { page } = visitor;
    const form = new Form(page);
    const path = `/schools/${school}/rate`;
    await page.goto(path);
    await form.ready();
    await form.pick('security', 'fair');
    await page.getByText(words('fa', 'form', 'draft.kept')).waitFor();
    await page.goto('/');
    const entry = page.locator(`main [data-draft="${path}"]`);
    await entry.getByRole('link').click();
    await form.ready();
    expect(await form.picked('security')).toBe('fair');
    await page.goto('/');
    const dialog = new Shell(page, 'fa').dialog();
    await entry.getByRole('button').click();
    await dialog.waitFor();
    await expectScreen(visitor, 'fa');
    await dialog.getByRole('button', { name: words('fa', 'app', 'cancel'), exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await entry.getByRole('button').click();
    await dialog.getByRole('button', { name: words('fa', 'app', 'dashboard.discard'), exact: true }).click();
    await entry.waitFor({ state: 'detached' });
    await page.goto(path);
    await form.ready();
    expect(await form.picked('security')).toBeUndefined();
    expect(visitor.errors).toEqual([]);
    await visitor.close();
  });
});

describe('a server that stops while a form is saved', () => {
  it('loses nothing: the form says so, and saves once the server is back', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'amanat-e2e-stop-'));
    const first = await startServer({ DATA_DIR: folder });
    const [school] = await someSchools(first.base);
    const visitor = await visit(browser, first.base, { language: 'fa', size: 'phone', user: 'focal.bamyan' });
    const { page } = visitor;
    const form = new Form(page);
    await page.goto(`/schools/${school}/rate`);
    await form.ready();
    for (const name of RATINGS) await form.pick(name, 'good');
    await first.stop();
    await form.submit();
    await page.getByText(words('fa', 'form', 'screen.offline')).waitFor();
    await expectScreen(visitor, 'fa');
    const second = await startServer({ DATA_DIR: folder, PORT: new URL(first.base).port });
    for (const name of RATINGS) expect(await form.picked(name)).toBe('good');
    await form.save();
    const id = new URL(page.url()).pathname.split('/').pop();
    const call = await caller(second.base, 'focal.bamyan');
    const { body } = await call('GET', `schools-rates/${id}`);
    for (const name of RATINGS) expect(body.monitoring.data[name]).toBe('good');
    await visitor.close();
    await second.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 240_000);
});
