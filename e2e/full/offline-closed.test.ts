/** A phone that somebody finds after the logout: nothing on its disk opens the store of the account, or shows its pictures. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { caller, session } from '../pages/api.ts';
import { demoServer } from '../pages/demoServer.ts';
import { Form } from '../pages/form.ts';
import { crash, decrypted, filesWith, noteKeys } from '../pages/profile.ts';
import { newSchool, newVisits } from '../pages/school.ts';
import { logIn, openProfile, SIZES, screen } from '../pages/stage.ts';
import { words } from '../pages/words.ts';

const USER = 'coordinator.bamyan';
const DRAFT = 'مکتب پنهان';

describe('a phone that is lost after the logout', () => {
  const base = demoServer();
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'amanat-lost-'));
  });
  // A browser that was killed may still write a file or two.
  afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

  const open = (profile: string) =>
    openProfile(join(folder, profile), { baseURL: base, viewport: SIZES.desktop, serviceWorkers: 'block' });
  const anywhere = (profile: string, keys: readonly string[]) =>
    keys.flatMap((hex) => filesWith(join(folder, profile), Buffer.from(hex, 'hex')));

  it('has no key on its disk, though it opened without the password until then', async () => {
    const school = await newSchool(base, 'مکتب گم‌شده');
    let context = await open('phone');
    let seen = await noteKeys(context);
    let page = await context.newPage();
    await logIn(page, USER);
    await page.waitForFunction(() => localStorage.getItem('storeSession') !== null);
    const edit = async () => {
      await page.goto(`/schools/${school}/edit`);
      const form = new Form(page);
      await form.ready();
      return form;
    };
    await (await edit()).type('name', DRAFT);
    await page.getByText(words('fa', 'form', 'draft.kept')).waitFor();
    // Chromium writes its localStorage to the disk up to a minute later, and when it is closed.
    await context.close();
    const first = seen;
    expect(first.derived.length).toBeGreaterThan(0);
    // Who is logged in is logged in: the key of the session is in its file, and nowhere else.
    expect(anywhere('phone', first.derived)).toEqual([]);
    expect(anywhere('phone', first.secret)).toEqual([]);
    const [place = '', ...more] = anywhere('phone', first.plain);
    expect([place.includes('File System'), more]).toEqual([true, []]);

    context = await open('phone');
    seen = await noteKeys(context);
    page = await context.newPage();
    expect(await (await edit()).value('name'), 'a cold start needs no password').toBe(DRAFT);
    await page.goto('/logout');
    await screen(page, 'login');
    await crash(context, join(folder, 'phone'));

    const all = [first, seen].flatMap(({ secret, derived, plain }) => [...secret, ...derived, ...plain]);
    expect(anywhere('phone', all)).toEqual([]);
    // Not what says that the browser is running.
    const filter = (path: string) => !path.includes('Singleton');
    cpSync(join(folder, 'phone'), join(folder, 'copy'), { recursive: true, filter });
    const thief = await open('copy');
    const found = await thief.newPage();
    await found.goto('/login');
    expect(await decrypted(found, first.plain)).toEqual([]);
    // It is all there, and only the key is missing.
    expect((await decrypted(found, first.derived)).join()).toContain(DRAFT);
    await thief.close();
  });

  it('has no picture of a record on its disk', async () => {
    const call = await caller(base, USER);
    const [width, height] = [900, 600];
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const made = sharp({ create: { width, height, channels: 3, background: '#808080', noise } });
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(await made.jpeg().toBuffer())], { type: 'image/jpeg' }), 'well.jpg');
    const headers = { authorization: `Bearer ${await session(base, USER)}` };
    const file = await (await fetch(`${base}/api/files`, { method: 'POST', headers, body })).json();
    const school = await newSchool(base, 'مکتب عکس پنهان');
    const [visit = ''] = await newVisits(base, USER, school, ['2026-05-05']);
    const { data, version } = (await call('GET', `schools-rates/${visit}`)).body.monitoring;
    const put = await call('PUT', `schools-rates/${visit}`, { ...data, version, photo: [file.id] });
    expect(put.status, JSON.stringify(put.body)).toBe(200);

    const context = await open('phone');
    const page = await context.newPage();
    await logIn(page, USER);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`/schools-rates/${visit}`);
    await page.locator('img.am-picture').first().waitFor();
    await page.goto('/logout');
    await screen(page, 'login');
    await context.close();
    expect(asked).toContain(`/api/files/${file.id}`);
    for (const size of ['', '?size=thumb']) {
      const response = await fetch(`${base}/api/files/${file.id}${size}`, { headers });
      const bytes = new Uint8Array(await response.arrayBuffer());
      expect(filesWith(join(folder, 'phone'), bytes.subarray(2000, 2064)), size).toEqual([]);
    }
  });
});
