/**
 * Does the work for each item, at most `most` at a time, in the order of the items. After one that throws no more begin, and
 * its error is thrown when those that run have ended.
 */
export async function forEachAtOnce<Item>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let next = 0;
  let failure: { error: unknown } | undefined;
  const worker = async () => {
    while (next < items.length && !failure) {
      try {
        await work(items[next++] as Item);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
  if (failure) throw (failure as { error: unknown }).error;
}
