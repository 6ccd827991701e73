/** A long form that is refused: its errors are drawn together, and a question that was put right does not move the next one. */
import { expect, it } from 'vitest';
import { Form } from '../pages/form.ts';
import { newForm } from '../pages/newForm.ts';
import { ownServer } from '../pages/ownServer.ts';
import { visit } from '../pages/stage.ts';

const NAMES = Array.from({ length: 120 }, (_, index) => `q${index + 1}`);
const TITLE = { en: 'Long form', fa: 'فورم دراز', ps: 'اوږده فورمه' };

const long = newForm(
  'long-form',
  TITLE,
  Object.fromEntries(NAMES.map((name) => [name, { type: 'text', label: TITLE }])),
  Object.fromEntries(NAMES.map((name) => [name, { type: 'string', minLength: 1, maxLength: 100 }])),
);

const own = ownServer(long);

it('is laid out a few times when 121 errors appear, not once for each', async () => {
  const { page, errors, close } = await visit(own.browser, own.server.base, {
    language: 'en',
    user: 'mande',
    size: 'phone',
  });
  await page.goto('/long-forms/create');
  const form = new Form(page);
  await form.ready();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  const layouts = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'LayoutCount')?.value ?? Number.NaN;
  };
  const before = await layouts();
  await form.submit();
  await expect.poll(() => form.errors().count()).toBe(NAMES.length + 1);
  const made = (await layouts()) - before;
  // What comes with the errors (focus, the way to the next one, the toolbar) lays the page out too.
  expect(made, 'layouts').toBeLessThan(30);

  await form.field('q5');
  const distance = () =>
    page.evaluate(() => {
      const [fifth, sixth] = ['q5', 'q6'].map((name) => document.querySelector(`[data-field=${name}]`));
      return Number(sixth?.getBoundingClientRect().top) - Number(fifth?.getBoundingClientRect().top);
    });
  const apart = await distance();
  await page.locator('[data-field=q5] input').fill('put right');
  await expect.poll(() => page.locator('[data-field=q5] .am-error').count()).toBe(0);
  expect(await distance(), 'from a question that was put right to the next').toBe(apart);
  expect(errors).toEqual([]);
  await close();
});
