/** Sends one operation: its files, then the change itself, and stores what the server said. */
import { getOwn } from '../json.ts';
import type { StoredRecord } from '../records/types.ts';
import { isTransition, localFilesIn, operationBaseOf, replaceIds, textsIn } from './body.ts';
import { asConflict, mergeOperation, rebaseOnServer, rebaseOperation, type SyncForms, theirSide } from './conflicts.ts';
import { correctOperation } from './correction.ts';
import { isCorrectable, syncFailureOf } from './failures.ts';
import { recordToKeep } from './local.ts';
import { changedByOther, hasConflict } from './merge.ts';
import type { SyncStore } from './store.ts';
import { storedFromView } from './stored.ts';
import { type AcceptedRecord, SyncError, type SyncResponse, type SyncTransport, stopsSync } from './transport.ts';
import type { Operation, Receipt, SyncFailure } from './types.ts';

export interface SendJob {
  store: SyncStore;
  transport: SyncTransport;
  forms: SyncForms;
  /** Time of the device, UTC, ISO 8601. */
  now: () => string;
  signal?: AbortSignal;
}

/**
 * `within`: it had gone with the one that it corrects. `later`: the server had an internal error, or the record changes all the
 * time; the operation keeps waiting.
 */
export type SendOutcome = 'sent' | 'within' | 'failed' | 'conflict' | 'later';

/** Requests of one operation in one run. More are needed only if others change the record between two of them. */
const REQUESTS = 5;
/** Internal errors of the server after which an operation counts as failed. */
const MOST_ATTEMPTS = 10;

/**
 * Sends an operation. `later` are the unsent operations of the same record after it; they are changed in place. Throws a
 * SyncError if the whole run must stop. Everything that a request says is stored before it is sent, so that the same request
 * is repeated if the response or the app is lost.
 */
export async function sendOperation(sending: SendJob, operation: Operation, later: Operation[]): Promise<SendOutcome> {
  const { store } = sending;
  if (operation.within !== undefined && !isTransition(operation)) {
    await forgetSent(sending, operation, later);
    return 'within';
  }
  let now = operation;
  for (;;) {
    const sent = await sendOnce(sending, now, later);
    if (typeof sent === 'string') return sent;
    const { refused, failure } = sent;
    const correction = isCorrectable(refused, failure) && (await correctOperation(refused, later, sending.forms));
    if (!correction) {
      await store.operations.put({ ...refused, state: { is: 'failed', failure } });
      return 'failed';
    }
    now = correction.operation;
    // It first: if the app ends in between, the later ones are sent once more, and change nothing.
    await store.operations.put(now);
    for (const [at, next] of correction.later.entries()) {
      if (next !== later[at]) await store.operations.put(next);
      later[at] = next;
    }
  }
}

interface RefusedOnce {
  refused: Operation;
  failure: SyncFailure;
}

async function sendOnce(
  sending: SendJob,
  operation: Operation,
  later: Operation[],
): Promise<SendOutcome | RefusedOnce> {
  const { store, transport } = sending;
  let now = operation;
  let isUploadedAgain = false;
  try {
    now = await withSentNames(sending, await sendFiles(sending, now));
    for (const [at, next] of later.entries()) {
      later[at] = await withSentNames(sending, next);
      if (later[at] !== next) await store.operations.put(later[at]);
    }
    for (let request = 1; request <= REQUESTS; request += 1) {
      now = { ...now, state: { is: 'waiting', attempts: attemptsOf(now) + 1 } };
      await store.operations.put(now);
      try {
        const response = await transport.send(now, sending.signal);
        await finish(sending, now, response, later);
        return 'sent';
      } catch (error) {
        if (!(error instanceof SyncError)) throw error;
        if (error.code === 'idempotency_mismatch' && (await finishEarlier(sending, now, later))) return 'sent';
        const missing = isUploadedAgain ? [] : missingFiles(now, error);
        if (missing.length > 0) {
          isUploadedAgain = true;
          now = await uploadAgain(sending, now, missing);
          continue;
        }
        if (error.status !== 417) throw error;
        const next = await afterConflict(sending, now, error);
        if (next.state.is === 'conflict') {
          await store.operations.put(next);
          return 'conflict';
        }
        now = next;
      }
    }
    return 'later';
  } catch (error) {
    if (!(error instanceof SyncError) || stopsSync(error)) throw error;
    if (error.status >= 500 && attemptsOf(now) < MOST_ATTEMPTS) return 'later';
    return { refused: now, failure: syncFailureOf(now, error, sending.now()) };
  }
}

