import type { Workflow } from '../definitions/types.ts';

/** Returns true for a state in which a record waits for its correction: it is entered with a comment that says what is wrong. */
export function isForCorrection({ states, initial, transitions }: Workflow, state: string): boolean {
  const found = states.find(({ id }) => id === state);
  return (
    !found?.locked && state !== initial && transitions.some((one) => one.to === state && one.comment === 'required')
  );
}
