/** What a form makes of what is entered: the site chosen in it, a second problem, a bounced tap, a file of another kind, a draft. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, caller } from '../pages/api.ts';
import { expectScreen } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { Form } from '../pages/form.ts';
import { newSchool } from '../pages/school.ts';
import { launch, ROUNDS_OF_LANGUAGES, screen, visit } from '../pages/stage.ts';
import { ratings, words } from '../pages/words.ts';

const RATINGS = ratings('school-rating');
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

let browser: Browser;
let focal: Caller;
let people: { cbms_local_monitor_id: string; received_by_id: string };
beforeAll(async () => {
  browser = await launch();
  focal = await caller(demoServer(), 'focal.bamyan');
  const first = async (path: string) => (await focal('GET', `${path}?per_page=1`)).body.data[0].id;
  people = { cbms_local_monitor_id: await first('local-monitors'), received_by_id: await first('staff') };
});
afterAll(() => browser.close());

/** Makes a school with a visit of some days ago that found its water bad. */
async function schoolWithProblem(name: string): Promise<string> {
  const school = await newSchool(demoServer(), name, { local_monitor_id: people.cbms_local_monitor_id });
  const { body } = await focal('GET', `schools-rates/create?school_id=${school}`);
  const { id } = body.problemTypes.find(({ code }: { code: string }) => code === 'water');
  const day = daysAgo(9);
  const rated = Object.fromEntries(RATINGS.map((one) => [one, 'good']));
  const { status } = await focal('POST', 'schools-rates/store', {
    ...{ cbms_school_id: school, monitoring_date: day, ...rated, water: 'bad' },
    ...people,
    problems: [{ problem_type_id: id, problem_details: 'نل خشک است', date_identified: day }],
  });
  expect(status).toBe(200);
  return school;
}

/** Chooses the school by its name in the form. */
async function choose(form: Form, name: string): Promise<void> {
  const field = await form.field('cbms_school_id');
  await field.getByRole('combobox').first().fill(name);
  await field.getByRole('option', { name }).click();
}

describe.each(ROUNDS_OF_LANGUAGES)('entering in %s', (language) => {
  const w = (key: string) => words(language, 'form', key);

  it('a school chosen in the form brings what its own address brings', async () => {
    const name = `مکتب برگزیده ${language}`;
    const school = await schoolWithProblem(name);
    const visitor = await visit(browser, demoServer(), { language, size: 'phone', user: 'focal.bamyan' });
    const { page } = visitor;
    const form = new Form(page);
    const brought = async () => ({
      problems: await (await form.field('problems')).locator('.am-problem-code').allTextContents(),
      monitor: await form.value('cbms_local_monitor_id'),
    });
    await page.goto(`/schools/${school}/rate`);
    await form.ready();
    await expect.poll(async () => (await brought()).monitor).not.toBe('');
    const own = await brought();
    expect(own.problems).toEqual(['P-1']);
    await page.goto('/schools-rates/create');
    await form.ready();
    await choose(form, name);
    await expect.poll(brought).toEqual(own);
    await expectScreen(visitor, language);

    await visitor.close();
  });

  it('a problem entered before the school was chosen is asked about where one of its type is open there', async () => {
    const name = `مکتب آب ${language}`;
    const school = await schoolWithProblem(name);
    const visitor = await visit(browser, demoServer(), { language, size: 'phone', user: 'focal.bamyan' });
    const { page } = visitor;
    const form = new Form(page);
    await page.goto('/schools-rates/create');
    await form.ready();
    await form.pick('water', 'bad');
    const editor = await form.flagged('water');
    await editor.locator('textarea').first().fill('نل باز هم خشک است');
    for (const one of RATINGS) if (one !== 'water') await form.pick(one, 'good');
    await choose(form, name);
    await form.submit();
    const known = page.locator('[data-same]:not([data-same=other])');
    await known.waitFor();
    expect(await known.innerText()).toContain('P-1');
    await expectScreen(visitor, language);
    await known.click();
    await screen(page, 'detail');
    const { body } = await focal('GET', `schools/${school}/problems`);
    expect(body.data).toHaveLength(1);
    await visitor.close();
  });

  it('a tap on the chosen answer changes nothing, Clear takes it back, and what was there before is asked about', async () => {
    const school = await schoolWithProblem(`مکتب لمس ${language}`);
    const { body } = await focal('GET', `schools/${school}/forms?form_type=monitoring`);
    const id = body.data[0].id as string;
    const visitor = await visit(browser, demoServer(), { language, size: 'phone', user: 'focal.bamyan' });
    const { page } = visitor;
    const form = new Form(page);
    await page.goto(`/schools-rates/${id}/edit`);
    await form.ready();
    const tile = (await form.field('security')).locator('label:has(input[value=good])');
    for (const delay of [0, 30, 120]) {
      await tile.dblclick({ delay });
      expect(await form.picked('security')).toBe('good');
    }
    await (await form.field('security')).locator('.am-clear').click();
    expect(await form.picked('security')).toBeUndefined();
    await form.submit();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(w('screen.lostTitle')).waitFor();
    await expectScreen(visitor, language);
    await visitor.close();
  });

  it('a file that the question does not take is refused on the phone, in words', async () => {
    const school = await schoolWithProblem(`مکتب پرونده ${language}`);
    const visitor = await visit(browser, demoServer(), { language, size: 'phone', user: 'focal.bamyan' });
    const { page } = visitor;
    const form = new Form(page);
    await page.goto(`/schools/${school}/rate`);
    await form.ready();
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    const field = form.main.locator('[data-field]:has(input[type=file])').last();
    await field.scrollIntoViewIfNeeded();
    await field.locator('input[type=file]').setInputFiles({
      name: 'program.exe',
      mimeType: 'application/x-msdownload',
      buffer: Buffer.from('MZ'),
    });
    await field.getByText('program.exe').first().waitFor();
    expect(await field.innerText()).toMatch(/program\.exe.*WEBP/s);
    await expectScreen(visitor, language);
    expect(sent.filter((url) => url.includes('uploads') || url.includes('files'))).toEqual([]);
    await visitor.close();
  });

  it('a school that came back with a draft is typed over', async () => {
    const [one, other] = [`مکتب پیشین ${language}`, `مکتب دیگر ${language}`];
    await schoolWithProblem(one);
    await schoolWithProblem(other);
    const visitor = await visit(browser, demoServer(), { language, size: 'phone', user: 'focal.bamyan' });
    const { page } = visitor;
    const form = new Form(page);
    await page.goto('/schools-rates/create');
    await form.ready();
    await choose(form, one);
    const box = async () => (await form.field('cbms_school_id')).getByRole('combobox').first();
    await expect.poll(async () => (await box()).inputValue()).toContain(one);
    await form.pick('security', 'good');
    await page.reload();
    await form.ready();
    await expect.poll(async () => (await box()).inputValue()).toContain(one);
    await (await box()).click();
    await page.keyboard.type(other);
    await (await form.field('cbms_school_id')).getByRole('option', { name: other }).click();
    await expect.poll(async () => (await box()).inputValue()).toContain(other);
    await visitor.close();
  });
});
