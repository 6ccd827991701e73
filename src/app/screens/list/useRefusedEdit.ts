import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../shell/toasts/toast.tsx';
import { actionState } from '../record/actions.ts';
import { useRecordListContext } from './RecordListContext.ts';

/** Returns what tells why a record of the list may not be edited. */
export function useRefusedEdit(): (id: string) => void {
  const { t } = useTranslation();
  const { rows } = useRecordListContext();
  return useCallback(
    (id) => {
      const record = rows.find((row) => row.id === id);
      const why = record && actionState(record, 'edit').why;
      toast('info', why ?? t('list.cannotEdit'), { id: `refused-edit ${id}` });
    },
    [rows, t],
  );
}
