/** The record that a device shows: what the server sent last, with the unsent changes on top. */
import type { RecordData } from '../definitions/types.ts';
import type { StoredRecord } from '../records/types.ts';
import { isTransition } from './body.ts';
import { mergeOperation, type ServerRecord, type SyncForms } from './conflicts.ts';
import { mergedAnswers } from './merge.ts';
import type { SyncStore } from './store.ts';
import { SyncError } from './transport.ts';
import type { LocalRecord, Operation } from './types.ts';

/** What the record carries besides answers, and an unsent update may have changed. */
const WITH_ANSWERS = [
  'parent_id',
  'site_id',
  'province_id',
  'district_id',
  'village_id',
  'organization_id',
  'edited_by',
  'edited_sent_by',
  'updated_by',
  'updated_at',
  'captured_at',
] as const;

/** Returns the answers of a record with those of unsent updates on top. Of a collision it takes the unsent answer. */
export async function answersWithUnsent(
  record: ServerRecord,
  operations: readonly Operation[],
  forms: SyncForms,
): Promise<{ form_version: number; data: RecordData }> {
  let { data, form_version } = record;
  for (const operation of operations) {
    if (operation.kind !== 'update') continue;
    const merge = await mergeOperation(operation, { ...record, data, form_version }, forms);
    data = mergedAnswers(merge);
    form_version = merge.form.version;
  }
  return { form_version, data };
}

/** Returns true if the record, or a change of it, is only on this device. */
export function isUnsent({ record, server }: Pick<LocalRecord, 'record' | 'server'>): boolean {
  return record.version !== server?.version;
}

/**
 * Puts unsent changes on top of the server's record. `shown` is the record that the device shows until now. A question that
 * both changed shows the unsent answer, until the operation is sent and the collision is asked about.
 */
async function withUnsent(
  server: StoredRecord,
  shown: StoredRecord | undefined,
  operations: readonly Operation[],
  forms: SyncForms,
): Promise<StoredRecord> {
  // The same object, which stores keep once.
  if (operations.length === 0) return server;
  const answers = await answersWithUnsent(server, operations, forms).catch(whenMissing);
  if (!answers) return shown ? { ...shown, version: server.version } : server;
  const { data, form_version } = answers;
  // The version that the record will have when they are sent.
  const version = server.version + operations.filter(({ kind }) => kind !== 'create').length;
  if (!shown) return { ...server, data, form_version, version };
  const kinds = new Set(operations.map(({ kind }) => kind));
  const kept = kinds.has('update') ? Object.fromEntries(WITH_ANSWERS.map((name) => [name, shown[name]])) : {};
  return {
    ...server,
    ...kept,
    data,
    form_version,
    version,
    ...(operations.some(isTransition) && { state: shown.state }),
    ...((kinds.has('remove') || kinds.has('restore')) && { deleted_at: shown.deleted_at }),
  };
}

/** A definition that the device does not have yet leaves the record as it is shown. */
function whenMissing(error: unknown): undefined {
  if (!(error instanceof SyncError)) throw error;
}

/** Returns what the store is to hold of a record that the server sent. */
export async function recordToKeep(
  sent: Pick<LocalRecord, 'record' | 'name' | 'refs' | 'review'>,
  before: LocalRecord | undefined,
  operations: readonly Operation[],
  forms: SyncForms,
): Promise<LocalRecord> {
  const record = await withUnsent(sent.record, before?.record, operations, forms);
  const isRenamed = before !== undefined && operations.some(({ kind }) => kind === 'update');
  return {
    record,
    name: isRenamed ? before.name : sent.name,
    refs: operations.length > 0 ? { ...before?.refs, ...sent.refs } : sent.refs,
    server: sent.record,
    ...(sent.review?.to_state === sent.record.state && { review: sent.review }),
  };
}

/** Lists the unsent operations by record, each in the order of the person's changes. */
export async function unsentByRecord(store: SyncStore): Promise<Map<string, Operation[]>> {
  const found = new Map<string, Operation[]>();
  for (const operation of await store.operations.all())
    found.set(operation.record_id, [...(found.get(operation.record_id) ?? []), operation]);
  return found;
}

/**
 * Makes records again whose unsent operations changed while they were being written, because the store writes a record and
 * reads operations in two steps. `seen` has the ids of the operations that were taken into account, by record.
 */
export async function repairLocal(
  store: SyncStore,
  forms: SyncForms,
  seen: ReadonlyMap<string, readonly Operation[]>,
): Promise<void> {
  let known = seen;
  for (;;) {
    const now = await unsentByRecord(store);
    const ids = (one: readonly Operation[] | undefined) =>
      (one ?? []).map(({ id, state }) => `${id} ${state.is}`).join();
    const stale = [...known.keys()].filter((id) => ids(known.get(id)) !== ids(now.get(id)));
    if (stale.length === 0) return;
    for (const id of stale) {
      const local = await store.records.get(id);
      const operations = now.get(id) ?? [];
      if (!local?.server) continue;
      await store.records.put([await recordToKeep({ ...local, record: local.server }, local, operations, forms)]);
    }
    known = new Map(stale.map((id) => [id, now.get(id) ?? []]));
  }
}
