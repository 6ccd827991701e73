import type { ChangeView } from '../../core/generated/api.ts';

/**
 * Returns the transition into the record's current state, with its comments. Edits since then do not change the state and
 * are skipped. Undefined if the record has never left its first state.
 */
export function lastTransitionInto(state: string, changes: readonly ChangeView[]): ChangeView | undefined {
  const moves = changes.filter(
    (change) => change.to_state && change.from_state && change.to_state !== change.from_state,
  );
  const last = moves.sort((a, b) => b.seq - a.seq)[0];
  return last?.to_state === state ? last : undefined;
}
