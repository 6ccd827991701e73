/**
 * The main story of the product: a focal point visits a school and fills in the monitoring. The coordinator returns it with
 * a comment, she corrects it, he verifies it. List, detail and history show it. In each language, on phone and desktop.
 */
import { mkdirSync } from 'node:fs';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatDate } from '../../src/core/text/dates.ts';
import { expectScreen } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { Detail } from '../pages/detail.ts';
import { Form } from '../pages/form.ts';
import { List } from '../pages/list.ts';
import { photo } from '../pages/picture.ts';
import { newSchool } from '../pages/school.ts';
import { Shell } from '../pages/shell.ts';
import { type Language, launch, logIn, rounds, type Size, screen, type Visitor, visit } from '../pages/stage.ts';
import { definition, ratings, words } from '../pages/words.ts';

const QUESTIONS = ratings('school-rating');
const DAY = '2026-11-10';
const TYPED: Record<Language, string> = { en: '2026-11-10', fa: '۱۴۰۵/۰۸/۱۹', ps: '۱۴۰۵/۰۸/۱۹' };
const SAID: Record<Language, { details: string; back: string; remark: string; corrected: string }> = {
  en: {
    details: 'Demo words: the well has been dry for two weeks.',
    back: 'Demo words: please look at the toilets again.',
    remark: 'Demo words: how many are locked?',
    corrected: 'Demo words: the well has been dry since the month of Mizan.',
  },
  fa: {
    details: 'چاه از دو هفته به این سو خشک است.',
    back: 'لطفاً تشناب‌ها را دوباره ببینید.',
    remark: 'چند تشناب قفل است؟',
    corrected: 'چاه از ماه میزان خشک است.',
  },
  ps: {
    details: 'څاه له دوو اونیو راهیسې وچه ده.',
    back: 'مهرباني وکړئ تشنابونه بیا وګورئ.',
    remark: 'څو تشنابونه تړلي دي؟',
    corrected: 'څاه د تلې له میاشتې وچه ده.',
  },
};

/** One school for each story: a problem that is already open would answer the question below. */
const SCHOOLS: Record<`${Language} ${Size}`, string> = {
  'en desktop': 'آغاز داستان یک',
  'en phone': 'آغاز داستان دو',
  'fa desktop': 'آغاز داستان سه',
  'fa phone': 'آغاز داستان چهار',
  'ps desktop': 'آغاز داستان پنج',
  'ps phone': 'آغاز داستان شش',
};

