/** A device that takes the forms along and no records, and then one visit. */
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caller } from '../pages/api.ts';
import { demoServer } from '../pages/demoServer.ts';
import { Detail } from '../pages/detail.ts';
import { Form } from '../pages/form.ts';
import { beginPreparing, goOffline, nothingWaits, saveHere, send } from '../pages/offline.ts';
import { newSchool, newVisits } from '../pages/school.ts';
import { launch, ROUNDS_OF_LANGUAGES, screen, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

describe.each(ROUNDS_OF_LANGUAGES)('a device with few records (%s)', (language) => {
  const base = demoServer();
  const offline = (key: string) => words(language, 'offline', key);

  it('takes only forms along, then one visit with its school, which is corrected without network', async () => {
    const name = `مکتب یک بازدید ${language}`;
    const school = await newSchool(base, name);
    const [id] = await newVisits(base, 'focal.bamyan', school, ['2026-05-05']);
    const { page, context, close } = await visit(browser, base, { language, size: 'phone', worker: true });
    await beginPreparing(page, 'focal.bamyan', offline('prepare.formsOnly'));
    await page.getByText(offline('prepare.done')).waitFor();
    await page.getByText(offline('prepare.noRecords')).waitFor();

    await page.goto(`/schools-rates/${id}`);
    await new Detail(page, language).act('get-offline');
    await page.getByText(offline('get.started')).waitFor();
    await page.goto('/offline/prepare');
    await goOffline(page);
    await context.setOffline(true);
    await page.goto(`/schools-rates/${id}/edit`);
    const form = new Form(page);
    await form.ready();
    await form.pick('security', 'fair');
    await saveHere(page);
    await page.goto(`/schools/${school}`);
    await screen(page, 'detail');
    await page.getByRole('heading', { name }).waitFor();

    await context.setOffline(false);
    await send(page);
    await nothingWaits(page);
    const { body } = await (await caller(base, 'admin'))('GET', `schools-rates/${id}`);
    expect(body.monitoring.data.security).toBe('fair');
    await close();
  });
});
