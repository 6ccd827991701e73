/** Loads the logframes that the user may see, with all their rows. */
import { useQuery } from '@tanstack/react-query';
import type { Filter } from '../../../core/generated/api.ts';
import { call } from '../../data/http.ts';
import { queryKeys, useForms } from '../../data/queries.ts';
import type { ListView } from '../../data/types.ts';

export const LOGFRAME_FORM = 'logframe';
/** More than an organisation has at a time. Any others are only in the list. */
const MOST = 100;

/** `filters` narrow the logframes. Null sends no request. */
export function useLogframes(filters: Filter[] | null) {
  const entry = useForms().data?.find((one) => one.form === LOGFRAME_FORM);
  const base = entry?.api.base ?? '';
  const query = useQuery({
    queryKey: queryKeys.list(base, 'whole', filters),
    queryFn: ({ signal }) =>
      call<ListView>(
        `${base}?${new URLSearchParams({ fields: 'all', per_page: String(MOST), filters: JSON.stringify(filters) })}`,
        { signal },
      ),
    enabled: entry !== undefined && filters !== null,
  });
  return { entry, query };
}
