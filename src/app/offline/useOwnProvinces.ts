import { useProvinces, useSession } from '../data/queries.ts';
import type { Named } from '../data/types.ts';

/** Returns the provinces that the person works in. Empty for someone who works in all of them, undefined until they are known. */
export function useOwnProvinces(): Named[] | undefined {
  const session = useSession();
  const grants = session.data?.grants ?? [];
  const ids = new Set(grants.flatMap(({ province_id }) => province_id ?? []));
  const provinces = useProvinces(ids.size > 0);
  if (session.isLoading || provinces.isLoading) return undefined;
  return (provinces.data ?? []).filter(({ id }) => ids.has(id));
}
