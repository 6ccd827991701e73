/** The words on every button can be read in every state and in both colour schemes. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caller } from '../pages/api.ts';
import { paleButtons } from '../pages/contrast.ts';
import { demoServer } from '../pages/demoServer.ts';
import { Detail } from '../pages/detail.ts';
import { Form } from '../pages/form.ts';
import { List } from '../pages/list.ts';
import { newSchool } from '../pages/school.ts';
import { launch, screen, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe('buttons', () => {
  it('keep a contrast of 4.5 at rest, under the pointer, with the focus, pressed and disabled', async () => {
    const base = demoServer();
    const school = await newSchool(base, 'مکتب رنگ');
    const { page, close } = await visit(browser, base, { user: 'coordinator.bamyan' });
    const form = new Form(page);
    await page.goto(`/schools/${school}/rate`);
    await form.pick('security', 'excellent');
    await form.submit();
    await page.getByRole('dialog').or(page.locator('#error-summary')).first().waitFor();
    const pale = { form: await paleButtons(page) } as Record<string, string[]>;
    for (const [path, name] of [
      [`/schools/${school}`, 'detail'],
      ['/test', 'gallery'],
    ] as const) {
      await page.goto(path);
      await screen(page, name);
      await page.waitForLoadState('networkidle');
      pale[name] = await paleButtons(page);
    }
    expect(pale).toEqual({ form: [], detail: [], gallery: [] });
    await close();
  });

  it('so do the red ones, which delete and revoke, with their dialogs', async () => {
    const base = demoServer();
    const made = await (await caller(base, 'finance'))('POST', 'certificates', {
      holder_name: 'شخص رنگ',
      kind: 'training',
      title: 'نظارت از مکاتب',
      issue_date: '2026-05-30',
    });
    expect(made.status).toBe(200);
    const { page, close } = await visit(browser, base, { user: 'admin' });
    const red = page.locator('[data-variant=outline][style*=red]:visible');
    const pale: Record<string, string[]> = {};
    const measure = async (name: string, shown = red) => {
      await shown.first().waitFor();
      pale[name] = await paleButtons(page);
    };
    const asked = page.getByRole('dialog').locator(red);
    const list = new List(page, 'en', 'school-rating');
    const filters = JSON.stringify([{ field: 'state', op: 'eq', value: 'submitted' }]);
    await list.open(`/schools-rates?filters=${encodeURIComponent(filters)}`);
    await list.rows().first().getByRole('checkbox').check();
    const step = words('en', 'app', 'remove.do');
    await list.main.getByRole('button', { name: words('en', 'app', 'list.stepMarked', { step, shown: 1 }) }).click();
    await measure('delete', asked);
    const detail = new Detail(page, 'en');
    await detail.open(`/admin/certificate-dashboard/${made.body.id}`);
    await measure('detail');
    await detail.act('revoke');
    await measure('revoke', asked);
    expect(Object.values(pale).flat()).toEqual([]);
    expect(Object.keys(pale)).toHaveLength(3);
    await close();
  });
});
