/** Changes of values and lists that leave what they were given as it was. */

export type Patch<T> = { [Key in keyof T]?: T[Key] | undefined };

/** Returns a copy with other values. A key without a value is left out; the others keep their order. */
export function withPatch<T extends object>(before: T, patch: Patch<T>): T {
  const all = Object.entries({ ...before, ...patch }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(all) as T;
}

/** Like `withPatch`; undefined if nothing is left. */
export function patchedOrGone(before: object | undefined, patch: Record<string, unknown>): object | undefined {
  const left = withPatch((before ?? {}) as Record<string, unknown>, patch);
  return Object.keys(left).length > 0 ? left : undefined;
}

export function replacedAt<T>(all: readonly T[], at: number, one: T): T[] {
  return all.map((other, index) => (index === at ? one : other));
}

export function withoutAt<T>(all: readonly T[], at: number): T[] {
  return all.filter((_one, index) => index !== at);
}

export function insertedAt<T>(all: readonly T[], at: number, one: T): T[] {
  return [...all.slice(0, at), one, ...all.slice(at)];
}

export function swappedAt<T>(all: readonly T[], one: number, other: number): T[] {
  return all.map((value, index) => (index === one ? all[other] : index === other ? all[one] : value) as T);
}
