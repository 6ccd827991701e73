/** Records that are encrypted together: as a JSON array with one record a line, so that one of them can be read alone. */
import type { LocalRecord } from '../../../core/sync/types.ts';
import { decrypt, encrypt, type Keys, unseal } from './crypto.ts';
import type { ContentRow } from './database.ts';
import { LocalAccountError } from './errors.ts';

const utf8 = new TextEncoder();
const plain = new TextDecoder();

export async function sealBlock(
  { content }: Keys,
  records: readonly LocalRecord[],
  block: string,
): Promise<ContentRow> {
  const text = `[${records.map((record) => JSON.stringify(record)).join(',\n')}]`;
  return { id: block, parts: [await encrypt(content, utf8.encode(text), block)] };
}

/** Returns all records and the length of their text. Throws `damaged`. */
export async function readBlock(
  keys: Keys,
  { id, parts: [bytes = new Uint8Array()] }: ContentRow,
): Promise<{ records: LocalRecord[]; size: number }> {
  const { value, size } = await unseal<LocalRecord[]>(keys, bytes, id);
  return { records: value, size };
}

/** Returns the records with these ids. Throws `damaged`. */
export async function readSome(
  { content }: Keys,
  { id: block, parts: [bytes = new Uint8Array()] }: ContentRow,
  ids: readonly string[],
): Promise<LocalRecord[]> {
  try {
    const lines = plain.decode(await decrypt(content, bytes, block)).split('\n');
    // A block of an earlier version is one line.
    if (lines.length === 1) {
      const all = JSON.parse(lines[0] as string) as LocalRecord[];
      return all.filter(({ record }) => ids.includes(record.id));
    }
    return ids.flatMap((id) => recordIn(lines, id) ?? []);
  } catch (error) {
    throw new LocalAccountError('damaged', error);
  }
}

function recordIn(lines: readonly string[], id: string): LocalRecord | undefined {
  const named = `"id":${JSON.stringify(id)}`;
  for (const line of lines) {
    if (!line.includes(named)) continue;
    const found = JSON.parse(line.replace(/^\[|[,\]]$/g, '')) as LocalRecord;
    // Other records may name it.
    if (found.record.id === id) return found;
  }
  return undefined;
}

/** Groups by form. A record that is given twice counts as it was given last. */
export function byForm(records: readonly LocalRecord[]): Map<string, LocalRecord[]> {
  const groups = new Map<string, LocalRecord[]>();
  for (const one of new Map(records.map((record) => [record.record.id, record])).values()) {
    const group = groups.get(one.record.form);
    if (group) group.push(one);
    else groups.set(one.record.form, [one]);
  }
  return groups;
}
