/** The office opens a rescue file with the rescue key, and sends what is in it as the person who wrote it. */

import { compileForm } from '../../core/definitions/compile.ts';
import type { DefinitionView, FormsResponse, Refs, TakingIn } from '../../core/generated/api.ts';
import { isUuid } from '../../core/records/uuid.ts';
import { textsIn } from '../../core/sync/body.ts';
import { asConflict, mergeOperation, resolveConflict, theirSide } from '../../core/sync/conflicts.ts';
import { memoryStore } from '../../core/sync/memoryStore.ts';
import type { MergeChoices, RecordMerge } from '../../core/sync/merge.ts';
import { type OutboxProgress, type OutboxResult, recordsBelow, runOutbox } from '../../core/sync/outbox.ts';
import type { SyncStore } from '../../core/sync/store.ts';
import { type AcceptedRecord, SyncError, type SyncTransport } from '../../core/sync/transport.ts';
import type { Operation, Receipt } from '../../core/sync/types.ts';
import { deviceClock } from '../data/deviceClock.ts';
import { call } from '../data/http.ts';
import type { OpenedOfficeFile } from './store/index.ts';
import { httpTransport } from './transport.ts';

export interface OfficeUploadResult extends OutboxResult {
  /** Changes that the server had taken before, from the device or from this file. */
  before: number;
}

/** The unsent work of an opened file, until the page is left. */
export interface OfficeWork {
  /** What is not on the server yet, each change with its state. */
  rest(): Promise<Operation[]>;
  /**
   * Sends what waits and what failed in a session of its writer, which ends afterwards. Changes that the server has are not sent
   * again, so this may be repeated. Throws an ApiError if the session could not be opened.
   */
  send(onProgress: (progress: OutboxProgress) => void): Promise<OfficeUploadResult>;
  /** Returns the change as one that is compared with the record as it is on the server. Undefined if that is not there. */
  compared(operation: Operation): Promise<Operation | undefined>;
  merge(operation: Operation): Promise<RecordMerge>;
  /** Lets a change that was compared wait again, with the sides that the office chose. */
  resolve(operation: Operation, choices?: MergeChoices): Promise<void>;
  /** Names of what the change and the record on the server refer to, as far as the office sees it. */
  refs(operation: Operation): Promise<Refs>;
  /** Leaves the changes of a record out, and those of records below it that are only in the file. The log keeps the reason. */
  leaveOut(operation: Operation, reason: string): Promise<void>;
}

export function officeWork(opened: OpenedOfficeFile): OfficeWork {
  const store = memoryStore({ operations: opened.operations.map(waitingAgain), receipts: opened.receipts });
  const filled = Promise.all(opened.files.map(({ blob, ...file }) => store.files.put(file, blob)));
  const own = connection();
  return {
    rest: () => store.operations.all(),
    async send(onProgress) {
      await filled;
      return sendAll(opened.account, store, onProgress);
    },
    compared: (operation) => compared(operation, own.transport),
    merge: (operation) => mergeOperation(operation, theirsIn(operation), own.forms),
    async resolve(operation, choices = {}) {
      await store.operations.put(await resolveConflict(operation, choices, own.forms));
    },
    refs: (operation) => refsOf(operation, own.transport),
    async leaveOut({ form, record_id }, reason) {
      const all = await store.operations.all();
      const records = recordsBelow(record_id, all);
      const left = all.filter((one) => records.has(one.record_id));
      const body = { form, record_id, changes: left.length, reason };
      await call(`users/${encodeURIComponent(opened.account)}/left-out`, { method: 'POST', body });
      for (const { id, record_id: of } of left) await store.operations.discard(id, of, undefined);
    },
  };
}

async function sendAll(
  account: string,
  store: SyncStore,
  onProgress: (progress: OutboxProgress) => void,
): Promise<OfficeUploadResult> {
  const path = `users/${encodeURIComponent(account)}/taking-in`;
  const { access_token: session } = await call<TakingIn>(path, { method: 'POST', body: {} });
  for (const operation of await store.operations.all())
    if (operation.state.is === 'failed') await store.operations.put(waitingAgain(operation));
  try {
    const { transport, forms } = connection(session);
    const before = await forgetDone(store, transport);
    const sent = await runOutbox({ store, onProgress, transport, forms, now: () => deviceClock.now().toISOString() });
    return { ...sent, before };
  } catch (error) {
    if (!(error instanceof SyncError)) throw error;
    const left = (await store.operations.all()).length;
    return { sent: 0, failed: 0, conflicts: 0, left, before: 0, stopped: error };
  } finally {
    // It ends by itself after an hour.
    await call('auth/logout', { method: 'POST', body: {}, session, quiet: true }).catch(() => undefined);
  }
}

