/** Changes the state of a record by a transition of the form's workflow, or asks others for one. */

import type { CompiledForm, RecordData } from '../../../core/definitions/types.ts';
import { type PlannedTransition, planTransition } from '../../../core/saving/plan.ts';
import type { RecordWithScope, WriteContext } from '../../../core/saving/types.ts';
import { changeRecord } from '../change.ts';
import type { RecordDeps } from '../context.ts';
import { checkRejectedAnswers } from './notTaken.ts';

export interface TransitionInput extends PlannedTransition {
  /** The version that the person saw. */
  version?: number | undefined;
  /** Answers that came too late, with a step that asks for another one. */
  notTaken?: RecordData | undefined;
}

export function transitionRecord(
  deps: RecordDeps,
  form: CompiledForm,
  id: string,
  { action, comment, fields = [], version, notTaken }: TransitionInput,
  context: WriteContext,
): Promise<RecordWithScope> {
  return changeRecord(deps, form, id, context, (record) => ({
    form,
    version,
    request: {
      ...{ do: action, form: form.form, id, version: version ?? null, comment: comment ?? null, fields },
      ...(notTaken && { notTaken }),
    },
    plan: async () => {
      const plan = planTransition(deps, form, record, { action, comment, fields }, context);
      if (!notTaken) return plan;
      const captured = deps.registry.form(form.form, record.form_version) ?? form;
      const sent = { form: captured, data: record.data, version, notTaken };
      return { ...plan, notTaken: await checkRejectedAnswers(deps, record, sent, context) };
    },
  }));
}
