/**
 * Memories: what is worked out once for an object, such as a form or a list, and again for another one. They go with their object.
 * What costs less than looking it up has none; `npm run bench -- memories` says what each of them saves, by its name.
 */

/** Gets the name of a memory at each use, and the milliseconds until the value was made; undefined where it was there. */
export type MemoryUse = (name: string, took?: number) => void;

let tell: MemoryUse | undefined;

/** Tells from now on how memories are used; undefined ends that. */
export function watchMemories(told: MemoryUse | undefined): void {
  tell = told;
}

/** Returns the function with a memory. One without a name holds memories that have names of their own. */
export function memoizeByObject<K extends object, V extends {}>(
  name: string | undefined,
  make: (key: K) => V,
): (key: K) => V {
  const memory = new WeakMap<K, V>();
  return (key) => getOrMake(name, memory, key, () => make(key));
}

/** As `memoizeByObject`, by an object and a word, such as a language. */
export function memoizeByWord<K extends object, W extends string, V extends {}>(
  name: string,
  make: (key: K, word: W) => V,
): (key: K, word: W) => V {
  const memories = new WeakMap<K, Map<W, V>>();
  return (key, word) => {
    const memory = memories.get(key) ?? new Map<W, V>();
    memories.set(key, memory);
    return getOrMake(name, memory, word, () => make(key, word));
  };
}

/**
 * Returns a memory of one value for each object, made again when one of its stamps is another one: numbers of changes, or what
 * else it was made of.
 */
export function memoizeByStamps<K extends object, V extends {}>(
  name: string,
): (key: K, stamps: readonly unknown[], make: () => V) => V {
  const memory = new WeakMap<K, { stamps: readonly unknown[]; value: V }>();
  return (key, stamps, make) => {
    const known = memory.get(key);
    if (known?.stamps.every((stamp, at) => stamp === stamps[at])) {
      tell?.(name);
      return known.value;
    }
    const value = timed(name, make, (failed) => memory.get(key)?.value === failed && memory.delete(key));
    memory.set(key, { stamps, value });
    return value;
  };
}

interface Memory<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: NoInfer<V>): unknown;
  delete(key: K): boolean;
}

/** Returns what a memory of another kind has, such as one of the newest hundred, or makes it. */
export function getOrMake<K, V extends {}>(name: string | undefined, memory: Memory<K, V>, key: K, make: () => V): V {
  const known = memory.get(key);
  if (known !== undefined) {
    if (name !== undefined) tell?.(name);
    return known;
  }
  const value = timed(name, make, (failed) => memory.get(key) === failed && memory.delete(key));
  memory.set(key, value);
  return value;
}

/** Makes a value. A promise that fails is to be forgotten, so that the next caller tries again. */
function timed<V>(name: string | undefined, make: () => V, forget: (failed: V) => void): V {
  const began = performance.now();
  const made = make();
  const told = () => name !== undefined && tell?.(name, performance.now() - began);
  if (made instanceof Promise) made.then(told, () => forget(made));
  else told();
  return made;
}
