/** Milliseconds within which an opening screen should stand. */
const OPENING = 3000;

/** Resolves when the page has nothing else to do. */
export function whenIdle(): Promise<void> {
  return new Promise((done) => {
    if (typeof requestIdleCallback === 'undefined') setTimeout(done);
    else requestIdleCallback(() => done(), { timeout: OPENING });
  });
}

/** Lets the page do something else in the middle of long work. */
export const yieldToPage = () => new Promise<void>((done) => setTimeout(done));
