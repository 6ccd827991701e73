/** Decisions that a version of a form takes no new records. Records captured with it are not affected. */
import type { Handle } from '../db/database.ts';
import type { WithdrawnVersionsTable } from '../db/referenceTables.ts';
import { runDecision } from './decisions.ts';

/** Returns the decisions by `form@version`. */
export async function loadWithdrawnVersions(db: Handle): Promise<Map<string, WithdrawnVersionsTable>> {
  const rows = await db.selectFrom('withdrawn_versions').selectAll().execute();
  return new Map(rows.map((row) => [`${row.form}@${row.version}`, row]));
}

/** Stores the decision. Does nothing if the version was already withdrawn. */
export function withdrawVersion(trx: Handle, decision: WithdrawnVersionsTable): Promise<boolean> {
  const added = trx
    .insertInto('withdrawn_versions')
    .values(decision)
    .onConflict((conflict) => conflict.doNothing());
  return runDecision(trx, 'version_withdrawn', decision, added.returning('form'), ['withdrawn version', decision.form]);
}

/** Removes the decision. Does nothing if there was none. */
export function reinstateVersion(trx: Handle, decision: WithdrawnVersionsTable): Promise<boolean> {
  const { form, version } = decision;
  const removed = trx.deleteFrom('withdrawn_versions').where('form', '=', form).where('version', '=', version);
  return runDecision(trx, 'version_reinstated', decision, removed.returning('form'), ['withdrawn version', form]);
}
