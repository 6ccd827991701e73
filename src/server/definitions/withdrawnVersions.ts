/** Decisions that a version of a form takes no new records. Records captured with it are not affected. */
import type { Handle } from '../db/database.ts';
import { logEvent } from '../db/events.ts';
import type { WithdrawnVersionsTable } from '../db/referenceTables.ts';
import { raiseRevision } from '../db/storedSettings.ts';

/** Returns the decisions by `form@version`. */
export async function loadWithdrawn(db: Handle): Promise<Map<string, WithdrawnVersionsTable>> {
  const rows = await db.selectFrom('withdrawn_versions').selectAll().execute();
  return new Map(rows.map((row) => [`${row.form}@${row.version}`, row]));
}

/** Stores the decision with its event. Does nothing if the version was already withdrawn. */
export async function withdrawVersion(trx: Handle, decision: WithdrawnVersionsTable): Promise<void> {
  const written = await trx
    .insertInto('withdrawn_versions')
    .values(decision)
    .onConflict((conflict) => conflict.doNothing())
    .returning('form')
    .execute();
  if (written.length > 0) await logDecision(trx, 'version_withdrawn', decision);
}

/** Removes the decision, with an event. Does nothing if there was none. */
export async function reinstateVersion(trx: Handle, decision: WithdrawnVersionsTable): Promise<void> {
  const removed = await trx
    .deleteFrom('withdrawn_versions')
    .where('form', '=', decision.form)
    .where('version', '=', decision.version)
    .returning('form')
    .execute();
  if (removed.length > 0) await logDecision(trx, 'version_reinstated', decision);
}

async function logDecision(trx: Handle, action: string, decision: WithdrawnVersionsTable): Promise<void> {
  const { form, version, at, by_id, reason } = decision;
  await logEvent(trx, { at, user_id: by_id, action, form, detail: { version, reason } });
  await raiseRevision(trx);
}