const stories = rounds(
  (['fa', 'ps', 'en'] as const).flatMap((language) =>
    (['phone', 'desktop'] as const).map((size) => ({ language, size })),
  ),
);

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Takes screenshots for people if AMANAT_SHOTS names a folder. */
async function shot({ page }: Visitor, name: string): Promise<void> {
  const folder = process.env.AMANAT_SHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

describe.each(stories)('the story in $language on a $size', ({ language, size }) => {
  const base = demoServer();
  let path = '';

  it('is filled, returned, corrected, verified and shown', async () => {
    const focal = await visit(browser, base, { language, size });
    await logIn(focal.page, 'focal.bamyan');
    await expectScreen(focal, language);
    await shot(focal, `${language}-${size}-1-dashboard`);
    const id = await fill(focal, language, size);
    path = `/schools-rates/${id}`;

    const coordinator = await visit(browser, base, { language, size });
    await logIn(coordinator.page, 'coordinator.bamyan');
    await sendBack(coordinator, path, language, size);
    await correct(focal, path, language, size);
    await verify(coordinator, path, language, size);
    await look(coordinator, id, language, size);

    expect(focal.errors).toEqual([]);
    expect(coordinator.errors).toEqual([]);
    await focal.close();
    await coordinator.close();
  });
});

async function fill(focal: Visitor, language: Language, size: Size): Promise<string> {
  const { page } = focal;
  const shell = new Shell(page, language);
  const list = new List(page, language, 'school');
  const form = new Form(page);
  const school = await newSchool(demoServer(), SCHOOLS[`${language} ${size}`]);
  await shell.openList('schools', '/schools');
  await list.ready();
  await expectScreen(focal, language);
  await shot(focal, `${language}-${size}-2-schools`);
  await list.openRecord(school);
  await expectScreen(focal, language);
  await shot(focal, `${language}-${size}-3-school`);
  await page.locator(`a[href="/schools/${school}/rate"]`).first().click();
  await screen(page, 'create');
  await form.ready();

  await form.type('monitoring_date', TYPED[language]);
  expect(await page.locator('[data-field=monitoring_date]').innerText()).toContain(
    formatDate(DAY, { language, calendar: language === 'en' ? 'gregorian' : 'solar' }),
  );
  for (const question of QUESTIONS)
    await form.pick(question, question === 'water' ? 'bad' : question === 'laboratory' ? 'na' : 'good');
  const details = (await form.flagged('water')).locator('textarea').first();
  // Rule: the form is refused without the details of the problem.
  await form.submit();
  await form.errors().first().waitFor();
  await page.locator('#error-summary[role=alert]', { hasText: words(language, 'form', 'screen.summary') }).waitFor();
  expect(page.url()).toContain('/rate');
  await expectScreen(focal, language);
  await shot(focal, `${language}-${size}-4-refused`);
  await details.fill(SAID[language].details);
  await details.blur();
  await form.attach('photo', await photo());
  for (const question of QUESTIONS)
    expect(await form.picked(question), question).toBe(
      question === 'water' ? 'bad' : question === 'laboratory' ? 'na' : 'good',
    );
  await expectScreen(focal, language);
  await shot(focal, `${language}-${size}-5-filled`);
  await form.save();
  await expectScreen(focal, language);
  const id = new URL(page.url()).pathname.split('/').pop() as string;
  const detail = new Detail(page, language);
  expect(await detail.state()).toBe('submitted');
  expect(await page.locator('main h1 ~ bdi').innerText()).toMatch(/^CBMS_MO_\d+$/);
  return id;
}

async function sendBack(coordinator: Visitor, path: string, language: Language, size: Size): Promise<void> {
  const { page } = coordinator;
  const detail = new Detail(page, language);
  // His first record to check stands above the fold, the one that waits longest first.
  const first = page.locator('main[data-screen=dashboard] [data-card=to-check] li a').first();
  await first.waitFor();
  const box = await first.boundingBox();
  expect((box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0)).toBeLessThan(page.viewportSize()?.height ?? 0);
  await detail.open(path);
  await expectScreen(coordinator, language);
  await shot(coordinator, `${language}-${size}-6-to-verify`);
  await detail.take('return', { comment: SAID[language].back, remarks: { toilets: SAID[language].remark } });
  await detail.waitForState('returned');
}

async function correct(focal: Visitor, path: string, language: Language, size: Size): Promise<void> {
  const { page } = focal;
  const detail = new Detail(page, language);
  const form = new Form(page);
  await page.goto('/');
  const returned = page.locator(`main[data-screen=dashboard] [data-card=returned] a[href="${path}/edit"]`);
  await returned.waitFor();
  await shot(focal, `${language}-${size}-7-returned`);
  await returned.click();
  await screen(page, 'edit');
  await form.ready();
  await expectScreen(focal, language);
  // The remark appears at its question.
  expect(await (await form.field('toilets')).innerText()).toContain(SAID[language].remark);
  await form.pick('toilets', 'fair');
  const details = (await form.flagged('water')).locator('textarea').first();
  await details.fill(SAID[language].corrected);
  await details.blur();
  await shot(focal, `${language}-${size}-8-correcting`);
  // What was asked stands above the answers, and the main button saves and sends.
  await page.locator('main[data-screen=edit]').getByText(SAID[language].back).filter({ visible: true }).waitFor();
  await form.save();
  await detail.waitForState('submitted');
}

async function verify(coordinator: Visitor, path: string, language: Language, size: Size): Promise<void> {
  const detail = new Detail(coordinator.page, language);
  await detail.open(path);
  await detail.take('verify');
  await detail.waitForState('verified');
  await shot(coordinator, `${language}-${size}-9-verified`);
}

/** Checks list, detail and history as everybody sees them afterwards. */
async function look(visitor: Visitor, id: string, language: Language, size: Size): Promise<void> {
  const { page } = visitor;
  const detail = new Detail(page, language);
  const calendar = language === 'en' ? 'gregorian' : 'solar';
  expect(await page.locator('main').innerText()).toContain(formatDate(DAY, { language, calendar }));

  await detail.tab('ratings');
  // A phone has their table above the tabs.
  const shown = await detail.main
    .locator('[data-field]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-field')));
  expect(shown).toEqual(expect.arrayContaining(QUESTIONS));
  await expectScreen(visitor, language);
  await shot(visitor, `${language}-${size}-10-answers`);

  const problems = await detail.tab('problems');
  await problems.getByText(SAID[language].corrected).first().waitFor();
  await expectScreen(visitor, language);

  const attachments = await detail.tab('attachments');
  await attachments.locator('img').first().waitFor();
  expect(
    await attachments
      .locator('img')
      .first()
      .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(50);

  const history = await detail.tab('history');
  const text = await history.innerText();
  expect(text).toContain(SAID[language].back);
  expect(text).toContain(definition('school-rating').fields.toilets?.short?.[language]);
  await expectScreen(visitor, language);
  await shot(visitor, `${language}-${size}-11-history`);

  const list = new List(page, language, 'school-rating');
  await list.open(`/schools-rates?sort=-code`);
  expect(await list.row(id).locator('[data-state]').getAttribute('data-state')).toBe('verified');
  const style = size === 'phone' ? 'short' : 'long';
  expect(await list.row(id).innerText()).toContain(formatDate(DAY, { language, calendar, style }));
  await expectScreen(visitor, language);
  await shot(visitor, `${language}-${size}-12-list`);
  expect(await page.title()).toContain(words(language, 'app', 'product'));
}
