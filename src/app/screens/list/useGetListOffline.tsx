/** Returns how records of a list are taken along for work without network, and the dialog that asks which. */
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { PREPARE_PATH } from '../../../core/paths/screens.ts';
import { lazyComponent } from '../../data/onDemand.tsx';
import { useOfflineActions } from '../../offline/context.ts';
import { useRecordListContext } from './RecordListContext.ts';
import type { RecordListResult } from './useRecords.ts';

// Loaded when it is opened.
const GetOfflineDialog = lazyComponent(() => import('../record/GetOfflineDialog.tsx'), { words: ['offline'] });

export function useGetListOffline({ state }: Pick<RecordListResult, 'state'>) {
  const { entry, meta, marked } = useRecordListContext();
  const navigate = useNavigate();
  const { opened } = useOfflineActions();
  const [isOpen, setOpen] = useState(false);
  return {
    ask: async () => ((await opened()) ? setOpen(true) : navigate(PREPARE_PATH)),
    dialog: isOpen && (
      <GetOfflineDialog
        entry={entry}
        marked={Object.keys(marked)}
        view={{ filters: state.filters, ...(state.text && { text: state.text }) }}
        total={meta?.total ?? 0}
        onClose={() => setOpen(false)}
      />
    ),
  };
}
