/** The store of one account on this device (`SyncStore`), encrypted. It is open from login to logout. */

import type { SyncStore } from '../../../core/sync/store.ts';
import type { Operation, Receipt } from '../../../core/sync/types.ts';
import type { DraftStore } from '../../data/drafts/store.ts';
import { createWatcherSet } from '../../data/watchedValue.ts';
import { blindName, decryptJson, encryptJson, initializationVectorOf, type StoreKeys } from './crypto.ts';
import type { DocumentRow, OperationRow, StoreDatabase } from './database.ts';
import { derivedTable } from './derived.ts';
import { draftStore } from './drafts.ts';
import { LocalAccountError } from './errors.ts';
import { fileTable } from './files.ts';
import { RecordTable } from './records.ts';

export interface LocalAccount {
  /** Id of the user. */
  id: string;
  username: string;
}

export interface AccountStore extends SyncStore {
  account: LocalAccount;
  drafts: DraftStore;
}

export interface OpenStore {
  store: AccountStore;
  /** Ends all use of the store in this tab. */
  close: () => void;
}

export function createAccountStore(db: StoreDatabase, keys: StoreKeys, account: LocalAccount): OpenStore {
  const changes = changesOf(db.name);
  const records = new RecordTable(db, keys);
  const files = fileTable(db, keys, changes.emit);
  const operations = rowReader<Omit<Operation, 'seq'>>(db.operations, keys, 'operation');
  const receipts = rowReader<Receipt>(db.receipts, keys, 'receipt');
  const store: AccountStore = {
    account,
    records: recordsOf(records, changes.emit, db),
    operations: {
      all: async () => (await operations.all()).map(({ value, seq }) => ({ ...value, seq })),
      ...operationsOf(db, keys, records, changes.emit),
    },
    receipts: { all: async () => (await receipts.all()).map(({ value }) => value).reverse() },
    files: files.ofRecords,
    documents: documentsOf(db, keys, changes.emit),
    derived: derivedTable(db, keys),
    drafts: draftStore(db, keys, files),
    watch: changes.watch,
  };
  const close = () => {
    for (const part of [records, operations, receipts]) part.forget();
    changes.close();
    db.close();
  };
  return { store: { ...store, ...guarded(store, db) }, close };
}

function recordsOf(records: RecordTable, emit: () => void, db: StoreDatabase): SyncStore['records'] {
  const write = async (...change: Parameters<RecordTable['prepare']>) => {
    const prepared = await records.prepare(...change);
    const applied = await db.transaction('rw', records.tables, () => records.apply(prepared));
    records.follow(prepared, applied);
    emit();
    return applied;
  };
  return {
    get: (id) => records.get(id),
    getMany: (ids, marks) => records.getMany(ids, marks),
    marks: (form) => records.blocks.marks(form),
    ofForm: (form) => records.ofForm(form),
    children: async (parent, form) => (await records.ofForm(form)).filter(({ record }) => record.parent_id === parent),
    changes: () => records.blocks.allChanges(),
    counts: () => records.blocks.sizes(),
    async put(all) {
      await write(all);
    },
    async remove(ids) {
      const applied = await write([], ids);
      await records.purge(applied.keys());
    },
  };
}

function operationsOf(
  db: StoreDatabase,
  keys: StoreKeys,
  records: RecordTable,
  emit: () => void,
): Omit<SyncStore['operations'], 'all'> {
  const place = (id: string) => `operation ${id}`;
  const tables = [...records.tables, db.operations, db.receipts];
  /** Runs `more` and writes the record, or removes it, in one transaction. */
  const withRecord = async <T>(
    id: string,
    record: Parameters<RecordTable['prepare']>[0][number] | undefined,
    more: () => Promise<T>,
  ) => {
    const change = await records.prepare(record ? [record] : [], record ? [] : [id]);
    const { value, applied } = await db.transaction('rw', tables, async () => {
      const value = await more();
      return { value, applied: await records.apply(change) };
    });
    records.follow(change, applied);
    emit();
    if (!record) await records.purge(applied.keys());
    return value;
  };
  return {
    async add(operation, record) {
      const { id } = operation;
      const bytes = await encryptJson(keys, operation, place(id));
      const seq = await withRecord(operation.record_id, record, () => db.operations.add({ id, bytes }));
      return { ...operation, seq };
    },
    async put({ seq, ...operation }) {
      const bytes = await encryptJson(keys, operation, place(operation.id));
      // One that was finished or given up meanwhile, by another tab, does not come back.
      await db.operations.where('id').equals(operation.id).modify({ bytes });
      emit();
    },
    async finish(id, receipt, record) {
      const bytes = await encryptJson(keys, receipt, `receipt ${receipt.id}`);
      await withRecord(receipt.record_id, record, async () => {
        await db.operations.where('id').equals(id).delete();
        await db.receipts.where('id').equals(receipt.id).delete();
        await db.receipts.add({ id: receipt.id, bytes });
      });
    },
    async discard(id, recordId, record) {
      await withRecord(recordId, record, () => db.operations.where('id').equals(id).delete());
    },
  };
}

