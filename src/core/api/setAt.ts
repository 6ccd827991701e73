/** Sets a value at a dotted key, which creates nested objects: `dropdown.currencies`. */
export function setAt(into: Record<string, unknown>, key: string, value: unknown): void {
  const path = key.split('.');
  const last = path.pop() as string;
  let at = into;
  for (const part of path) {
    if (typeof at[part] !== 'object' || at[part] === null) at[part] = {};
    at = at[part] as Record<string, unknown>;
  }
  at[last] = value;
}
