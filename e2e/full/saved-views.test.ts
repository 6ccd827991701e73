/** A manager saves a view, shares it, previews records beside the list and takes a verification back; a phone opens the view. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localDigits } from '../../src/core/text/letters.ts';
import { caller } from '../pages/api.ts';
import { expectScreen } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { List } from '../pages/list.ts';
import { newSchool, newVisits } from '../pages/school.ts';
import { Shell } from '../pages/shell.ts';
import { launch, rounds, visit } from '../pages/stage.ts';
import { stepLabel, words } from '../pages/words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Query of the list with what waits for a check: the first visits of three schools of this journey, so that nothing about them is to be looked at. */
async function waiting(base: string, language: string): Promise<string> {
  const schools: string[] = [];
  for (const day of ['2026-05-05', '2026-05-06', '2026-05-07']) {
    const school = await newSchool(base, `مکتب نماهای ${language} ${localDigits(schools.length + 1, 'fa')}`);
    await newVisits(base, 'focal.bamyan', school, [day]);
    schools.push(school);
  }
  const filters = [
    { field: 'status', op: 'eq', value: 'submitted' },
    { field: 'cbms_school_id', op: 'in', value: schools },
  ];
  return `filters=${encodeURIComponent(JSON.stringify(filters))}`;
}

describe('saved views', () => {
  const base = demoServer();

  it.each(rounds(['fa', 'ps', 'en'] as const))('are saved, shared and opened elsewhere (%s)', async (language) => {
    const say = (key: string, params: Record<string, string> = {}) => words(language, 'views', key, params);
    const name = { en: 'Waiting', fa: 'در انتظار', ps: 'په تمه' }[language];
    const manager = await visit(browser, base, { language, user: 'manager.schools' });
    const { page } = manager;
    const list = new List(page, language, 'school-rating');
    const shell = new Shell(page, language);
    await list.open(`/schools-rates?${await waiting(base, language)}`);
    const ids = await list.ids();

    await (await list.openDisplay()).locator('[data-action=new-view]').click();
    await shell.dialog().getByRole('textbox').fill(name);
    await shell.dialog().getByRole('checkbox').check();
    await shell.dialog().locator('button[type=submit]').click();
    await page.waitForURL(/view=/);
    await list.heading('monitoring_date').getByRole('button').click();
    await page.getByRole('img', { name: say('changed') }).waitFor();
    await page.goBack();
    await page.getByRole('img', { name: say('changed') }).waitFor({ state: 'detached' });

    // Space shows the record beside the list, j the next one, Escape none.
    await list.ready();
    await page.keyboard.press('j');
    await page.keyboard.press('Space');
    await page.locator(`[data-panel="${ids[0]}"] [data-field]`).first().waitFor();
    const panel = await page.locator('[data-panel]').boundingBox();
    const table = await list.row(ids[0] as string).boundingBox();
    expect((panel?.x ?? 0) > (table?.x ?? 0), 'the panel stands at the end of the line').toBe(language === 'en');
    await page.keyboard.press('j');
    await page.waitForURL((url) => url.searchParams.get('preview') === ids[1]);
    await page.locator(`[data-panel="${ids[1]}"] [data-field]`).first().waitFor();
    await expectScreen(manager, language);
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => !url.searchParams.has('preview'));

    // Verified, and taken back from the message.
    const verify = stepLabel('verified-record', 'verify', language);
    for (const id of ids.slice(0, 2)) await list.row(id).getByRole('checkbox').check();
    await page
      .getByRole('button', {
        name: words(language, 'app', 'list.stepMarked', { step: verify, shown: localDigits(2, language) }),
      })
      .click();
    await shell.dialog().getByRole('button', { name: verify, exact: true }).click();
    await list.row(ids[0] as string).waitFor({ state: 'detached' });
    await page.locator('[data-undo]').click();
    await list.row(ids[0] as string).waitFor();
    await list.row(ids[1] as string).waitFor();
    const link = new URL(page.url());
    expect(manager.errors).toEqual([]);
    await manager.close();

    // A link that names only the view shows the same on a phone.
    const focal = await visit(browser, base, { language, user: 'focal.bamyan', size: 'phone' });
    const theirs = new List(focal.page, language, 'school-rating');
    await theirs.open(`/schools-rates?view=${link.searchParams.get('view')}`);
    await focal.page.waitForURL(/filters=/);
    const chosen = theirs.main.locator('nav [aria-current=page]', { hasText: name });
    await chosen.waitFor();
    await theirs.ready();
    const isWhole = (chip: Element) => {
      const own = chip.getBoundingClientRect();
      const line = (chip.closest('[data-sideways]') as Element).getBoundingClientRect();
      return own.left >= line.left - 1 && own.right <= line.right + 1;
    };
    await expect.poll(() => chosen.evaluate(isWhole)).toBe(true);
    await expect.poll(async () => [...new Set(await theirs.states())]).toEqual(['submitted']);
    await expectScreen(focal, language);
    expect(focal.errors).toEqual([]);
    await focal.close();
    const call = await caller(base, 'manager.schools');
    const { body } = await call('GET', 'views/school-rating');
    for (const view of body.data) await call('DELETE', `views/school-rating/${view.id}?version=${view.version}`);
  });
});
