/** Work that can wait until the browser has nothing better to do; where it cannot say so, soon. */

/** Longest milliseconds to wait for a quiet moment. */
const LATEST = 500;

/** Runs `work` once; the returned function calls it off. */
export function onceIdle(work: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 16);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: LATEST });
  return () => cancelIdleCallback(handle);
}
