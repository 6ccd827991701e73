/** Two people change one record: the second sees both sides, chooses answer by answer, and nothing is overwritten unseen. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { caller } from '../pages/api.ts';
import { expectScreen } from '../pages/checks.ts';
import { Form } from '../pages/form.ts';
import { launch, screen, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe('conflict', () => {
  const base = inject('base');

  it('shows both sides and saves what was chosen', async () => {
    const call = await caller(base, 'mande');
    const { body } = await call(
      'GET',
      `schools-rates?filters=${encodeURIComponent(JSON.stringify({ status: 'submitted', province_id: '10' }))}&sort=code`,
    );
    const { id } = body.data[0];
    const path = `/schools-rates/${id}/edit`;
    const first = await visit(browser, base, { language: 'fa', user: 'coordinator.bamyan' });
    const second = await visit(browser, base, { language: 'ps', size: 'phone', user: 'mande' });
    const one = new Form(first.page);
    const two = new Form(second.page);
    await first.page.goto(path);
    await second.page.goto(path);
    await one.ready();
    await two.ready();
    const before = (await call('GET', `schools-rates/${id}`)).body.monitoring.data;
    const other = (now: string | undefined, ...wanted: string[]) => wanted.find((value) => value !== now) as string;

    const theirs = {
      classrooms: other(before.classrooms, 'good', 'fair'),
      materials: other(before.materials, 'good', 'fair'),
    };
    await one.pick('classrooms', theirs.classrooms);
    await one.pick('materials', theirs.materials);
    await one.save();

    const mine = {
      classrooms: other(theirs.classrooms, 'excellent', 'na'),
      lesson_plans: other(before.lesson_plans, 'good', 'fair'),
    };
    await two.pick('classrooms', mine.classrooms);
    await two.pick('lesson_plans', mine.lesson_plans);
    await two.submit();
    const conflict = second.page.locator('#conflict');
    await conflict.waitFor();
    await expectScreen(second, 'ps');
    const sides = (name: string) => conflict.locator(`input[name="conflict-${name}"]`);
    // What only one of them changed is decided already; what both changed starts with mine.
    expect(await sides('classrooms').nth(0).isChecked()).toBe(true);
    expect(await sides('materials').nth(1).isChecked()).toBe(true);
    await sides('classrooms').nth(1).check();
    await conflict.getByRole('button', { name: words('ps', 'form', 'conflict.apply') }).click();
    await screen(second.page, 'detail');

    const after = (await call('GET', `schools-rates/${id}`)).body.monitoring.data;
    expect(after.classrooms).toBe(theirs.classrooms);
    expect(after.materials).toBe(theirs.materials);
    expect(after.lesson_plans).toBe(mine.lesson_plans);
    // The browser itself reports the refused call; nothing else went wrong.
    expect(second.errors.filter((error) => !error.includes('417'))).toEqual([]);
    expect(first.errors).toEqual([]);
    await first.close();
    await second.close();
  });
});
