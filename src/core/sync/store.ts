/**
 * What the offline data source, the synchronisation and the Sync screen need of the store of one account on this device.
 * The app implements it with Dexie and encryption (`app/offline/store`), the simulation with a plain memory.
 */
import type { LocalFile, LocalRecord, Operation, Receipt } from './types.ts';

/** Changes of documents that are done together. */
export interface DocumentsChange {
  /** New keys by old ones. What had the new key is replaced. */
  rename: Readonly<Record<string, string>>;
  put: Readonly<Record<string, unknown>>;
  remove: readonly string[];
}

interface Captured {
  form: string;
  form_version: number;
}

export interface SyncStore {
  records: {
    get(id: string): Promise<LocalRecord | undefined>;
    /** Those that are here, in no order. With their `marks` they are found faster, and may be as they were then. */
    getMany(ids: readonly string[], marks?: ReadonlyMap<string, string>): Promise<LocalRecord[]>;
    /** All records of a form, in no order. Repeated calls do not decrypt again. The caller does not change them. */
    ofForm(form: string): Promise<readonly LocalRecord[]>;
    children(parent: string, form: string): Promise<readonly LocalRecord[]>;
    /** Number of changes by form, of this tab and others. A form without changes is left out. */
    changes(): Promise<Record<string, number>>;
    /** Returns a mark of each record of a form, which is another one after the record was stored again. */
    marks(form: string): Promise<ReadonlyMap<string, string>>;
    /** Number of records by form. */
    counts(): Promise<Record<string, number>>;
    /** Adds or replaces. */
    put(records: readonly LocalRecord[]): Promise<void>;
    remove(ids: readonly string[]): Promise<void>;
  };
  operations: {
    /** In the order of `seq`. */
    all(): Promise<Operation[]>;
    /** Adds the operation with the next `seq`, and stores the record as it then is, both or neither. */
    add(operation: Omit<Operation, 'seq'>, record: LocalRecord): Promise<Operation>;
    /** Changes an operation, for example its state. Does nothing if the person gave it up meanwhile. */
    put(operation: Operation): Promise<void>;
    /**
     * Removes the operation, adds its receipt and stores the record, all or none. Without a record it is removed. The receipt
     * and the record are also stored if the person gave up the operation meanwhile, because the server took it.
     */
    finish(id: string, receipt: Receipt, record: LocalRecord | undefined): Promise<void>;
    /** Gives up an operation and puts the record back (without one, removes it), both or neither. */
    discard(id: string, recordId: string, record: LocalRecord | undefined): Promise<void>;
  };
  receipts: {
    /** The newest first. */
    all(): Promise<Receipt[]>;
  };
  files: {
    get(id: string): Promise<(LocalFile & { blob: Blob }) | undefined>;
    /** What is known of all files of records, without their contents. */
    all(): Promise<LocalFile[]>;
    put(file: LocalFile, blob: Blob): Promise<void>;
    /** Changes what is known of a file, not its content. A new `id` renames it and keeps the old one as another name. */
    change(id: string, file: LocalFile): Promise<void>;
    remove(ids: readonly string[]): Promise<void>;
  };
  /** Responses of the server that are read whole: session, definitions, choice lists, places; and settings of the store. */
  documents: {
    get<T>(key: string): Promise<T | undefined>;
    /** Those whose keys begin with the prefix, by key: faster than one after the other. */
    all<T>(prefix: string): Promise<Map<string, T>>;
    put(key: string, value: unknown): Promise<void>;
    keys(prefix: string): Promise<string[]>;
    remove(keys: readonly string[]): Promise<void>;
    /** Does all of a change or nothing. What another call sees in between is as before. */
    change(change: DocumentsChange): Promise<void>;
  };
  /** Forms that were begun and not saved, where the store has them. */
  drafts?: { list(): Promise<readonly (Captured & { earlier?: readonly Pick<Captured, 'form_version'>[] })[]> };
  /** What was worked out from records. All of it goes when a record is removed from the device. */
  derived: {
    get<T>(keys: readonly string[]): Promise<(T | undefined)[]>;
    /** Replaces what has the prefix, and returns true, if the numbers of changes are still these. */
    put(prefix: string, values: Record<string, unknown>, changes: Readonly<Record<string, number>>): Promise<boolean>;
  };
  /** Calls back after each change, also of another tab. Returns the function that ends this. */
  watch(listener: () => void): () => void;
}
