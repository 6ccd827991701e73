/**
 * A form that ships gets its next version on the screen: a question more, a question in other words, an option that becomes two, and
 * their translations from a workbook. Somebody has the version before open meanwhile, and saves it.
 */
import { describe, expect, it } from 'vitest';
import { type Edit, edited, rowsIn } from '../../tests/support/wordsWorkbook.ts';
import { Acts } from '../pages/acts.ts';
import { caller } from '../pages/api.ts';
import { axe, sidewaysScroll } from '../pages/checks.ts';
import { Form } from '../pages/form.ts';
import { List } from '../pages/list.ts';
import { ownServer } from '../pages/ownServer.ts';
import { newSchool } from '../pages/school.ts';
import { EACH_WAY, screen, visit } from '../pages/stage.ts';

const FORM = 'school-survey';
const PATH = '/schools-surveys';

const ANSWERS = [
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

const WORDS = {
  added: { en: 'Do teachers come on time?', fa: 'آیا معلمان به وقت می‌آیند؟', ps: 'ایا ښوونکي پر وخت راځي؟' },
  reworded: { en: 'What should the school know?', fa: 'مکتب چه را باید بداند؟', ps: 'ښوونځی باید په څه پوه شي؟' },
  mother: { en: 'Mother', fa: 'مادر', ps: 'مور' },
  father: { en: 'Father', fa: 'پدر', ps: 'پلار' },
} as const;

describe.each(EACH_WAY)('the next version of a form in $language on a $size', ({ language, size }) => {
  const own = ownServer();

  it('is made on the screen while somebody fills in the one before', { timeout: 300_000 }, async () => {
    const { browser, server } = own;
    const isPhone = size === 'phone';
    const school = await newSchool(server.base, `مکتب نمونه ${language}`);
    const call = await caller(server.base, 'mande');
    const { version } = (await call('GET', `definitions/${FORM}`)).body;
    const filler = await visit(browser, server.base, { language, size, user: 'admin' });
    const begin = async () => {
      await filler.page.goto(`/schools/${school}/survey`);
      const form = new Form(filler.page);
      await form.ready();
      return form;
    };
    const before = await begin();
    for (const [name, value] of ANSWERS) await before.pick(name, value);

    const officer = await visit(browser, server.base, { language, size, user: 'mande' });
    const { page } = officer;
    const acts = new Acts(page);
    const open = async (row: string) => {
      if (isPhone) await acts.click('[data-tab=outline]');
      await acts.click(`[data-row="${row}"]`);
    };
    const write = async (words: string) => {
      await acts.key('ControlOrMeta+a');
      await acts.type(words);
    };
    const saved = () => page.locator('[data-state=saved]').waitFor({ state: 'attached' });
    await page.goto('/admin/forms');
    await acts.click(`[data-form=${FORM}] a`);
    await acts.click('[data-action=copy]');
    await screen(page, 'designer');

    // A question.
    await acts.job('question more', async () => {
      await open('question:council_active');
      if (isPhone) await acts.click('[data-tab=outline]');
      await acts.click('[data-pane=outline] [data-action=add-question]');
      await acts.pick('yesno');
      await page.locator('[data-pane=question] textarea:focus').waitFor();
      await write(WORDS.added[language]);
    });

    // Other words.
    await acts.job('question reworded', async () => {
      await open('question:remarks');
      await acts.focus('[data-pane=question] textarea');
      await write(WORDS.reworded[language]);
    });

    const options = page.locator('[data-options] [data-entry]');
    // One option becomes two, and it is asked what becomes of the answers.
    await acts.job('option split', async () => {
      await open('question:relation');
      await options.first().waitFor();
      const given = await options.count();
      for (const [at, words] of [WORDS.mother, WORDS.father].entries()) {
        await acts.click('[data-action=add-option]');
        await acts.focus(`[data-options] [data-entry="${given + at}"] textarea`);
        await write(words[language]);
      }
      await acts.click('[data-options] [data-entry="1"] [data-action=remove-option]');
      const mother = await page
        .locator('[role=dialog] select[name=option-to] option', { hasText: WORDS.mother[language] })
        .getAttribute('value');
      await acts.choose('[role=dialog] select[name=option-to]', mother ?? '');
      await acts.click('[role=dialog] [data-action=do-remove-option]');
      await page.locator('[role=dialog]').waitFor({ state: 'detached' });
      expect(await options.count()).toBe(given + 1);
    });
    // What is folded out goes along with its option, and so does the focus.
    const foldedOut = () => options.evaluateAll((all) => all.map((one) => one.querySelector('details')?.open));
    const last = (await options.count()) - 1;
    await options.nth(last).locator('summary').first().click();
    for (const [way, at] of [
      ['up', last - 1],
      ['down', last],
    ] as const) {
      await options
        .nth(way === 'up' ? last : last - 1)
        .locator(`[data-action=option-${way}]`)
        .click();
      await expect.poll(foldedOut).toEqual(Array.from({ length: last + 1 }, (_, index) => index === at));
    }
    await open('form');
    await page.locator('[data-part=moved] li', { hasText: 'parent' }).waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    await saved();

    // The translations come from a workbook.
    await acts.job('words by workbook', async () => {
      if (isPhone) await acts.click('header [data-action=more]');
      await acts.click(isPhone ? '[data-action=menu-translate]' : '[data-action=translate]');
      await screen(page, 'draft-words');
      const download = page.waitForEvent('download');
      await acts.click('[data-action=download]');
      const file = await (await download).createReadStream().then((stream) => stream.toArray());
      const rows = await rowsIn(Buffer.concat(file), FORM);
      const edits = Object.values(WORDS).flatMap((words): Edit[] => {
        const pointer = rows.find((row) => row[language] === words[language])?.pointer;
        expect(pointer, words.en).toBeDefined();
        const texts = Object.entries(words).filter(([one]) => one !== language);
        return texts.map(([column, cell]) => ({ sheet: FORM, pointer: String(pointer), column, cell }));
      });
      const chooser = page.waitForEvent('filechooser');
      await acts.click('[data-action=take-in]');
      const buffer = await edited(Buffer.concat(file), edits);
      await (await chooser).setFiles({ name: 'words.xlsx', mimeType: 'application/vnd.ms-excel', buffer });
      await acts.click('[data-action=do-take-in]');
      await page.locator('[data-preview]').waitFor({ state: 'detached' });
    });

    await page.goBack();
    await screen(page, 'designer');
    await page.locator('[data-row="question:remarks"]').waitFor({ state: 'attached' });
    await open('question:remarks');
    for (const [one, words] of Object.entries(WORDS.reworded))
      expect(await page.locator(`[data-part=words] [name=label_${one}]`).inputValue()).toBe(words);
    expect(await axe(page)).toEqual([]);

    await page.waitForLoadState('networkidle');
    await acts.click('[data-action=publish]');
    await page.locator('[role=dialog] [data-sound]').waitFor();
    await acts.focus('[role=dialog] textarea');
    await acts.type({ en: 'Mothers and fathers', fa: 'مادران و پدران', ps: 'میندې او پلرونه' }[language]);
    await acts.click('[role=dialog] [data-action=do-publish]');
    await page.waitForURL(`**/admin/forms/${FORM}`);
    await page.getByText(WORDS.reworded[language]).first().waitFor({ state: 'attached' });
    console.log(`next version, ${language} ${size}: ${acts}`);

    // What was begun before is saved as it was asked.
    await before.save();
    const list = new List(filler.page, language, FORM);
    await list.open(PATH);
    expect(await list.rows().count()).toBe(1);
    const { body: records } = await (await caller(server.base, 'admin'))('GET', `${PATH.slice(1)}?per_page=1`);
    expect(records.data[0].form_version).toBe(version);
    // The next one is asked as it is now.
    const after = await begin();
    await (await after.field('remarks')).getByText(WORDS.reworded[language]).waitFor();
    await filler.page.getByText(WORDS.added[language]).first().waitFor();
    // Asked of a draft that was saved again meanwhile: words of the version before.
    const others = officer.errors.filter((error) => !/417 .*words\?dry_run=1/.test(error));
    expect({ officer: others, filler: filler.errors }).toEqual({ officer: [], filler: [] });
    await officer.close();
    await filler.close();
  });
});
