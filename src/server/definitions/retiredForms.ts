/** Decisions that a form takes no new records from a day on. Records that exist are not affected. */
import type { Handle } from '../db/database.ts';
import { logEvent } from '../db/events.ts';
import type { RetiredFormsTable } from '../db/referenceTables.ts';
import { raiseRevision } from '../db/storedSettings.ts';

/** Returns the decisions by form. */
export async function loadRetired(db: Handle): Promise<Map<string, RetiredFormsTable>> {
  const rows = await db.selectFrom('retired_forms').selectAll().execute();
  return new Map(rows.map((row) => [row.form, row]));
}

/** Stores the decision with its event. It replaces an earlier one, for another day. */
export async function retireForm(trx: Handle, decision: RetiredFormsTable): Promise<void> {
  const { form, from_day, at, by_id, reason } = decision;
  await trx
    .insertInto('retired_forms')
    .values(decision)
    .onConflict((conflict) => conflict.column('form').doUpdateSet({ from_day, at, by_id, reason }))
    .execute();
  await logEvent(trx, { at, user_id: by_id, action: 'form_retired', form, detail: { from: from_day, reason } });
  await raiseRevision(trx);
}

/** Removes the decision, with an event. Does nothing if there was none. */
export async function resumeForm(trx: Handle, resumed: Omit<RetiredFormsTable, 'from_day'>): Promise<void> {
  const { form, at, by_id, reason } = resumed;
  const removed = await trx.deleteFrom('retired_forms').where('form', '=', form).returning('form').execute();
  if (removed.length === 0) return;
  await logEvent(trx, { at, user_id: by_id, action: 'form_resumed', form, detail: { reason } });
  await raiseRevision(trx);
}
