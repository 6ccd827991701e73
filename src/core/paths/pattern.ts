/** Returns the values of the `:name` parts of a pattern, as they stand in the path; undefined if the path does not match. */
export function matchPathParams(
  pattern: readonly string[],
  path: readonly string[],
): Record<string, string> | undefined {
  const isMatch =
    pattern.length === path.length &&
    pattern.every((part, at) => (part.startsWith(':') ? path[at] !== '' : part === path[at]));
  if (!isMatch) return undefined;
  return Object.fromEntries(
    pattern.flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), path[at] as string]] : [])),
  );
}
