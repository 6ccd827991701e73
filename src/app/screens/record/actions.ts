/** Lists the workflow's transitions of a record, each as allowed or with the reason why it is not. */

import type { Workflow } from '../../../core/definitions/types.ts';
import type { RecordView } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';

export type Transition = Workflow['transitions'][number];

export interface ActionState {
  allowed: boolean;
  /** The server's message if the action is not allowed. */
  why?: string;
}

export function actionState(record: Pick<RecordView, 'recordScope' | 'why_not'>, action: string): ActionState {
  if (getOwn(record.recordScope, action)) return { allowed: true };
  const why = getOwn(record.why_not, action)?.message;
  return { allowed: false, ...(why && { why }) };
}

/** Returns the icon of the state that a transition leads to. */
export function transitionIcon(workflow: Workflow | undefined, { to }: Transition): string {
  return workflow?.states.find(({ id }) => id === to)?.icon ?? 'chevron-right';
}

/**
 * Returns the transitions that start from the record's state, allowed or not, in the order of the workflow. Asking for one is
 * shown only to those who may.
 */
export function transitionsOf(
  workflow: Workflow | undefined,
  record: RecordView,
): { transition: Transition; state: ActionState }[] {
  return (workflow?.transitions ?? [])
    .filter(
      (one) => getOwn(record.recordScope, one.action) || (!one.asks && one.from.includes(record.current_state.id)),
    )
    .map((transition) => ({ transition, state: actionState(record, transition.action) }));
}

/**
 * Returns the steps after which a locked record can be edited, and the request for one of them. What sends it back to its
 * writer comes last.
 */
export function stepsToUnlock(workflow: Workflow | undefined, record: RecordView) {
  const locked = new Set(workflow?.states.flatMap(({ id, locked }) => (locked ? [id] : [])));
  if (!locked.has(record.current_state.id)) return [];
  return transitionsOf(workflow, record)
    .filter(({ transition: { asks, to } }) => asks || !locked.has(to))
    .sort((a, b) => Number(a.transition.variant === 'back') - Number(b.transition.variant === 'back'));
}

/** Returns the step that the user may take together with an edit of the record. */
export function stepAfterEdit(workflow: Workflow | undefined, record: RecordView): Transition | undefined {
  return transitionsOf(workflow, record).find(({ transition, state }) => transition.after_edit && state.allowed)
    ?.transition;
}

/** Returns the states from which records can be decided in bulk. There they wait for a reviewer. */
export function bulkStates(workflow: Workflow | undefined): string[] {
  return [...new Set((workflow?.transitions ?? []).filter(({ bulk }) => bulk).flatMap(({ from }) => from))];
}

/** Returns the transition that asks for a correction of a record in this state. */
export function correctionTransition(workflow: Workflow, record: RecordView): Transition | undefined {
  const asksForEdit = new Set(workflow.transitions.filter((one) => one.after_edit).flatMap(({ from }) => from));
  return transitionsOf(workflow, record).find(
    ({ transition, state }) => state.allowed && transition.comment === 'required' && asksForEdit.has(transition.to),
  )?.transition;
}
