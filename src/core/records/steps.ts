/** What a step of a workflow is, worked out from the states that it joins, and which states wait for a correction. */
import type { Workflow } from '../definitions/types.ts';

export type WorkflowTransition = Workflow['transitions'][number];

/** Returns true for a step by which a record is handed in again: open before, waiting afterwards, without a reason to write. */
export function isResubmission(
  { initial, states }: Pick<Workflow, 'initial' | 'states'>,
  step: WorkflowTransition,
): boolean {
  const isOpen = (id: string) => states.find((state) => state.id === id)?.locked !== true;
  const isHandedIn = step.to === initial || step.after_edit !== undefined;
  return isHandedIn && step.comment !== 'required' && step.from.every(isOpen);
}

/** Returns true for a step by which a record is judged: offered for all that wait, or from open states to one that is final and counts. */
export function isJudgingStep({ states }: Pick<Workflow, 'states'>, step: WorkflowTransition): boolean {
  const state = (id: string) => states.find((one) => one.id === id);
  const to = state(step.to);
  const isConfirmed = to?.locked === true && to.counts !== false;
  return step.bulk === true || (isConfirmed && step.from.every((id) => state(id)?.locked !== true));
}

/** Returns true if whoever created a record, or was the last to change or hand it in, leaves the step to somebody else. */
export function needsAnotherPerson(workflow: Pick<Workflow, 'states' | 'transitions'>, action: string): boolean {
  const steps = workflow.transitions.filter((step) => step.action === action);
  return steps.some(({ own_work, ...step }) => (own_work ? own_work === 'refused' : isJudgingStep(workflow, step)));
}

/** Returns true for a state in which a record waits for its correction: it is entered with a comment that says what is wrong. */
export function isCorrectionState({ states, initial, transitions }: Workflow, state: string): boolean {
  const found = states.find(({ id }) => id === state);
  return (
    !found?.locked && state !== initial && transitions.some((one) => one.to === state && one.comment === 'required')
  );
}
