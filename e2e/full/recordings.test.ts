/** A voice recorded in the page and a film from the device: kept, played, thrown away, limited, saved and seen on the record. */
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../tests/support/server.ts';
import { sidewaysScroll } from '../pages/checks.ts';
import { Form } from '../pages/form.ts';
import { newForm } from '../pages/newForm.ts';
import { type Language, launchWhole, ROUNDS_OF_LANGUAGES, visit } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

const files = { type: 'array', items: { type: 'string' }, uniqueItems: true };
const STORY = newForm(
  'story-told',
  { en: 'Story', fa: 'قصه', ps: 'کیسه' },
  {
    voice: { type: 'audio', label: { en: 'Voice', fa: 'صدا', ps: 'غږ' }, 'ui:options': { maxLength: 8 } },
    yard: { type: 'video', label: { en: 'Yard', fa: 'حویلی', ps: 'انګړ' }, 'ui:options': { maxItems: 1 } },
  },
  { voice: files, yard: files },
);

let hearing: Browser;
let deaf: Browser;
let server: TestServer;
beforeAll(async () => {
  hearing = await launchWhole(['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']);
  deaf = await launchWhole();
  server = await startTestServer('sqlite');
  await server.services.registry.publish(STORY, { by: server.person('mande').id });
});
afterAll(async () => {
  await hearing?.close();
  await deaf?.close();
  await server?.stop();
});

async function open(browser: Browser, language: Language = 'en') {
  const visitor = await visit(browser, server.base, { language, user: 'mande', size: 'phone' });
  const { page } = visitor;
  // Remembers every stream, to see that each one ends.
  await page.addInitScript(() => {
    const streams: MediaStream[] = [];
    Object.assign(window, { streams });
    const devices = navigator.mediaDevices;
    const ask = devices.getUserMedia.bind(devices);
    devices.getUserMedia = async (wanted) => {
      const stream = await ask(wanted);
      streams.push(stream);
      return stream;
    };
  });
  await page.goto('/story-tolds/create');
  const form = new Form(page);
  await form.ready();
  const voice = await form.field('voice');
  const button = (key: string) => voice.getByRole('button', { name: words(language, 'form', key), exact: true });
  return { ...visitor, form, voice, button };
}

/** Returns the state of every microphone track that the page opened. */
const tracks = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { streams: MediaStream[] }).streams.flatMap((stream) =>
      stream.getTracks().map(({ readyState }) => readyState),
    ),
  );

/** A second of film or a little more, made by the browser. */
async function film(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 48 });
    const pen = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(10), { mimeType: 'video/webm;codecs=vp8' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    recorder.start(100);
    // A busy machine makes the first frames late.
    const size = () => parts.reduce((sum, part) => sum + part.size, 0);
    for (let at = 0; at < 10 || (size() < 2000 && at < 100); at++) {
      pen?.fillRect((at % 12) * 5, at % 20, 5, 30);
      await new Promise((done) => setTimeout(done, 100));
    }
    await new Promise((done) => {
      recorder.onstop = done;
      recorder.stop();
    });
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  });
  return Buffer.from(bytes);
}

/** A silent WAV file. */
function silence(seconds: number): Buffer {
  const head = Buffer.from(
    '524946460000000057415645666d74201000000001000100401f0000401f0000010008006461746100000000',
    'hex',
  );
  head.writeUInt32LE(36 + seconds * 8000, 4);
  head.writeUInt32LE(seconds * 8000, 40);
  return Buffer.concat([head, Buffer.alloc(seconds * 8000, 128)]);
}

