/**
 * Memories: what is worked out once for an object, such as a form or a list, and again for another one. They go with their object.
 * What costs less than looking it up has none; `npm run bench -- memories` says what each of them saves, by its name.
 */

/** Gets the name of a memory at each use, and the milliseconds that making the value took; undefined where it was there. */
export type MemoryUse = (name: string, took?: number) => void;

let tell: MemoryUse | undefined;

/** Tells from now on how memories are used; undefined ends that. */
export function watchMemories(told: MemoryUse | undefined): void {
  tell = told;
}

/** Returns the function with a memory. A promise that fails is forgotten, so that the next caller tries again. */
export function onceFor<K extends object, V extends {}>(name: string, make: (key: K) => V): (key: K) => V {
  const memory = new WeakMap<K, V>();
  return (key) => remembered(name, memory, key, () => make(key));
}

/** As `onceFor`, by an object and a word, such as a language. */
export function onceForEach<K extends object, W extends string, V extends {}>(
  name: string,
  make: (key: K, word: W) => V,
): (key: K, word: W) => V {
  const memories = new WeakMap<K, Map<W, V>>();
  return (key, word) => {
    const memory = memories.get(key) ?? new Map<W, V>();
    memories.set(key, memory);
    return remembered(name, memory, word, () => make(key, word));
  };
}

interface Memory<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
  delete(key: K): boolean;
}

function remembered<K, V extends {}>(name: string, memory: Memory<K, V>, key: K, make: () => V): V {
  const known = memory.get(key);
  if (known !== undefined) {
    tell?.(name);
    return known;
  }
  const began = performance.now();
  const made = make();
  tell?.(name, performance.now() - began);
  memory.set(key, made);
  if (made instanceof Promise) made.catch(() => memory.get(key) === made && memory.delete(key));
  return made;
}
