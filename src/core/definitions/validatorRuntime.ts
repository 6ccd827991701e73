/**
 * Functions that a generated validator module needs at run time, the same in browser, offline store and server. Only the
 * formats below are supported: the definitions check refuses a contract that names another one.
 */

import { compilePattern } from '../expressions/pattern.ts';
import { getOwn } from '../json.ts';
import { isPossibleDay } from '../text/calendar.ts';

/** Returns the length in Unicode code points, not in UTF-16 units. */
export function ucs2length(text: string): number {
  let length = text.length;
  for (let at = 0; at < text.length - 1; at++) {
    const code = text.charCodeAt(at);
    if (code < 0xd800 || code > 0xdbff) continue;
    const next = text.charCodeAt(at + 1);
    if (next < 0xdc00 || next > 0xdfff) continue;
    length--;
    at++;
  }
  return length;
}

/** Compares two JSON values deeply. */
export function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && equal(getOwn(left, key), getOwn(right, key)))
  );
}

const INSTANT = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;
const MAIL =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;
const ADDRESS = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^\s/?#"<>\\^`{|}]+([/?#][^\s"<>\\^`{|}]*)?$/;

/** One check for each JSON Schema format that our contracts use. */
export const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  date: isPossibleDay,
  'date-time': (text) => {
    const match = INSTANT.exec(text);
    // A phone may say any later year when it captured something, and must get rid of it all the same.
    return match !== null && isPossibleDay(match[1] as string, Number.POSITIVE_INFINITY);
  },
  email: (text) => text.length <= 254 && MAIL.test(text),
  uri: (text) => ADDRESS.test(text),
};

export interface ValidatorRuntime {
  ucs2length: typeof ucs2length;
  equal: typeof equal;
  formats: typeof FORMATS;
  pattern: typeof compilePattern;
}

export const validatorRuntime: ValidatorRuntime = {
  ucs2length,
  equal,
  formats: FORMATS,
  pattern: compilePattern,
};
