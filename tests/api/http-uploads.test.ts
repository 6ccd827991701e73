/** Uploads that arrive in parts (tus 1.0.0): cut, resumed, ended once, and nobody else's. */

import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Uploads } from '../../src/server/files/uploads.ts';
import { expectRefusal, refusalOf } from '../support/refusal.ts';
import { DATABASES, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

const TUS = { 'tus-resumable': '1.0.0' };
const PART = { ...TUS, 'content-type': 'application/offset+octet-stream' };
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe.each(DATABASES)('uploads in parts on %s', (database) => {
  let server: TestServer;
  let photo: Buffer;

  beforeAll(async () => {
    server = await startTestServer(database, { env: { FILE_LIMIT_MB: '2', UPLOAD_QUOTA_MB: '3' } });
    const noise = { type: 'gaussian' as const, mean: 120, sigma: 60 };
    photo = await sharp({ create: { width: 700, height: 700, channels: 3, noise, background: '#fff' } })
      .withExif({ IFD0: { Make: 'SecretCamera' } })
      .jpeg({ quality: 95 })
      .toBuffer();
  });
  afterAll(() => server?.stop());

  const send = (method: string, url: string, headers: Record<string, string>, body?: Buffer, user = 'focal.bamyan') =>
    fetch(url.startsWith('http') ? url : `${server.base}${url}`, {
      method,
      headers: { authorization: `Bearer ${server.tokens[user]}`, ...headers },
      ...(body && { body: new Uint8Array(body) }),
    });
  const begin = async (length = photo.length, name = '../../خانه.jpg', user?: string): Promise<string> => {
    const metadata = `filename ${base64(name)},form ${base64('none')}`;
    const headers = { ...TUS, 'upload-length': String(length), 'upload-metadata': metadata };
    const answer = await send('POST', '/api/files/uploads', headers, undefined, user);
    expect(answer.status).toBe(201);
    expect(Date.parse(answer.headers.get('upload-expires') as string)).toBeGreaterThan(Date.now());
    return answer.headers.get('location') as string;
  };
  const part = (url: string, offset: number, body: Buffer, user?: string) =>
    send('PATCH', url, { ...PART, 'upload-offset': String(offset) }, body, user);
  const received = async (url: string) => {
    const answer = await send('HEAD', url, TUS);
    return answer.status === 200 ? Number(answer.headers.get('upload-offset')) : answer.status;
  };
  const shown = async (url: string): Promise<Json> => (await send('GET', url, {})).json();
  const attachments = async (id: string) =>
    (await server.services.database.read.selectFrom('attachments').selectAll().where('id', '=', id).execute()).length;
  const idOf = (url: string) => url.split('/').pop() as string;
  const partFile = (url: string) => join(server.services.settings.dataDir, 'files', 'uploads', idOf(url));

  it('hold the quota when many begin at once', async () => {
    const user = 'coordinator.bamyan';
    const length = 300_000;
    const metadata = `filename ${base64('a.jpg')}`;
    const headers = { ...TUS, 'upload-length': String(length), 'upload-metadata': metadata };
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => send('POST', '/api/files/uploads', headers, undefined, user)),
    );
    const begun = answers.filter(({ status }) => status === 201);
    const refusals = await Promise.all(
      answers.filter(({ status }) => status !== 201).map(async (one) => [one.status, (await one.json()).code]),
    );
    expect(begun).toHaveLength(Math.floor((3 * 1024 * 1024) / length));
    expect(new Set(refusals.map(String))).toEqual(new Set(['413,upload_quota']));
  });

  it('goes on after a cut, refuses another place, and becomes the same attachment as a whole upload', async () => {
    const url = await begin();
    const half = Math.floor(photo.length / 2);
    // The connection breaks in the middle of a part, some of which has arrived.
    const headers = { ...PART, 'upload-offset': '0', 'content-length': String(photo.length) };
    const authorization = `Bearer ${server.tokens['focal.bamyan']}`;
    const cut = request(`${server.base}${url}`, { method: 'PATCH', headers: { ...headers, authorization } });
    cut.on('error', () => undefined);
    cut.write(photo.subarray(0, half));
    while (statSync(partFile(url)).size === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    cut.destroy();
    let offset = 0;
    while (offset === 0) offset = await received(url);
    expect(offset).toBeLessThanOrEqual(half);
    expect(await shown(url)).toEqual({ id: idOf(url), received: offset, length: photo.length, file: null });

    const wrong = await part(url, offset + 1, photo.subarray(offset + 1));
    expect([wrong.status, ((await wrong.json()) as Json).code]).toEqual([409, 'upload_offset']);
    const last = await part(url, offset, photo.subarray(offset));
    expect([last.status, last.headers.get('upload-offset')]).toEqual([204, String(photo.length)]);
    const { file } = await shown(url);
    expect(file).toMatchObject({ id: idOf(url), name: 'خانه.jpg', media_type: 'image/jpeg', width: 700 });
    const stored = Buffer.from(await (await send('GET', file.url, {})).arrayBuffer());
    expect(stored.includes('SecretCamera')).toBe(false);
    expect((await sharp(stored).raw().toBuffer()).equals(await sharp(photo).raw().toBuffer())).toBe(true);
    // Ended again, and asked again, it is the same.
    expect((await part(url, photo.length, Buffer.alloc(0))).status).toBe(204);
    expect([await received(url), (await shown(url)).file, await attachments(idOf(url))]).toEqual([
      photo.length,
      file,
      1,
    ]);
    expect(existsSync(partFile(url))).toBe(false);
  });

  it('says after a cut at any point how far it is, so that no byte is sent again', async () => {
    const half = Math.floor(photo.length / 2);
    const points = { 'nothing sent': 0, 'in the middle': half, 'before the response': photo.length };
    for (const [point, sent] of Object.entries(points))
      for (const isHanging of [false, true]) {
        const url = await begin(photo.length + 1);
        const headers = { ...PART, 'upload-offset': '0', 'content-length': String(photo.length) };
        const authorization = `Bearer ${server.tokens['focal.bamyan']}`;
        const cut = request(`${server.base}${url}`, { method: 'PATCH', headers: { ...headers, authorization } });
        cut.on('error', () => undefined);
        cut.flushHeaders();
        if (sent > 0) cut.write(photo.subarray(0, sent));
        await new Promise((resolve) => setTimeout(resolve, 30));
        // A phone that lost its network leaves a connection behind that the server still takes for open.
        if (!isHanging) cut.destroy();
        const offset = await received(url);
        const next = await part(url, offset, photo.subarray(offset));
        expect([point, isHanging, next.status]).toEqual([point, isHanging, 204]);
        expect(await received(url)).toBe(photo.length);
        cut.destroy();
        await send('DELETE', url, TUS);
      }
  });

  it('is ended by the next request if the server was killed after the last part, once, by however many', async () => {
    const url = await begin();
    const { uploads } = server.services;
    const me = server.person('focal.bamyan').id;
    await uploads.append(await uploads.find(idOf(url), me), 0, Readable.from([photo]));
    expect(await attachments(idOf(url))).toBe(0);
    const answers = await Promise.all([
      shown(url),
      shown(url),
      received(url),
      part(url, photo.length, Buffer.alloc(0)),
    ]);
    expect(answers.slice(0, 3)).toEqual([answers[0], answers[0], photo.length]);
    expect([answers[0].file.id, (answers[3] as Response).status]).toEqual([idOf(url), 204]);
    expect(await attachments(idOf(url))).toBe(1);
  });

  it('keeps one of two parts that are sent at once for the same place', async () => {
    const url = await begin();
    const parts = await Promise.all([part(url, 0, photo), part(url, 0, photo)]);
    const refused = parts.filter(({ status }) => status !== 204);
    expect(refused.length).toBeLessThan(2);
    for (const one of refused) expectRefusal(await refusalOf(one), 'upload_offset');
    expect((await shown(url)).file.size).toBeGreaterThan(0);
    expect(await attachments(idOf(url))).toBe(1);
  });

  it('is nobody else’s, no larger than allowed, and of an accepted kind', async () => {
    const url = await begin(10);
    expect((await send('HEAD', url, TUS, undefined, 'admin')).status).toBe(404);
    for (const method of ['GET', 'DELETE'])
      expectRefusal(await refusalOf(send(method, url, TUS, undefined, 'admin')), 'record_not_found', undefined, method);
    expectRefusal(await refusalOf(part(url, 0, Buffer.alloc(5), 'focal.kabul')), 'record_not_found');
    const longer = await part(url, 0, Buffer.alloc(11));
    const refusal = await refusalOf(longer);
    expectRefusal(refusal, 'upload_too_long');
    expect(refusal.body.message).toContain('(10 bytes)');
    expect(await received(url)).toBe(0);
    // Not a file of a kind that is accepted: removed, so that nobody tries again.
    const refused = await part(url, 0, Buffer.from('MZ12345678'));
    expect([refused.status, ((await refused.json()) as Json).code]).toEqual([422, 'file_type']);
    expect([await received(url), existsSync(partFile(url))]).toEqual([404, false]);

    const create = (headers: Record<string, string>, user = 'focal.kabul') =>
      send('POST', '/api/files/uploads', { ...TUS, ...headers }, undefined, user).then(({ status }) => status);
    const mega = (count: number) => ({ 'upload-length': String(count * 1024 * 1024) });
    expect([await create(mega(2.5)), await create(mega(2)), await create(mega(2))]).toEqual([413, 201, 413]);
    for (const length of ['', '-1', '1e3', 'many']) expect(await create({ 'upload-length': length })).toBe(400);
    expect(await create({ 'upload-length': '5', 'upload-metadata': 'x'.repeat(5000) })).toBe(400);
    expect(await create({ 'upload-length': '5', 'tus-resumable': '0.2.2' })).toBe(412);
    expectRefusal(
      await refusalOf(fetch(`${server.base}/api/files/uploads`, { method: 'POST', headers: TUS })),
      'unauthorized',
    );
    for (const path of ['..%2f..%2famanat.db', '%00', 'x'.repeat(200)])
      expect([path, (await send('HEAD', `/api/files/uploads/${path}`, TUS)).status]).toEqual([path, 404]);
    const options = await send('OPTIONS', '/api/files/uploads', {});
    expect([options.status, options.headers.get('tus-extension')]).toEqual([204, 'creation,termination,expiration']);
  });

  it('waits while its file is away, and can be removed then', async () => {
    const url = await begin();
    await part(url, 0, photo.subarray(0, 1000));
    const aside = `${partFile(url)}-away`;
    renameSync(partFile(url), aside);
    expect(await received(url)).toBe(404);
    const refused = await part(url, 1000, photo.subarray(1000));
    expect([refused.status, ((await refused.json()) as Json).code]).toEqual([404, 'record_not_found']);
    renameSync(aside, partFile(url));
    expect(await received(url)).toBe(1000);
    expect((await part(url, 1000, photo.subarray(1000))).status).toBe(204);
    expect(await attachments(idOf(url))).toBe(1);
    const lost = await begin();
    rmSync(partFile(lost));
    expect((await send('DELETE', lost, TUS)).status).toBe(204);
    const { read } = server.services.database;
    expect(await read.selectFrom('uploads').select('id').where('id', '=', idOf(lost)).execute()).toEqual([]);
  });

  it('is removed when asked, and when it was not finished within its days', async () => {
    const [asked, old] = [await begin(20, 'a.txt', 'mande'), await begin(20, 'b.txt', 'mande')];
    expect((await send('DELETE', asked, TUS, undefined, 'mande')).status).toBe(204);
    expect((await send('HEAD', asked, TUS, undefined, 'mande')).status).toBe(404);
    const { database: opened, files, settings } = server.services;
    const folder = join(settings.dataDir, 'files', 'uploads');
    const later = new Uploads({
      database: opened,
      files,
      folder,
      limit: 1,
      now: () => new Date(Date.now() + 8 * 86_400_000),
    });
    expect(await later.sweep()).toBeGreaterThan(0);
    expect((await send('HEAD', old, TUS, undefined, 'mande')).status).toBe(404);
    expect(readdirSync(folder)).toEqual([]);
  });
});
