/** JSON values, and JSON Pointers (RFC 6901). */

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

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Levels of a JSON text. Answers and definitions have some ten; what has thousands would exhaust the stack of whoever reads it. */
const DEEPEST = 100;

/** Returns where arrays and objects lie too deep in each other, without parsing; undefined if they do not. */
export function tooDeepAt(text: string): number | undefined {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    // As numbers, since this reads every body: \\ " { [ } ].
    const char = text.charCodeAt(at);
    if (isText && char === 92) at += 1;
    else if (char === 34) isText = !isText;
    else if (!isText && (char === 123 || char === 91)) {
      depth += 1;
      if (depth > DEEPEST) return at;
    } else if (!isText && (char === 125 || char === 93)) depth -= 1;
  }
  return undefined;
}
