/** Files: typed by content and not by name, limited in size, served safely, readable only by those who see the record. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal, refusalOf } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { type Json, prepareStage, ratingAnswers, type Stage } from './http-stage.ts';

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

describe.each(ANY_DATABASE)('files on %s', (database) => {
  let server: TestServer;
  let stage: Stage;
  let picture: Buffer;
  beforeAll(async () => {
    server = await startTestServer(database, { env: { FILE_LIMIT_MB: '0.2' } });
    stage = await prepareStage(server);
    picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#7a3' } })
      .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '34/1 49/1 0/1' } })
      .jpeg()
      .toBuffer();
  });
  afterAll(() => server?.stop());

  const upload = async (
    content: Uint8Array,
    name: string,
    type = 'application/octet-stream',
    username = 'focal.bamyan',
  ) => {
    const parts = new FormData();
    parts.append('file', new Blob([new Uint8Array(content)], { type }), name);
    const response = await fetch(`${server.base}/api/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.tokens[username]}` },
      body: parts,
    });
    return { status: response.status, body: (await response.json()) as Json };
  };
  const read = (path: string, username: string, headers: Record<string, string> = {}) =>
    fetch(`${server.base}/api/${path}`, {
      headers: { authorization: `Bearer ${server.tokens[username]}`, ...headers },
    });

  it('stores a picture and gives it back, with safe headers', async () => {
    const { status, body } = await upload(picture, 'عکس مکتب.jpg', 'image/jpeg');
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({
      name: 'عکس مکتب.jpg',
      media_type: 'image/jpeg',
      width: 900,
      height: 600,
    });
    const response = await read(`files/${body.id}`, 'focal.bamyan');
    const back = Buffer.from(await response.arrayBuffer());
    expect([back.length, back.includes('SecretCamera')]).toEqual([body.size, false]);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    expect(response.headers.get('content-disposition')).toContain(
      `filename*=UTF-8''${encodeURIComponent('عکس مکتب.jpg')}`,
    );
    expect(response.headers.get('cache-control'), 'in no cache of a browser, thumbnails neither').toBe('no-store');
    const etag = response.headers.get('etag') as string;
    expect((await read(`files/${body.id}`, 'focal.bamyan', { 'if-none-match': etag })).status).toBe(304);
  });

  it('makes small pictures without what the camera wrote', async () => {
    const { body } = await upload(picture, 'a.jpg');
    const thumb = Buffer.from(await (await read(`files/${body.id}?size=thumb`, 'focal.bamyan')).arrayBuffer());
    const found = await sharp(thumb).metadata();
    expect([found.format, found.width, found.exif]).toEqual(['webp', 480, undefined]);
    expect(thumb.includes('SecretCamera')).toBe(false);
  });

  it('unfolds one large picture at a time, however many small ones are asked for', async () => {
    const ids = await Promise.all(
      ['#111', '#333', '#555', '#777', '#999', '#bbb'].map(async (background) => {
        const large = { width: 3000, height: 3000, channels: 3 as const, background };
        const { body } = await upload(await sharp({ create: large }).png().toBuffer(), 'large.png');
        return body.id as string;
      }),
    );
    let isDone = false;
    let most = 0;
    const watch = (): void => {
      most = Math.max(most, sharp.counters().process);
      if (!isDone) setImmediate(watch);
    };
    watch();
    const thumbs = await Promise.all([...ids, ...ids].map((id) => read(`files/${id}?size=thumb`, 'focal.bamyan')));
    isDone = true;
    expect(thumbs.map((thumb) => `${thumb.status} ${thumb.headers.get('content-type')}`)).toEqual(
      Array(12).fill('200 image/webp'),
    );
    expect(most).toBe(1);
  });

  it('tells the kind from the content, not from the name or the sender', async () => {
    expect((await upload(PDF, 'report.jpg', 'image/jpeg')).body).toMatchObject({
      name: 'report.pdf',
      media_type: 'application/pdf',
    });
    expect((await upload(Buffer.from('name,age\nAhmad,12\n'), 'list.csv')).body).toMatchObject({
      media_type: 'text/csv',
    });
    const refused: [Buffer, string][] = [
      [Buffer.from('<html><script>alert(1)</script></html>'), 'page.html'],
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'drawing.svg'],
      [Buffer.from('#!/bin/sh\nrm -rf /\n'), 'run.sh'],
      [Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), 'photo.jpg'],
      [Buffer.from([0, 1, 2, 3]), 'binary.txt'],
    ];
    for (const [content, name] of refused)
      expect([name, (await upload(content, name)).body.code]).toEqual([name, 'file_type']);
    const broken = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(300, 1)]);
    expect((await upload(broken, 'broken.jpg')).body.code).toBe('file_damaged');
    expect((await upload(Buffer.alloc(0), 'empty.txt')).body.code).toBe('file_empty');
  });

  it('refuses what is too large and keeps nothing of it', async () => {
    const noise = Buffer.concat([PDF, Buffer.alloc(300 * 1024, 65)]);
    const { status, body } = await upload(noise, 'large.pdf');
    expect([status, body.code]).toEqual([413, 'too_large']);
    expect(body.message).toContain('0.2 MB');
    expect(readdirSync(join(server.services.settings.dataDir, 'files', 'aside'))).toEqual([]);
  });

  it('writes nowhere but into its store, whatever the name', async () => {
    const names = [
      '../../../etc/cron.d/x.pdf',
      '..\\..\\windows\\x.pdf',
      '/etc/passwd',
      'a\u0000b.pdf',
      '....//x.pdf',
      'x\r\nSet-Cookie: a=b.pdf',
      `${'n'.repeat(5000)}.pdf`,
      '\u202efdp.exe',
      '.',
    ];
    for (const name of names) {
      const { status, body } = await upload(Buffer.concat([PDF, Buffer.from(name)]), name);
      if (status !== 200) {
        expectRefusal({ status, body }, 'bad_body', undefined, name);
        continue;
      }
      expect(body.name).not.toMatch(/[/\\\r\n\0\u202e]/);
      const response = await read(`files/${body.id}`, 'focal.bamyan');
      expect([name, response.status, response.headers.get('set-cookie')]).toEqual([name, 200, null]);
      await response.arrayBuffer();
    }
    const folders = readdirSync(join(server.services.settings.dataDir, 'files'));
    expect(folders.every((folder) => /^([0-9a-f]{2}|aside|thumbs)$/.test(folder))).toBe(true);
    for (const path of ['files/../../package.json', 'files/%2e%2e'])
      expectRefusal(await refusalOf(read(path, 'admin')), 'route_not_found', undefined, path);
    for (const path of ['files/..%2f..%2fpackage.json', `files/${'a'.repeat(64)}`, 'files/x?size=../../x'])
      expectRefusal(await refusalOf(read(path, 'admin')), 'record_not_found', undefined, path);
  });

  it('keeps one content once, however often it comes', async () => {
    const [one, two] = await Promise.all([upload(PDF, 'one.pdf'), upload(PDF, 'two.pdf')]);
    expect(one.body.id).not.toBe(two.body.id);
    const hashes = await server.services.database.read
      .selectFrom('attachments')
      .select('hash')
      .where('id', 'in', [one.body.id, two.body.id])
      .execute();
    expect(new Set(hashes.map((row) => row.hash)).size).toBe(1);
  });

  it('is read by its maker until a record names it, then by who may see the record', async () => {
    const { body } = await upload(picture, 'scan.jpg');
    expectRefusal(
      await refusalOf(read(`files/${body.id}`, 'coordinator.bamyan')),
      'record_not_found',
      undefined,
      'not attached yet',
    );
    // Somebody else of the province, who may write there, and knows the id.
    const thief = server.person('volunteer.bamyan');
    const scan = { scan: [body.id] };
    const created = await thief.call('POST', 'schools-rates/store', { ...ratingAnswers(stage, '2026-06-30'), ...scan });
    expectRefusal(created, 'file_missing', '/scan');
    const own = await thief.must('POST', 'schools-rates/store', ratingAnswers(stage, '2026-06-30'));
    const changed = { ...ratingAnswers(stage, '2026-06-30'), ...scan, version: 1 };
    expectRefusal(await thief.call('PUT', `schools-rates/${own.id}`, changed), 'file_missing', '/scan');
    expectRefusal(
      await refusalOf(read(`files/${body.id}`, 'volunteer.bamyan')),
      'record_not_found',
      undefined,
      'as unknown as before',
    );
    await server
      .person('focal.bamyan')
      .must('POST', 'schools-rates/store', { ...ratingAnswers(stage, '2026-07-01'), scan: [body.id] });
    expect((await read(`files/${body.id}`, 'coordinator.bamyan')).status).toBe(200);
    expectRefusal(await refusalOf(read(`files/${body.id}`, 'coordinator.kabul')), 'record_not_found');
    expectRefusal(await refusalOf(fetch(`${server.base}/api/files/${body.id}`)), 'unauthorized');
  });

  it('attaches the photo of a problem to the sheet that names it', async () => {
    const { body } = await upload(picture, 'broken-tap.jpg');
    const focal = server.person('focal.bamyan');

    const problem = {
      problem_type_id: server.services.registry.choices('problem-type.schools')[0]?.id,
      problem_details: 'The tap is broken',
      photo: [body.id],
    };
    const sheet = { ...ratingAnswers(stage, '2026-07-02'), problems: [problem] };
    const { id } = await focal.must('POST', 'schools-rates/store', sheet);
    const attached = (await focal.must('GET', `schools-rates/${id}/attachments`)).data;
    expect(attached).toMatchObject([{ id: body.id, name: 'broken-tap.jpg', field: 'problems' }]);
    expect((await read(`files/${body.id}`, 'coordinator.bamyan')).status).toBe(200);
    expectRefusal(await refusalOf(read(`files/${body.id}`, 'coordinator.kabul')), 'record_not_found');
    const stolen = { ...ratingAnswers(stage, '2026-07-03'), problems: [{ ...problem, photo: ['gone'] }] };
    expect((await focal.call('POST', 'schools-rates/store', stolen)).body.errors).toHaveProperty('/problems/0/photo');
  });

  it('answers a torn upload and none at all politely', async () => {
    const headers = {
      authorization: `Bearer ${server.tokens.admin}`,
      'content-type': 'multipart/form-data; boundary=xx',
    };
    const send = async (body: string) =>
      refusalOf(await fetch(`${server.base}/api/files`, { method: 'POST', headers, body }));
    const torn = '--xx\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4 torn';
    for (const body of ['--xx', torn, 'garbage without an end'])
      expectRefusal(await send(body), 'bad_body', undefined, body);
    for (const body of ['', '--xx--\r\n']) expectRefusal(await send(body), 'required', '/file', body);
  });
});
