/** A change that came too late, because its record was locked meanwhile: others are asked to open it, and then it is sent. */
import type { RecordData } from '../definitions/types.ts';
import { equal } from '../definitions/validatorRuntime.ts';
import { getOwn } from '../json.ts';
import type { SyncStore } from './store.ts';
import type { Operation, SyncFailure } from './types.ts';

/** Returns true where a change was refused because of the state of its record. */
export function isLocked({ code }: { code: string | null }): boolean {
  return code === 'state_locked';
}

/** Returns true for a change that can be sent once its record is open again. */
export function isTooLate({ kind }: Operation, failure: SyncFailure): boolean {
  return kind === 'update' && isLocked(failure);
}

/** Returns the answers that the person changed, for those who are asked. */
export function answersOfChange({ body, base }: Operation): RecordData {
  return changedAnswers(base?.data ?? {}, body);
}

/** Returns the answers that are others than before. */
export function changedAnswers(before: RecordData, now: RecordData): RecordData {
  return Object.fromEntries(
    Object.entries(now).filter(([name, value]) => !equal(getOwn(before, name) ?? null, value ?? null)),
  );
}

/** Lets changes be sent again whose record is in another state since others were asked. */
export async function retryAfterOthers({ operations, records }: SyncStore): Promise<void> {
  for (const operation of await operations.all()) {
    const { state } = operation;
    if (state.is !== 'failed' || !state.asked) continue;
    const server = (await records.get(operation.record_id))?.server;
    if (server && server.state !== state.asked.state)
      await operations.put({ ...operation, state: { is: 'waiting', attempts: 0 } });
  }
}
