/** Compares the device's clock with the server's, which every response names in its `Date` header. */

/** Milliseconds of difference from which days and times that the device fills in may be wrong. */
const TOLERANCE = 5 * 60_000;

let isWrong = false;
const watchers = new Set<() => void>();

export const deviceClock = {
  isWrong: (): boolean => isWrong,
  subscribe(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
  compare({ headers }: Response): void {
    // What may come from the browser's cache carries the time of an earlier day.
    if (!headers.get('cache-control')?.includes('no-store')) return;
    const now = Math.abs(Date.now() - Date.parse(headers.get('date') ?? '')) > TOLERANCE;
    if (now === isWrong) return;
    isWrong = now;
    for (const watcher of watchers) watcher();
  },
};
