/**
 * Names come from people: keys of a definition, of a body, of a query, of a spreadsheet. `toString` and `constructor` may be
 * among them, and `record[name]` would find what every object inherits. `tests/architecture/names.test.ts` refuses such an
 * access with a name elsewhere.
 */

/** Returns what an object itself has under a name. */
export function getOwn<Value>(
  record: Readonly<Record<string, Value>> | null | undefined,
  name: string,
): Value | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}

/** Names that every object has. Nothing that a definition makes may have one. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  'prototype',
]);
