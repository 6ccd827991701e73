/**
 * An M&E officer makes a questionnaire without code: twelve questions in two sections, with a table, a list, a condition and a rule,
 * in three languages, with the mouse, by touch or by keyboard alone; somebody else fills it in. Only the screen is used, and what
 * it costs is counted.
 */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localDigits } from '../../src/core/text/letters.ts';
import { startTestServer, type TestServer } from '../../tests/support/server.ts';
import { Acts, KeyActs } from '../pages/acts.ts';
import { axe, sidewaysScroll } from '../pages/checks.ts';
import { Form } from '../pages/form.ts';
import { List } from '../pages/list.ts';
import { launch, rounds, screen, visit } from '../pages/stage.ts';

let browser: Browser;
let server: TestServer;
beforeAll(async () => {
  browser = await launch();
  server = await startTestServer('sqlite');
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const WAYS = rounds([
  { language: 'fa', size: 'phone', by: 'taps' },
  { language: 'en', size: 'desktop', by: 'mouse' },
  { language: 'ps', size: 'phone', by: 'taps' },
  { language: 'en', size: 'desktop', by: 'keys' },
] as const);

/** Most clicks and keys without the letters of words, and most minutes. */
const MOST = { acts: 250, minutes: 10 };

const WORDS = ['en', 'fa', 'ps'] as const;
type Words = readonly [en: string, fa: string, ps: string];

const QUESTIONS: readonly (readonly [type: string, words: Words])[] = [
  ['date', ['Day of the check', 'روز بررسی', 'د کتنې ورځ']],
  ['text', ['Name of the place', 'نام محل', 'د ځای نوم']],
  ['integer', ['How many pupils are there?', 'چند شاگرد است؟', 'څو زده کوونکي دي؟']],
  ['integer', ['How many boys are there?', 'چند پسر است؟', 'څو هلکان دي؟']],
  ['yesno', ['Is there water?', 'آیا آب هست؟', 'ایا اوبه شته؟']],
  ['longtext', ['Why is there no water?', 'چرا آب نیست؟', 'ولې اوبه نشته؟']],
  ['choice', ['What kind of latrine is it?', 'چه نوع تشناب است؟', 'څه ډول تشناب دی؟']],
  ['multi', ['What is broken?', 'چه خراب است؟', 'څه خراب دي؟']],
  ['rating', ['How clean is it?', 'چقدر پاک است؟', 'څومره پاک دی؟']],
  ['table', ['Latrines', 'تشناب‌ها', 'تشنابونه']],
  ['phone', ['Whom to call', 'شماره تماس', 'د اړیکې شمېره']],
  ['image', ['Photos', 'عکس‌ها', 'انځورونه']],
];

/** The boxes of a text stand in the order of the writer's languages. */
const orderOf = (language: string) => [language, ...WORDS.filter((one) => one !== language)];

async function writeAll(acts: Acts, name: string, words: Words, language: string): Promise<void> {
  for (const [at, one] of orderOf(language).entries()) {
    if (at > 0) await acts.key('Tab');
    await acts.focused(`[name=${name}_${one}]`);
    // What a new question begins with is replaced.
    await acts.key('ControlOrMeta+a');
    await acts.type(words[WORDS.indexOf(one as never)] as string);
  }
}

/** `isOut`: behind a table, and not as one of its columns. */
async function add(acts: Acts, type: string, isPhone: boolean, isOut = false): Promise<void> {
  await openGallery(acts, isPhone);
  if (isOut) await acts.click('[role=dialog] input[name=add-column]');
  await acts.pick(type);
}

async function openGallery(acts: Acts, isPhone: boolean): Promise<void> {
  if (isPhone) await acts.click('[data-tab=outline]');
  if (acts instanceof KeyActs) await acts.command('Control+Enter');
  else await acts.click('[data-pane=outline] [data-action=add-question]');
  await acts.page.locator('[role=dialog] input[name=type-search]:focus').waitFor();
}

describe.each(WAYS)('making a questionnaire in $language on a $size by $by', ({ language, size, by }) => {
  it('goes from nothing to a filled record without code', { timeout: 300_000 }, async () => {
    const isPhone = size === 'phone';
    const form = `latrine-check-${language}-${by}`;
    const officer = await visit(browser, server.base, { language, size, user: 'mande' });
    const { page } = officer;
    const acts = by === 'keys' ? new KeyActs(page) : new Acts(page);
    await page.goto('/admin/forms');
    await screen(page, 'forms');
    await acts.click('[data-action=new-questionnaire]');
    await page.locator('[role=dialog] input[name=title]').waitFor();
    await acts.type(`Latrine check ${language} ${by}`);
    expect(await page.locator('[role=dialog] input[name=form]').inputValue()).toBe(form);
    await acts.choose('[role=dialog] select[name=programme]', 'schools');
    if (by === 'keys') await acts.click('[role=dialog] [data-action=begin]');
    else await acts.key('Enter');
    await screen(page, 'designer');

    // The question that is there becomes the first one.
    await acts.click('[data-row="question:question"]');
    await acts.focus('[data-pane=question] textarea');
    for (const [at, [type, words]] of QUESTIONS.entries()) {
      if (at > 0) await add(acts, type, isPhone, QUESTIONS[at - 1]?.[0] === 'table');
      await page.locator('[data-pane=question] textarea:focus').waitFor();
      await writeAll(acts, 'label', words, language);
      if (at === 0) {
        await acts.click('[data-action=type]');
        await acts.pick(type);
      }
      if (type === 'table') await acts.job('columns of a table', () => columns(acts, isPhone, language));
    }
    expect(await sidewaysScroll(page)).toBe(0);

    await acts.job('choice list', async () => {
      await openQuestion(acts, 'what_kind_of_latrine_is_it', isPhone);
      await paste(acts, 'Pit|چاه|کنده\nFlush|کمود|کموډ\nNone|هیچ|هېڅ', language);
    });
    await openQuestion(acts, 'what_is_broken', isPhone);
    await paste(acts, 'Door|دروازه|دروازه\nRoof|بام|بام', language);

    // Why, if there is no water.
    await acts.job('condition', async () => {
      await openQuestion(acts, 'why_is_there_no_water', isPhone);
      await acts.click('[data-part=when] h3 button');
      await acts.click('[data-condition-field=visibleWhen] [data-action=add-visibleWhen]');
      const condition = page.locator('[data-condition-field=visibleWhen]');
      await acts.choose('[data-condition-field=visibleWhen] select[name=condition-field]', 'is_there_water');
      await acts.choose('[data-condition-field=visibleWhen] select[name=condition-op]', 'isNot');
      expect(await condition.locator('[data-condition]').count()).toBe(1);
    });

    // No more boys than pupils.
    await acts.job('constraint and message', async () => {
      await openQuestion(acts, 'how_many_boys_are_there', isPhone);
      await acts.click('[data-part=rules] h3 button');
      await acts.click('[data-action=add-constraint]');
      await page.locator('[data-constraint] textarea[name=constraint]:focus').waitFor();
      await acts.key('ControlOrMeta+a');
      await acts.type('how_many_boys_are_there <= how_many_pup');
      await acts.click('[data-names] button');
      await acts.focus(`[data-constraint] textarea[name=message_${orderOf(language)[0]}]`);
      await writeAll(
        acts,
        'message',
        ['Fewer boys than pupils', 'پسران کمتر از شاگردان', 'هلکان تر زده کوونکو لږ'],
        language,
      );
    });

    // A second section, with the last two questions.
    await openQuestion(acts, 'latrines', isPhone);
    await openGallery(acts, isPhone);
    await acts.click('[role=dialog] [data-action=add-section]');
    await page.locator('[data-pane=question] textarea:focus').waitFor();
    await writeAll(acts, 'title', ['Contact', 'تماس', 'اړیکه'], language);
    for (const name of ['photos', 'whom_to_call']) {
      if (acts instanceof KeyActs) {
        await acts.reach(`[data-row="question:${name}"]`);
        await acts.command('Alt+ArrowDown');
      } else {
        await openQuestion(acts, name, isPhone);
        await acts.click('[data-pane=question] [data-action=move-down]');
      }
    }

    // The list and the name of a record.
    if (isPhone) await acts.click('[data-tab=outline]');
    await acts.click('[data-row=form]');
    await acts.click('[data-part=list] h3 button');
    for (const column of ['day_of_the_check', 'name_of_the_place', 'how_clean_is_it'])
      await acts.choose('[data-part=list] select[name=add-column]', column);

    // The form is drawn, and says nothing is wrong.
    if (isPhone) await acts.click('[data-tab=form]');
    const live = page.frameLocator('iframe');
    await live.locator('[data-question=day_of_the_check]').waitFor();
    await toolsBeside(page, 'name_of_the_place');
    await page.locator('[data-state=saved]').waitFor({ state: 'attached' });
    await page.waitForFunction(() => !document.querySelector('[data-action=findings][data-wrong]'));
    expect(await axe(page)).toEqual([]);

    // What was asked of the draft is answered before it is gone.
    await page.waitForLoadState('networkidle');
    await acts.job('publish, and into the menu', async () => {
      await acts.click('[data-action=publish]');
      const dialog = page.locator('[role=dialog]');
      await dialog.locator('textarea').waitFor();
      await dialog.locator('[data-sound]').waitFor();
      await acts.focus('[role=dialog] textarea');
      await acts.type('First version');
      await acts.choose('[role=dialog] select', 'schools');
      await acts.click('[role=dialog] [data-action=do-publish]');
    });
    await page.waitForURL(`**/admin/forms/${form}`);
    console.log(`${language} ${size} by ${by}: ${acts}`);
    expect(acts.count).toBeLessThanOrEqual(MOST.acts);
    expect(acts.minutes).toBeLessThanOrEqual(MOST.minutes);
    expect(officer.errors).toEqual([]);
    await officer.close();

    // Somebody else fills it in.
    const filler = await visit(browser, server.base, { language, size: 'desktop', user: 'admin' });
    await filler.page.goto(`/${form}/create`);
    await screen(filler.page, 'create');
    await filler.page.locator('[data-question=name_of_the_place] input').fill('مکتب نمونه');
    await filler.page.locator('[data-question=how_many_pupils_are_there] input').fill(localDigits('20', language));
    await filler.page.locator('[data-question=how_many_boys_are_there] input').fill(localDigits('30', language));
    const why = filler.page.locator('[data-question=why_is_there_no_water]');
    await why.locator('textarea').fill('…');
    // There is water: the reason is not asked any more.
    await filler.page.locator('[data-question=is_there_water] label').first().click();
    await why.waitFor({ state: 'detached' });
    await filler.page.locator('[data-question=latrines] button').first().click();
    const record = new Form(filler.page);
    await record.submit();
    // The rule of the officer speaks in the reader's language.
    const rule = { en: 'Fewer boys than pupils', fa: 'پسران کمتر از شاگردان', ps: 'هلکان تر زده کوونکو لږ' }[language];
    await filler.page.locator('[data-question=how_many_boys_are_there]', { hasText: rule }).waitFor();
    await filler.page.locator('[data-question=how_many_boys_are_there] input').fill(localDigits('12', language));
    await record.save();
    const list = new List(filler.page, language, form);
    await list.open(`/${form}`);
    expect(await list.rows().count()).toBe(1);
    expect(await list.rows().first().innerText()).toContain('مکتب نمونه');
    expect(filler.errors).toEqual([]);
    await filler.close();
  });
});

/** A click in the live form chooses a question, and what can be done with it covers no words. */
async function toolsBeside(page: Page, name: string): Promise<void> {
  const live = page.frameLocator('iframe');
  const order = () => live.locator('[data-question]').evaluateAll((all) => all.map((one) => one.dataset.question));
  await live.locator(`[data-question=${name}]`).click({ position: { x: 4, y: 4 } });
  const tool = page.locator('[data-pane=form] [data-action=move-down]');
  await tool.waitFor();
  const [frame, tools] = [await page.locator('iframe').boundingBox(), await tool.boundingBox()];
  if (!frame || !tools) throw new Error('the frame or its tools are not shown');
  const isBeside = tools.x + tools.width <= frame.x || tools.x >= frame.x + frame.width;
  expect(isBeside || tools.y >= frame.y + frame.height).toBe(true);
  const before = await order();
  const at = before.indexOf(name);
  await tool.click();
  await expect.poll(order).toEqual(before.with(at, before[at + 1]).with(at + 1, name));
  await page.locator('[data-pane=form] [data-action=move-up]').click();
  await expect.poll(order).toEqual(before);
}

/** A table begins with one column; a second one counts. */
async function columns(acts: Acts, isPhone: boolean, language: string): Promise<void> {
  await openQuestion(acts, 'latrines.question', isPhone);
  await acts.focus('[data-pane=question] textarea');
  await writeAll(acts, 'label', ['Place', 'جای', 'ځای'], language);
  await add(acts, 'integer', isPhone);
  await acts.page.locator('[data-pane=question] textarea:focus').waitFor();
  await writeAll(acts, 'label', ['Doors', 'دروازه‌ها', 'دروازې'], language);
}

async function openQuestion(acts: Acts, name: string, isPhone: boolean): Promise<void> {
  if (isPhone) await acts.click('[data-tab=outline]');
  await acts.click(`[data-row="question:${name}"]`);
  await acts.page.locator(`[data-pane=question] [name^=label_]`).first().waitFor();
}

/** Options as lines, each with its three languages in the order of the form. */
async function paste(acts: Acts, lines: string, language: string): Promise<void> {
  const order = orderOf(language);
  const ordered = lines
    .split('\n')
    .map((line) => order.map((one) => line.split('|')[WORDS.indexOf(one as never)]).join(' | '))
    .join('\n');
  await acts.click('[data-action=paste-options]');
  await acts.focus('textarea[name=option-lines]');
  await acts.type(ordered);
  await acts.click('[data-action=take-lines]');
}
