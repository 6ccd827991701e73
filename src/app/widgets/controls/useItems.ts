/** Items of a list through the query cache: several fields over one list ask once. */

import { useQuery } from '@tanstack/react-query';
import { useWords } from '../environment.tsx';
import type { PickItem } from '../source.ts';

export interface Items {
  items: readonly PickItem[];
  loading: boolean;
  failed?: { message: string; retry: () => void };
}

const NONE: readonly PickItem[] = [];

/** `key` null asks nothing. */
export function useItems(key: readonly unknown[] | null, load: () => Promise<PickItem[]>): Items {
  const { t } = useWords();
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['items', ...(key ?? [])],
    queryFn: load,
    enabled: key !== null,
    staleTime: 5 * 60_000,
    retry: 1,
    placeholderData: (before) => (key?.[0] === 'records' ? before : undefined),
  });
  return {
    items: data ?? NONE,
    loading: key !== null && isPending,
    ...(isError && { failed: { message: t('choice.failed'), retry: () => void refetch() } }),
  };
}