/** Removes a change whose answers were sent with the one that it corrected. */
async function forgetSent({ store, forms }: SendJob, { id, record_id }: Operation, later: Operation[]): Promise<void> {
  const local = await store.records.get(record_id);
  const server = local?.server;
  const shown = server && (await recordToKeep({ ...local, record: server }, local, later, forms));
  await store.operations.discard(id, record_id, shown ?? local);
}

function attemptsOf({ state }: Operation): number {
  return state.is === 'waiting' ? state.attempts : 0;
}

/** Uploads the files of an operation and names them in its body as the server does. */
async function sendFiles(sending: SendJob, operation: Operation): Promise<Operation> {
  let now = operation;
  for (const id of operation.files) {
    const there = await sendFile(sending, id);
    const ids = new Map([[id, there]]);
    now = { ...now, body: replaceIds(now.body, ids), files: now.files.filter((one) => one !== id) };
    await sending.store.operations.put(now);
  }
  return now;
}

async function sendFile({ store, transport, signal }: SendJob, id: string, isAgain = false): Promise<string> {
  const found = await store.files.get(id);
  if (!found) throw new SyncError(422, { code: 'file_missing' });
  const { blob, ...file } = found;
  if (!file.id.startsWith('local:') && !isAgain) return file.id;
  const { upload, ...plain } = file;
  const begun = isAgain ? plain : file;
  const onStarted = (address: string) => store.files.change(file.id, { ...plain, upload: address });
  const there = await transport.sendFile({ ...begun, blob }, onStarted, signal);
  await store.files.change(file.id, { ...plain, id: there });
  return there;
}

/** Names files as the server does, also in what the person saw: a photo that they took away again is found by its name. */
async function withSentNames({ store }: SendJob, operation: Operation): Promise<Operation> {
  const { body, base } = operation;
  const ids = new Map<string, string>();
  for (const id of localFilesIn([body, base?.data])) {
    const file = await store.files.get(id);
    if (file && file.id !== id) ids.set(id, file.id);
  }
  return ids.size > 0 ? { ...operation, body: replaceIds(body, ids), base: replaceIds(base, ids) } : operation;
}

/** Returns the files that the server removed because they waited too long for their record, and that the device still has. */
function missingFiles({ body }: Operation, { errors = {} }: SyncError): string[] {
  return Object.entries(errors).flatMap(([pointer, list]) => {
    if (!list.some(({ code }) => code === 'file_missing')) return [];
    const parts = pointer.split('/').slice(1);
    return textsIn(parts.reduce<unknown>((at, part) => getOwn(at as Record<string, unknown> | undefined, part), body));
  });
}

async function uploadAgain(sending: SendJob, operation: Operation, missing: readonly string[]): Promise<Operation> {
  const ids = new Map<string, string>();
  for (const id of new Set(missing))
    if (await sending.store.files.get(id)) ids.set(id, await sendFile(sending, id, true));
  if (ids.size === 0) throw new SyncError(422, { code: 'file_missing' });
  return { ...operation, body: replaceIds(operation.body, ids) };
}

/** Returns what to send after a version conflict, or the operation as a conflict that a person decides. */
async function afterConflict(sending: SendJob, operation: Operation, error: SyncError): Promise<Operation> {
  const { store, forms } = sending;
  const sent = await currentOf(sending, operation);
  if (!sent) throw new SyncError(404, { code: 'record_not_found', message: error.message });
  const { record, refs } = sent;
  const by = { id: record.updated_by, name: error.by ?? refs[record.updated_by]?.name ?? '' };
  const failure = syncFailureOf(operation, error, sending.now());
  const ask = () => asConflict(operation, theirSide(record, by), failure);
  const isOwn = isOnlyOwn(await store.receipts.all(), operation, record);
  if (operation.kind !== 'update') return isOwn ? { ...operation, base: operationBaseOf(record) } : ask();
  const merge = await mergeOperation(operation, record, forms);
  if (isOwn) return rebaseOperation(operation, record, merge);
  if (hasConflict(merge) || isTransition(operation)) return ask();
  const merged = [...new Set([...(operation.merged ?? []), ...changedByOther(merge)])];
  return { ...rebaseOperation(operation, record, merge), merged };
}

