/**
 * Parses form-encoded text to a nested object: `a[b][0]=x`. Refuses text beyond the limits. By default, the parser would
 * silently keep the first 1,000 of 1,500 answers.
 */
import qs from 'qs';
import { Failure } from '../../core/errors/failure.ts';
import { RESERVED_NAMES } from '../../core/getOwn.ts';

const LIMITS = {
  parameterLimit: 5000,
  arrayLimit: 1000,
  depth: 8,
  strictDepth: true,
  throwOnLimitExceeded: true,
  allowPrototypes: false,
  ignoreQueryPrefix: true,
} as const;

/** Names that the parser leaves out without a word. */
function isLeftOut(pair: string): boolean {
  const end = pair.indexOf(']=') + 1 || pair.indexOf('=');
  return decoded(end < 0 ? pair : pair.slice(0, end))
    .split(/[[\]?]/)
    .some((name) => RESERVED_NAMES.has(name));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** Most brackets in names. Each is an object that is made and merged. */
const MOST_BRACKETS = 10_000;

/** Throws `too_many` (422) beyond the limits, and `bad_body` for a name that every object has. */
export function parseNested(text: string): Record<string, unknown> {
  if (hasMore(text, /\[|%5b/gi, MOST_BRACKETS)) throw new Failure('too_many', { params: { limit: MOST_BRACKETS } });
  try {
    if (text.replace(/%5B/gi, '[').replace(/%5D/gi, ']').split('&').some(isLeftOut)) throw new Failure('bad_body');
    return qs.parse(text, LIMITS) as Record<string, unknown>;
  } catch (error) {
    if (error instanceof Failure) throw error;
    if (error instanceof RangeError) throw new Failure('too_many', { params: { limit: LIMITS.parameterLimit } });
    throw new Failure('bad_body');
  }
}

function hasMore(text: string, pattern: RegExp, most: number): boolean {
  let count = 0;
  for (const _found of text.matchAll(pattern)) if (++count > most) return true;
  return false;
}

/** Nests a list of pairs (fields of a multipart body) in the same way. */
export function nestPairs(pairs: [string, string][]): Record<string, unknown> {
  return parseNested(
    pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&'),
  );
}
