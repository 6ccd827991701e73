/** The words on every button can be read in every state and in both colour schemes. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paleButtons } from '../pages/contrast.ts';
import { demoServer } from '../pages/demoServer.ts';
import { Form } from '../pages/form.ts';
import { newSchool } from '../pages/school.ts';
import { launch, screen, visit } from '../pages/stage.ts';

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
});
