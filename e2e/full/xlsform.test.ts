// biome-ignore-all lint/suspicious/noTemplateCurlyInString: names of XLSForm are written so
/**
 * A partner's workbook of XLSForm with sixty questions is dropped on the list of forms: three faults are read, one is mended in the
 * workbook and two in the designer, its Arabic words come from a workbook of words, and it is published. Somebody fills it in
 * without network. Its next edition becomes the next version.
 */
import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { workbookStream } from '../../src/server/api/files/workbook.ts';
import { edited, rowsIn } from '../../tests/support/wordsWorkbook.ts';
import { axe, expectScreen, sidewaysScroll } from '../pages/checks.ts';
import { Form } from '../pages/form.ts';
import { nothingWaits, prepareOffline, saveHere, send } from '../pages/offline.ts';
import { ownServer } from '../pages/ownServer.ts';
import { rounds, screen, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

const WAYS = rounds([
  { language: 'en', size: 'desktop' },
  { language: 'fa', size: 'phone' },
] as const);

const HEAD = ['type', 'name', 'label::English (en)', 'label::Arabic (ar)', 'relevant', 'appearance', 'constraint'];
/** The first five need no others; the rest make the workbook long. */
const MANY = Array.from({ length: 55 }, (_, at) => [
  'integer',
  `item_${at + 1}`,
  `Item ${at + 1}`,
  `بند ${at + 1}`,
  '',
  '',
]);

/** What the partner wrote in three cells: a name that differs by a letter, a lake that no list has, and a pump of no age. */
const FAULTY = { asks: 'peple', lake: 'lake', age: '. > 3 and . < 2' };
type Cells = typeof FAULTY;
const SOUND: Cells = { asks: 'people', lake: 'river', age: '. > 2 and . < 30' };

/** Returns a partner's workbook. */
function workbook(form: string, { asks, lake, age }: Cells, more: string[][] = []): Promise<Buffer> {
  const survey = [
    ['select_one source', 'source', 'Where does the water come from?', 'من أين يأتي الماء؟', '', 'w4'],
    ['integer', 'people', 'How many people drink it?', 'كم شخصا يشربه؟', '', ''],
    ['text', 'why', 'Why so many?', 'لماذا هذا العدد؟', `\${${asks}} > 20`, ''],
    ['text', 'lake', 'Which lake?', '', `\${source} = '${lake}'`, ''],
    ['integer', 'age', 'How old is the pump?', 'كم عمر المضخة؟', '', '', age],
    ...MANY,
    ...more,
  ];
  const choices = [
    ['source', 'well', 'A well', 'بئر'],
    ['source', 'river', 'The river', 'النهر'],
    ['colours', 'red', 'Red', 'أحمر'],
  ];
  const sheet = (title: string, head: string[], rows: string[][]) => ({ title, head, rows });
  const sheets = [
    sheet('survey', HEAD, survey),
    sheet('choices', ['list_name', ...HEAD.slice(1, 4)], choices),
    sheet('settings', ['form_title', 'form_id'], [['Water', form]]),
  ];
  return buffer(workbookStream({ language: 'en', sheets }));
}

/** Drops a file as a person does with a mouse. */
async function drop(page: Page, target: string, name: string, bytes: Buffer): Promise<void> {
  const data = await page.evaluateHandle(
    ([base64, file]) => {
      const transfer = new DataTransfer();
      const content = Uint8Array.from(atob(base64 as string), (sign) => sign.charCodeAt(0));
      transfer.items.add(new File([content], file as string));
      return transfer;
    },
    [bytes.toString('base64'), name],
  );
  for (const event of ['dragover', 'drop']) await page.dispatchEvent(target, event, { dataTransfer: data });
}

/** Publishes the draft of a form. */
async function publish(page: Page, form: string): Promise<void> {
  await page.goto('/admin/forms');
  const draft = page.locator(`[data-draft="${form}"]`);
  const dialog = page.getByRole('dialog');
  await draft.locator('[data-action=check]').click();
  await dialog.locator('[data-sound]').waitFor();
  // What is new stands in the language of the workbook; a reader of another one says it.
  const note = dialog.locator('textarea').first();
  if ((await note.inputValue()) === '') await note.fill('از یک فایل اکسل');
  await dialog.locator('[data-action=do-publish]').click();
  await draft.waitFor({ state: 'detached' });
}

const own = ownServer();

describe.each(WAYS)('a workbook in $language on a $size', ({ language, size }) => {
  it('is dropped, read, mended, made a draft, published and filled in; its next edition is the next version', {
    timeout: 300_000,
  }, async () => {
    const form = `water-${language}`;
    const said = (key: string) => words(language, 'workbook', key);
    const visitor = await visit(own.browser, own.server.base, { language, size, user: 'mande' });
    const { page } = visitor;
    const findings = page.locator('[data-findings] [data-code]');
    const give = (bytes: Buffer, name = 'water.xlsx') =>
      page.locator('main input[type=file]').setInputFiles({ name, mimeType: '', buffer: bytes });

    await page.goto('/admin/forms');
    await page.locator('main li[data-form]').first().waitFor();
    await drop(page, '[data-drop-area]', 'water.xlsx', await workbook(form, FAULTY));
    await screen(page, 'workbook');
    await page.locator(`[data-reading=${form}]`).waitFor();
    const wrong = page.locator('[data-lines=wrong] [data-code]');
    expect(await wrong.evaluateAll((all) => all.map((one) => one.getAttribute('data-code')))).toEqual([
      'xpath_name',
      'condition_never',
      'constraint_never',
    ]);
    expect(await wrong.first().innerText()).toMatch(/survey!E4[\s\S]*peple[\s\S]*people/);
    await page.locator('[data-lines=tidy] [data-code=list_unused]').waitFor();
    await page.locator('[data-lines=lost] [data-code=layout_only]').waitFor();
    expect(await axe(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
    await expectScreen(visitor, language);

    // A file on a slow line shows how far it is, and is left alone where somebody says so.
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route('**/api/definitions/drafts/xlsform', async (route) => {
      await held;
      await route.continue().catch(() => {});
    });
    await give(await workbook(form, { ...FAULTY, asks: SOUND.asks }));
    await page.getByRole('progressbar').waitFor();
    await page.locator('[data-action=cancel]').click();
    await page.getByText(said('cancelled')).waitFor();
    expect(await page.getByRole('progressbar').count()).toBe(0);
    goOn();
    await page.unroute('**/api/definitions/drafts/xlsform');

    // What is no workbook says so, and the one that was mended is read.
    await give(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), 'old.xls');
    await page.getByText(words(language, 'errors', 'sheet_old')).waitFor();
    await give(await workbook(form, { ...FAULTY, asks: SOUND.asks }));
    await page.locator('[data-lines=tidy]').waitFor();
    expect(await findings.evaluateAll((all) => all.map((one) => one.getAttribute('data-code')))).toEqual([
      'condition_never',
      'constraint_never',
      'list_unused',
      'words_missing',
    ]);
    const make = page.locator('[data-action=make-draft]');
    const programme = page.locator('select[name=programme]');
    await programme.selectOption('schools');
    await make.click();
    await screen(page, 'designer');

    // The two others are mended where the form is written.
    const isPhone = size === 'phone';
    const open = async (question: string, part: string) => {
      if (isPhone) await page.locator('[data-tab=outline]').click();
      await page.locator(`[data-row="question:${question}"]`).click();
      const heading = page.locator(`[data-part=${part}] h3 button`);
      if ((await heading.getAttribute('aria-expanded')) === 'false') await heading.click();
    };
    await open('lake', 'when');
    await page.locator('textarea[name=visibleWhen-expr]').fill('source == "river"');
    await open('age', 'rules');
    await page.locator('[data-constraint] textarea[name=constraint]').fill('age > 2 && age < 30');
    await page.locator('[data-state=saved]').waitFor({ state: 'attached' });

    // The word that is missing comes from a workbook of words.
    if (isPhone) await page.locator('header [data-action=more]').click();
    await page.locator(isPhone ? '[data-action=menu-translate]' : '[data-action=translate]').click();
    await screen(page, 'draft-words');
    const download = page.waitForEvent('download');
    await page.locator('[data-action=download]').click();
    const file = Buffer.concat(await (await download).createReadStream().then((stream) => stream.toArray()));
    const pointer = (await rowsIn(file, form)).find((row) => row.en === 'Which lake?')?.pointer;
    const chooser = page.waitForEvent('filechooser');
    await page.locator('[data-action=take-in]').click();
    const translated = await edited(file, [{ sheet: form, pointer: String(pointer), column: 'ar', cell: 'أي بحيرة؟' }]);
    await (await chooser).setFiles({ name: 'words.xlsx', mimeType: 'application/vnd.ms-excel', buffer: translated });
    await page.locator('[data-action=do-take-in]').click();
    await page.locator('[data-preview]').waitFor({ state: 'detached' });

    await publish(page, form);

    const filler = await visit(own.browser, own.server.base, { language, size, worker: true });
    await prepareOffline(filler.page, 'admin');
    await filler.context.setOffline(true);
    await filler.page.goto(`/${form}/create`);
    const entry = new Form(filler.page);
    await entry.ready();
    await entry.pick('source', 'river');
    await entry.type('people', '30');
    await entry.type('why', 'No other water');
    await saveHere(filler.page);
    expect((await own.server.person('admin').must('GET', form)).data).toEqual([]);
    await filler.context.setOffline(false);
    await send(filler.page);
    await nothingWaits(filler.page);
    expect(filler.errors).toEqual([]);
    await filler.close();
    const { data } = await own.server.person('admin').must('GET', `${form}?fields=all`);
    expect(data).toMatchObject([{ source: 'river', people: 30, why: 'No other water' }]);

    // The next edition, in which the partner mended the others, too. The word that came from elsewhere stays.
    await page.goto('/admin/forms/workbook');
    await page.getByText(said('choose')).waitFor();
    await give(await workbook(form, SOUND, [['text', 'remark', 'Remark', 'ملاحظة', '', '']]));
    const next = page.locator('[data-next="2"]');
    await next.waitFor();
    expect(await next.locator('[data-change=added]').innerText()).toContain('remark');
    expect(await next.locator('[data-change=removed]').count()).toBe(0);
    await expectScreen(visitor, language);
    await make.click();
    await screen(page, 'designer');
    await publish(page, form);
    const newest = await own.server.person('admin').must('GET', `definitions/${form}`);
    expect(newest).toMatchObject({ version: 2, definition: { programme: 'schools' } });
    expect(Object.keys(newest.definition.fields).slice(-2)).toEqual(['item_55', 'remark']);
    expect(newest.definition.fields.lake.label).toEqual({ en: 'Which lake?', ar: 'أي بحيرة؟' });
    const { data: stored } = await own.server.person('admin').must('GET', `${form}/${data[0].id}`);
    expect(stored).toMatchObject({ form_version: 1, data: { source: 'river', people: 30 } });
    // The workbook of the old kind is refused, and 417 says that words were only tried.
    expect(visitor.errors.filter((text) => !/ (400|417) /.test(text))).toEqual([]);
    await visitor.close();
  });
});
