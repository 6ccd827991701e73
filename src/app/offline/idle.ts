/** Milliseconds within which an opening screen should stand. */
const OPENING = 3000;

let first: Promise<void> | undefined;

/** The page has something to do until this resolves, though it mostly waits for the store. */
export function busyUntil(done: Promise<void>): void {
  first = done;
}

/** Resolves when the page has nothing else to do. */
export async function idle(): Promise<void> {
  await first;
  await new Promise<void>((done) => {
    if (typeof requestIdleCallback === 'undefined') setTimeout(done);
    else requestIdleCallback(() => done(), { timeout: OPENING });
  });
}

/** Lets the page do something else in the middle of long work. */
export const pause = () => new Promise<void>((done) => setTimeout(done));
