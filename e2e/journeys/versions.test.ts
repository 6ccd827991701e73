/** A version published while people work: open forms, drafts, lists and exports of the version before. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASES, startTestServer, type TestServer } from '../../tests/support/server.ts';
import { expectScreen } from '../pages/checks.ts';
import { Form } from '../pages/form.ts';
import { List } from '../pages/list.ts';
import { newForm } from '../pages/newForm.ts';
import { launch, visit } from '../pages/stage.ts';
import { words, wordsWith } from '../pages/words.ts';

const MEALS = { en: 'Meals given out', fa: 'غذای داده‌شده', ps: 'ورکړل شوي خواړه' };
const KITCHEN = { en: 'Kitchen', fa: 'آشپزخانه', ps: 'پخلنځی' };
const COOK = { en: 'Cook', fa: 'آشپز', ps: 'اشپز' };
const TITLE = { en: 'Kitchen visit', fa: 'بازدید آشپزخانه', ps: 'د پخلنځي لیدنه' };

/** Version 2 gives a question another stored name, no longer asks another one, and needs a new answer. */
function kitchenVisit(form: string, version: 1 | 2) {
  const text = { type: 'string', maxLength: 250 };
  const count = { type: 'integer', minimum: 0 };
  const made =
    version === 1
      ? newForm(
          form,
          TITLE,
          { meals: { type: 'integer', label: MEALS }, kitchen: { type: 'text', label: KITCHEN } },
          { meals: count, kitchen: text },
        )
      : newForm(
          form,
          TITLE,
          { portions: { type: 'integer', label: MEALS }, cook: { type: 'text', label: COOK } },
          { portions: count, cook: text },
        );
  const { definition } = made;
  const renamed = definition.fields.portions;
  if (renamed) renamed.id = `q_${form}_meals`.replace(/-/g, '_');
  definition.version = version;
  definition.list.columns.push(version === 1 ? 'meals' : 'portions');
  if (version === 2) {
    definition.migrate = { drop: { kitchen: TITLE } };
    definition.changes = { from: 1, note: TITLE };
  }
  return made;
}

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

describe.each(DATABASES)('a version published meanwhile, on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(database);
  });
  afterAll(() => server?.stop());

  const publish = async (form: string, version: 1 | 2) => {
    await server.services.registry.publish(kitchenVisit(form, version) as never, { by: server.person('mande').id });
    await server.services.idle();
  };
  const fill = async (page: Page, base: string) => {
    await page.goto(`/${base}s/create`);
    const form = new Form(page);
    await form.ready();
    await form.search('place', 'بامیان');
    await form.type('meals', '۳۴۵');
    await form.type('kitchen', 'کاهگلی');
    return form;
  };

  it('an open form is stored in the version on the screen, and the list shows its answers under the new name', async () => {
    await publish('open-visit', 1);
    const visitor = await visit(browser, server.base, { language: 'fa', size: 'phone', user: 'mande' });
    const { page, errors, close } = visitor;
    const form = await fill(page, 'open-visit');
    await publish('open-visit', 2);
    await form.save();
    await page.getByText(words('fa', 'form', 'screen.newerForm')).waitFor();
    await page.getByText('کاهگلی').waitFor();
    await expectScreen(visitor, 'fa');
    const [stored] = (await server.person('mande').must('GET', 'open-visits?fields=all')).data;
    expect(stored).toMatchObject({ form_version: 1, data: { portions: 345 } });
    const list = new List(page, 'fa', 'open-visit');
    await list.open('/open-visits');
    expect(await list.rows().first().textContent()).toContain('۳۴۵');
    await page.goto('/open-visits/create');
    await new Form(page).field('cook');
    expect(errors).toEqual([]);
    await close();
  });

  it('a draft keeps the answer of a renamed question and names the one that is no longer asked', async () => {
    await publish('kept-visit', 1);
    const visitor = await visit(browser, server.base, { language: 'ps', size: 'phone', user: 'mande' });
    const { page, errors, close } = visitor;
    await fill(page, 'kept-visit');
    await page.getByText(words('ps', 'form', 'draft.kept')).waitFor();
    await publish('kept-visit', 2);
    await page.reload();
    const form = new Form(page);
    await page.getByText(wordsWith('ps', 'form', 'draft.restored')).waitFor();
    const note = await page.locator('.am-form-note').first().innerText();
    expect(note).toContain(words('ps', 'form', 'draft.olderForm'));
    expect(note).toContain(words('ps', 'form', 'draft.lost', { questions: KITCHEN.ps }));
    expect(await form.value('portions')).toMatch(/^(345|۳۴۵)$/);
    await expectScreen(visitor, 'ps');
    await form.type('cook', 'اشپز');
    await form.save();
    const [stored] = (await server.person('mande').must('GET', 'kept-visits?fields=all')).data;
    expect(stored).toMatchObject({ form_version: 2, data: { portions: 345, cook: 'اشپز' } });
    expect(errors).toEqual([]);
    await close();
  });
});
