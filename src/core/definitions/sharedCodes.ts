/**
 * Codes of a long list stand once in a data contract, under `$defs`, and its questions refer to them. Written out in each of 500
 * questions, 250 codes are a megabyte of contract that every device reads; referred to they are 28 KB, and the validator, which
 * has a rule once anyway, is the same. Only where that saves many codes: beside its question a short list is easier to read,
 * and contracts that were published before stay as they are.
 *
 * In memory nothing refers: questions have the same array, and everything reads their codes without knowing of lists. As text, in
 * files, in the database and on the way to a device, a contract is packed.
 */
import { isObject } from '../json.ts';
import { memoizeByObject } from '../memoize.ts';
import { bundleSchema } from './bundle.ts';
import type { JsonSchema } from './types.ts';

/** Codes that a reference has to save. */
const WORTH = 1000;

/** Returns true if codes are better written once than in each question. */
export function isWorthSharing(questions: number, codes: number): boolean {
  return (questions - 1) * codes >= WORTH;
}

/** Returns the contract with codes that many questions share as references. The same object if there are none. */
export const shareCodes = memoizeByObject('contracts as text', (schema: JsonSchema): JsonSchema => {
  const found = new Map<unknown, number>();
  countCodes(schema, found);
  const names = new Map<unknown, string>();
  for (const [codes, questions] of found)
    if (isWorthSharing(questions, (codes as unknown[]).length)) names.set(codes, `codes${names.size + 1}`);
  if (names.size === 0) return schema;
  const $defs = Object.fromEntries([...names].map(([codes, name]) => [name, { enum: codes }]));
  return { ...(referring(schema, names) as JsonSchema), $defs };
});

/** Returns the contract with its references resolved. The same object if it has none. */
export function resolveReferences(schema: JsonSchema): JsonSchema {
  return schema.$defs === undefined ? schema : bundleSchema('', new Map([['', schema]]));
}

function countCodes(value: unknown, found: Map<unknown, number>): void {
  if (Array.isArray(value)) for (const one of value) countCodes(one, found);
  else if (isObject(value))
    for (const [key, inner] of Object.entries(value))
      if (isCodes(key, inner)) found.set(inner, (found.get(inner) ?? 0) + 1);
      else countCodes(inner, found);
}

function referring(value: unknown, names: ReadonlyMap<unknown, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => referring(one, names));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const name = names.get(inner);
      if (name !== undefined && isCodes(key, inner)) return ['$ref', `#/$defs/${name}`];
      return [key, isCodes(key, inner) ? inner : referring(inner, names)];
    }),
  );
}

/** A question may be called `enum`, too. */
function isCodes(key: string, value: unknown): boolean {
  return key === 'enum' && Array.isArray(value);
}
