/** Many rows: walking them a slice at a time, and sorting them out. */

/** Rows in the order of a key; `read` answers those behind the last one, none at the end. */
export async function* slices<Row, Key>(
  first: Key,
  keyOf: (row: Row) => Key,
  read: (after: Key) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after = first; ; ) {
    const rows = await read(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = keyOf(last);
  }
}

/** Does work that begins behind an id and answers the last one it did, until there is none; others write in between. */
export async function inSlices(work: (after: string) => Promise<string | undefined>): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    after = await work(after);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Things by what they have in common, in their order. */
export function groupBy<T, Key>(things: Iterable<T>, keyOf: (one: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const one of things) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}

/** Things so many at a time. */
export function* parts<T>(things: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < things.length; at += size) yield things.slice(at, at + size);
}
