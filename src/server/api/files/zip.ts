/**
 * A ZIP archive written while its parts are still being made: sizes and checksums follow each part (bit 3 of the flags),
 * so nothing is held but what deflate holds. Parts stay below 4 GiB, as the plain format asks.
 */
import { crc32, createDeflateRaw } from 'node:zlib';

export interface ZipPart {
  /** Path inside the archive, plain letters. */
  name: string;
  content: AsyncIterable<string> | Iterable<string>;
}

const LARGEST = 0xffff_ffff;
/** 1980-01-01, the first day the format knows: the same content gives the same bytes. */
const DAY = 0x21;

interface Written {
  name: Buffer;
  crc: number;
  packed: number;
  plain: number;
  offset: number;
}

/** The bytes of the archive. Throws RangeError for a part of 4 GiB or more. */
export async function* zip(parts: Iterable<ZipPart>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for (const part of parts) {
    const one: Written = { name: Buffer.from(part.name, 'ascii'), crc: 0, packed: 0, plain: 0, offset };
    const head = header(0x04034b50, one, false);
    yield head;
    for await (const piece of deflated(part.content, one)) yield piece;
    const tail = Buffer.alloc(16);
    tail.writeUInt32LE(0x08074b50, 0);
    sizes(tail, 4, one);
    yield tail;
    offset += head.length + one.packed + tail.length;
    if (offset > LARGEST || one.plain > LARGEST) throw new RangeError(`${part.name} is too large for an archive`);
    written.push(one);
  }
  const directory = Buffer.concat(written.map((one) => header(0x02014b50, one, true)));
  yield directory;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(written.length, 8);
  end.writeUInt16LE(written.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  yield end;
}

/** Content through deflate, counted on both sides. Whoever stops reading stops the writing. */
async function* deflated(content: ZipPart['content'], one: Written): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level: 6 });
  const feeding = (async () => {
    try {
      for await (const text of content) {
        const bytes = Buffer.from(text, 'utf8');
        one.crc = crc32(bytes, one.crc);
        one.plain += bytes.length;
        if (deflate.destroyed) return;
        if (!deflate.write(bytes)) await once(deflate);
      }
      deflate.end();
    } catch (error) {
      deflate.destroy(error as Error);
    }
  })();
  for await (const piece of deflate) {
    one.packed += (piece as Buffer).length;
    yield piece as Buffer;
  }
  await feeding;
}

/** Room again, or the end of it. */
function once(deflate: ReturnType<typeof createDeflateRaw>): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      deflate.off('drain', go);
      deflate.off('close', go);
      resolve();
    };
    deflate.on('drain', go);
    deflate.on('close', go);
  });
}

function header(signature: number, one: Written, central: boolean): Buffer {
  const fixed = Buffer.alloc(central ? 46 : 30);
  let at = fixed.writeUInt32LE(signature, 0);
  if (central) at = fixed.writeUInt16LE(20, at);
  at = fixed.writeUInt16LE(20, at);
  // Sizes follow the content; names are UTF-8.
  at = fixed.writeUInt16LE(0x0808, at);
  at = fixed.writeUInt16LE(8, at);
  at = fixed.writeUInt16LE(0, at);
  at = fixed.writeUInt16LE(DAY, at);
  at = central ? sizes(fixed, at, one) : at + 12;
  fixed.writeUInt16LE(one.name.length, at);
  if (central) fixed.writeUInt32LE(one.offset, 42);
  return Buffer.concat([fixed, one.name]);
}

function sizes(into: Buffer, at: number, { crc, packed, plain }: Written): number {
  return into.writeUInt32LE(plain, into.writeUInt32LE(packed, into.writeUInt32LE(crc, at)));
}
