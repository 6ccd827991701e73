/** Reads a workbook like a spreadsheet program: ZIP parts, shared strings, rows of the first sheet. */
import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';

/** Returns the files of a ZIP by name, found through its central directory. */
function unzip(bytes: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0) throw new Error('not a ZIP file');
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  for (let i = 0; i < count; i += 1) {
    const method = bytes.readUInt16LE(at + 10);
    const size = bytes.readUInt32LE(at + 20);
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(start, start + size);
    files.set(name, (method === 8 ? inflateRawSync(packed) : packed).toString('utf8'));
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return files;
}

function plain(xml: string): string {
  const text = [...xml.matchAll(/<t[^>]*>([\s\S]*?)<\/t>/g)].map((match) => match[1]).join('');
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}

export interface Sheet {
  rows: string[][];
  rightToLeft: boolean;
}

export async function sheet(path: string): Promise<Sheet> {
  const files = unzip(readFileSync(path));
  const xml = files.get('xl/worksheets/sheet1.xml');
  if (!xml) throw new Error(`no sheet in ${[...files.keys()].join(', ')}`);
  const shared = [...(files.get('xl/sharedStrings.xml') ?? '').matchAll(/<si>([\s\S]*?)<\/si>/g)].map((match) =>
    plain(match[1] ?? ''),
  );
  const rows = [...xml.matchAll(/<row[^>]*>([\s\S]*?)<\/row>/g)].map((row) =>
    [...(row[1] ?? '').matchAll(/<c([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g)].map(([, attributes = '', inner = '']) => {
      if (/t="inlineStr"/.test(attributes)) return plain(inner);
      const value = /<v>([\s\S]*?)<\/v>/.exec(inner)?.[1] ?? '';
      return /t="s"/.test(attributes) ? (shared[Number(value)] ?? '') : value;
    }),
  );
  return { rows, rightToLeft: /rightToLeft="(1|true)"/.test(xml) };
}
