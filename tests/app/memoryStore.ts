/** A store of one account in plain memory, for tests of screens. */
import type { SyncStore } from '../../src/core/sync/store.ts';
import type { LocalFile, LocalRecord, Operation, Receipt } from '../../src/core/sync/types.ts';

export interface Content {
  records?: LocalRecord[];
  operations?: Operation[];
  receipts?: Receipt[];
  documents?: Record<string, unknown>;
}

export function memoryStore(content: Content = {}): SyncStore {
  const records = new Map((content.records ?? []).map((one) => [one.record.id, one]));
  let operations = [...(content.operations ?? [])];
  let receipts = [...(content.receipts ?? [])];
  const files = new Map<string, LocalFile & { blob: Blob }>();
  const documents = new Map(Object.entries(content.documents ?? {}));
  const watchers = new Set<() => void>();
  const changed = () => {
    for (const watcher of watchers) watcher();
  };
  const place = (id: string, record: LocalRecord | undefined) =>
    record ? records.set(id, record) : records.delete(id);
  return {
    records: {
      get: async (id) => records.get(id),
      ofForm: async (form) => [...records.values()].filter(({ record }) => record.form === form),
      children: async (parent, form) =>
        [...records.values()].filter(({ record }) => record.form === form && record.parent_id === parent),
      async counts() {
        const counts: Record<string, number> = {};
        for (const { record } of records.values()) counts[record.form] = (counts[record.form] ?? 0) + 1;
        return counts;
      },
      async put(all) {
        for (const one of all) records.set(one.record.id, one);
        changed();
      },
      async remove(ids) {
        for (const id of ids) records.delete(id);
        changed();
      },
    },
    operations: {
      all: async () => [...operations],
      async add(operation, record) {
        const added = { ...operation, seq: Math.max(0, ...operations.map(({ seq }) => seq)) + 1 };
        operations.push(added);
        records.set(record.record.id, record);
        changed();
        return added;
      },
      async put(operation) {
        operations = operations.map((one) => (one.id === operation.id ? operation : one));
        changed();
      },
      async finish(id, receipt, record) {
        operations = operations.filter((one) => one.id !== id);
        receipts = [receipt, ...receipts];
        place(receipt.record_id, record);
        changed();
      },
      async discard(id, recordId, record) {
        operations = operations.filter((one) => one.id !== id);
        place(recordId, record);
        changed();
      },
    },
    receipts: { all: async () => [...receipts] },
    files: {
      get: async (id) => files.get(id),
      all: async () => [...files.values()].map(({ blob: _blob, ...file }) => file),
      async put(file, blob) {
        files.set(file.id, { ...file, blob });
      },
      async change(id, file) {
        const kept = files.get(id);
        if (kept) files.set(file.id, { ...kept, ...file });
      },
      async remove(ids) {
        for (const id of ids) files.delete(id);
      },
    },
    documents: {
      get: async <T>(key: string) => documents.get(key) as T | undefined,
      all: async <T>(prefix: string) =>
        new Map([...documents].filter(([key]) => key.startsWith(prefix)).map(([key, value]) => [key, value as T])),
      async put(key, value) {
        documents.set(key, value);
      },
      keys: async (prefix) => [...documents.keys()].filter((key) => key.startsWith(prefix)),
      async remove(keys) {
        for (const key of keys) documents.delete(key);
      },
    },
    watch(listener) {
      watchers.add(listener);
      return () => watchers.delete(listener);
    },
  };
}
