// biome-ignore-all lint/suspicious/noTemplateCurlyInString: names of XLSForm are written so
/**
 * A partner's workbook of XLSForm is dropped on the list of forms: what is wrong with it is read, one fault is mended in the workbook,
 * a draft is made and published, and somebody fills it in. Its next edition becomes the next version.
 */
import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { workbookStream } from '../../src/server/api/files/workbook.ts';
import { axe, expectScreen, sidewaysScroll } from '../pages/checks.ts';
import { Form } from '../pages/form.ts';
import { ownServer } from '../pages/ownServer.ts';
import { rounds, screen, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

const WAYS = rounds([
  { language: 'en', size: 'desktop' },
  { language: 'fa', size: 'phone' },
] as const);

const HEAD = ['type', 'name', 'label::English (en)', 'label::Arabic (ar)', 'relevant', 'appearance'];
/** The first three need no others; the rest make the workbook long. */
const MANY = Array.from({ length: 57 }, (_, at) => [
  'integer',
  `item_${at + 1}`,
  `Item ${at + 1}`,
  `بند ${at + 1}`,
  '',
  '',
]);

/** Returns a partner's workbook; `asks` is the question that a condition names. */
function workbook(form: string, asks: string, more: string[][] = []): Promise<Buffer> {
  const survey = [
    ['select_one source', 'source', 'Where does the water come from?', 'من أين يأتي الماء؟', '', 'w4'],
    ['integer', 'people', 'How many people drink it?', 'كم شخصا يشربه؟', '', ''],
    ['text', 'why', 'Why so many?', 'لماذا هذا العدد؟', `\${${asks}} > 20`, ''],
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
    await drop(page, '[data-drop-area]', 'water.xlsx', await workbook(form, 'peple'));
    await screen(page, 'workbook');
    await page.locator(`[data-reading=${form}]`).waitFor();
    expect(await page.locator('[data-lines=wrong] [data-code]').innerText()).toMatch(
      /survey!E4[\s\S]*peple[\s\S]*people/,
    );
    await page.locator('[data-lines=tidy] [data-code=list_unused]').waitFor();
    await page.locator('[data-lines=lost] [data-code=layout_only]').waitFor();
    expect(await axe(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
    await expectScreen(visitor, language);

    // What is no workbook says so, and the one that was mended is read.
    await give(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), 'old.xls');
    await page.getByText(words(language, 'errors', 'sheet_old')).waitFor();
    await give(await workbook(form, 'people'));
    await page.locator('[data-lines=tidy]').waitFor();
    expect(await findings.count()).toBe(1);
    const make = page.locator('[data-action=make-draft]');
    const programme = page.locator('select[name=programme]');
    await programme.selectOption('schools');
    await make.click();
    await screen(page, 'designer');

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

    const filler = await visit(own.browser, own.server.base, { language, size, user: 'admin' });
    await filler.page.goto(`/${form}/create`);
    const entry = new Form(filler.page);
    await entry.ready();
    await entry.pick('source', 'river');
    await entry.type('people', '30');
    await entry.type('why', 'No other water');
    await entry.save();
    expect(filler.errors).toEqual([]);
    await filler.close();
    const { data } = await own.server.person('admin').must('GET', `${form}?fields=all`);
    expect(data).toMatchObject([{ source: 'river', people: 30, why: 'No other water' }]);

    // The next edition.
    await page.goto('/admin/forms/workbook');
    await page.getByText(said('choose')).waitFor();
    await give(await workbook(form, 'people', [['text', 'remark', 'Remark', 'ملاحظة', '', '']]));
    const next = page.locator('[data-next="2"]');
    await next.waitFor();
    expect(await next.locator('[data-change=added]').innerText()).toContain('remark');
    expect(await next.locator('[data-change=removed]').count()).toBe(0);
    await expectScreen(visitor, language);
    await make.click();
    await screen(page, 'designer');
    const { data: drafts } = await own.server.person('mande').must('GET', 'definitions/drafts');
    expect(drafts).toMatchObject([{ form, form_version: 2, programme: 'schools' }]);
    await own.server.person('mande').must('DELETE', `definitions/drafts/${drafts[0].id}`);
    // The workbook of the old kind is refused.
    expect(visitor.errors.filter((text) => !text.includes('400'))).toEqual([]);
    await visitor.close();
  });
});
