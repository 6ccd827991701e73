/**
 * Which questions of a form are restricted, and the decisions that lifted a restriction. Publishing a version without
 * `restricted` does not lift it. People who may change questionnaires need not be allowed to break the promise made to
 * the people whose names are stored.
 */
import type { CompiledForm } from '../../core/definitions/types.ts';
import { type RestrictedNames, restrictedNames, restrictedQuestions } from '../../core/records/restricted.ts';
import type { Handle } from '../db/database.ts';
import type { LiftedRestrictionsTable } from '../db/referenceTables.ts';
import { decide } from './decisions.ts';

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

/** Stores the decision. Returns false if the restriction was already lifted. */
export function liftRestriction(trx: Handle, decision: LiftedRestrictionsTable): Promise<boolean> {
  const added = trx
    .insertInto('lifted_restrictions')
    .values(decision)
    .onConflict((conflict) => conflict.doNothing());
  return decide(trx, 'restriction_lifted', decision, added.returning('form'), ['lifted restriction', decision.form]);
}

/** Removes the decision. Returns false if there was none. */
export function restoreRestriction(trx: Handle, decision: LiftedRestrictionsTable): Promise<boolean> {
  const { form, question } = decision;
  const removed = trx.deleteFrom('lifted_restrictions').where('form', '=', form).where('question', '=', question);
  return decide(trx, 'restriction_restored', decision, removed.returning('form'), ['lifted restriction', form]);
}
