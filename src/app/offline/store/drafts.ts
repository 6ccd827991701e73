/** Drafts of an account in its store: what `data/drafts` writes while the store is open. */
import type { Draft, DraftStore } from '../../data/drafts/store.ts';
import { blindName, decryptJson, encryptJson, type StoreKeys } from './crypto.ts';
import type { StoreDatabase } from './database.ts';
import { type FileTable, removeFileRows } from './files.ts';

export function draftStore(db: StoreDatabase, keys: StoreKeys, files: FileTable): DraftStore {
  const read = async ({ id, bytes }: { id: string; bytes: Uint8Array<ArrayBuffer> }) =>
    (await decryptJson<Draft>(keys, bytes, `draft ${id}`)).value;
  return {
    async read(key) {
      const row = await db.drafts.get(await blindName(keys, key));
      return row && read(row);
    },
    async write(draft) {
      const id = await blindName(keys, draft.key);
      await db.drafts.put({ id, bytes: await encryptJson(keys, draft, `draft ${id}`) });
    },
    async remove(key) {
      const id = await blindName(keys, key);
      await db.transaction('rw', [db.drafts, db.files, db.contents], async () => {
        await db.drafts.delete(id);
        await removeFileRows(db, await db.files.where('owner').equals(id).toArray());
      });
    },
    async list() {
      return Promise.all((await db.drafts.toArray()).map(read));
    },
    async addFile(key, { id, name, blob, question }) {
      const file = { id, name, type: blob.type, size: blob.size, ...(question && { question }) };
      await files.add(file, blob, await blindName(keys, key));
    },
    async file(id) {
      const found = await files.read(id);
      return (
        found && {
          id: found.id,
          name: found.name,
          blob: found.blob,
          ...(found.question && { question: found.question }),
        }
      );
    },
    async renameFile(id, next) {
      const found = await files.read(id);
      if (!found) return;
      const { blob: _, ...file } = found;
      await files.change(id, { ...file, id: next });
    },
    removeFile: (id) => files.remove([id]),
  };
}
