/** Texts that any database and any encoding can store. */

/** Returns a trimmed string without NUL, which a database refuses; undefined if it is empty. */
export function text(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const clean = wellFormed(value.replaceAll('\0', '')).trim();
  return clean === '' ? undefined : clean;
}

/** Replaces lone surrogates, which cannot be written as UTF-8, by U+FFFD. */
export function wellFormed(value: string): string {
  return value.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
}
