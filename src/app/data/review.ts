import type { ChangeView } from '../../core/generated/api.ts';

/**
 * The step that led into the state a record is in, with its comments; corrections since then leave the state and are passed
 * over. None when the record has never left its first state.
 */
export function stepInto(state: string, changes: readonly ChangeView[]): ChangeView | undefined {
  const moves = changes.filter(
    (change) => change.to_state && change.from_state && change.to_state !== change.from_state,
  );
  const last = moves.sort((a, b) => b.seq - a.seq)[0];
  return last?.to_state === state ? last : undefined;
}
