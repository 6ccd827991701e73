/** Compares the device's clock with the server's, which every response names in its `Date` header. */

/** Milliseconds of difference from which days and times that the device fills in may be wrong. */
const TOLERANCE = 5 * 60_000;

let isWrong = false;
let offset = 0;
const watchers = new Set<() => void>();

export const deviceClock = {
  isWrong: (): boolean => isWrong,
  /** Milliseconds that the device's clock is ahead of the server's, as of the last contact; negative if it is behind. */
  offset: (): number => offset,
  subscribe(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
  compare({ headers }: Response): void {
    // What may come from the browser's cache carries the time of an earlier day.
    if (!headers.get('cache-control')?.includes('no-store')) return;
    const ahead = Date.now() - Date.parse(headers.get('date') ?? '');
    if (Number.isNaN(ahead)) return;
    offset = ahead;
    const now = Math.abs(ahead) > TOLERANCE;
    if (now === isWrong) return;
    isWrong = now;
    for (const watcher of watchers) watcher();
  },
};
