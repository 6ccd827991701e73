/** What administrators decide about definitions while the server runs is stored together with its event. */
import { type CoveredKind, changeCovered } from '../db/coveredRows.ts';
import type { Handle } from '../db/database.ts';
import { logEvent } from '../db/events.ts';
import { raiseRevision } from '../db/storedSettings.ts';

interface Decision {
  form?: string;
  at: string;
  by_id: string;
}

/**
 * Runs a change and logs it with everything else that the decision says. `rows` are those that it touches: their kind, and the
 * value of its first key column. Returns false if there was nothing to change.
 */
export async function runDecision(
  trx: Handle,
  action: string,
  { form, at, by_id, ...detail }: Decision,
  change: { execute(): Promise<unknown[]> },
  [kind, of]: [kind: CoveredKind, of: string],
): Promise<boolean> {
  const changed = await changeCovered(trx, [{ kind, of: [of] }], () => change.execute());
  if (changed.length === 0) return false;
  await logEvent(trx, { at, user_id: by_id, action, ...(form !== undefined && { form }), detail });
  await raiseRevision(trx);
  return true;
}
