/** Measures how long a new record is filled in, over all sittings, by a clock that does not change when the time is set. */
import { deviceClock } from '../../data/deviceClock.ts';
import type { FillTime } from '../../data/drafts/drafts.ts';

/** Returns a function that tells how long it took until now. `before`: the sittings that a draft remembers. */
export function startFillTimer(before: FillTime | undefined, now = () => performance.now()): () => FillTime {
  const opened = now();
  const started_at = before?.started_at ?? deviceClock.now().toISOString();
  return () => ({ started_at, seconds: Math.round((before?.seconds ?? 0) + (now() - opened) / 1000) });
}
