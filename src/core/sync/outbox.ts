/**
 * Sends the unsent changes of a device in the order in which they were made. A change that fails does not stop the others, but
 * holds back what depends on it. It may be killed at any moment: what was not confirmed is sent again with the same key.
 */
import { textsIn } from './body.ts';
import { repairLocal } from './local.ts';
import { type SendJob, sendOperation } from './sending.ts';
import { SyncError } from './transport.ts';
import type { Operation } from './types.ts';

export interface OutboxOptions extends SendJob {
  onProgress?: (progress: OutboxProgress) => void;
}

/** How far a run is, said before each operation that it sends. */
export interface OutboxProgress {
  /** Operations that were sent, or held back, before this one. */
  done: number;
  /** All operations that waited. */
  total: number;
  /** Id of the operation that is being sent. */
  current: string;
}

export interface OutboxResult {
  sent: number;
  failed: number;
  conflicts: number;
  /** Operations that were not looked at yet. */
  left: number;
  /** Why the run ended early: no connection, no session, a busy server. Everything that was left keeps waiting. */
  stopped?: SyncError;
}

export async function runOutbox({ onProgress, ...sending }: OutboxOptions): Promise<OutboxResult> {
  const { store, forms, signal } = sending;
  const result: OutboxResult = { sent: 0, failed: 0, conflicts: 0, left: 0 };
  const looked = new Set<string>();
  const heldBack = new HeldBack();
  let done = 0;
  for (;;) {
    // Changes that the person makes while this runs are sent as well.
    const queue = (await store.operations.all()).filter(({ id }) => !looked.has(id));
    if (queue.length === 0) return result;
    const total = done + queue.filter(waits).length;
    for (let at = 0; at < queue.length; at += 1) {
      if (signal?.aborted) return { ...result, left: queue.length - at };
      const operation = queue[at] as Operation;
      looked.add(operation.id);
      const places = laterPlaces(queue, at);
      const later = places.map((place) => queue[place] as Operation);
      if (waits(operation)) onProgress?.({ done, total, current: operation.id });
      try {
        const sent = await sendUnlessHeld(sending, operation, later, heldBack);
        if (sent === 'sent' || sent === 'within') {
          if (sent === 'sent') result.sent += 1;
          for (const [index, place] of places.entries()) queue[place] = later[index] as Operation;
          await repairLocal(store, forms, new Map([[operation.record_id, later]]));
        } else {
          heldBack.add(operation);
          if (sent === 'failed') result.failed += 1;
          if (sent === 'conflict') result.conflicts += 1;
        }
      } catch (error) {
        if (signal?.aborted) return { ...result, left: queue.length - at };
        if (!(error instanceof SyncError)) throw error;
        return { ...result, left: queue.length - at, stopped: error };
      }
      if (waits(operation)) done += 1;
    }
  }
}

const waits = ({ state }: Operation) => state.is === 'waiting';

async function sendUnlessHeld(sending: SendJob, operation: Operation, later: Operation[], heldBack: HeldBack) {
  if (!waits(operation) || heldBack.has(operation)) return undefined;
  return sendOperation(sending, operation, later);
}

/** Returns the places in the queue of the operations of the same record after one. */
function laterPlaces(queue: readonly Operation[], at: number): number[] {
  return queue.flatMap(({ record_id }, place) => (place > at && record_id === queue[at]?.record_id ? [place] : []));
}

/** Records whose operation was not taken. What changes them, stands below them or names them must wait. */
class HeldBack {
  readonly #records = new Set<string>();
  /** New records that are not on the server. */
  readonly #missing = new Set<string>();

  has({ record_id, parent_id, body }: Operation): boolean {
    if (this.#records.has(record_id) || (parent_id !== null && this.#records.has(parent_id))) return true;
    return this.#missing.size > 0 && textsIn(body).some((text) => this.#missing.has(text));
  }

  add({ record_id, kind }: Operation): void {
    this.#records.add(record_id);
    if (kind === 'create') this.#missing.add(record_id);
  }
}

/** Returns a record and, if it was not on the server, the records below it that are not there either. */
export function recordsBelow(record: string, all: readonly Operation[]): Set<string> {
  const found = new Set([record]);
  const isNew = (id: string) => all.some(({ kind, record_id }) => kind === 'create' && record_id === id);
  if (!isNew(record)) return found;
  for (const { kind, record_id, parent_id } of all)
    if (kind === 'create' && parent_id && found.has(parent_id)) found.add(record_id);
  return found;
}
