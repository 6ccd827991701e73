/** A change that came too late, because its record was locked meanwhile: others are asked to open it, and then it is sent. */
import type { RecordData } from '../definitions/types.ts';
import { equal } from '../definitions/validatorRuntime.ts';
import { getOwn } from '../getOwn.ts';
import type { SyncStore } from './store.ts';
import type { Operation, SyncFailure } from './types.ts';

/** Returns true for a change that can be sent once its record is open again. */
export function isTooLate({ kind }: Operation, { code }: SyncFailure): boolean {
  return kind === 'update' && code === 'state_locked';
}

/** Returns the answers that the person changed, for those who are asked. */
export function answersOfChange({ body, base }: Operation): RecordData {
  const before = base?.data ?? {};
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => !equal(getOwn(before, name) ?? null, value ?? null)),
  );
}

/** Lets changes be sent again whose record is in another state since others were asked. */
export async function retryAsked({ operations, records }: SyncStore): Promise<void> {
  for (const operation of await operations.all()) {
    const { state } = operation;
    if (state.is !== 'failed' || !state.asked) continue;
    const server = (await records.get(operation.record_id))?.server;
    if (server && server.state !== state.asked.state)
      await operations.put({ ...operation, state: { is: 'waiting', attempts: 0 } });
  }
}
