/** Sets a value at a dotted key, which creates nested objects: `dropdown.currencies`. */
import { getOwn } from '../getOwn.ts';

export function setAt(into: Record<string, unknown>, key: string, value: unknown): void {
  const path = key.split('.');
  const last = path.pop() as string;
  let at = into;
  for (const part of path) {
    if (typeof getOwn(at, part) !== 'object' || getOwn(at, part) === null) at[part] = {};
    at = getOwn(at, part) as Record<string, unknown>;
  }
  at[last] = value;
}
