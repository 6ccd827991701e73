/** The rule of review about forms that were filled in too fast, as far as it needs the time that this took. */
import type { CompiledForm } from '../definitions/types.ts';
import type { Review } from '../generated/review.ts';

/** Returns the least minutes of filling in. Undefined if nobody asks how long it took. */
export function leastFillMinutes({ definition }: Pick<CompiledForm, 'definition'>, review: Review | undefined) {
  const own = definition.review?.flags.short;
  if (own === false) return undefined;
  // Such a rule compares two answers.
  if (own) return own.from === undefined ? own.minutes : undefined;
  const common = review?.flags.short;
  return common?.kinds.includes(definition.kind) ? common.minutes : undefined;
}
