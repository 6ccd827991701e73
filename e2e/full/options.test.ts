/** Options on a phone: an exclusive one clears the others, and a random order stays the same for the record. */
import type { Locator } from 'playwright';
import { describe, expect, it } from 'vitest';
import { sidewaysScroll } from '../pages/checks.ts';
import { Form } from '../pages/form.ts';
import { newForm } from '../pages/newForm.ts';
import { ownServer } from '../pages/ownServer.ts';
import { ROUNDS_OF_LANGUAGES, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

const CODES = ['books', 'chairs', 'teachers', 'water', 'nothing'] as const;
const named = (value: string) => ({ value, label: { en: value, fa: `${value} دری`, ps: `${value} پښتو` } });
const label = { en: 'What is missing?', fa: 'چه کمبود است؟', ps: 'څه کم دي؟' };
const NEEDS = newForm(
  'need',
  { en: 'Needs', fa: 'نیازها', ps: 'اړتیاوې' },
  {
    missing: {
      type: 'multi',
      label,
      options: [...CODES.map((code) => ({ ...named(code), exclusive: code === 'nothing' }))] as never,
      order: 'random',
    },
  },
  { missing: { type: 'array', items: { type: 'string', enum: [...CODES] }, uniqueItems: true } },
);

const own = ownServer(NEEDS);

const shown = (field: Locator) => field.locator('.am-check').allTextContents();
const ticked = (field: Locator) => field.locator('.am-check:has(:checked)').allTextContents();

describe('options', () => {
  it.each(ROUNDS_OF_LANGUAGES)('are exclusive and keep the order of the record (%s)', async (language) => {
    const { page, errors, close } = await visit(own.browser, own.server.base, {
      language,
      user: 'mande',
      size: 'phone',
    });
    await page.goto('/needs/create');
    const form = new Form(page);
    await form.ready();
    await form.search('place', language === 'en' ? 'Bamyan' : 'بامیان');
    const name = (code: string) => named(code).label[language];
    const field = await form.field('missing');
    const order = await shown(field);
    expect([...order].sort()).toEqual(CODES.map(name).sort());
    expect(order.at(-1)).toBe(name('nothing'));
    const tick = (code: string) => field.getByText(name(code), { exact: true }).click();
    const cleared = field.getByRole('status');
    await tick('water');
    await tick('books');
    expect(await cleared.textContent()).toBe('');
    await tick('nothing');
    expect(await ticked(field)).toEqual([name('nothing')]);
    const start = words(language, 'form', 'choice.cleared').replace('{{names}}', '').trim();
    expect(await cleared.textContent()).toContain(start);
    expect(await cleared.textContent()).toContain(name('water'));
    await tick('water');
    await tick('books');
    expect((await ticked(field)).sort()).toEqual([name('books'), name('water')].sort());
    expect(await shown(field)).toEqual(order);
    expect(await sidewaysScroll(page)).toBe(0);
    await form.save();
    const saved = await own.server.services.database.read
      .selectFrom('records')
      .select(['id', 'data'])
      .where('form', '=', 'need')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();
    // As the definition has them, whatever the order on the screen.
    expect(JSON.parse(saved.data).missing).toEqual(['books', 'water']);
    await page.goto(`/needs/${saved.id}/edit`);
    await form.ready();
    expect(await shown(await form.field('missing'))).toEqual(order);
    expect(errors).toEqual([]);
    await close();
  });

  it.each(ROUNDS_OF_LANGUAGES)('that a filter leaves out are said to be missing (%s)', async (language) => {
    const { page, errors, close } = await visit(own.browser, own.server.base, {
      language,
      user: 'mande',
      size: 'phone',
    });
    await page.goto(`/test?form=example-filters&state=empty&language=${language}`);
    const work = page.locator('main [data-field=work]').first();
    await work.getByText(words(language, 'form', 'noOption')).waitFor();
    await page.locator('main [data-field=work_kind]').first().locator('label').first().click();
    await work.getByRole('radio').first().waitFor();
    expect(await work.locator('[data-no-option]').count()).toBe(0);
    expect(await sidewaysScroll(page)).toBe(0);
    expect(errors).toEqual([]);
    await close();
  });
});
