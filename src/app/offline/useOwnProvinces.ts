import { useProvinces, useSession } from '../data/queries.ts';
import type { Named } from '../data/types.ts';

/** Returns the provinces that the person works in. Empty for someone who works in all of them. */
export function useOwnProvinces(): Named[] {
  const grants = useSession().data?.grants ?? [];
  const ids = new Set(grants.flatMap(({ province_id }) => province_id ?? []));
  const provinces = useProvinces(ids.size > 0).data ?? [];
  return provinces.filter(({ id }) => ids.has(id));
}
