/** What may be done with a record: transitions of its workflow from its scope, the others with the reason they are missing. */
import type { Workflow } from '../../../core/definitions/types.ts';
import type { RecordView } from '../../../core/generated/api.ts';

export type Transition = Workflow['transitions'][number];

export interface ActionState {
  allowed: boolean;
  /** Sentence of the server when not allowed. */
  why?: string;
}

export function actionState(record: Pick<RecordView, 'recordScope' | 'why_not'>, action: string): ActionState {
  if (record.recordScope?.[action]) return { allowed: true };
  const why = record.why_not?.[action]?.message;
  return { allowed: false, ...(why && { why }) };
}

/** Icon of a transition's button. */
export const TRANSITION_ICONS = { primary: 'check', danger: 'arrow-back-up', default: 'chevron-right' } as const;

/** Transitions that start from the record's state, allowed or not, in the workflow's order. */
export function transitionsOf(
  workflow: Workflow | undefined,
  record: RecordView,
): { transition: Transition; state: ActionState }[] {
  return (workflow?.transitions ?? [])
    .filter((one) => record.recordScope?.[one.action] || one.from.includes(record.current_state.id))
    .map((transition) => ({ transition, state: actionState(record, transition.action) }));
}
