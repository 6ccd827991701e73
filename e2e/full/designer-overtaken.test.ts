/**
 * While an officer writes a version, another one publishes its number: the first is told what changed, and one button puts the
 * draft on top of it. Somebody who fills in the version before saves what was begun.
 */
import { describe, expect, it } from 'vitest';
import { localDigits } from '../../src/core/text/letters.ts';
import { caller } from '../pages/api.ts';
import { axe, sidewaysScroll } from '../pages/checks.ts';
import { Form } from '../pages/form.ts';
import { ownServer } from '../pages/ownServer.ts';
import { EACH_WAY, visit } from '../pages/stage.ts';

const own = ownServer();
const FORM = 'research-report';

describe.each(EACH_WAY)('a draft whose number somebody published ($language, $size)', ({ language, size }) => {
  it('goes on top of that version, and loses nothing of both', { timeout: 240_000 }, async () => {
    const { browser, server } = own;
    const NAME = `راپور آزمایشی ریگ‌روان (${language})`;
    const MINE = `متن من (${language})`;
    const call = await caller(server.base, 'mande');
    const filler = await visit(browser, server.base, { language, size, user: 'admin' });
    await filler.page.goto('/research-report/create');
    const form = new Form(filler.page);
    await form.ready();
    await form.type('title', NAME);
    await form.type('authors', 'نویسنده آزمایشی');

    const { body: begun } = await call('POST', 'definitions/drafts', { from: { form: FORM } });
    const { id } = begun.data;
    const [first, second] = ['title', 'authors'] as const;
    const officer = await visit(browser, server.base, { language, size, user: 'mande' });
    const { page } = officer;
    await page.goto(`/admin/form-drafts/${id}?at=question:${first}`);
    const question = async (path: string) => {
      if (size === 'phone') await page.locator('[data-tab=outline]').click();
      await page.locator(`[data-row="question:${path}"]`).click();
    };
    const label = page.locator('[data-part=words] [name=label_fa]');
    if (size === 'phone') await page.locator('[data-tab=question]').click();
    await label.fill(MINE);
    await question(second);
    await label.fill(`${MINE} نویسنده`);
    await page.locator('[data-state=saved]').waitFor({ state: 'attached' });

    const theirs = await call('POST', 'definitions/drafts', { from: { form: FORM } });
    const { definition, schema, data } = theirs.body;
    definition.fields[first].label.fa = `نام از دیگری (${language})`;
    const turn = localDigits(EACH_WAY.findIndex((one) => one.language === language) + 1, 'fa');
    definition.fields[first].help = {
      en: `Help of another (${language})`,
      fa: `کمک دیگری ${turn}`,
      ps: `د بل مرسته ${turn}`,
    };
    await call('PUT', `definitions/drafts/${data.id}`, { version: 1, definition, schema });
    const published = await call('POST', `definitions/drafts/${data.id}/publish`, { version: 2, note: 'Help added' });
    expect(published.body.version).toBe(definition.version);

    await page.reload();
    await page.locator('[data-overtaken]').getByText('نام از دیگری').first().waitFor();
    expect(await axe(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
    await page.locator('[data-action=carry-over]').click();
    await page.locator(`[data-carried] [data-both="question:${first}"]`).click();
    await page.locator('[data-state=saved]').waitFor({ state: 'attached' });
    if (size === 'phone') await page.locator('[data-tab=question]').click();
    expect(await label.inputValue()).toBe(MINE);
    await page.locator('[data-action=carried]').click();
    const { body: after } = await call('GET', `definitions/drafts/${id}`);
    expect(after.definition.version).toBe(definition.version + 1);
    expect(after.definition.changes.from).toBe(definition.version);
    expect(after.definition.fields[first].help.fa).toBe(`کمک دیگری ${turn}`);
    expect(after.definition.fields[second].label.fa).toBe(`${MINE} نویسنده`);

    await page.locator('[data-action=publish]').click();
    await page
      .locator('[role=dialog] textarea')
      .fill({ en: 'Words of both', fa: 'متن هر دو', ps: 'د دواړو متن' }[language]);
    await page.locator('[data-action=do-publish]').click();
    await page.waitForURL(`**/admin/forms/${FORM}`);
    expect((await call('GET', `definitions/${FORM}`)).body.version).toBe(definition.version + 1);

    // What was begun before both is saved as it was begun.
    await form.save();
    const asAdmin = await caller(server.base, 'admin');
    const { body: list } = await asAdmin('GET', 'research-report?per_page=100');
    expect(list.data.filter(({ title }: { title: string }) => title === NAME).length).toBe(1);
    expect({ officer: officer.errors, filler: filler.errors }).toEqual({ officer: [], filler: [] });
    await officer.close();
    await filler.close();
  });
});
