/**
 * Takes records and reference data of the server into the store of a device. Unsent changes stay on top of what arrives. Each
 * step can be repeated: what marks a step as done is stored after everything that the step brought.
 */
import type { SyncForms } from './conflicts.ts';
import { localRecord, repairLocal, unsentByRecord } from './local.ts';
import type { SyncStore } from './store.ts';
import type { RecordsPage, RecordsQuery, SentRecord, SyncTransport } from './transport.ts';
import type { Operation } from './types.ts';

export interface PullOptions {
  store: SyncStore;
  transport: SyncTransport;
  forms: SyncForms;
  signal?: AbortSignal;
  /** Receives the number of records that were received so far. */
  onProgress?: (records: number) => void;
}

/** Keys of the store's documents. */
const CURSOR = 'sync/cursor/';
const HASH = 'sync/reference';

/** Most records in one question about which of them are still visible. */
const CHECKED = 500;

/** Returns the key under which the position in the pages of a query is stored. */
export function cursorKey({ forms = [], province, ids = [], filters }: RecordsQuery): string {
  return CURSOR + JSON.stringify([[...forms].sort(), province ?? null, [...ids].sort(), filters ?? null]);
}

/** Receives what was changed since the last time, page by page. A run that was cut continues where it was. */
export async function pullRecords(options: PullOptions, query: RecordsQuery): Promise<number> {
  const { store, transport, signal, onProgress } = options;
  const key = cursorKey(query);
  let received = 0;
  let more = true;
  while (more) {
    const after = await store.documents.get<string>(key);
    const take = async (page: RecordsPage) => {
      await takeRecords(options, page.records);
      if (page.cursor !== null) await store.documents.put(key, page.cursor);
      received += page.records.length;
      more = page.more && page.cursor !== null;
      onProgress?.(received);
    };
    more = false;
    await transport.records({ ...query, ...(after !== undefined && { after }) }, take, signal);
  }
  return received;
}

/** Stores records as the server sent them, with the unsent changes on top. An older state than the stored one is left out. */
export async function takeRecords(
  { store, forms }: Omit<PullOptions, 'transport'>,
  sent: readonly SentRecord[],
): Promise<void> {
  const unsent = await unsentByRecord(store);
  const seen = new Map<string, readonly Operation[]>();
  const made = [];
  for (const one of sent) {
    const before = await store.records.get(one.record.id);
    if (before?.server && before.server.version > one.record.version) continue;
    const operations = unsent.get(one.record.id) ?? [];
    seen.set(one.record.id, operations);
    made.push(await localRecord(one, before, operations, forms));
  }
  await store.records.put(made);
  await repairLocal(store, forms, seen);
}

/** Takes away records that were removed or are not visible any more. Those with unsent changes stay. Returns their number. */
export async function dropInvisible({ store, transport, forms, signal }: PullOptions): Promise<number> {
  let dropped = 0;
  for (const form of Object.keys(await store.records.counts())) {
    const locals = await store.records.ofForm(form);
    const held = locals.flatMap(({ server }) => (server ? [{ id: server.id, version: server.version }] : []));
    for (let from = 0; from < held.length; from += CHECKED) {
      const gone = new Set(await transport.check(held.slice(from, from + CHECKED), signal));
      if (gone.size === 0) continue;
      const unsent = await unsentByRecord(store);
      const ids = [...gone].filter((id) => !unsent.has(id));
      await store.records.remove(ids);
      // A change that the person made while its record was taken away brings the record back.
      const now = await unsentByRecord(store);
      const back = locals.filter(({ record }) => ids.includes(record.id) && now.has(record.id));
      for (const local of back) if (!(await store.records.get(local.record.id))) await store.records.put([local]);
      await repairLocal(store, forms, new Map(back.map(({ record }) => [record.id, []])));
      dropped += ids.length - back.length;
    }
  }
  return dropped;
}

/** Receives definitions, choice lists and what else all forms share, as far as they changed. Returns true if they did. */
export async function pullReference({ store, transport, signal }: PullOptions): Promise<boolean> {
  const hash = await store.documents.get<string>(HASH);
  const changes = await transport.reference(hash, signal);
  if (!changes) return false;
  for (const [key, value] of Object.entries(changes.documents)) await store.documents.put(key, value);
  await store.documents.remove(changes.removed);
  await store.documents.put(HASH, changes.hash);
  return true;
}

export async function pullPlaces(
  { store, transport, signal }: PullOptions,
  provinces: readonly string[],
): Promise<void> {
  const documents = await transport.places(provinces, signal);
  for (const [key, value] of Object.entries(documents)) await store.documents.put(key, value);
}
