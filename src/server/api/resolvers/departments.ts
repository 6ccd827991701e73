/** The department a call asks about: the query's `department`, an item of that master table whose code is a programme. */
import type { Call } from '../call.ts';

const DEPARTMENTS = 'department';

/** undefined: the call asks about all of them; null: there is no such department. */
export function departmentOf({ query, services }: Call): { id: string; code: string } | null | undefined {
  const { department } = query;
  if (typeof department !== 'string') return undefined;
  const item = services.registry.choices(DEPARTMENTS).find((one) => one.id === department);
  return item ? { id: item.id, code: item.code } : null;
}
