/**
 * A second version is published while people work: what is open, put away, stored and exported stays right, and what the new
 * version no longer asks stays readable.
 */
import { Buffer } from 'node:buffer';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localDigits } from '../../src/core/text/letters.ts';
import { startTestServer, type TestServer } from '../../tests/support/server.ts';
import { axe, expectScreen } from '../pages/checks.ts';
import { Detail } from '../pages/detail.ts';
import { Form } from '../pages/form.ts';
import { HOW_CLEAN, KEEPER, KITCHENS, kitchenVisit, RIVER, WATER, WHY } from '../pages/kitchens.ts';
import { List } from '../pages/list.ts';
import { ROUNDS_ON_DATABASES } from '../pages/ownServer.ts';
import { launch, screen, type Visitor, visit } from '../pages/stage.ts';
import { words, wordsWith } from '../pages/words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

describe.each(ROUNDS_ON_DATABASES)('version 2 is published, in $language on $database', ({ language, database }) => {
  const size = language === 'en' ? 'desktop' : 'phone';
  let server: TestServer;
  let focal: Visitor;
  let officer: Visitor;
  const kitchens: string[] = [];
  const visits: string[] = [];
  beforeAll(async () => {
    server = await startTestServer(database);
    const { registry } = server.services;
    for (const source of [KITCHENS, kitchenVisit(1)]) await registry.publish(source);
    const person = server.person('focal.bamyan');
    const province = [...registry.places().values()].find(({ name_en }) => name_en === 'Bamyan');
    for (const name of ['آشپزخانه یک', 'آشپزخانه دو'])
      kitchens.push((await person.must('POST', 'kitchens', { name, province_id: province?.id })).id);
    for (const [meals, clean, water, keeper] of [
      [10, 'good', 'river', 'کریم'],
      [20, 'bad', 'tap', 'رحیم'],
    ]) {
      const answers = { kitchen_id: kitchens[0], day: '2026-05-01', meals, clean, water, keeper };
      visits.push((await person.must('POST', 'kitchen-visits', answers)).id);
    }
    focal = await visit(browser, server.base, { language, size, user: 'focal.bamyan' });
    officer = await visit(browser, server.base, { language, size, user: 'mande' });
  });
  afterAll(async () => {
    for (const visitor of [focal, officer]) await visitor?.close();
    await server?.stop();
  });

  const begin = async (kitchen: string | undefined): Promise<Form> => {
    const form = new Form(focal.page);
    await focal.page.goto(`/kitchens/${kitchen}/visit`);
    await form.ready();
    await form.type('meals', '30');
    await form.pick('water', 'river');
    await form.type('keeper', 'نادیه');
    await focal.page.getByText(words(language, 'form', 'draft.kept')).waitFor();
    return form;
  };
  const exported = async (all = ''): Promise<string[]> => {
    const suffix = language === 'ps' ? 'pa' : language;
    const path = `kitchen-visits/export?format=csv&sort=created_at&localSuffix=${suffix}${all}`;
    return String((await server.person('mande').call('GET', path)).body)
      .trim()
      .split('\r\n');
  };
  const digits = (number: number) => localDigits(number, language);

  it('while somebody fills in version 1: that form is stored in version 1, and says that there is a newer one', async () => {
    await begin(kitchens[1]);
    const form = await begin(kitchens[0]);
    await form.type('day', language === 'en' ? '2026-05-02' : '۱۴۰۵/۰۲/۱۲');
    if (database === 'sqlite') await publishOnScreen(officer.page);
    else await server.services.registry.publish(kitchenVisit(2), { by: server.person('mande').id });
    await form.pick('clean', 'good');
    await form.save();
    await focal.page.getByText(words(language, 'form', 'screen.newerForm')).waitFor();
    expect(await new Detail(focal.page, language).answer('keeper').innerText()).toBe('نادیه');
    await expectScreen(focal, language);
    visits.push(new URL(focal.page.url()).pathname.split('/').at(-1) as string);
    await server.services.idle();
  });

  it('and a draft of version 1 opens in version 2: its answers are in their places, the others are named and kept', async () => {
    await focal.page.goto(`/kitchens/${kitchens[1]}/visit`);
    const form = new Form(focal.page);
    await focal.page.getByText(wordsWith(language, 'form', 'draft.restored')).waitFor();
    const note = await focal.page.locator('.am-form-note').first().innerText();
    expect(note).toContain(words(language, 'form', 'draft.olderForm'));
    for (const answer of [
      `${WATER[language]} (\u2068${RIVER[language]}\u2069)`,
      `${KEEPER[language]} (\u2068نادیه\u2069)`,
    ])
      expect(note).toContain(answer);
    expect(await form.value('portions')).toMatch(/^(30|۳۰)$/);
    expect(await form.picked('water')).toBeUndefined();
    expect(await focal.page.locator('[data-field=clean]').innerText()).toContain(HOW_CLEAN[language]);
    await expectScreen(focal, language);
    expect(await axe(focal.page)).toEqual([]);
    await form.type('cook', 'زهرا');
    await focal.page.getByText(words(language, 'form', 'draft.kept')).waitFor();
  });

  it('and list, filter, export, averages and figures read both versions alike', async () => {
    const { page } = focal;
    const list = new List(page, language, 'kitchen-visit');
    await list.open('/kitchen-visits?sort=-portions');
    expect(await list.ids()).toEqual([visits[2], visits[1], visits[0]]);
    // A phone has the bars of the ratings in their place.
    const usual = page.viewportSize() as { width: number; height: number };
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.locator('main table').waitFor();
    expect(await list.column('portions')).toEqual([30, 20, 10].map(digits));
    await page.setViewportSize(usual);
    const without = encodeURIComponent('[{"field":"water","op":"empty","value":true}]');
    const found = (await server.person('mande').must('GET', `kitchen-visits?filters=${without}`)).data;
    expect(found.map(({ id }: { id: string }) => id).sort()).toEqual([visits[0], visits[2]].sort());
    const figures = (await server.person('mande').must('GET', 'kitchen-visits/figures')).data;
    expect(figures[0]).toMatchObject({ id: 'meals', total: 3, value: 20 });
    expect(figures[1].groups.map(({ total }: { total: number }) => total)).toEqual([1, 0, 0, 2]);
    const { rates, sheets } = await server.person('mande').must('GET', `kitchens/${kitchens[0]}/rates`);
    expect([sheets, rates[0].field, rates[0].average, rates[0].count]).toEqual([3, 'clean', 2.33, 3]);

    const [head, ...rows] = await exported();
    expect(head).toContain(HOW_CLEAN[language]);
    expect(head).not.toContain(KEEPER[language]);
    expect(rows.map((row) => row.split(',')[5])).toEqual(['10', '20', '30']);
    const [, names, ...whole] = await exported('&all=1');
    const keeper = names?.split(',').indexOf('keeper (q_visit_keeper)') as number;
    expect(whole.map((row) => row.split(',')[keeper])).toEqual(['کریم', 'رحیم', 'نادیه']);
    expect(
      whole.map((row) => row.includes(RIVER[language])),
      'the option that was split',
    ).toEqual([true, false, true]);

    const own = new FormData();
    const row = `4,,"آشپزخانه یک",,2026-05-03,40,${rows[0]?.split(',')[6]},${rows[1]?.split(',')[7]},زهرا`;
    own.append('file', new Blob([`${head}\r\n${row}`]), 'own.csv');
    const headers = { authorization: `Bearer ${server.tokens['focal.bamyan']}` };
    const uploaded = await fetch(`${server.base}/api/kitchen-visits/upload`, { method: 'POST', headers, body: own });
    expect(uploaded.status, await uploaded.text()).toBe(200);
    expect((await server.person('mande').must('GET', 'kitchen-visits/figures')).data[0].value).toBe(25);
  });

  it('and what version 2 no longer asks is read in the record, its history and on the page of the question', async () => {
    const detail = new Detail(focal.page, language);
    await detail.open(`/kitchen-visits/${visits[0]}`);
    expect(await detail.answer('water').innerText()).toBe(RIVER[language]);
    expect(await detail.answer('keeper').innerText()).toBe('کریم');
    const history = await (await detail.tab('history')).innerText();
    for (const said of [KEEPER[language], 'کریم', RIVER[language]]) expect(history).toContain(said);
    const { page } = officer;
    await page.goto('/admin/forms/kitchen-visit/questions/q_visit_keeper');
    await page.getByText(WHY[language]).waitFor();
    await page.goto('/admin/forms/kitchen-visit/questions/q_visit_water');
    const option = words(language, 'admin', 'questions.kinds.unmapped', { from: '\u2066river\u2069' });
    await page.locator('[data-changes]').getByText(option).waitFor();
    await expectScreen(officer, language);
  });

  it('and is withdrawn: a form of it that is open is refused, its draft has its first answers again; then it is used again', async () => {
    const { page } = focal;
    await page.goto(`/kitchens/${kitchens[1]}/visit`);
    const form = new Form(page);
    await form.ready();
    await form.pick('water', 'tap');
    await form.pick('clean', 'fair');
    await form.type('day', language === 'en' ? '2026-05-04' : '۱۴۰۵/۰۲/۱۴');
    await officer.page.goto('/admin/forms/kitchen-visit');
    const second = officer.page.locator('[data-version="2"]');
    const decide = async (decision: string, reason: string) => {
      await second.locator(`[data-action=${decision}]`).click();
      const dialog = officer.page.getByRole('dialog');
      await dialog.locator('textarea[name=reason]').fill(reason);
      await dialog.locator(`[data-action=do-${decision}]`).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await decide('withdraw', 'یک سوال غلط بود');
    await second.locator('[data-withdrawn]').getByText('یک سوال غلط بود').waitFor();
    expect(await officer.page.locator('[data-action=withdraw]').count(), 'the only version left').toBe(0);
    await expectScreen(officer, language);
    expect(await axe(officer.page)).toEqual([]);

    await form.submit();
    await page.getByText('یک سوال غلط بود').first().waitFor();
    await page.reload();
    await page.getByText(words(language, 'form', 'draft.laterForm')).waitFor();
    expect(await form.value('keeper')).toBe('نادیه');
    expect(await form.picked('water'), 'what was answered last').toBe('tap');
    expect(await page.locator('[data-field=cook]').count()).toBe(0);
    await form.save();
    const { data } = await server.person('mande').must('GET', 'kitchen-visits?fields=all&sort=-created_at');
    expect([data[0].form_version, data[0].portions]).toEqual([1, 30]);

    await decide('reinstate', 'درست شد');
    await second.locator('[data-action=withdraw]').waitFor();
    await page.goto('/kitchen-visits/create');
    await form.ready();
    await (await form.field('cook')).waitFor();
    const unexpected = (errors: string[]) => errors.filter((one) => !one.includes('403'));
    expect(unexpected(focal.errors)).toEqual([]);
    expect(officer.errors).toEqual([]);
  });

  /** Copies the newest version into a draft, uploads the next one into it and publishes it. */
  async function publishOnScreen(page: Page): Promise<void> {
    await page.goto('/admin/forms/kitchen-visit');
    await page.locator('[data-action=copy]').click();
    await screen(page, 'designer');
    await page.goto('/admin/forms');
    const draft = page.locator('[data-draft="kitchen-visit"]');
    await draft.locator('[data-action=more]').click();
    await give(draft.locator('[data-action=upload]'), JSON.stringify(kitchenVisit(2)));
    await page
      .getByText(words(language, 'admin', 'definitionDrafts.nowSaved'))
      .last()
      .waitFor();
    await draft.locator('[data-action=check]').click();
    const lost = page.locator('[data-sound] > ul > li');
    await lost.first().waitFor();
    expect((await lost.allInnerTexts()).join()).toContain(KEEPER[language]);
    await page.locator('[data-action=do-publish]').click();
    await draft.waitFor({ state: 'detached' });
  }
});

async function give(button: Locator, text: string): Promise<void> {
  const chooser = button.page().waitForEvent('filechooser');
  await button.click();
  await (await chooser).setFiles({ name: 'form.json', mimeType: 'application/json', buffer: Buffer.from(text) });
}
