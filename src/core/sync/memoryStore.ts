/**
 * The store of a device in memory: for the office, which sends what is in a rescue file, and for tests. Like a real one it keeps
 * copies, and each call is done wholly or not at all.
 */
import { getOwn } from '../json.ts';
import type { SyncStore } from './store.ts';
import type { LocalFile, LocalRecord, Operation, Receipt } from './types.ts';

const copy = <T>(value: T): T => structuredClone(value);

export interface StoreContent {
  records?: readonly LocalRecord[];
  operations?: readonly Operation[];
  /** The newest first. */
  receipts?: readonly Receipt[];
  documents?: Record<string, unknown>;
}

export function memoryStore(content: StoreContent = {}): SyncStore {
  const records = new Map(content.records?.map((one) => [one.record.id, copy(one)]));
  const operations = new Map(content.operations?.map((one) => [one.id, copy(one)]));
  const receipts: Receipt[] = [...(content.receipts ?? [])];
  const watchers = new Set<() => void>();
  let seq = Math.max(0, ...(content.operations ?? []).map((one) => one.seq));
  const all = () => [...operations.values()].sort((a, b) => a.seq - b.seq);
  const changes: Record<string, number> = {};
  const marks = new Map<string, string>();
  const derived = new Map<string, unknown>();
  const changed = () => {
    for (const watcher of watchers) watcher();
  };
  const setRecord = (id: string, record: LocalRecord | undefined) => {
    const form = (record ?? records.get(id))?.record.form;
    if (record) records.set(id, copy(record));
    else {
      records.delete(id);
      derived.clear();
    }
    if (form !== undefined) {
      changes[form] = (getOwn(changes, form) ?? 0) + 1;
      marks.set(id, String(getOwn(changes, form)));
    }
    changed();
  };
  return {
    records: {
      get: async (id) => copy(records.get(id)),
      getMany: async (ids) => copy([...new Set(ids)].flatMap((id) => records.get(id) ?? [])),
      ofForm: async (form) => copy([...records.values()].filter(({ record }) => record.form === form)),
      children: async (parent, form) =>
        copy([...records.values()].filter(({ record }) => record.parent_id === parent && record.form === form)),
      changes: async () => copy(changes),
      marks: async (form) => marksOf(form, records, marks),
      async counts() {
        return countsOf(records);
      },
      async put(list) {
        for (const one of list) setRecord(one.record.id, one);
      },
      async remove(ids) {
        for (const id of ids) setRecord(id, undefined);
      },
    },
    operations: {
      all: async () => copy(all()),
      async add(operation, record) {
        seq += 1;
        const added = copy({ ...operation, seq });
        operations.set(added.id, added);
        setRecord(added.record_id, record);
        return copy(added);
      },
      async put(operation) {
        if (operations.has(operation.id)) operations.set(operation.id, copy(operation));
        changed();
      },
      async finish(id, receipt, record) {
        operations.delete(id);
        if (!receipts.some((one) => one.id === receipt.id)) receipts.unshift(copy(receipt));
        setRecord(receipt.record_id, record);
      },
      async discard(id, recordId, record) {
        operations.delete(id);
        setRecord(recordId, record);
      },
    },
    receipts: { all: async () => copy(receipts) },
    files: filesInMemory(),
    documents: documentsInMemory(content.documents ?? {}, changed),
    derived: derivedInMemory(derived, changes),
    watch(listener) {
      watchers.add(listener);
      return () => watchers.delete(listener);
    },
  };
}

function marksOf(form: string, records: ReadonlyMap<string, LocalRecord>, marks: ReadonlyMap<string, string>) {
  const ids = [...records.values()].flatMap(({ record }) => (record.form === form ? [record.id] : []));
  return new Map(ids.map((id) => [id, marks.get(id) ?? '']));
}

function countsOf(records: ReadonlyMap<string, LocalRecord>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { record } of records.values()) counts[record.form] = (getOwn(counts, record.form) ?? 0) + 1;
  return counts;
}

function derivedInMemory(
  values: Map<string, unknown>,
  changes: Readonly<Record<string, number>>,
): SyncStore['derived'] {
  return {
    async get<T>(keys: readonly string[]) {
      return keys.map((key) => copy(values.get(key)) as T | undefined);
    },
    async put(prefix, next, before) {
      if (Object.entries(before).some(([form, count]) => (getOwn(changes, form) ?? 0) !== count)) return false;
      for (const key of [...values.keys()]) if (key.startsWith(prefix)) values.delete(key);
      for (const [key, value] of Object.entries(next)) values.set(key, copy(value));
      return true;
    },
  };
}

function filesInMemory(): SyncStore['files'] {
  const files = new Map<string, LocalFile & { blob: Blob }>();
  const names = new Map<string, string>();
  return {
    async get(id) {
      const found = files.get(names.get(id) ?? id);
      return found && { ...found };
    },
    all: async () => [...files.values()].map(({ blob: _blob, ...file }) => file),
    async put(file, blob) {
      files.set(file.id, { ...file, blob });
    },
    async change(id, file) {
      const key = names.get(id) ?? id;
      const found = files.get(key);
      if (!found) return;
      files.delete(key);
      files.set(file.id, { ...file, blob: found.blob });
      for (const [name, of] of names) if (of === key) names.set(name, file.id);
      if (key !== file.id) names.set(key, file.id);
    },
    async remove(ids) {
      for (const id of ids) files.delete(names.get(id) ?? id);
    },
  };
}

function documentsInMemory(content: Record<string, unknown>, changed: () => void): SyncStore['documents'] {
  const documents = new Map(Object.entries(content));
  return {
    get: async <T>(key: string) => copy(documents.get(key)) as T | undefined,
    all: async <T>(prefix: string) =>
      new Map([...documents].filter(([key]) => key.startsWith(prefix)).map(([key, value]) => [key, copy(value) as T])),
    async put(key, value) {
      documents.set(key, copy(value));
      changed();
    },
    keys: async (prefix) => [...documents.keys()].filter((key) => key.startsWith(prefix)),
    async remove(keys) {
      for (const key of keys) documents.delete(key);
      changed();
    },
    async change({ rename, put, remove }) {
      const renamed = Object.entries(rename).map(([from, to]) => [to, documents.get(from)] as const);
      for (const key of [...Object.keys(rename), ...remove]) documents.delete(key);
      for (const [key, value] of [...renamed, ...Object.entries(put)]) documents.set(key, copy(value));
      changed();
    },
  };
}
