/**
 * Removes what cameras and programs write beside a picture or a film: position, time, device, owner, comments, small previews.
 * The picture itself is copied unchanged, so it loses no quality. What viewers need stays (colours, animation, orientation).
 * Except in HEIC files and films, only known kinds of segments are kept, so unknown metadata is removed too.
 */

import { crc32 } from 'node:zlib';
import { getOwn } from '../../core/json.ts';
import { withoutHeicMetadata } from './heic.ts';
import { withoutMovieMetadata } from './movie.ts';

/** By media type. Returns undefined if it is no such file. `orientation` is the camera's Exif value, 1 to 8. */
const BY_TYPE: Record<string, (bytes: Buffer, orientation: number) => Buffer | undefined> = {
  'image/jpeg': jpeg,
  'image/png': png,
  'image/webp': webp,
  'image/gif': gif,
  'image/heic': withoutHeicMetadata,
  'image/heif': withoutHeicMetadata,
  'audio/mp4': withoutMovieMetadata,
  'audio/x-m4a': withoutMovieMetadata,
  'video/mp4': withoutMovieMetadata,
  'video/quicktime': withoutMovieMetadata,
  'video/3gpp': withoutMovieMetadata,
};

export const hasMetadata = (mediaType: string): boolean => Object.hasOwn(BY_TYPE, mediaType);

/** Returns undefined if it is no such picture or its parts cannot be separated. A truncated picture stays truncated. */
export function withoutMetadata(bytes: Buffer, mediaType: string, orientation: number): Buffer | undefined {
  try {
    return getOwn(BY_TYPE, mediaType)?.(bytes, orientation);
  } catch (error) {
    // A part reaches beyond the end.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Returns an Exif TIFF block whose only entry is the orientation. */
function orientationBlock(orientation: number): Buffer {
  const block = Buffer.from('49492a0008000000010012010300010000000000000000000000', 'hex');
  block.writeUInt16LE(orientation, 18);
  return block;
}

const isTurned = (orientation: number): boolean => orientation > 1 && orientation <= 8;

function jpeg(bytes: Buffer, orientation: number): Buffer | undefined {
  if (bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  const parts = [bytes.subarray(0, 2)];
  if (isTurned(orientation)) {
    const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), orientationBlock(orientation)]);
    const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
    parts.push(head, exif);
  }
  let at = 2;
  while (at + 4 <= bytes.length) {
    at = bytes.indexOf(0xff, at);
    if (at < 0 || at + 4 > bytes.length) break;
    const marker = bytes[at + 1] as number;
    if (marker === 0xd9) break;
    // Fill bytes, markers without content, and bytes that are no marker.
    if (marker === 0xff || marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    let end = at + 2 + bytes.readUInt16BE(at + 2);
    if (marker === 0xda) end = scanEnd(bytes, end);
    if (isJpegPart(marker, bytes.toString('latin1', at + 4, at + 16))) parts.push(bytes.subarray(at, end));
    at = end;
  }
  // Everything after the end (videos, second pictures) is removed.
  parts.push(Buffer.from([0xff, 0xd9]));
  return Buffer.concat(parts);
}

function isJpegPart(marker: number, name: string): boolean {
  if (marker === 0xe0) return name.startsWith('JFIF\0');
  if (marker === 0xe2) return name.startsWith('ICC_PROFILE\0');
  if (marker === 0xee) return name.startsWith('Adobe');
  return marker !== 0xfe && !(marker >= 0xe1 && marker <= 0xef);
}

/** Returns where a scan's compressed data ends: at the next marker that is neither an escaped byte nor a restart. */
function scanEnd(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] as number;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}

const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');
const PNG_PARTS = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB bKGD hIST pHYs sPLT cICP mDCV cLLI acTL fcTL fdAT'.split(' '),
);

function png(bytes: Buffer, orientation: number): Buffer | undefined {
  if (!bytes.subarray(0, 8).equals(PNG_START)) return undefined;
  const parts: Buffer[] = [PNG_START];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (PNG_PARTS.has(name)) parts.push(bytes.subarray(at, end));
    if (name === 'IHDR' && isTurned(orientation)) parts.push(pngPart('eXIf', orientationBlock(orientation)));
    if (name === 'IEND') break;
    at = end;
  }
  return Buffer.concat(parts);
}

function pngPart(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const WEBP_PARTS = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const WEBP_EXIF = 0x08;
const WEBP_XMP = 0x04;

function webp(bytes: Buffer, orientation: number): Buffer | undefined {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return undefined;
  const parts: Buffer[] = [Buffer.from('WEBP', 'latin1')];
  let isExtended = false;
  const whole = Math.min(bytes.length, bytes.readUInt32LE(4) + 8);
  for (let at = 12; at + 8 <= whole; ) {
    const name = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    if (WEBP_PARTS.has(name)) {
      const part = Buffer.from(bytes.subarray(at, end));
      if (name === 'VP8X') {
        isExtended = true;
        const flags = part.readUInt8(8) & ~(WEBP_EXIF | WEBP_XMP);
        part.writeUInt8(flags | (isTurned(orientation) ? WEBP_EXIF : 0), 8);
      }
      parts.push(part);
    }
    at = end;
  }
  if (isExtended && isTurned(orientation)) {
    const block = orientationBlock(orientation);
    const head = Buffer.from('EXIF\0\0\0\0', 'latin1');
    head.writeUInt32LE(block.length, 4);
    parts.push(head, block);
  }
  const body = Buffer.concat(parts);
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

function gif(bytes: Buffer): Buffer | undefined {
  if (!/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return undefined;
  const table = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const blocksEnd = (from: number): number => {
    let at = from;
    for (let length = bytes.readUInt8(at); length > 0; length = bytes.readUInt8(at)) at += length + 1;
    return at + 1;
  };
  let at = 13 + table(bytes.readUInt8(10));
  const parts = [bytes.subarray(0, at)];
  while (at < bytes.length) {
    const kind = bytes[at];
    if (kind === 0x2c) {
      const end = blocksEnd(at + 10 + table(bytes.readUInt8(at + 9)) + 1);
      parts.push(bytes.subarray(at, end));
      at = end;
    } else if (kind === 0x21) {
      const end = blocksEnd(at + 2);
      const label = bytes.readUInt8(at + 1);
      const isLoop = /^(NETSCAPE2\.0|ANIMEXTS1\.0)$/.test(bytes.toString('latin1', at + 3, at + 14));
      if (label === 0xf9 || label === 0x01 || (label === 0xff && isLoop)) parts.push(bytes.subarray(at, end));
      at = end;
    } else break;
  }
  parts.push(Buffer.from([0x3b]));
  return Buffer.concat(parts);
}
