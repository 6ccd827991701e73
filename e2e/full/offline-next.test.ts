/** A visit that was sent without network is followed by the next site, as one that reached the office at once. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoServer } from '../pages/demoServer.ts';
import { Form } from '../pages/form.ts';
import { prepareOffline, saveHere } from '../pages/offline.ts';
import { type Language, launch, screen, visit } from '../pages/stage.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe('after a visit was sent without network', () => {
  const base = demoServer();

  it.each<Language>(['en', 'fa', 'ps'])(
    'it says where the visit is, and leads to the next site (%s)',
    async (language) => {
      const { page, context, errors, close } = await visit(browser, base, { language, size: 'phone', worker: true });
      await prepareOffline(page, 'focal.bamyan');
      await context.setOffline(true);
      await page.goto('/');
      await screen(page, 'dashboard');
      await page.goto('/schools-rates/create');
      const form = new Form(page);
      await form.ready();
      const school = (await form.field('cbms_school_id')).getByRole('combobox').first();
      await school.click();
      await page.getByRole('option').first().click();
      await saveHere(page);
      await page.locator('[data-sent=here]').waitFor();
      const next = page.locator('[data-next]');
      await next.waitFor();
      const strip = page.locator('[data-mode=offline] [role=status] > span').first();
      expect(await strip.evaluate((span) => span.scrollWidth - span.clientWidth), 'nothing is cut').toBeLessThanOrEqual(
        1,
      );
      const site = await next.getAttribute('data-next');
      await next.click();
      await screen(page, 'create');
      await form.ready();
      expect(new URL(page.url()).searchParams.get('cbms_school_id') ?? page.url()).toContain(site);
      expect(errors).toEqual([]);
      await close();
    },
  );
});
