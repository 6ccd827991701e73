/** Two people change one record. The second one sees both sides and chooses by answer, so nothing is lost unseen. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inFull } from '../../tests/support/inFull.ts';
import { caller } from '../pages/api.ts';
import { expectScreen } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { Detail } from '../pages/detail.ts';
import { Form } from '../pages/form.ts';
import { Shell } from '../pages/shell.ts';
import { launch, screen, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe('conflict', () => {
  const base = demoServer();

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
    await expect.poll(() => conflict.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await conflict.locator('h2').evaluate((one) => one.getBoundingClientRect().bottom < innerHeight)).toBe(true);
    await expectScreen(second, 'ps');
    const sides = (name: string) => conflict.locator(`input[name="conflict-${name}"]`);
    // Who may choose need not begin again.
    expect(await conflict.innerText()).not.toContain(words('ps', 'errors', 'conflict'));
    // Only the answer that both changed is asked, and mine is selected. The others can be looked at.
    expect(await sides('classrooms').nth(0).isChecked()).toBe(true);
    const settled = conflict.locator('summary');
    expect([await sides('materials').nth(1).isVisible(), await sides('classrooms').nth(1).isVisible()]).toEqual([
      false,
      true,
    ]);
    await settled.click();
    expect(await sides('materials').nth(1).isVisible()).toBe(true);
    expect([await sides('materials').nth(1).isChecked(), await sides('lesson_plans').nth(0).isChecked()]).toEqual([
      true,
      true,
    ]);
    await sides('classrooms').nth(1).check();
    await conflict.getByRole('button', { name: words('ps', 'form', 'conflict.apply') }).click();
    await screen(second.page, 'detail');

    const after = (await call('GET', `schools-rates/${id}`)).body.monitoring.data;
    expect(after.classrooms).toBe(theirs.classrooms);
    expect(after.materials).toBe(theirs.materials);
    expect(after.lesson_plans).toBe(mine.lesson_plans);
    // The browser logs the refused request and nothing else.
    expect(second.errors.filter((error) => !error.includes('417'))).toEqual([]);
    expect(first.errors).toEqual([]);
    await first.close();
    await second.close();
  });

  it('who deletes what somebody changed meanwhile is told so, and nothing is deleted', async () => {
    const call = await caller(base, 'mande');
    const { body } = await call('GET', 'cbm-events?per_page=50');
    const open = (row: { recordScope: Record<string, true> }) => row.recordScope.edit && row.recordScope.delete;
    const { id } = body.data.find(open);
    const { page, close } = await visit(browser, base, { language: 'en', user: 'mande' });
    const detail = new Detail(page, 'en');
    await detail.open(`/cbm-events/${id}`);
    const { data, version } = (await call('GET', `cbm-events/${id}`)).body.event;
    const answers = { ...data, title: data.title === 'Demo changed' ? 'Demo changed again' : 'Demo changed', version };
    expect((await call('PUT', `cbm-events/${id}`, answers)).status).toBe(200);
    await detail.act('delete');
    const shell = new Shell(page, 'en');
    await shell
      .dialog()
      .getByRole('button', { name: words('en', 'app', 'remove.do'), exact: true })
      .click();
    const said = 'This record is already updated by someone else. Please reload the record and try again.';
    await page.getByRole('alert').filter({ hasText: said }).first().waitFor();
    expect((await call('GET', `cbm-events/${id}`)).body.event.version).toBe(version + 1);
    await close();
  });

  inFull('rows of a table go together: only the one that both changed is asked about', async () => {
    const call = await caller(base, 'mande');
    const { body } = await call('GET', `schools?filters=${encodeURIComponent(JSON.stringify({ province_id: '10' }))}`);
    const book = (item: string, received_quantity: number) => ({ item, received_quantity });
    const kept = [book('دری', 10), book('پشتو', 20), book('ریاضی', 30)];
    const answers = (academic_books: unknown[]) => ({
      cbms_school_id: body.data[0].id,
      handover_date: '2026-06-01',
      academic_books,
    });
    const { id, version } = (await call('POST', 'schools-assets/store', answers(kept))).body;
    const visitor = await visit(browser, base, { language: 'fa', size: 'phone', user: 'mande' });
    const { page } = visitor;
    await page.goto(`/schools-assets/${id}/edit`);
    const form = new Form(page);
    await form.ready();
    const rows = (await form.field('academic_books')).locator('.am-row');
    const quantity = (at: number) => rows.nth(at).locator('[data-field="received_quantity"] input');
    await quantity(0).fill('11');
    await quantity(1).fill('21');
    // Meanwhile another user changes the second and third row and adds a fourth.
    const others = [book('دری', 10), book('پشتو', 22), book('ریاضی', 33), book('بیولوژی', 40)];
    await call('PUT', `schools-assets/${id}`, { ...answers(others), version });
    await form.submit();
    const desk = page.locator('[data-conflict-rows="academic_books"]');
    await desk.waitFor();
    await expectScreen(visitor, 'fa');
    expect(await desk.locator('[data-conflict-row]').count()).toBe(4);
    const clash = desk.locator('[data-clash]');
    expect(await clash.count()).toBe(1);
    expect(await clash.locator('input[value=mine]').isChecked()).toBe(true);
    await clash.locator('input[value=mine]').press('ArrowDown');
    expect(await clash.locator('input[value=theirs]').isChecked()).toBe(true);
    await page.getByRole('button', { name: words('fa', 'form', 'conflict.apply') }).click();
    await screen(page, 'detail');
    const after = (await call('GET', `schools-assets/${id}`)).body;
    const stored = Object.values<{ id?: string; data?: { academic_books: ReturnType<typeof book>[] } }>(after).find(
      (part) => part?.id === id,
    )?.data?.academic_books;
    expect(stored?.map((one) => [one.item, one.received_quantity])).toEqual([
      ['دری', 11],
      ['پشتو', 22],
      ['ریاضی', 33],
      ['بیولوژی', 40],
    ]);
    expect(visitor.errors.filter((error) => !error.includes('417'))).toEqual([]);
    await visitor.close();
  });
});
