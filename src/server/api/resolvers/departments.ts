/** The department in the query: `department`, the id of an item of that choice list. Its code is a programme. */
import type { Call } from '../call.ts';

const DEPARTMENTS = 'department';

/** Returns undefined if the query names no department, and null if that department does not exist. */
export function departmentOf({ query, services }: Call): { id: string; code: string } | null | undefined {
  const { department } = query;
  if (typeof department !== 'string') return undefined;
  const item = services.registry.choices(DEPARTMENTS).find((one) => one.id === department);
  return item ? { id: item.id, code: item.code } : null;
}