const waitingAgain = (operation: Operation): Operation => ({ ...operation, state: { is: 'waiting', attempts: 0 } });

/** Removes the changes that the server has taken before, and returns how many they are. */
async function forgetDone(store: SyncStore, transport: SyncTransport): Promise<number> {
  const operations = await store.operations.all();
  const done = new Map((await transport.done(operations.map(({ id }) => id))).map(({ id, version }) => [id, version]));
  const receipts = receiptsOf(operations, await store.receipts.all(), done);
  for (const { id, record_id } of operations.filter((one) => done.has(one.id))) {
    const receipt = receipts.get(id);
    if (receipt) await store.operations.finish(id, receipt, undefined);
    else await store.operations.discard(id, record_id, undefined);
  }
  return done.size;
}

/**
 * Returns receipts of the changes that the server took before. One whose version does not follow on the one before holds changes
 * of others: without its receipt, the next change of the record is merged or asked about.
 */
function receiptsOf(
  operations: readonly Operation[],
  receipts: readonly Receipt[],
  done: ReadonlyMap<string, number>,
): Map<string, Receipt> {
  const versions = new Map<string, number>();
  for (const { record_id, version } of receipts)
    versions.set(record_id, Math.max(version, versions.get(record_id) ?? 0));
  const made = new Map<string, Receipt>();
  for (const { id, kind, form, record_id, base, captured_at } of operations) {
    const version = done.get(id);
    const before = Math.max(base?.version ?? 0, versions.get(record_id) ?? 0);
    if (version !== before + 1) continue;
    versions.set(record_id, version);
    made.set(id, { id, kind, form, record_id, name: '', code: null, version, at: captured_at, merged: [] });
  }
  return made;
}

async function compared(operation: Operation, transport: SyncTransport): Promise<Operation | undefined> {
  if (operation.state.is === 'conflict') return operation;
  if (operation.state.is !== 'failed' || operation.kind !== 'update') return undefined;
  const [sent] = await recordsBy([operation.record_id], transport);
  if (!sent) return undefined;
  const by = { id: sent.record.updated_by, name: sent.refs[sent.record.updated_by]?.name ?? '' };
  return asConflict(operation, theirSide(sent.record, by), operation.state.failure);
}

function theirsIn({ state }: Operation) {
  if (state.is !== 'conflict') throw new Error('the change is no conflict');
  return state.theirs;
}

async function refsOf({ record_id, body, base, state }: Operation, transport: SyncTransport): Promise<Refs> {
  const theirs = state.is === 'conflict' ? state.theirs.data : {};
  const ids = [...new Set([record_id, ...textsIn([body, base?.data, theirs]).filter((text) => isUuid(text))])];
  const found = await recordsBy(ids, transport).catch((): AcceptedRecord[] => []);
  const own = found.find(({ record }) => record.id === record_id);
  const named = found.map(({ record, name }) => [record.id, { name, form: record.form }] as const);
  return { ...Object.fromEntries(named), ...own?.refs };
}

async function recordsBy(ids: readonly string[], transport: SyncTransport): Promise<AcceptedRecord[]> {
  const found: AcceptedRecord[] = [];
  await transport.records({ ids }, async ({ records }) => void found.push(...records));
  return found;
}

/** Reads forms when a change needs them: of most forms there is nothing in the file. Without a session it is the office's own. */
function connection(session?: string) {
  let entries: Promise<FormsResponse> | undefined;
  const transport = httpTransport(async (form) => {
    entries ??= transport.read('definitions') as Promise<FormsResponse>;
    const entry = (await entries).data.find((one) => one.form === form);
    if (!entry) throw new SyncError(404, { code: 'not_found' });
    return entry.api;
  }, session);
  const version = async (form: string, number: number) =>
    compileForm((await transport.read(`definitions/${encodeURIComponent(form)}/${number}`)) as DefinitionView);
  const forms = (form: string, from: number, to: number) =>
    Promise.all(Array.from({ length: to - from + 1 }, (_none, at) => version(form, from + at)));
  return { transport, forms };
}
