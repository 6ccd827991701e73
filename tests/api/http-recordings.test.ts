/** Recordings: told by their content, without the place and the time that phones write into films, never shown by the server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WAV, webm } from '../support/media.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import type { Json } from './http-stage.ts';

const SECRET = '+34.5553+069.2075/';
const TIME = Buffer.from([0xe3, 0x21, 0x43, 0x65]);

function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

const zeros = (count: number) => Buffer.alloc(count);
const timed = (type: string) => box(type, zeros(4), TIME, TIME, Buffer.from('the rest'));

/** An MP4 file with one track, and the place in each box where phones write it. */
function film(handler: 'vide' | 'soun', brand = 'isom'): Buffer {
  const place = box('udta', box('\u00a9xyz', Buffer.from(SECRET)));
  const media = box('mdia', timed('mdhd'), box('hdlr', zeros(8), Buffer.from(handler), zeros(12)));
  return Buffer.concat([
    box('ftyp', Buffer.from(brand), zeros(4), Buffer.from('isommp42')),
    box('mdat', Buffer.from('the pictures')),
    box('moov', timed('mvhd'), box('trak', timed('tkhd'), media, place), place, box('meta', Buffer.from(SECRET))),
    box('uuid', Buffer.from(SECRET)),
  ]);
}

const OPUS = Buffer.concat([Buffer.from('OggS'), zeros(24), Buffer.from('OpusHead'), zeros(40)]);

describe('a recording', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer('sqlite');
  });
  afterAll(() => server?.stop());

  const send = async (content: Buffer, name: string) => {
    const parts = new FormData();
    parts.append('file', new Blob([new Uint8Array(content)]), name);
    const headers = { authorization: `Bearer ${server.tokens.admin}` };
    const response = await fetch(`${server.base}/api/files`, { method: 'POST', headers, body: parts });
    const body = (await response.json()) as Json;
    if (response.status !== 200) return { body, back: undefined };
    return { body, back: await fetch(`${server.base}/api/files/${body.id}`, { headers }) };
  };

  it.each([
    [webm('A_OPUS'), 'audio/webm', 'a.webm'],
    [webm('V_VP8'), 'video/webm', 'a.webm'],
    [film('vide'), 'video/mp4', 'a.mp4'],
    [film('soun'), 'audio/mp4', 'a.m4a'],
    [film('soun', 'M4A '), 'audio/x-m4a', 'a.m4a'],
    [film('vide', 'qt  '), 'video/quicktime', 'a.mov'],
    [film('vide', '3gp4'), 'video/3gpp', 'a.3gp'],
    [WAV, 'audio/wav', 'a.wav'],
    [OPUS, 'audio/ogg', 'a.ogg'],
    [Buffer.from('#!AMR\n0000'), 'audio/amr', 'a.amr'],
  ])('is told by its content (%#: %s, %s)', async (content, media_type, name) => {
    const { body, back } = await send(content, 'a.pdf');
    expect(body).toMatchObject({ media_type, name, size: content.length });
    expect(back?.headers.get('content-type')).toBe(media_type);
    expect(back?.headers.get('content-disposition')).toContain('attachment');
    expect(back?.headers.get('content-security-policy')).toContain('sandbox');
    expect(back?.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('loses the place and the time that the phone wrote, and nothing of itself', async () => {
    const original = film('vide');
    const { back } = await send(original, 'a.mp4');
    const stored = Buffer.from((await back?.arrayBuffer()) ?? new ArrayBuffer(0));
    expect([original.includes(SECRET), original.includes(TIME)]).toEqual([true, true]);
    expect([stored.length, stored.includes(SECRET), stored.includes(TIME)]).toEqual([original.length, false, false]);
    expect(stored.toString('latin1').match(/the rest/g)).toHaveLength(3);
    expect(stored.includes('the pictures')).toBe(true);
  });

  it.each([
    ['cut off', film('vide').subarray(0, -40)],
    ['without a film', box('ftyp', Buffer.from('isom'), zeros(4), Buffer.from('isommp42'))],
  ])('that is %s is refused', async (_what, content) => {
    expect((await send(content, 'a.mp4')).body.code).toBe('file_damaged');
  });
});
