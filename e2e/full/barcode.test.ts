/** A code read by the camera: found, closed without one, refused, not there, and always typed by hand. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sidewaysScroll } from '../pages/checks.ts';
import { demoServer } from '../pages/demoServer.ts';
import { fakeCamera } from '../pages/fakeCamera.ts';
import { type Language, launchWhole, ROUNDS_OF_LANGUAGES, screen, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

const CODE = 'AMN-4711-0042';
const folder = mkdtempSync(join(tmpdir(), 'amanat-camera-'));
let seeing: Browser;
let blank: Browser;
let blind: Browser;
beforeAll(async () => {
  seeing = await launchWhole(fakeCamera(join(folder, 'code.y4m'), CODE));
  blank = await launchWhole(['--use-fake-device-for-media-stream']);
  // Pages under this name have no https, unlike localhost, which browsers trust.
  blind = await launchWhole(['--host-resolver-rules=MAP amanat.test 127.0.0.1']);
});
afterAll(async () => {
  for (const browser of [seeing, blank, blind]) await browser?.close();
  rmSync(folder, { recursive: true });
});

interface Visiting {
  language?: Language;
  isAllowed?: boolean;
  base?: string;
}

async function example(browser: Browser, { language = 'en', isAllowed = true, base = demoServer() }: Visiting) {
  const visitor = await visit(browser, base, { language, size: 'phone' });
  const { page, context } = visitor;
  if (isAllowed) await context.grantPermissions(['camera']);
  // Remembers every stream, to see that each one ends.
  await page.addInitScript(() => {
    const streams: MediaStream[] = [];
    Object.assign(window, { streams });
    const devices = navigator.mediaDevices;
    const open = devices?.getUserMedia.bind(devices);
    if (open)
      devices.getUserMedia = async (wanted) => {
        const stream = await open(wanted);
        streams.push(stream);
        return stream;
      };
  });
  await page.goto(`${base}/test?form=example-barcodes&state=empty&language=${language}`);
  await screen(page, 'gallery');
  const field = page.locator('main [data-field=asset_tag]').first();
  const scan = field.getByRole('button', { name: words(language, 'form', 'barcode.scan') });
  return { ...visitor, field, input: field.locator('input'), scan };
}

/** Returns the state of every camera track that the page opened. */
const tracks = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { streams: MediaStream[] }).streams.flatMap((stream) =>
      stream.getTracks().map(({ readyState }) => readyState),
    ),
  );

const state = (page: Page) => page.locator('.am-viewfinder').getAttribute('data-state');

describe('a code', () => {
  it.each(ROUNDS_OF_LANGUAGES)('is read by the camera (%s)', async (language) => {
    const { page, input, scan, field, errors, close } = await example(seeing, { language });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await scan.click();
    await expect.poll(() => input.inputValue()).toBe(CODE);
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(await tracks(page)).toEqual(['ended']);
    expect(await field.getByRole('status').textContent()).toBe(words(language, 'form', 'barcode.read', { text: CODE }));
    await expect.poll(() => scan.evaluate((button) => button === document.activeElement)).toBe(true);
    // Everything came from the server itself.
    expect(asked.filter((url) => url.endsWith('.wasm'))).toHaveLength(1);
    expect(asked.filter((url) => !url.startsWith(demoServer()))).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
    expect(errors).toEqual([]);
    await close();
  });

  it('that is not there leaves the answer, and closing switches the camera off', async () => {
    const { page, input, scan, close } = await example(blank, {});
    await input.fill('۱۲۳-A');
    await input.blur();
    await scan.click();
    await expect.poll(() => state(page)).toBe('looking');
    expect(await tracks(page)).toEqual(['live']);
    await page.keyboard.press('Escape');
    await expect.poll(() => tracks(page)).toEqual(['ended']);
    await expect.poll(() => input.inputValue()).toBe('123-A');
    await close();
  });

  it('is read by the browser itself where it can, and nothing is loaded for it', async () => {
    const { page, input, scan, close } = await example(blank, {});
    await page.evaluate((text) => {
      class BarcodeDetector {
        static getSupportedFormats = async () => ['qr_code'];
        detect = async () => [{ rawValue: text }];
      }
      Object.assign(window, { BarcodeDetector });
    }, CODE);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await scan.click();
    await expect.poll(() => input.inputValue()).toBe(CODE);
    expect(asked.filter((url) => /zxing/.test(url))).toEqual([]);
    await close();
  });

  it.each(['worker', 'wasm'])('is typed when the reader cannot be loaded (%s)', async (part) => {
    const { page, context, scan, close } = await example(blank, {});
    await context.route(part === 'wasm' ? /zxing.*\.wasm/ : /zxing\.worker/, (route) => route.abort());
    await scan.click();
    await expect.poll(() => state(page)).toBe('failed');
    expect(await page.getByRole('alert').textContent()).toBe(words('en', 'form', 'barcode.failed'));
    expect(await tracks(page)).toEqual(['ended']);
    await close();
  });

  it.each([
    ['denied', () => blank, { isAllowed: false }],
    ['absent', () => blind, {}],
    ['insecure', () => blind, { isAllowed: false, base: 'http://amanat.test' }],
  ] as const)('is typed when the camera is %s, which is said', async (trouble, browser, how) => {
    const base = 'base' in how ? `${how.base}:${new URL(demoServer()).port}` : demoServer();
    const { page, input, scan, close } = await example(browser(), { ...how, base });
    await scan.click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('alert').textContent()).toBe(words('en', 'form', `barcode.${trouble}`));
    await page.keyboard.press('Escape');
    await input.fill(CODE);
    await input.blur();
    await expect.poll(() => input.inputValue()).toBe(CODE);
    await close();
  });
});
