import { useQuery } from '@tanstack/react-query';
import type { LocalRecord } from '../../../core/sync/types.ts';
import { useOffline } from '../../offline/context.ts';

/** Returns those of the records that are on this device, by id. Read again whenever the unsent changes change. */
export function useLocalRecords(ids: readonly string[]): ReadonlyMap<string, LocalRecord> {
  const { store, operations } = useOffline();
  const { data } = useQuery({
    queryKey: ['offline', 'records', ids, operations.map(({ id, state }) => `${id} ${state.is}`)],
    queryFn: async () => {
      const found = await Promise.all(ids.map((id) => store?.records.get(id)));
      return new Map(found.flatMap((local) => (local ? [[local.record.id, local] as const] : [])));
    },
    enabled: store !== undefined,
    placeholderData: (before) => before,
  });
  return data ?? NONE;
}

const NONE: ReadonlyMap<string, LocalRecord> = new Map();
