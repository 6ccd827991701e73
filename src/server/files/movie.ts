/**
 * Removes what phones write beside a film or a sound in an MP4 container: place, time, device, names. It is overwritten in its
 * place, so that nothing else moves. What players need (sizes, turning, codecs) stays.
 */
import { readContainerBoxes } from './boxes.ts';

const INSIDE = new Set(['moov', 'trak', 'mdia']);
const TOLD = new Set(['udta', 'meta', 'uuid']);
/** Headers that begin with the times of making and changing. */
const TIMED = new Set(['mvhd', 'tkhd', 'mdhd']);

/** Returns undefined if the container describes no film. */
export function withoutMovieMetadata(bytes: Buffer): Buffer | undefined {
  const clean = Buffer.from(bytes);
  const isMovie = readContainerBoxes(clean, 0, clean.length).some(({ type }) => type === 'moov');
  if (!isMovie) return undefined;
  overwrite(clean, 0, clean.length);
  return clean;
}

function overwrite(bytes: Buffer, from: number, to: number): void {
  for (const { type, named, start, end } of readContainerBoxes(bytes, from, to)) {
    if (INSIDE.has(type)) overwrite(bytes, start, end);
    if (TOLD.has(type)) {
      bytes.write('free', named, 'latin1');
      bytes.fill(0, start, end);
    }
    // After the version and the flags; version 1 has longer times.
    if (TIMED.has(type)) bytes.fill(0, start + 4, start + (bytes.readUInt8(start) === 1 ? 20 : 12));
  }
}
