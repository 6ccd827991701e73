/** Returns what is done with all of a list, as the items of its menu, and the dialogs that they open. */

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { getOwn } from '../../../core/getOwn.ts';
import { filteredReviewPath } from '../../../core/paths/listState.ts';
import { PREPARE_PATH, printPath } from '../../../core/paths/screens.ts';
import { formLinks } from '../../data/offers.ts';
import { lazyComponent } from '../../data/onDemand.tsx';
import { useSession } from '../../data/queries.ts';
import { text } from '../../data/words.ts';
import { useOfflineActions } from '../../offline/context.ts';
import { DropItem } from '../../shell/DropMenu.tsx';
import { useRecordListContext } from './RecordListContext.ts';
import type { RecordListResult } from './useRecords.ts';

// Loaded when it is opened.
const ExportDialog = lazyComponent(() => import('./ExportDialog.tsx'), { words: ['export'] });
const GetOfflineDialog = lazyComponent(() => import('../record/GetOfflineDialog.tsx'), { words: ['offline'] });

export function useListMenu({ state, narrowed, bulk, mayTake }: RecordListResult) {
  const { t } = useTranslation();
  const { entry, form, meta, marked, transitions } = useRecordListContext();
  const navigate = useNavigate();
  const { opened } = useOfflineActions();
  const [dialog, setDialog] = useState<'export' | 'offline'>();
  const close = () => setDialog(undefined);
  const offers = formLinks(entry);
  // Entries of a log are never deleted.
  const mayRestore = useSession().data?.may.restore === true && form.definition.kind !== 'log';
  const ids = Object.keys(marked);
  const total = meta?.total ?? 0;
  const items = (
    <>
      <ReviewItem narrowed={narrowed} />
      {/* While rows are selected, only they are acted on. */}
      {ids.length === 0 &&
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
      {mayTake && (
        <DropItem
          icon="wifi-off"
          action="get-offline"
          refused={total === 0}
          onSelect={async () => ((await opened()) ? setDialog('offline') : navigate(PREPARE_PATH))}
        >
          {t('list.getOffline')}
        </DropItem>
      )}
      {offers.export && (
        <DropItem icon="download" action="export" onSelect={() => setDialog('export')}>
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
      {dialog === 'export' && <ExportDialog narrowed={narrowed} onClose={close} />}
      {dialog === 'offline' && (
        <GetOfflineDialog
          entry={entry}
          marked={ids}
          view={{ filters: state.filters, ...(state.text && { text: state.text }) }}
          total={total}
          onClose={close}
        />
      )}
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
