/** What a check finds, and the words it needs to say where. */
import type { FormDefinition, JsonSchema, Text } from '../types.ts';

export interface Issue {
  file: string;
  /** JSON Pointer into the file. */
  pointer: string;
  /** One plain sentence. */
  message: string;
}

export type Report = (pointer: string, message: string) => void;

/** One form version as the checks see it: both files, the contract with its references resolved. */
export interface FormFile {
  path: string;
  schemaPath: string;
  definition: FormDefinition;
  schema: JsonSchema;
  frozen: boolean;
}

export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isText(value: unknown): value is Text {
  return (
    isObject(value) &&
    typeof value.en === 'string' &&
    Object.keys(value).every((key) => key === 'en' || key === 'fa' || key === 'ps')
  );
}

/** “a”, “b” and “c”. */
export function quoted(names: readonly string[]): string {
  return names.map((name) => `“${name}”`).join(', ');
}

/** The name that was probably meant, as a hint at the end of a sentence. */
export function meant(name: string, known: Iterable<string>): string {
  const near = [...known].find((one) => oneEditApart(one, name));
  return near === undefined ? '' : ` Did you mean “${near}”?`;
}

function oneEditApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || a === b) return false;
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at++;
  const [x, y] = [a.slice(at), b.slice(at)];
  return (
    x.slice(1) === y.slice(1) ||
    x.slice(1) === y ||
    x === y.slice(1) ||
    (x[0] === y[1] && x[1] === y[0] && x.slice(2) === y.slice(2))
  );
}
