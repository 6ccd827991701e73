/**
 * Which questions of a form not everybody may read, and the decisions that made some of them readable again. Publishing a
 * version without `restricted` decides nothing: whoever may write questionnaires need not be the one who may break a promise
 * that was made to the people whose names are kept.
 */
import type { CompiledForm } from '../../core/definitions/types.ts';
import { type RestrictedNames, restrictedNames, restrictedQuestions } from '../../core/records/restricted.ts';
import type { Handle } from '../db/database.ts';
import { logEvent } from '../db/events.ts';
import type { LiftedRestrictionsTable } from '../db/referenceTables.ts';
import { raiseRevision } from '../db/storedSettings.ts';

/** What of a form not everybody may read who sees the record. */
export interface Restricted {
  /** Ids of questions. */
  questions: ReadonlySet<string>;
  /** Stored names of the same, in whichever version, at every depth. */
  names: RestrictedNames;
}

/** By form, worked out when first asked for; `versions` of a form, oldest first. */
export function restrictionsOf(
  versions: (form: string) => CompiledForm[],
  lifted: readonly LiftedRestrictionsTable[],
): (form: string) => Restricted {
  const known = new Map<string, Restricted>();
  return (form) => {
    let found = known.get(form);
    if (!found) {
      const all = versions(form);
      const free = new Set(lifted.filter((one) => one.form === form).map((one) => one.question));
      const questions = restrictedQuestions(all, free);
      found = { questions, names: restrictedNames(all, questions) };
      known.set(form, found);
    }
    return found;
  };
}

export function loadLifted(db: Handle): Promise<LiftedRestrictionsTable[]> {
  return db.selectFrom('lifted_restrictions').selectAll().orderBy('form').orderBy('question').execute();
}

/** Writes the decision with its entry in the log; false when it had been taken before. */
export async function liftRestriction(trx: Handle, decision: LiftedRestrictionsTable): Promise<boolean> {
  const written = await trx
    .insertInto('lifted_restrictions')
    .values(decision)
    .onConflict((conflict) => conflict.doNothing())
    .returning('question')
    .execute();
  if (written.length === 0) return false;
  await logDecision(trx, 'restriction_lifted', decision);
  return true;
}

/** Takes the decision back, with its entry in the log; false when there was none. */
export async function restoreRestriction(trx: Handle, decision: LiftedRestrictionsTable): Promise<boolean> {
  const removed = await trx
    .deleteFrom('lifted_restrictions')
    .where('form', '=', decision.form)
    .where('question', '=', decision.question)
    .returning('question')
    .execute();
  if (removed.length === 0) return false;
  await logDecision(trx, 'restriction_restored', decision);
  return true;
}

async function logDecision(trx: Handle, action: string, decision: LiftedRestrictionsTable): Promise<void> {
  const { form, question, at, by_id, reason } = decision;
  await logEvent(trx, { at, user_id: by_id, action, form, detail: { question, reason } });
  await raiseRevision(trx);
}
