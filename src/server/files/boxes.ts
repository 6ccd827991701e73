/** Boxes of an ISO media container: HEIC pictures, films, and sound in MP4. */
export interface ContainerBox {
  type: string;
  /** Offset of its type. */
  named: number;
  /** Offsets where its content begins and ends. */
  start: number;
  end: number;
}

/** Throws RangeError if a box reaches beyond its container. */
export function readContainerBoxes(bytes: Buffer, from: number, to: number): ContainerBox[] {
  const found: ContainerBox[] = [];
  for (let at = from; at + 8 <= to; ) {
    const short = bytes.readUInt32BE(at);
    const head = short === 1 ? 16 : 8;
    const size = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short;
    if (size < head || at + size > to) throw new RangeError('a box reaches beyond its container');
    found.push({ type: bytes.toString('latin1', at + 4, at + 8), named: at + 4, start: at + head, end: at + size });
    at += size;
  }
  return found;
}
