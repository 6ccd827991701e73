/**
 * Removes metadata from HEIC and HEIF. The container holds the picture and its metadata as items. The bytes of Exif and XMP
 * items are overwritten with zeros, so that nothing else moves. The orientation is a property of the picture and stays.
 */
import { type ContainerBox, readContainerBoxes } from './boxes.ts';

/** Returns the file without metadata. Undefined if the container has no readable list of items. */
export function withoutHeicMetadata(bytes: Buffer): Buffer | undefined {
  const clean = Buffer.from(bytes);
  const meta = readContainerBoxes(clean, 0, clean.length).find(({ type }) => type === 'meta');
  if (!meta) return undefined;
  // `meta`, `iinf`, `infe` and `iloc` begin with a version and flags.
  const inside = readContainerBoxes(clean, meta.start + 4, meta.end);
  const named = (type: string) => inside.find((box) => box.type === type);
  const [items, places] = [named('iinf'), named('iloc')];
  if (!items || !places) return undefined;
  const told = metadataItems(clean, items);
  for (const { id, method, start, length } of extents(clean, places)) {
    if (!told.has(id)) continue;
    const data = method === 1 ? named('idat') : undefined;
    if (method > 1 || (method === 1 && !data)) return undefined;
    const from = start + (data?.start ?? 0);
    const end = length === 0 ? (data?.end ?? clean.length) : from + length;
    if (end > clean.length) return undefined;
    clean.fill(0, from, end);
  }
  return clean;
}

/** Returns the ids of metadata items: Exif, and items with a media type (XMP) or a URI. */
function metadataItems(bytes: Buffer, { start, end }: ContainerBox): Set<number> {
  const entries = start + 4 + (bytes.readUInt8(start) === 0 ? 2 : 4);
  const told = new Set<number>();
  for (const { type, start: at } of readContainerBoxes(bytes, entries, end)) {
    const version = type === 'infe' ? bytes.readUInt8(at) : 0;
    if (version < 2) continue;
    const wide = version > 2 ? 4 : 2;
    const kind = bytes.toString('latin1', at + 4 + wide + 2, at + 4 + wide + 6);
    if (kind === 'Exif' || kind === 'mime' || kind === 'uri ') told.add(bytes.readUIntBE(at + 4, wide));
  }
  return told;
}

interface Extent {
  id: number;
  /** 0: offsets from the start of the file; 1: offsets in `idat`, the box of small items. */
  method: number;
  start: number;
  length: number;
}

function extents(bytes: Buffer, { start }: ContainerBox): Extent[] {
  const version = bytes.readUInt8(start);
  let at = start + 4;
  const number = (size: number): number => {
    at += size;
    if (size === 0) return 0;
    return size === 8 ? Number(bytes.readBigUInt64BE(at - 8)) : bytes.readUIntBE(at - size, size);
  };
  const sizes = number(2);
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexSize = version > 0 ? sizes & 15 : 0;
  const wide = version < 2 ? 2 : 4;
  const found: Extent[] = [];
  for (let left = number(wide); left > 0; left--) {
    const id = number(wide);
    const method = version > 0 ? number(2) & 15 : 0;
    number(2);
    const base = number(baseSize);
    for (let parts = number(2); parts > 0; parts--) {
      number(indexSize);
      const offset = number(offsetSize);
      found.push({ id, method, start: base + offset, length: number(lengthSize) });
    }
  }
  return found;
}