describe('a recording', () => {
  it.each(ROUNDS_OF_LANGUAGES)('is spoken, saved and heard on the record (%s)', async (language) => {
    const { page, form, voice, button, errors, close } = await open(hearing, language);
    await form.search('place', language === 'en' ? 'Bamyan' : 'بامیان');
    await button('audio.record').click();
    const timer = voice.getByRole('timer');
    await expect
      .poll(() => timer.textContent())
      .toMatch(language === 'en' ? /^0:0[1-5] \/ 0:08$/ : /^۰:۰[۱-۵] \/ ۰:۰۸$/);
    expect(await tracks(page)).toEqual(['live']);
    expect(await sidewaysScroll(page)).toBe(0);
    // Holds the upload back until the recording is played.
    let send = () => {};
    await page.route('**/api/files?*', async (route) => {
      await new Promise<void>((resolve) => {
        send = resolve;
      });
      await route.continue();
    });
    await button('audio.stop').click();
    await voice.locator('.am-file-name').click();
    expect(await tracks(page)).toEqual(['ended']);
    const player = voice.locator('audio');
    await expect.poll(() => player.evaluate(({ duration }: HTMLAudioElement) => duration)).toBeLessThan(8);
    expect(await player.evaluate((one: HTMLAudioElement) => [one.autoplay, one.paused])).toEqual([false, true]);
    const playing = await player.elementHandle();
    const sent = page.waitForResponse('**/api/files?*');
    send();
    await sent;
    await voice.locator('.am-sending').waitFor({ state: 'detached' });
    expect(await playing?.evaluate((one) => one.isConnected)).toBe(true);
    await page.unroute('**/api/files?*');

    const yard = (await form.field('yard')).locator('input[type=file]:not([capture])');
    await yard.setInputFiles({ name: 'yard.webm', mimeType: 'video/webm', buffer: await film(page) });
    await (await form.field('yard')).locator('.am-file-name').waitFor();
    // A save ends what is recorded at that moment, and keeps it.
    await button('audio.record').click();
    await expect.poll(() => timer.textContent()).toMatch(/[1-5۱-۵] \//);
    await form.save();

    const stored = await server.services.database.read
      .selectFrom('attachments')
      .select(['field', 'media_type'])
      .where('record_id', '=', new URL(page.url()).pathname.split('/').pop() ?? '')
      .orderBy('field')
      .execute();
    expect(stored).toEqual([
      { field: 'voice', media_type: 'audio/webm' },
      { field: 'voice', media_type: 'audio/webm' },
      { field: 'yard', media_type: 'video/webm' },
    ]);
    expect(await page.locator('audio, video').count()).toBe(0);
    for (const type of ['audio', 'video'] as const) {
      const names = page.locator(`[data-screen=detail] .am-file-list .am-file-name`);
      await (type === 'audio' ? names.first() : names.last()).click();
      const shown = page.locator(type);
      await expect.poll(() => shown.evaluate((one: HTMLMediaElement) => one.readyState)).toBeGreaterThan(0);
      expect(await shown.evaluate((one: HTMLMediaElement) => one === document.activeElement)).toBe(true);
      await expect.poll(() => shown.evaluate(({ duration }: HTMLMediaElement) => Number.isFinite(duration))).toBe(true);
    }
    expect(await sidewaysScroll(page)).toBe(0);
    expect(errors).toEqual([]);
    await close();
  });

  it('ends at its limit, and what is thrown away is gone', async () => {
    const { page, form, voice, button, close } = await open(hearing);
    const kept = voice.locator('.am-file-name');
    await button('audio.record').click();
    await expect.poll(() => kept.count(), { timeout: 25_000 }).toBe(1);
    await button('file.remove').click();
    expect(await kept.count()).toBe(0);
    await button('audio.record').click();
    await button('audio.discard').click();
    await button('audio.record').waitFor();
    expect(await kept.count()).toBe(0);
    await button('audio.record').click();
    await button('audio.stop').waitFor();
    await form.cancel();
    await page.getByRole('button', { name: words('en', 'form', 'screen.leave') }).click();
    await expect.poll(() => voice.count()).toBe(0);
    await expect.poll(() => tracks(page)).toEqual(['ended', 'ended', 'ended']);
    await close();
  });

  it('that is picked must be one, and not too long', async () => {
    const { form, voice, close } = await open(hearing);
    const pick = voice.locator('input[type=file]');
    const said = (key: string, params: object) => words('en', 'form', key, params as Record<string, unknown>);
    await pick.setInputFiles({ name: 'long.wav', mimeType: 'audio/wav', buffer: silence(10) });
    await expect
      .poll(() => voice.getByRole('alert').textContent())
      .toBe(said('file.tooLong', { name: 'long.wav', limit: '0:08' }));
    await pick.setInputFiles({ name: 'short.wav', mimeType: 'audio/wav', buffer: silence(2) });
    await expect.poll(() => voice.locator('.am-file-name').count()).toBe(1);
    expect(await voice.getByRole('alert').count()).toBe(0);
    const yard = await form.field('yard');
    const camera = yard.locator('input[capture=environment][accept="video/*"]');
    await camera.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') });
    await expect.poll(() => yard.getByRole('alert').textContent()).toBe(said('file.notFilm', { name: 'a.pdf' }));
    await close();
  });

  it.each([
    ['denied', true],
    ['absent', false],
  ] as const)('is picked when the microphone is %s, which is said', async (trouble, hasDevice) => {
    const browser = hasDevice ? await launchWhole(['--use-fake-device-for-media-stream']) : deaf;
    const { voice, button, context, close } = await open(browser);
    if (!hasDevice) await context.grantPermissions(['microphone']);
    await button('audio.record').click();
    expect(await voice.getByRole('alert').textContent()).toBe(words('en', 'form', `audio.${trouble}`));
    await voice.locator('input[type=file]').setInputFiles({ name: 'a.wav', mimeType: 'audio/wav', buffer: silence(1) });
    await expect.poll(() => voice.locator('.am-file-name').count()).toBe(1);
    await close();
    if (hasDevice) await browser.close();
  });
});
