/**
 * Which questions of a form are restricted, and the decisions that lifted a restriction. Publishing a version without
 * `restricted` does not lift it. People who may change questionnaires need not be allowed to break the promise made to
 * the people whose names are stored.
 */
import type { CompiledForm } from '../../core/definitions/types.ts';
import { type RestrictedNames, restrictedNames, restrictedQuestions } from '../../core/records/restricted.ts';
import type { Handle } from '../db/database.ts';
import { logEvent } from '../db/events.ts';
import type { LiftedRestrictionsTable } from '../db/referenceTables.ts';
import { raiseRevision } from '../db/storedSettings.ts';

/** Answers of a form that not everybody who sees the record may read. */
export interface Restricted {
  /** Question ids. */
  questions: ReadonlySet<string>;
  /** Property names of these questions, in every version and at every depth. */
  names: RestrictedNames;
}

/** Returns the restrictions by form, computed on first use. `versions` returns a form's versions, oldest first. */
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

/** Stores the decision with its event. Returns false if the restriction was already lifted. */
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

/** Removes the decision, with an event. Returns false if there was none. */
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
