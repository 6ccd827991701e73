/** A photo that was not taken along is all right: the device says where it is, and shows it as soon as it can be had. */
import { describe, expect, it } from 'vitest';
import { localDigits } from '../../src/core/text/letters.ts';
import { wellSource } from '../../tests/support/wells.ts';
import { caller, session } from '../pages/api.ts';
import { prepareOffline } from '../pages/offline.ts';
import { ownServer } from '../pages/ownServer.ts';
import { photo } from '../pages/picture.ts';
import { EACH_WAY, screen, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

function well() {
  const source = wellSource(1);
  source.definition.fields.photo = {
    ...{ id: 'q_well_photo', type: 'image' },
    label: { en: 'Photo', fa: 'عکس', ps: 'انځور' },
  } as never;
  source.definition.sections[0]?.fields.push('photo');
  source.schema.properties = {
    ...(source.schema.properties as object),
    photo: { type: 'array', items: { type: 'string', maxLength: 64 } },
  };
  return source;
}

const own = ownServer(well());

describe.each(EACH_WAY)('a photo that is not on the device, in $language on a $size', ({ language, size }) => {
  it('is said to be elsewhere, and comes with the network', async () => {
    const { base } = own.server;
    const call = await caller(base, 'manager.schools');
    const picture = await photo();
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(picture.buffer)], { type: picture.mimeType }), picture.name);
    const headers = { authorization: `Bearer ${await session(base, 'manager.schools')}` };
    const uploaded = await (await fetch(`${base}/api/files`, { method: 'POST', headers, body: form })).json();
    const { id } = (await call('POST', 'test/wells', { name: 'چاه', depth: 'deep', photo: [uploaded.id] })).body;

    const { page, context, errors, close } = await visit(own.browser, base, { language, size, worker: true });
    await prepareOffline(page, 'manager.schools');
    await context.setOffline(true);
    await page.goto(`/test/wells/${id}`);
    await screen(page, 'detail');
    await page.getByText(words(language, 'form', 'file.away.picture')).waitFor();
    expect(await page.locator('.am-warning, [role=alert]').count(), 'it is no error').toBe(0);
    await page.goto(`/test/wells/${id}?tab=attachments`);
    await page
      .getByText(words(language, 'app', 'detail.attachmentsAway', { files: localDigits(1, language) }))
      .waitFor();
    await page.goto('/settings');
    await page.locator('[data-settings=offline] dl').waitFor();
    expect(await page.getByText(words(language, 'offline', 'settings.never'), { exact: true }).count()).toBe(0);

    await page.goto(`/test/wells/${id}`);
    await page.getByText(words(language, 'form', 'file.away.picture')).waitFor();
    let isFirst = true;
    await context.route('**/api/files/**', async (route) => {
      await (isFirst ? route.abort() : route.continue());
      isFirst = false;
    });
    await context.setOffline(false);
    await page.evaluate(() => localStorage.setItem('mode', 'online'));
    await page.evaluate(() => window.dispatchEvent(new StorageEvent('storage', { key: 'mode' })));
    await page.locator('img.am-picture').waitFor();
    expect(isFirst, 'the first request for it had no answer').toBe(false);
    expect(errors.filter((error) => !/ERR_INTERNET_DISCONNECTED|ERR_FAILED/.test(error))).toEqual([]);
    await close();
  });
});
