/** Finds what stands in another order. */

/** Returns the names that both lists have, in both orders; undefined if the order is the same. */
export function newOrder(
  before: readonly string[],
  after: readonly string[],
): { old: string; now: string } | undefined {
  const old = before.filter((name) => after.includes(name)).join(', ');
  const now = after.filter((name) => before.includes(name)).join(', ');
  return old === now ? undefined : { old, now };
}

/** Returns the indexes of a longest increasing subsequence. */
export function longestIncreasingSubsequence(numbers: readonly number[]): Set<number> {
  const best = numbers.map(() => ({ length: 1, before: -1 }));
  for (let at = 0; at < numbers.length; at++) {
    for (let earlier = 0; earlier < at; earlier++) {
      const run = best[earlier] as { length: number };
      if ((numbers[earlier] as number) < (numbers[at] as number) && run.length + 1 > (best[at]?.length ?? 0))
        best[at] = { length: run.length + 1, before: earlier };
    }
  }
  const kept = new Set<number>();
  let at = best.reduce((top, one, index) => (one.length > (best[top]?.length ?? 0) ? index : top), 0);
  while (at >= 0 && best[at]) {
    kept.add(at);
    at = best[at]?.before ?? -1;
  }
  return kept;
}
