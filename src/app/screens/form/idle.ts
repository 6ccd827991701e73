/** Runs work when the browser is idle. Browsers without `requestIdleCallback` run it after a short delay. */

/** Longest wait for an idle moment, in milliseconds. */
const LATEST = 500;

/** Runs `work` once. The returned function cancels it. */
export function runWhenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 16);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: LATEST });
  return () => cancelIdleCallback(handle);
}
