/** Loads the items of a list through the query cache, so that several fields with the same list send one request. */
import { useQuery } from '@tanstack/react-query';
import { isApiError } from '../../data/errors.ts';
import { useWidgetTexts } from '../environment.tsx';
import type { PickItem } from '../source.ts';

export interface PickerItems {
  items: readonly PickItem[];
  loading: boolean;
  failed?: { message: string; retry: () => void } | undefined;
}

const NONE: readonly PickItem[] = [];

/** Returns true if the server said that this user may not see the list. */
const isRefused = (error: unknown) => isApiError(error) && error.status === 403;

/** Key of the borders that maps draw. It stands here so that whoever imports them does not load the map. */
export const BORDERS_KEY = ['borders'] as const;

/** How lists of pickers are kept and asked for again. */
export const LIST_QUERY = {
  staleTime: 5 * 60_000,
  retry: (failures: number, why: Error) => failures < 1 && !isRefused(why),
};

/** Returns what a picker says about a list that could not be loaded. */
export function pickerFailure(
  error: Error,
  t: ReturnType<typeof useWidgetTexts>['t'],
  retry: () => void,
): PickerItems['failed'] {
  return { message: isRefused(error) ? error.message : t('choice.failed'), retry };
}

/** With `key` null nothing is requested. */
export function usePickerItems(key: readonly unknown[] | null, load: () => Promise<PickItem[]>): PickerItems {
  const { t } = useWidgetTexts();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['items', ...(key ?? [])],
    queryFn: load,
    enabled: key !== null,
    ...LIST_QUERY,
  });
  return {
    items: data ?? NONE,
    loading: key !== null && isPending,
    ...(error && { failed: pickerFailure(error, t, () => void refetch()) }),
  };
}