/**
 * Reads all rows of a table. Each is decrypted once, until it changes: sending reads them after every change, and with 500 that
 * wait decrypting all each time was most of its work.
 */
function rowReader<T>(table: StoreDatabase['operations'], keys: StoreKeys, kind: string) {
  let known = new Map<string, { iv: string; value: T }>();
  return {
    async all(): Promise<{ seq: number; value: T }[]> {
      const rows: OperationRow[] = await table.toArray();
      const read = await Promise.all(
        rows.map(async ({ seq, id, bytes }) => {
          const iv = initializationVectorOf(bytes);
          const before = known.get(id);
          const value = before?.iv === iv ? before.value : (await decryptJson<T>(keys, bytes, `${kind} ${id}`)).value;
          return { seq, id, iv, value };
        }),
      );
      known = new Map(read.map(({ id, iv, value }) => [id, { iv, value }]));
      return read;
    },
    forget() {
      known = new Map();
    },
  };
}

function documentsOf(db: StoreDatabase, keys: StoreKeys, emit: () => void): SyncStore['documents'] {
  /** Keys by id, decrypted once. The id of a key is always the same. */
  const known = new Map<string, string>();
  /** Returns the ids of the documents whose keys begin with the prefix, sorted by key. */
  const idsOf = async (prefix: string) => {
    const ids = await db.documents.toCollection().primaryKeys();
    const rows = await db.documents.bulkGet(ids.filter((id) => !known.has(id)));
    await Promise.all(
      rows.map(async (row) => {
        if (row) known.set(row.id, (await decryptJson<string>(keys, row.key, `key ${row.id}`)).value);
      }),
    );
    const named = ids.map((id) => ({ id, key: known.get(id) ?? '' }));
    return named.filter(({ key }) => key.startsWith(prefix)).sort((a, b) => (a.key < b.key ? -1 : 1));
  };
  const sealed = async (key: string, value: unknown): Promise<DocumentRow> => {
    const id = await blindName(keys, key);
    const [name, bytes] = await Promise.all([
      encryptJson(keys, key, `key ${id}`),
      encryptJson(keys, value, `document ${id}`),
    ]);
    return { id, key: name, bytes };
  };
  const idsFor = (all: readonly string[]) => Promise.all(all.map((key) => blindName(keys, key)));
  const contentOf = async <T>(row: DocumentRow) => (await decryptJson<T>(keys, row.bytes, `document ${row.id}`)).value;
  return {
    async get<T>(key: string) {
      const row = await db.documents.get(await blindName(keys, key));
      return row && contentOf<T>(row);
    },
    async all<T>(prefix: string) {
      const found = await idsOf(prefix);
      const rows = await db.documents.bulkGet(found.map(({ id }) => id));
      const values = await Promise.all(rows.map((row) => row && contentOf<T>(row)));
      return new Map(found.flatMap(({ key }, at) => (rows[at] ? [[key, values[at] as T] as const] : [])));
    },
    async put(key, value) {
      await db.documents.put(await sealed(key, value));
      emit();
    },
    keys: async (prefix) => (await idsOf(prefix)).map(({ key }) => key),
    async remove(all) {
      await db.documents.bulkDelete(await idsFor(all));
      emit();
    },
    async change({ rename, put, remove }) {
      const rows = await Promise.all(Object.entries(put).map(([key, value]) => sealed(key, value)));
      // One after the other, so that only ciphertext adds up.
      for (const [from, to] of Object.entries(rename)) {
        const row = await db.documents.get(await blindName(keys, from));
        if (row) rows.push(await sealed(to, await contentOf(row)));
      }
      const gone = await idsFor([...Object.keys(rename), ...remove]);
      await db.transaction('rw', db.documents, async () => {
        await db.documents.bulkDelete(gone);
        await db.documents.bulkPut(rows);
      });
      emit();
    },
  };
}

/** Tells changes to listeners in this tab at once, and to those in other tabs through a BroadcastChannel. */
function changesOf(name: string) {
  const { subscribe, tell } = createWatcherSet();
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name);
  if (channel) channel.onmessage = tell;
  return {
    emit() {
      tell();
      channel?.postMessage(null);
    },
    watch: subscribe,
    close: () => channel?.close(),
  };
}

/** Makes each call of a closed store fail with `locked`, instead of Dexie's DatabaseClosedError. */
function guarded(store: AccountStore, db: StoreDatabase): Pick<AccountStore, (typeof PARTS)[number]> {
  const guard = <T extends object>(part: T): T =>
    new Proxy(part, {
      get(target, name) {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== 'function') return method;
        return async (...given: unknown[]) => {
          if (!db.isOpen()) throw new LocalAccountError('locked');
          try {
            return await method.apply(target, given);
          } catch (error) {
            // A logout may come in the middle.
            throw db.isOpen() ? error : new LocalAccountError('locked', error);
          }
        };
      },
    });
  return Object.fromEntries(PARTS.map((part) => [part, guard(store[part])])) as never;
}

const PARTS = ['records', 'operations', 'receipts', 'files', 'documents', 'derived', 'drafts'] as const;
