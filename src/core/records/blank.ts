import { isBlankText } from '../text/clean.ts';
/** Returns true for undefined, null, a text of which nothing can be seen, and an empty list. */
export function isBlank(value: unknown): boolean {
  if (typeof value === 'string') return isBlankText(value);
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}
