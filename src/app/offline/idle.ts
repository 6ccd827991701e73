/** Milliseconds within which an opening screen should stand. */
const OPENING = 3000;

/** Resolves when the page has nothing else to do. */
export function idle(): Promise<void> {
  return new Promise((done) => {
    if (typeof requestIdleCallback === 'undefined') setTimeout(done);
    else requestIdleCallback(() => done(), { timeout: OPENING });
  });
}
