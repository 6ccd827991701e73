/** Small files of each kind, as far as their kind is told by their content. */
import sharp from 'sharp';
import type { FieldNode } from '../../src/core/definitions/types.ts';
import { FIELD_TYPES } from '../../src/core/form/types/index.ts';

/** A WebM file of one track. */
export function webm(codec: string): Buffer {
  const type = Buffer.concat([Buffer.from([0x42, 0x82, 0x84]), Buffer.from('webm')]);
  const head = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80 + type.length]), type]);
  const track = Buffer.from([0x18, 0x53, 0x80, 0x67, 0x8a, 0x86, 0x88]);
  return Buffer.concat([head, track, Buffer.from(codec), Buffer.alloc(99)]);
}

export const WAV = Buffer.concat([
  Buffer.from('RIFF'),
  Buffer.from([44, 0, 0, 0]),
  Buffer.from('WAVEfmt '),
  Buffer.alloc(28),
]);

export const SAMPLES = {
  image: await sharp({ create: { width: 12, height: 8, channels: 3, background: '#3377aa' } })
    .png()
    .toBuffer(),
  audio: WAV,
  video: webm('V_VP8'),
};

export type Media = keyof typeof SAMPLES;

/** Returns a kind of files that the question takes. */
export function mediaOf({ type }: Pick<FieldNode, 'type'>): Media {
  return FIELD_TYPES[type].media ?? 'image';
}
