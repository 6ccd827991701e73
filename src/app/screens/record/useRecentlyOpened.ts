/** Remembers on the device that a record was opened, so that the search finds it first. Forgets one that is not there. */
import { useEffect } from 'react';
import { forgetRecentRecord, rememberRecentRecord } from '../../data/device/recent.ts';
import { isApiError } from '../../data/errors.ts';
import { useSession } from '../../data/queries.ts';
import type { RecordWithResponse } from '../../data/types.ts';

export function useRecentlyOpened(
  form: string,
  id: string,
  { data, error }: { data: RecordWithResponse | undefined; error: unknown },
): void {
  const user = useSession().data?.user.id;
  const isGone = isApiError(error) && error.status === 404;
  useEffect(() => {
    if (user === undefined) return;
    if (isGone || data?.record.deleted_at) forgetRecentRecord(user, id);
    else if (data) {
      const { name, code } = data.record;
      rememberRecentRecord(user, { form, id, name: name ?? '', code });
    }
  }, [user, form, id, data, isGone]);
}
