/** Pictures and sounds of definitions: who reads and who brings them, and what a definition may name. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import exampleForm from '../../forms/examples/example-media.form.json' with { type: 'json' };
import { expectRefusal, refusalOf } from '../support/refusal.ts';
import { ANY_DATABASE, startTestServer, type TestServer } from '../support/server.ts';
import { springSource } from '../support/wells.ts';
import type { Json } from './http-stage.ts';

const MEDIA = 'definitions/media';
const WAV = Buffer.concat([Buffer.from('RIFF----WAVEfmt '), Buffer.alloc(60)]);
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const shipped = readFileSync(new URL('../../forms/examples/media/tap.png', import.meta.url));
const text = { en: 'Spring', fa: 'چشمه', ps: 'چینه' };

function files(...given: [content: Buffer, name: string][]): FormData {
  const parts = new FormData();
  for (const [content, name] of given) parts.append('file', new Blob([new Uint8Array(content)]), name);
  return parts;
}

/** A new form whose first question shows these files. */
function showing(media: Json, mediaFiles: Json): Json {
  const { definition, schema } = springSource(1);
  definition.fields.name.media = media;
  return { definition: { ...definition, mediaFiles }, schema };
}

describe.each(ANY_DATABASE)('pictures and sounds of definitions on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(database);
  });
  afterAll(() => server?.stop());

  const admin = () => server.person('admin');
  const read = (hash: string, headers: Record<string, string> = {}) =>
    fetch(`${server.base}/api/${MEDIA}/${hash}`, {
      headers: { authorization: `Bearer ${server.tokens['focal.kabul']}`, ...headers },
    });

  it('are read by everybody who is logged in, and never change under their hash', async () => {
    const hash = exampleForm.mediaFiles['tap.png'];
    const answer = await read(hash);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(shipped);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect((await read(hash, { 'if-none-match': `"${hash}"` })).status).toBe(304);
    expectRefusal(await refusalOf(fetch(`${server.base}/api/${MEDIA}/${hash}`)), 'unauthorized');
    for (const wrong of ['0'.repeat(64), 'tap.png', `..%2f${hash}`])
      expectRefusal(await refusalOf(read(wrong)), 'record_not_found', undefined, wrong);
  });

  it('are brought by those who may publish, and kept by their content', async () => {
    expectRefusal(await server.person('coordinator.bamyan').call('POST', MEDIA, files([WAV, 'a.wav'])), 'role_needed');
    const hash = sha256(WAV);
    const data = [
      { name: 'a.wav', hash, size: WAV.length },
      { name: 'tap.png', hash: sha256(shipped), size: shipped.length },
    ];
    expect(await admin().must('POST', MEDIA, files([WAV, 'a.wav'], [shipped, 'tap.png']))).toEqual({ data });
    expect(await admin().must('POST', MEDIA, files([WAV, 'again.wav']))).toMatchObject({ data: [{ hash }] });
    expect((await read(hash)).headers.get('content-type')).toBe('audio/wav');
  });

  it('are refused when they are of another kind, or too large for a thin line', async () => {
    const refused = async (content: Buffer, name: string) =>
      (await admin().call('POST', MEDIA, files([content, name]))).body.code;
    expect(await refused(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'a.png')).toBe(
      'file_type',
    );
    expect(await refused(Buffer.from('%PDF-1.7\n'), 'a.pdf')).toBe('file_type');
    expect(await refused(Buffer.concat([shipped, Buffer.alloc(200_000)]), 'tap.png')).toBe('too_large');
    expect(await refused(Buffer.concat([WAV, Buffer.alloc(500_000)]), 'a.wav')).toBe('too_large');
    expectRefusal(await admin().call('POST', MEDIA, files()), 'required', '/file');
    expectRefusal(await admin().call('POST', MEDIA, {}), 'bad_body');
  });

  it('are named by a definition that comes in at run time, once the server has them', async () => {
    const sound = Buffer.concat([WAV, Buffer.from(database)]);
    const hash = sha256(sound);
    const media = { audio: 'spring.wav' };
    const refused = await admin().call('POST', 'definitions', showing(media, { 'spring.wav': hash }));
    expect(refused.body.issues).toMatchObject([{ pointer: '/fields/name/media/audio', code: 'media_missing' }]);
    await admin().must('POST', MEDIA, files([sound, 'spring.wav']));
    await admin().must('POST', 'definitions', showing(media, { 'spring.wav': hash }));
    const served = await admin().must('GET', 'definitions/test-spring');
    expect(served.definition).toMatchObject({ mediaFiles: { 'spring.wav': hash }, fields: { name: { media } } });
  });

  it('are told by the dry run of a version that shows others', async () => {
    const other = Buffer.concat([WAV, Buffer.from(`${database} 2`)]);
    await admin().must('POST', MEDIA, files([other, 'spring.wav']));
    const next = showing({ audio: 'spring.wav' }, { 'spring.wav': sha256(other) });
    Object.assign(next.definition, { version: 2, changes: { from: 1, note: text } });
    const { differences } = await admin().must('POST', 'definitions?dry_run=1', next);
    expect(differences).toMatchObject([{ kind: 'media_changed', pointer: '/fields/name/media/audio' }]);
  });
});
