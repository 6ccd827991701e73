/**
 * Which questions of a form are restricted, and the decisions that lifted a restriction. Publishing a version without
 * `restricted` does not lift it. People who may change questionnaires need not be allowed to break the promise made to
 * the people whose names are stored.
 */
import type { CompiledForm } from '../../core/definitions/types.ts';
import type { Restriction } from '../../core/records/registry.ts';
import { NOTHING_RESTRICTED, type RestrictedNames, restrictedNames } from '../../core/records/restricted.ts';
import { findRestrictions } from '../../core/records/taint.ts';
import type { Handle } from '../db/database.ts';
import type { LiftedRestrictionsTable } from '../db/referenceTables.ts';
import { runDecision } from './decisions.ts';

/** Answers of a form that not everybody who sees the record may read. */
export interface FormRestrictions {
  /** Question ids. */
  questions: ReadonlySet<string>;
  /** Property names of these questions, in every version and at every depth. */
  names: RestrictedNames;
  /** The same by the forms that they are of or made of. */
  parts: readonly Restriction[];
}

/** Of a form without any. */
export const NOT_RESTRICTED: FormRestrictions = { questions: new Set(), names: NOTHING_RESTRICTED, parts: [] };

/** Returns the restrictions by form, of all versions of all forms and rows. Forms without any are left out. */
export function restrictionsByForm(
  all: readonly CompiledForm[],
  lifted: readonly LiftedRestrictionsTable[],
): Map<string, FormRestrictions> {
  const restrictions = findRestrictions(
    all.map(({ definition, row }) => ({ definition, row: row?.definition })),
    { isLifted: (of) => lifted.some((one) => one.form === of.form && one.question === of.question) },
  );
  return new Map(
    [...restrictions].map(([form, questions]) => {
      const versions = all.filter((one) => one.form === form);
      const owners = new Set([...questions.values()].flatMap((of) => [...of]));
      const partOf = (owner: string): Restriction => ({
        of: owner,
        names: restrictedNames(
          versions,
          new Set([...questions].filter(([, of]) => of.has(owner)).map(([question]) => question)),
        ),
      });
      const ids = new Set(questions.keys());
      return [form, { questions: ids, names: restrictedNames(versions, ids), parts: [...owners].map(partOf) }];
    }),
  );
}

export function loadLiftedRestrictions(db: Handle): Promise<LiftedRestrictionsTable[]> {
  return db.selectFrom('lifted_restrictions').selectAll().orderBy('form').orderBy('question').execute();
}

/** Stores the decision. Returns false if the restriction was already lifted. */
export function liftRestriction(trx: Handle, decision: LiftedRestrictionsTable): Promise<boolean> {
  const added = trx
    .insertInto('lifted_restrictions')
    .values(decision)
    .onConflict((conflict) => conflict.doNothing());
  return runDecision(trx, 'restriction_lifted', decision, added.returning('form'), [
    'lifted restriction',
    decision.form,
  ]);
}

/** Removes the decision. Returns false if there was none. */
export function restoreRestriction(trx: Handle, decision: LiftedRestrictionsTable): Promise<boolean> {
  const { form, question } = decision;
  const removed = trx.deleteFrom('lifted_restrictions').where('form', '=', form).where('question', '=', question);
  return runDecision(trx, 'restriction_restored', decision, removed.returning('form'), ['lifted restriction', form]);
}
