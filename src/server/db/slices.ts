/** Reads many rows in slices, does long work in slices, and groups or splits lists. */
import { setImmediate } from 'node:timers/promises';
import type { Steps } from '../../core/steps.ts';

/** Yields rows in the order of a key, slice by slice. `read` returns the rows after a key, and no rows at the end. */
export async function* readInSlices<Row, Key>(
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

/** Repeats `work` until it returns undefined. It starts after an id and returns its last id. Others write in between. */
export async function repeatInSlices(work: (after: string) => Promise<string | undefined>): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    after = await work(after);
    await setImmediate();
  }
}

/** Groups things by a key. Keeps their order. */
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

/** Splits things into parts of at most `size`. */
export function* chunks<T>(things: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < things.length; at += size) yield things.slice(at, at + size);
}

/** Milliseconds after which other requests get their turn. */
const SLICE = 8;

/**
 * Returns a function to call before each part of long work: it lets other requests have their turn when that is due. The first
 * call always does, because it is not known how long others had to wait before.
 */
export function makeBreather(): () => Promise<void> {
  let since = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - since < SLICE) return;
    await setImmediate();
    since = performance.now();
  };
}

/** Does work that is made of steps, with a turn for other requests between them. */
export async function runWithPauses<T>(steps: Steps<T>): Promise<T> {
  const breathe = makeBreather();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await breathe();
  }
}
