/**
 * Keeps the translations of a form that its next workbook does not have: somebody wrote them elsewhere, and their source has not
 * changed. Words that the workbook has are those of the form.
 */
import { isTextOf } from '../definitions/texts.ts';
import { getOwn, isObject } from '../json.ts';

/** Keys by which entries of a list are the same in both. */
const KEYS = ['value', 'id'];

/** Returns a part of a definition with the words that the earlier one has for the same texts. The first language is the source. */
export function withEarlierWords<T>(made: T, earlier: unknown, languages: readonly string[]): T {
  return merged(made, earlier, languages) as T;
}

function merged(made: unknown, earlier: unknown, languages: readonly string[]): unknown {
  if (Array.isArray(made)) {
    const before = Array.isArray(earlier) ? new Map(earlier.map((one) => [keyOf(one), one])) : undefined;
    return before
      ? made.map((one) => (keyOf(one) === undefined ? one : merged(one, before.get(keyOf(one)), languages)))
      : made;
  }
  if (!isObject(made) || !isObject(earlier)) return made;
  if (isTextOf(made, languages)) return textOf(made, earlier, languages);
  return Object.fromEntries(
    Object.entries(made).map(([key, value]) => [key, merged(value, getOwn(earlier, key), languages)]),
  );
}

function textOf(made: object, earlier: object, [source = '', ...others]: readonly string[]): object {
  const of = (text: object, language: string) => getOwn(text as Record<string, unknown>, language);
  if (of(made, source) === undefined || of(made, source) !== of(earlier, source)) return made;
  const missing = others.filter((one) => of(made, one) === undefined && of(earlier, one) !== undefined);
  return { ...made, ...Object.fromEntries(missing.map((one) => [one, of(earlier, one)])) };
}

function keyOf(entry: unknown): unknown {
  if (!isObject(entry)) return undefined;
  return KEYS.map((key) => getOwn(entry, key)).find((key) => key !== undefined);
}
