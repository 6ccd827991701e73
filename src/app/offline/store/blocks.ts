/** Records that are encrypted together: as a JSON array with one record a line, so that one of them can be read alone. */
import type { StoredRecord } from '../../../core/records/types.ts';
import type { LocalRecord } from '../../../core/sync/types.ts';
import { decryptContent, decryptJson, encrypt, type StoreKeys } from './crypto.ts';
import type { ContentRow } from './database.ts';
import { LocalAccountError } from './errors.ts';

const utf8 = new TextEncoder();
const plain = new TextDecoder();

/** Most records are shown as the server sent them. Their text is stored once, and both sides are then the same object. */
type RecordText = Omit<LocalRecord, 'server'> & { server?: StoredRecord | true };

const textOf = (local: LocalRecord): string =>
  JSON.stringify(local.server === local.record ? { ...local, server: true } : local);

function localOf(text: RecordText): LocalRecord {
  if (text.server === true) text.server = text.record;
  return text as LocalRecord;
}

export async function encryptBlock(
  { content }: StoreKeys,
  records: readonly LocalRecord[],
  block: string,
): Promise<ContentRow> {
  const text = `[${records.map(textOf).join(',\n')}]`;
  return { id: block, parts: [await encrypt(content, utf8.encode(text), block)] };
}

/** Returns all records and the length of their text. Throws `damaged`. */
export async function readBlock(
  keys: StoreKeys,
  { id, parts: [bytes = new Uint8Array()] }: ContentRow,
): Promise<{ records: LocalRecord[]; size: number }> {
  const { value, size } = await decryptJson<RecordText[]>(keys, bytes, id);
  return { records: value.map(localOf), size };
}

/** Returns the records with these ids. Throws `damaged`. */
export async function readBlockRecords(
  keys: StoreKeys,
  { id: block, parts: [bytes = new Uint8Array()] }: ContentRow,
  ids: readonly string[],
): Promise<LocalRecord[]> {
  try {
    const lines = plain.decode(await decryptContent(keys, bytes, block)).split('\n');
    // A block of an earlier version is one line.
    if (lines.length === 1) {
      const all = JSON.parse(lines[0] as string) as RecordText[];
      return all.map(localOf).filter(({ record }) => ids.includes(record.id));
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
    const found = localOf(JSON.parse(line.replace(/^\[|[,\]]$/g, '')) as RecordText);
    // Other records may name it.
    if (found.record.id === id) return found;
  }
  return undefined;
}

/** Groups by form. A record that is given twice counts as it was given last. */
export function groupRecordsByForm(records: readonly LocalRecord[]): Map<string, LocalRecord[]> {
  const groups = new Map<string, LocalRecord[]>();
  for (const one of new Map(records.map((record) => [record.record.id, record])).values()) {
    const group = groups.get(one.record.form);
    if (group) group.push(one);
    else groups.set(one.record.form, [one]);
  }
  return groups;
}
