/**
 * Takes records of the server into the store of a device. Unsent changes stay on top of what arrives. Each step can be
 * repeated: what marks a step as done is stored after everything that the step brought.
 */

import type { FormsResponse } from '../generated/api.ts';
import { getOwn } from '../json.ts';
import type { SyncForms } from './conflicts.ts';
import { DOCUMENTS } from './documents.ts';
import { recordToKeep, repairLocal, unsentByRecord } from './local.ts';
import type { SyncStore } from './store.ts';
import {
  type AcceptedRecord,
  type RecordsPage,
  type RecordsQuery,
  SyncError,
  type SyncTransport,
} from './transport.ts';
import type { LocalRecord, Operation } from './types.ts';

export interface PullOptions {
  store: SyncStore;
  transport: SyncTransport;
  forms: SyncForms;
  signal?: AbortSignal;
  /** Receives the number of records that were received so far. */
  onProgress?: (records: number) => void;
}

/** Begins the keys of positions in the store's documents. */
export const CURSOR_KEY_PREFIX = 'sync/cursor/';

/** Most records in one comparison with the server, and most ids in one request for records. */
const CHECKED = 500;
const ASKED = 100;

/** Returns the key under which the position in the pages of a query is stored. */
export function cursorKey({ forms = [], province, ids = [], filters, text }: RecordsQuery): string {
  const named = [[...forms].sort(), province ?? null, [...ids].sort(), filters ?? null];
  return CURSOR_KEY_PREFIX + JSON.stringify(text === undefined ? named : [...named, text]);
}

/** Returns the queries whose records the device has, as they were asked. */
export async function storedQueries({ documents }: SyncStore): Promise<RecordsQuery[]> {
  const keys = await documents.keys(CURSOR_KEY_PREFIX);
  return keys.map((key) => {
    const [forms, province, ids, filters, text] = JSON.parse(key.slice(CURSOR_KEY_PREFIX.length)) as HeldQuery;
    return {
      ...(forms.length > 0 && { forms }),
      ...(province !== null && { province }),
      ...(ids.length > 0 && { ids }),
      ...(filters !== null && { filters }),
      ...(text !== undefined && { text }),
    };
  });
}

type HeldQuery = [forms: string[], province: string | null, ids: string[], filters: string | null, text?: string];

/**
 * Receives what was changed since the last time, page by page. A run that was cut continues where it was. A query that names
 * forms may leave out the records above its own, so they come along.
 */
export async function pullRecords(options: PullOptions, query: RecordsQuery): Promise<number> {
  const { store, transport, signal, onProgress } = options;
  const key = cursorKey(query);
  let received = 0;
  let more = true;
  while (more) {
    const after = await store.documents.get<string>(key);
    const take = async (page: RecordsPage) => {
      await takeRecords(options, page.records);
      if (query.forms) await takeParents(options, page.records);
      if (page.cursor !== null) await store.documents.put(key, page.cursor);
      received += page.records.length;
      more = page.more && page.cursor !== null;
      onProgress?.(received);
    };
    more = false;
    try {
      await transport.records({ ...query, ...(after !== undefined && { after }) }, take, signal);
    } catch (error) {
      if (after === undefined || !(error instanceof SyncError) || error.status !== 400) throw error;
      // The server does not know this position. Everything is received again.
      await store.documents.remove([key]);
      more = true;
    }
  }
  return received;
}

/** Stores records as the server sent them, with the unsent changes on top. An older state than the stored one is left out. */
async function takeRecords(
  { store, forms }: Omit<PullOptions, 'transport'>,
  sent: readonly AcceptedRecord[],
): Promise<void> {
  const unsent = await unsentByRecord(store);
  const seen = new Map<string, readonly Operation[]>();
  const here = await localsOf(
    store,
    sent.map(({ record }) => record),
  );
  const made = [];
  for (const one of sent) {
    const before = here.get(one.record.id);
    if (before?.server && before.server.version > one.record.version) continue;
    const operations = unsent.get(one.record.id) ?? [];
    seen.set(one.record.id, operations);
    made.push(await recordToKeep(one, before, operations, forms));
  }
  await store.records.put(made);
  await repairLocal(store, forms, seen);
}