/** Returns the record as it is on the server. Undefined if the person does not see it. */
async function currentOf(
  { transport, signal }: SendJob,
  { record_id }: Operation,
): Promise<AcceptedRecord | undefined> {
  const found: AcceptedRecord[] = [];
  await transport.records({ ids: [record_id] }, async ({ records }) => void found.push(...records), signal);
  return found.find(({ record }) => record.id === record_id);
}

/** Returns true if every change since the operation's version is this device's own and holds nothing of others. */
function isOnlyOwn(receipts: readonly Receipt[], { base, record_id }: Operation, { version }: StoredRecord): boolean {
  const own = receipts.filter((one) => one.record_id === record_id && one.merged.length === 0);
  const versions = new Set(own.map((one) => one.version));
  for (let at = base?.version ?? 0; at < version; at += 1) if (!versions.has(at + 1)) return false;
  return true;
}

/** Stores what the server confirmed. The next operation of the record is first made a change of exactly that. */
async function finish(
  sending: SendJob,
  operation: Operation,
  response: SyncResponse,
  later: Operation[],
): Promise<void> {
  const { store, forms } = sending;
  const { record: view, refs = {}, at } = response;
  const local = await store.records.get(operation.record_id);
  if (!view) {
    const version = (operation.base?.version ?? 0) + 1;
    const receipt = receiptOf(operation, { name: local?.name ?? '', code: local?.record.code ?? null, version, at });
    await store.operations.finish(operation.id, receipt, undefined);
    return;
  }
  const stored = storedFromView(view, operation.kind, local?.server ?? local?.record);
  await followNext(sending, operation, later, stored, view.updated_by);
  // A page that was received meanwhile may have a newer state than the response to a repeated request.
  const record = local?.server && local.server.version > stored.version ? local.server : stored;
  const shown = await recordToKeep({ record, name: view.name, refs: { ...local?.refs, ...refs } }, local, later, forms);
  await store.operations.finish(operation.id, receiptOf(operation, view), shown);
}

/**
 * Finishes an operation that the server took with other files, when the office sent it from a rescue file. Returns false if the
 * server has something else under the key.
 */
async function finishEarlier(sending: SendJob, operation: Operation, later: Operation[]): Promise<boolean> {
  const { store, transport, forms, signal } = sending;
  const [done] = await transport.done([operation.id], signal);
  if (done?.record_id !== operation.record_id) return false;
  const sent = await currentOf(sending, operation);
  const local = await store.records.get(operation.record_id);
  if (sent) {
    const { record, refs } = sent;
    const by = { id: record.updated_by, name: refs[record.updated_by]?.name ?? '' };
    await followNext(sending, operation, later, record, by);
  }
  const { code = null, updated_at = '' } = sent?.record ?? {};
  const receipt = receiptOf(operation, { name: sent?.name ?? '', code, version: done.version, updated_at });
  await store.operations.finish(operation.id, receipt, sent && (await recordToKeep(sent, local, later, forms)));
  return true;
}

/** Makes the next operation of the record a change of exactly what the server confirmed. */
async function followNext(
  sending: SendJob,
  operation: Operation,
  later: Operation[],
  confirmed: StoredRecord,
  by: { id: string; name: string },
): Promise<void> {
  const next = later[0];
  // A response to a repeated request may be older than what the person saw.
  if (!next?.base || next.state.is !== 'waiting' || next.base.version >= confirmed.version) return;
  later[0] = await follow(sending, next, operation, confirmed, by);
  await sending.store.operations.put(later[0]);
}

async function follow(
  { forms, now }: SendJob,
  next: Operation,
  { merged = [] }: Operation,
  confirmed: StoredRecord,
  by: { id: string; name: string },
): Promise<Operation> {
  const isAsked = merged.length > 0 && (next.kind !== 'update' || isTransition(next));
  const moved = isAsked ? undefined : await rebaseOnServer(next, confirmed, forms);
  if (moved) return moved;
  const failure: SyncFailure = { reason: 'changed_by_other', status: 417, code: 'conflict', message: '', at: now() };
  return asConflict(next, theirSide(confirmed, by), failure);
}

function receiptOf(
  { id, kind, form, record_id, merged = [] }: Operation,
  of: { name: string; code: string | null; version: number; at?: string; updated_at?: string },
): Receipt {
  const { name, code, version } = of;
  return { id, kind, form, record_id, name, code, version, at: of.at ?? of.updated_at ?? '', merged };
}
