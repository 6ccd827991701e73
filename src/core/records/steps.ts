/** What a step of a workflow is, worked out from the states that it joins. */
import type { Workflow } from '../definitions/types.ts';

export type Step = Workflow['transitions'][number];

/** Returns true for a step by which a record is handed in again: open before, waiting afterwards, without a reason to write. */
export function handsIn({ initial, states }: Pick<Workflow, 'initial' | 'states'>, step: Step): boolean {
  const isOpen = (id: string) => states.find((state) => state.id === id)?.locked !== true;
  const isHandedIn = step.to === initial || step.after_edit !== undefined;
  return isHandedIn && step.comment !== 'required' && step.from.every(isOpen);
}
