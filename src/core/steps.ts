/** Long work in steps: a generator, so that a server can answer others between them. */
export type SteppedWork<Result> = Generator<void, Result>;

/** Does all steps at once. */
export function runAllSteps<Result>(steps: SteppedWork<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
