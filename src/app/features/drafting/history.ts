/** Steps of a draft that can be undone and done again, as long as its screen is open. */
/** What a draft says: of a report its definition, of a form its definition and data contract. */
export type DraftObject = Record<string, unknown>;

export interface UndoHistory {
  past: readonly DraftObject[];
  future: readonly DraftObject[];
  /** The step that the last change belonged to, and when it was. */
  last: { step: string | undefined; at: number };
}

export const emptyUndoHistory: UndoHistory = { past: [], future: [], last: { step: undefined, at: 0 } };

/** Most steps that are kept. */
const MOST = 200;
/** Milliseconds of rest after which the same step begins anew. */
const REST = 3000;

/** Returns the history after a change of what was there `before`. */
export function historyAfterChange(
  { past, last }: UndoHistory,
  before: DraftObject,
  step: string | undefined,
  at: number,
): UndoHistory {
  const isSame = step !== undefined && step === last.step && at - last.at < REST && past.length > 0;
  return { past: isSame ? past : [...past, before].slice(-MOST), future: [], last: { step, at } };
}

export function contentToRestore(history: UndoHistory, to: 'past' | 'future'): DraftObject | undefined {
  return history[to].at(-1);
}

/** Returns the history after one step back or forward from what is there `now`. */
export function historyAfterStep({ past, future }: UndoHistory, to: 'past' | 'future', now: DraftObject): UndoHistory {
  const last = { step: undefined, at: 0 };
  return to === 'past'
    ? { past: past.slice(0, -1), future: [...future, now], last }
    : { past: [...past, now], future: future.slice(0, -1), last };
}
