/** Signing on a phone: the drawing is stored by itself, can be replaced, and appears on the saved record as a picture. */
import type { Page } from 'playwright';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { sidewaysScroll } from '../pages/checks.ts';
import { Form } from '../pages/form.ts';
import { newForm } from '../pages/newForm.ts';
import { ownServer } from '../pages/ownServer.ts';
import { LANGUAGES, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

const RECEIPT = newForm(
  'book-receipt',
  { en: 'Receipt of books', fa: 'رسید کتاب‌ها', ps: 'د کتابونو رسید' },
  { signed: { type: 'signature', label: { en: 'Signature', fa: 'امضا', ps: 'لاسلیک' } } },
  { signed: { type: 'array', items: { type: 'string' }, maxItems: 1, uniqueItems: true } },
);

const own = ownServer(RECEIPT);

async function sign(page: Page): Promise<void> {
  const pad = page.locator('[data-type=signature] canvas');
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error('there is nothing to sign on');
  await page.mouse.move(box.x + 40, box.y + 60);
  await page.mouse.down();
  for (let step = 1; step <= 12; step++) await page.mouse.move(box.x + 40 + step * 15, box.y + 60 + (step % 3) * 20);
  await page.mouse.up();
}

describe('a signature', () => {
  it.each(LANGUAGES)('is drawn, drawn again, saved and seen (%s)', async (language) => {
    const { page, errors, close } = await visit(own.browser, own.server.base, {
      language,
      user: 'mande',
      size: 'phone',
    });
    await page.goto('/book-receipts/create');
    const form = new Form(page);
    await form.ready();
    expect(await sidewaysScroll(page)).toBe(0);
    await form.search('place', language === 'en' ? 'Bamyan' : 'بامیان');
    await sign(page);
    const again = page.getByRole('button', { name: words(language, 'form', 'signature.again') });
    await again.click();
    await expect.poll(() => again.count()).toBe(0);
    await sign(page);
    // The last stroke is stored a moment after the pen lifts.
    await page.waitForTimeout(300);
    await form.save();
    const saved = await own.server.services.database.read
      .selectFrom('records')
      .select('data')
      .where('form', '=', 'book-receipt')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();
    const { signed = [] } = JSON.parse(saved.data) as { signed?: string[] };
    expect(signed).toHaveLength(1);
    const path = `${own.server.base}/api/files/${signed[0]}`;
    expect((await fetch(path)).status).toBe(401);
    const file = await fetch(path, { headers: { authorization: `Bearer ${own.server.tokens.mande}` } });
    const { channels, isOpaque } = await sharp(Buffer.from(await file.arrayBuffer())).stats();
    // Black ink on white paper.
    expect([isOpaque, channels[0]?.max, (channels[0]?.min ?? 255) < 60]).toEqual([true, 255, true]);
    const picture = page.locator('img.am-picture').first();
    await picture.waitFor();
    expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(50);
    expect(errors).toEqual([]);
    await close();
  });
});