/** Receives the parents of records that the store does not have, and theirs. Without them no record can be corrected. */
async function takeParents(options: PullOptions, sent: readonly AcceptedRecord[]): Promise<void> {
  const { store, transport, signal } = options;
  const parents = new Set(sent.flatMap(({ record }) => record.parent_id ?? []));
  if (parents.size === 0) return;
  const isHere = await presence(store, Object.keys(await store.records.counts()));
  const missing = [...parents].filter((id) => !isHere(id));
  const take = async ({ records }: RecordsPage) => {
    await takeRecords(options, records);
    await takeParents(options, records);
  };
  for (const ids of parts(missing, ASKED)) await transport.records({ ids }, take, signal);
}

/** Returns a function that says whether the store has a record, which is of one of these forms. */
async function presence({ records }: SyncStore, forms: Iterable<string>): Promise<(id: string) => boolean> {
  const marks = await Promise.all(Array.from(forms, (form) => records.marks(form)));
  return (id) => marks.some((ofForm) => ofForm.has(id));
}

/** Returns what the store has of these records, by id. To look first whether it has any is faster: mostly they are new. */
async function localsOf(store: SyncStore, sent: readonly AcceptedRecord['record'][]) {
  const isHere = await presence(store, new Set(sent.map(({ form }) => form)));
  const ids = sent.map(({ id }) => id).filter(isHere);
  return new Map((await store.records.getMany(ids)).map((local) => [local.record.id, local]));
}

/**
 * Compares all records of the device with the server's. Gets those that no query brought, and takes away those that were removed
 * or are not visible any more, unless they have unsent changes.
 */
export async function checkRecords(options: PullOptions): Promise<{ dropped: number; renewed: number }> {
  const { store, transport, signal } = options;
  const done = { dropped: 0, renewed: 0 };
  for (const form of Object.keys(await store.records.counts())) {
    const locals = await store.records.ofForm(form);
    const held = locals.flatMap(({ server }) => (server ? [{ id: server.id, version: server.version }] : []));
    for (const part of parts(held, CHECKED)) {
      const { gone, changed } = await transport.check(part, signal);
      done.dropped += await drop(options, new Set(gone), locals);
      for (const some of parts(changed, ASKED)) {
        const take = async ({ records }: RecordsPage) => {
          await takeRecords(options, records);
          done.renewed += records.length;
        };
        await transport.records({ ids: some.map(({ id }) => id) }, take, signal);
      }
    }
  }
  return done;
}

/** Key of the questions that were hidden from the person when the records were received, by form. */
const HIDDEN = 'sync/hidden';

/**
 * Receives all records of forms anew of which the person may now read other questions than before, because somebody placed or
 * lifted a restriction. Their versions are the same, so nothing else brings them. Returns their number.
 */
export async function refetchRestricted(options: PullOptions): Promise<number> {
  const { store, transport, signal } = options;
  const forms = (await store.documents.get<FormsResponse>(DOCUMENTS.forms))?.data ?? [];
  const hidden = Object.fromEntries(forms.map((form) => [form.form, [...(form.hidden ?? [])].sort().join()]));
  const before = await store.documents.get<Record<string, string>>(HIDDEN);
  const changed = Object.keys(hidden).filter((form) => before && getOwn(before, form) !== getOwn(hidden, form));
  if (before && changed.length === 0) return 0;
  let renewed = 0;
  for (const form of changed) {
    const ids = (await store.records.ofForm(form)).flatMap(({ server }) => server?.id ?? []);
    const take = async ({ records }: RecordsPage) => {
      await takeRecords(options, records);
      renewed += records.length;
    };
    for (const some of parts(ids, ASKED)) await transport.records({ ids: some }, take, signal);
  }
  await store.documents.put(HIDDEN, hidden);
  return renewed;
}

async function drop({ store, forms }: PullOptions, gone: ReadonlySet<string>, locals: readonly LocalRecord[]) {
  if (gone.size === 0) return 0;
  const unsent = await unsentByRecord(store);
  const ids = [...gone].filter((id) => !unsent.has(id));
  await store.records.remove(ids);
  // A change that the person made while its record was taken away brings the record back.
  const now = await unsentByRecord(store);
  const back = locals.filter(({ record }) => ids.includes(record.id) && now.has(record.id));
  for (const local of back) if (!(await store.records.get(local.record.id))) await store.records.put([local]);
  await repairLocal(store, forms, new Map(back.map(({ record }) => [record.id, []])));
  return ids.length - back.length;
}

function parts<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_none, at) => list.slice(at * size, (at + 1) * size));
}
