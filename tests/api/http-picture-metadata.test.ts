/** Camera metadata in pictures (place, time, device) is removed at upload, and the picture itself does not change. */
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutMetadata } from '../../src/server/files/metadata.ts';
import { COMMON, formOf } from '../support/data-world.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

const SECRET = 'SecretCamera';
const WHERE = {
  GPSLatitudeRef: 'N',
  GPSLatitude: '34/1 49/1 0/1',
  GPSLongitudeRef: 'E',
  GPSLongitude: '67/1 49/1 0/1',
};
const FORMATS = ['jpeg', 'png', 'webp'] as const;

/** A picture with a coloured corner, so that a rotation is visible. */
async function photograph(format: (typeof FORMATS)[number], orientation = 6): Promise<Buffer> {
  const corner = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#e22' } })
    .png()
    .toBuffer();
  return sharp({ create: { width: 240, height: 160, channels: 3, background: '#27a' } })
    .composite([{ input: corner, left: 0, top: 0 }])
    .withIccProfile('p3')
    .withXmp(
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description a="${SECRET}"/></rdf:RDF></x:xmpmeta>`,
    )
    .withExif({ IFD0: { Make: SECRET, Orientation: String(orientation) }, IFD3: WHERE })
    .withMetadata({ orientation })
    .toFormat(format)
    .toBuffer();
}

const seen = (bytes: Buffer) => sharp(bytes).rotate().raw().toBuffer();

describe.each(ANY_DATABASE)('what cameras write on %s', (database) => {
  let server: TestServer;
  let asking: TestServer;
  beforeAll(async () => {
    server = await startTestServer(database);
    const photos = { type: 'image', schema: { type: 'array', items: { type: 'string' } } };
    const form = formOf(
      { form: 'trace', api: { base: 'traces' } },
      { plain: photos, placed: { ...photos, keepPosition: true } },
    );
    asking = await startTestServer(database, { sources: { forms: [form], rows: [], common: COMMON } });
  });
  afterAll(async () => {
    await server?.stop();
    await asking?.stop();
  });

  const send = async (content: Uint8Array, query = '', at = server) => {
    const parts = new FormData();
    parts.append('file', new Blob([new Uint8Array(content)]), 'a.jpg');
    const headers = { authorization: `Bearer ${at.tokens.admin}` };
    const answer = await fetch(`${at.base}/api/files${query}`, { method: 'POST', headers, body: parts });
    const body = (await answer.json()) as Json;
    if (answer.status !== 200) return { status: answer.status, body, bytes: Buffer.alloc(0) };
    const back = await fetch(`${at.base}/api/files/${body.id}`, { headers });
    return { status: 200, body, bytes: Buffer.from(await back.arrayBuffer()) };
  };

  it('is not in what is stored; the picture is the same and stands upright', async () => {
    for (const format of FORMATS) {
      const original = await photograph(format);
      const before = await sharp(original).metadata();
      expect([format, original.includes(SECRET), before.orientation]).toEqual([format, true, 6]);
      const { body, bytes } = await send(original);
      const after = await sharp(bytes).metadata();
      expect([format, bytes.includes(SECRET), bytes.includes('GPS'), after.xmp]).toEqual([
        format,
        false,
        false,
        undefined,
      ]);
      expect([after.orientation, body.width, body.height, body.size]).toEqual([6, 160, 240, bytes.length]);
      expect(after.exif?.length ?? 0).toBeLessThan(40);
      expect((await seen(bytes)).equals(await seen(original)), format).toBe(true);
      expect(after.icc?.length).toBe(before.icc?.length);
    }
  });

  it('stays only where the question asks for it, as the server knows the question', async () => {
    const original = await photograph('jpeg');
    const kept = await send(original, '?form=trace&field=placed', asking);
    expect(kept.bytes.equals(original)).toBe(true);
    for (const query of ['?form=trace&field=plain', '?form=trace', '?form=none&field=placed', '?field=placed', ''])
      expect((await send(original, query, asking)).bytes.includes(SECRET), query).toBe(false);
  });

  it('a part of a body follows the question it is named after', async () => {
    const admin = server.person('admin');
    const [place] = [...server.services.registry.places().values()].filter(({ level }) => level === 'province');
    const answers = { title: 'Named', department: '3', type: 'community-meeting', event_date: '2026-05-06' };
    const { id } = await admin.must('POST', 'cbm-events/store', { ...answers, province_id: place?.id });
    const parts = new FormData();
    parts.append('photo_url', new Blob([new Uint8Array(await photograph('jpeg'))]), 'a.jpg');
    const headers = { authorization: `Bearer ${server.tokens.admin}` };
    const sent = await fetch(`${server.base}/api/cbm-events/upload/${id}`, { method: 'POST', headers, body: parts });
    // The server stops only when its answers have been read.
    expect(await sent.json()).toMatchObject({ id });
    const back = await fetch(`${server.base}/api/cbm-events/download/${id}/photo_url`, { headers });
    expect(Buffer.from(await back.arrayBuffer()).includes(SECRET)).toBe(false);
  });
});

describe('pictures without metadata', () => {
  it('end where the picture ends, whatever stands behind it', async () => {
    for (const format of FORMATS) {
      const plain = withoutMetadata(await photograph(format), `image/${format}`, 6) as Buffer;
      const film = Buffer.concat([await photograph(format), Buffer.from(`ftyp ${SECRET}`)]);
      expect(withoutMetadata(film, `image/${format}`, 6)?.equals(plain), format).toBe(true);
      expect(withoutMetadata(plain, `image/${format}`, 6)?.equals(plain), format).toBe(true);
    }
  });

  it('keep every scan of a progressive picture and every frame of an animation', async () => {
    const progressive = await sharp(await photograph('jpeg', 1))
      .jpeg({ progressive: true })
      .toBuffer();
    const clean = withoutMetadata(progressive, 'image/jpeg', 1) as Buffer;
    expect((await seen(clean)).equals(await seen(progressive))).toBe(true);
    const frames = await sharp(
      await Promise.all(
        ['#f00', '#0f0', '#00f'].map((background) =>
          sharp({ create: { width: 20, height: 20, channels: 3, background } })
            .png()
            .toBuffer(),
        ),
      ),
      { join: { animated: true } },
    )
      .gif({ loop: 3 })
      .toBuffer();
    const comment = Buffer.concat([
      frames.subarray(0, -1),
      Buffer.from([0x21, 0xfe, SECRET.length]),
      Buffer.from(`${SECRET}\0;`),
    ]);
    const gif = withoutMetadata(comment, 'image/gif', 1) as Buffer;
    const { pages, loop } = await sharp(gif, { animated: true }).metadata();
    expect([gif.includes(SECRET), pages, loop]).toEqual([false, 3, 3]);
  });

  it('of a container lose the bytes of Exif and XMP in their place', () => {
    const { file, exif, picture } = heic(SECRET);
    const clean = withoutMetadata(file, 'image/heic', 1) as Buffer;
    expect([clean.length, clean.includes(SECRET), clean.includes('<x:xmp')]).toEqual([file.length, false, false]);
    expect(clean.subarray(exif.at, exif.at + exif.length).every((byte) => byte === 0)).toBe(true);
    expect(clean.includes(picture)).toBe(true);
    expect(withoutMetadata(Buffer.from('....ftypheic'), 'image/heic', 1)).toBe(undefined);
  });

  it('of broken files never take longer or throw', () => {
    const random = gzipSync(Buffer.from('seed'.repeat(500)));
    for (const type of ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/heic'])
      for (const bytes of [
        Buffer.alloc(0),
        random,
        Buffer.from([0xff, 0xd8]),
        Buffer.from('GIF89a'),
        Buffer.from('RIFF\0\0\0\0WEBP'),
      ])
        expect(() => withoutMetadata(bytes, type, 6), type).not.toThrow();
  });
});

/** A container with a picture, its Exif in the data and its XMP among the small items. */
function heic(secret: string) {
  const box = (type: string, ...content: Buffer[]) => {
    const body = Buffer.concat(content);
    const head = Buffer.alloc(8);
    head.writeUInt32BE(body.length + 8);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, body]);
  };
  const bytes = (...values: number[]) => Buffer.from(values);
  const infe = (id: number, type: string) =>
    box('infe', bytes(2, 0, 0, 0, 0, id, 0, 0), Buffer.from(`${type}\0`, 'latin1'));
  const picture = Buffer.from('the picture itself');
  const exif = Buffer.from(`\0\0\0\x06Exif\0\0II*\0${secret}`, 'latin1');
  const xmp = Buffer.from(`<x:xmpmeta>${secret}</x:xmpmeta>`);
  const build = (pictureAt: number, exifAt: number) => {
    const u32 = (value: number) => {
      const text = Buffer.alloc(4);
      text.writeUInt32BE(value);
      return text;
    };
    const item = (id: number, method: number, at: number, length: number) =>
      Buffer.concat([bytes(0, id, 0, method, 0, 0, 0, 1), u32(at), u32(length)]);
    const meta = box(
      'meta',
      bytes(0, 0, 0, 0),
      box('iinf', bytes(0, 0, 0, 0, 0, 3), infe(1, 'hvc1'), infe(2, 'Exif'), infe(3, 'mime')),
      box(
        'iloc',
        bytes(1, 0, 0, 0, 0x44, 0, 0, 3),
        item(1, 0, pictureAt, picture.length),
        item(2, 0, exifAt, exif.length),
        item(3, 1, 0, xmp.length),
      ),
      box('idat', xmp),
    );
    return Buffer.concat([box('ftyp', Buffer.from('heic\0\0\0\0mif1')), meta, box('mdat', picture, exif)]);
  };
  const size = build(0, 0).length;
  const at = size - exif.length;
  return { file: build(at - picture.length, at), exif: { at, length: exif.length }, picture };
}
