/** JSON values, what they have under a name, and JSON Pointers (RFC 6901). */

/**
 * Returns what an object itself has under a name. Names come from people: keys of a definition, of a body, of a query, of a spreadsheet.
 * `toString` and `constructor` may be among them, and `record[name]` would find what every object inherits.
 * `tests/architecture/names.test.ts` refuses such an access with a name elsewhere.
 */
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

/** Escapes a name as a part of a JSON Pointer. */
export function escapePointer(name: string): string {
  // Nearly no name needs it, and the check asks for each question of each form.
  return /[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name;
}

/** Returns the names that a JSON Pointer leads through. */
export function pointerSteps(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns true if both are written as the same JSON, in the same order of names. */
export function equalJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Returns canonical JSON: keys in code-unit order, no spaces. The same content gives the same text everywhere. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value))
    return `[${value.map((one) => (one === undefined ? 'null' : canonicalJson(one))).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.keys(value)
    .filter((key) => getOwn(value as Record<string, unknown>, key) !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(getOwn(value as Record<string, unknown>, key))}`);
  return `{${members.join(',')}}`;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Levels of a JSON text. Answers and definitions have some ten; what has thousands would exhaust the stack of whoever reads it. */
const DEEPEST = 100;

/** What a JSON text may have. An object of many different names costs far more to make, and to walk, than a list of rows. */
interface Most {
  /** Entries of all arrays and objects. An empty one counts as one. */
  values: number;
  /** Names of one object. */
  names: number;
}

/** A record has at most as many values, and the longest form some thousand questions. */
export const JSON_LIMITS: Readonly<Most> = { values: 100_000, names: 20_000 };
const NO_LIMIT: Most = { values: Number.POSITIVE_INFINITY, names: Number.POSITIVE_INFINITY };

/**
 * Returns where a JSON text has more than it may have, without parsing it; undefined if it does not. `limit` is how many
 * values or names there may be; there is none where arrays and objects lie too deep in each other.
 */
export function jsonExcess(text: string, most: Most = NO_LIMIT): { at: number; limit?: number } | undefined {
  const names = [0];
  let values = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    // As numbers, since this reads every body: \\ " { [ } ] , and :.
    const char = text.charCodeAt(at);
    if (isText && char === 92) at += 1;
    else if (char === 34) isText = !isText;
    else if (isText) continue;
    else if (char === 123 || char === 91) {
      if (names.push(0) > DEEPEST + 1) return { at };
      values += 1;
    } else if (char === 125 || char === 93) names.pop();
    else if (char === 44) values += 1;
    else if (char === 58) {
      const count = (names.pop() ?? 0) + 1;
      if (count > most.names) return { at, limit: most.names };
      names.push(count);
    }
    if (values > most.values) return { at, limit: most.values };
  }
  return undefined;
}
