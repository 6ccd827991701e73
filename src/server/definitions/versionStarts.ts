/** Decisions that new records are captured with a version from a day on. Until then they are captured with the version before. */
import type { Handle } from '../db/database.ts';
import type { VersionStartsTable } from '../db/referenceTables.ts';
import { runDecision } from './decisions.ts';

/** Returns the decisions by `form@version`. */
export async function loadVersionStarts(db: Handle): Promise<Map<string, VersionStartsTable>> {
  const rows = await db.selectFrom('version_starts').selectAll().execute();
  return new Map(rows.map((row) => [`${row.form}@${row.version}`, row]));
}

/** Stores the decision. It replaces an earlier one, for another day. Does nothing if it was decided so. */
export function startVersion(trx: Handle, decision: VersionStartsTable): Promise<boolean> {
  const { form, version, from_day, at, by_id, reason } = decision;
  const stored = trx
    .insertInto('version_starts')
    .values(decision)
    .onConflict((conflict) =>
      conflict
        .columns(['form', 'version'])
        .doUpdateSet({ from_day, at, by_id, reason })
        .where('version_starts.from_day', '!=', from_day),
    );
  const told = { form, version, from: from_day, at, by_id, ...(reason !== null && { reason }) };
  return runDecision(trx, 'version_start_set', told, stored.returning('form'), ['start of a version', form]);
}
