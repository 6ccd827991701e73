/** Returns what is done with all of a list, as the items of its menu, and the dialogs that they open. */

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getOwn } from '../../../core/json.ts';
import { filteredReviewPath } from '../../../core/paths/listState.ts';
import { printPath } from '../../../core/paths/screens.ts';
import { formLinks } from '../../data/offers.ts';
import { lazyComponent } from '../../data/onDemand.tsx';
import { useSession } from '../../data/queries.ts';
import { text } from '../../data/words.ts';
import { DropItem } from '../../shell/DropMenu.tsx';
import { useRecordListContext } from './RecordListContext.ts';
import { useGetListOffline } from './useGetListOffline.tsx';
import type { RecordListResult } from './useRecords.ts';

// Loaded when it is opened.
const ExportDialog = lazyComponent(() => import('./ExportDialog.tsx'), { words: ['export'] });

export function useListMenu(records: RecordListResult) {
  const { state, narrowed, bulk, mayTake } = records;
  const { t } = useTranslation();
  const { entry, form, meta, marked, transitions } = useRecordListContext();
  const [isExporting, setExporting] = useState(false);
  const offline = useGetListOffline(records);
  const offers = formLinks(entry);
  // Entries of a log are never deleted.
  const mayRestore = useSession().data?.may.restore === true && form.definition.kind !== 'log';
  // While rows are selected, only they are acted on.
  const isForAll = Object.keys(marked).length === 0;
  const total = meta?.total ?? 0;
  const items = (
    <>
      <ReviewItem narrowed={narrowed} />
      {isForAll &&
        bulk.map((transition) => (
          <DropItem
            key={transition.action}
            icon="checks"
            action={`${transition.action}-all`}
            refused={total === 0}
            onSelect={() =>
              transitions.ask({ kind: 'all', transition, filters: state.filters, text: state.text, total })
            }
          >
            {t('list.stepAll', { step: text(transition.label) })}
          </DropItem>
        ))}
      {mayTake && isForAll && (
        <DropItem icon="wifi-off" action="get-offline" refused={total === 0} onSelect={offline.ask}>
          {t('list.getOffline')}
        </DropItem>
      )}
      {offers.export && (
        <DropItem icon="download" action="export" onSelect={() => setExporting(true)}>
          {t('list.export')}
        </DropItem>
      )}
      <Papers upload={offers.upload} />
      {(mayRestore || state.deleted) && (
        <DropItem
          icon={state.deleted ? 'check' : 'trash'}
          action="deleted"
          onSelect={() => state.set({ deleted: !state.deleted })}
        >
          {t('list.deleted')}
        </DropItem>
      )}
    </>
  );
  const dialogs = (
    <>
      {isExporting && <ExportDialog narrowed={narrowed} onClose={() => setExporting(false)} />}
      {offline.dialog}
    </>
  );
  return { items, dialogs };
}

/** Leads to the review of what the list shows, if a row of it may be decided. */
function ReviewItem({ narrowed }: Pick<RecordListResult, 'narrowed'>) {
  const { t } = useTranslation();
  const { entry, rows, workflow } = useRecordListContext();
  const decides = workflow?.transitions.find(({ bulk }) => bulk);
  if (!decides || !formLinks(entry).review) return null;
  if (!rows.some(({ recordScope }) => getOwn(recordScope, decides.action))) return null;
  return (
    <DropItem
      icon="clipboard-check"
      to={filteredReviewPath(entry, narrowed.filters, narrowed.text, narrowed.sort)}
      action="review"
    >
      {t('review.title')}
    </DropItem>
  );
}

/** The list and the blank form on paper, and records from a spreadsheet. */
function Papers({ upload }: { upload: string | undefined }) {
  const { t } = useTranslation();
  const { entry } = useRecordListContext();
  return (
    <>
      <DropItem icon="printer" onSelect={() => window.print()}>
        {t('print.list')}
      </DropItem>
      {entry.may.create && (
        <DropItem icon="file-text" to={printPath(entry)}>
          {t('print.blank')}
        </DropItem>
      )}
      {upload && (
        <DropItem icon="file-spreadsheet" to={upload}>
          {t('upload.title')}
        </DropItem>
      )}
    </>
  );
}
