/**
 * What was worked out from records, encrypted, beside their contents: it is removed in the transaction that removes a record,
 * and written only if no record changed since it was worked out.
 */
import { getOwn } from '../../../core/json.ts';
import type { SyncStore } from '../../../core/sync/store.ts';
import { decryptJson, encryptJson, type StoreKeys } from './crypto.ts';
import type { ContentRow, StoreDatabase } from './database.ts';

const PREFIX = 'derived/';

export function derivedTable(db: StoreDatabase, keys: StoreKeys): SyncStore['derived'] {
  return {
    async get<T>(names: readonly string[]) {
      const rows = await db.contents.bulkGet(names.map((name) => PREFIX + name));
      return Promise.all(
        rows.map(async (row) => {
          const [bytes] = row?.parts ?? [];
          return row && bytes && (await decryptJson<T>(keys, bytes, row.id)).value;
        }),
      );
    },
    async put(prefix, values, changes) {
      const rows: ContentRow[] = [];
      for (const [name, value] of Object.entries(values)) {
        const id = PREFIX + name;
        rows.push({ id, parts: [await encryptJson(keys, value, id)] });
      }
      return db.transaction('rw', [db.contents, db.stamps], async () => {
        const forms = Object.keys(changes);
        const now = await db.stamps.bulkGet(forms);
        if (forms.some((form, at) => (now[at]?.changes ?? 0) !== getOwn(changes, form))) return false;
        await db.contents
          .where('id')
          .startsWith(PREFIX + prefix)
          .delete();
        await db.contents.bulkPut(rows);
        return true;
      });
    },
  };
}

/** Removes everything, within the caller's transaction. */
export async function removeDerived(db: StoreDatabase): Promise<void> {
  await db.contents.where('id').startsWith(PREFIX).delete();
}
