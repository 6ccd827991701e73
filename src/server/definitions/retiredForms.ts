/** Decisions that a form takes no new records from a day on. Records that exist are not affected. */
import type { Handle } from '../db/database.ts';
import type { RetiredFormsTable } from '../db/referenceTables.ts';
import { runDecision } from './decisions.ts';

/** Returns the decisions by form. */
export async function loadRetiredForms(db: Handle): Promise<Map<string, RetiredFormsTable>> {
  const rows = await db.selectFrom('retired_forms').selectAll().execute();
  return new Map(rows.map((row) => [row.form, row]));
}

/** Stores the decision. It replaces an earlier one, for another day. */
export function retireForm(trx: Handle, decision: RetiredFormsTable): Promise<boolean> {
  const { form, from_day, at, by_id, reason } = decision;
  const stored = trx
    .insertInto('retired_forms')
    .values(decision)
    .onConflict((conflict) => conflict.column('form').doUpdateSet({ from_day, at, by_id, reason }));
  const told = { form, from: from_day, at, by_id, reason };
  return runDecision(trx, 'form_retired', told, stored.returning('form'), ['retired form', form]);
}

/** Removes the decision. Does nothing if there was none. */
export function resumeForm(trx: Handle, resumed: Omit<RetiredFormsTable, 'from_day'>): Promise<boolean> {
  const removed = trx.deleteFrom('retired_forms').where('form', '=', resumed.form);
  return runDecision(trx, 'form_resumed', resumed, removed.returning('form'), ['retired form', resumed.form]);
}
