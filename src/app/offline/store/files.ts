/** Encrypted files of records and drafts. Their content is encrypted in pieces, so that a video does not fill the memory twice. */
import type { SyncStore } from '../../../core/sync/store.ts';
import type { LocalFile } from '../../../core/sync/types.ts';
import { type Bytes, decryptContent, decryptJson, encrypt, encryptJson, type StoreKeys } from './crypto.ts';
import type { FileRow, StoreDatabase } from './database.ts';
import { LocalAccountError } from './errors.ts';

const PIECE = 1 << 20;

export type FileTable = ReturnType<typeof fileTable>;

export function fileTable(db: StoreDatabase, keys: StoreKeys, emit: () => void) {
  const find = (id: string) => db.files.where('ids').equals(id).first();
  const about = async (row: FileRow) => (await decryptJson<LocalFile>(keys, row.bytes, `file ${row.file}`)).value;
  const read = async (id: string): Promise<(LocalFile & { blob: Blob }) | undefined> => {
    const row = await find(id);
    if (!row) return undefined;
    const [known, content] = await Promise.all([about(row), db.contents.get(row.file)]);
    if (!content) throw new LocalAccountError('damaged');
    const parts = await decryptParts(keys, row.file, content.parts);
    return { ...known, blob: new Blob(parts, { type: known.type }) };
  };
  /** `owner` is the blind name of a draft, or ''. */
  const add = async (file: LocalFile, blob: Blob, owner: string): Promise<void> => {
    const row = crypto.randomUUID();
    const parts = await sealParts(keys, row, blob);
    const bytes = await encryptJson(keys, file, `file ${row}`);
    await db.transaction('rw', [db.files, db.contents], async () => {
      const older = await find(file.id);
      if (older) await removeFileRows(db, [older]);
      await db.contents.add({ id: row, parts });
      await db.files.add({ file: row, ids: [file.id], owner, bytes });
    });
    emit();
  };
  const change = async (id: string, file: LocalFile): Promise<void> => {
    const row = await find(id);
    if (!row) return;
    const bytes = await encryptJson(keys, file, `file ${row.file}`);
    await db.files.update(row.file, { bytes, ids: [...new Set([file.id, ...row.ids])] });
    emit();
  };
  const remove = async (ids: readonly string[]): Promise<void> => {
    await db.transaction('rw', [db.files, db.contents], async () => {
      await removeFileRows(db, await db.files.where('ids').anyOf(ids).distinct().toArray());
    });
    emit();
  };
  const ofRecords: SyncStore['files'] = {
    get: read,
    all: async () => Promise.all((await db.files.where('owner').equals('').toArray()).map(about)),
    put: (file, blob) => add(file, blob, ''),
    change,
    remove,
  };
  return { read, add, change, remove, ofRecords };
}

/** Within the caller's transaction. */
export async function removeFileRows(db: StoreDatabase, rows: readonly FileRow[]): Promise<void> {
  const all = rows.map(({ file }) => file);
  await db.files.bulkDelete(all);
  await db.contents.bulkDelete(all);
}

/** Place of a piece of the content of a file. */
export const filePartPlace = (id: string, at: number, count: number): string => `${id} ${at}/${count}`;

async function sealParts(keys: StoreKeys, id: string, blob: Blob): Promise<Bytes[]> {
  const parts: Bytes[] = [];
  const count = Math.ceil(blob.size / PIECE);
  for (let at = 0; at < count; at += 1) {
    const piece = new Uint8Array(await blob.slice(at * PIECE, (at + 1) * PIECE).arrayBuffer());
    parts.push(await encrypt(keys.content, piece, filePartPlace(id, at, count)));
  }
  return parts;
}

export async function decryptParts(keys: StoreKeys, id: string, parts: readonly Bytes[]): Promise<Bytes[]> {
  try {
    return await Promise.all(parts.map((part, at) => decryptContent(keys, part, filePartPlace(id, at, parts.length))));
  } catch (error) {
    throw new LocalAccountError('damaged', error);
  }
}
