/** Links above a list: related lists, figures, search, upload, export and a new record. */

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormEntry } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/getOwn.ts';
import { narrowedReview } from '../../../core/paths/listState.ts';
import { printPath, searchPath } from '../../../core/paths/screens.ts';
import { offersOf } from '../../data/offers.ts';
import { onDemand } from '../../data/onDemand.tsx';
import { useForms } from '../../data/queries.ts';
import { text } from '../../data/words.ts';
import { ActButton } from '../../shell/ActButton.tsx';
import { DropItem, DropMenu } from '../../shell/DropMenu.tsx';
import { BarLink } from '../../shell/TopBar.tsx';
import { usePhone } from '../../theme/usePhone.ts';
import { useRecordList } from './RecordListContext.ts';
import type { Records } from './useRecords.ts';
import { ROWS } from './widths.ts';

const ExportDialog = onDemand(() => import('./ExportDialog.tsx'), { words: ['export'] });

/** Related lists that stand in the bar itself if there are several. */
const MOST_BESIDE = 2;

/** Letters of their names and of the new record that a bar of one line, 1280 px wide, has room for beside all buttons. */
const ROOM = 60;

interface Props {
  /** The list's search text and filters, which the export uses too. */
  narrowed: Records['narrowed'];
  create: { to: string; label: string } | undefined;
}

export function ListButtons({ narrowed, create }: Props) {
  const { t } = useTranslation();
  const forms = useForms();
  const { entry, form, rows, workflow } = useRecordList();
  const offers = offersOf(entry);
  const decides = workflow?.transitions.find(({ bulk }) => bulk);
  const isPhone = usePhone(ROWS);
  const related = (form.definition.list.buttons ?? []).flatMap(
    // A list that this person may never see is not offered.
    (button) => forms.data?.find((other) => other.form === button.form && other.may.view) ?? [],
  );
  // Lists of sites lead to several others. What is done rarely then stands in a menu, so that the bar is one line.
  const isFull = !isPhone && related.length > 1;
  const beside = related.slice(0, isFull ? MOST_BESIDE : related.length);
  const [isExporting, setExporting] = useState(false);
  const exportRecords = offers.export ? () => setExporting(true) : undefined;
  const isInMenu = isFull && isLong(beside, create?.label ?? '');
  const mayReview = decides !== undefined && rows.some(({ recordScope }) => getOwn(recordScope, decides.action));
  return (
    <>
      {beside.map((target) => (
        <BarLink key={target.form} to={target.paths.list} icon={target.icon ?? 'file'}>
          {text(target.plural)}
        </BarLink>
      ))}
      {offers.review && mayReview && (
        <BarLink to={narrowedReview(entry, narrowed.filters, narrowed.text, narrowed.sort)} icon="clipboard-check">
          {t('review.title')}
        </BarLink>
      )}
      {entry.paths.figures && (
        <BarLink to={entry.paths.figures} icon="chart-bar">
          {text(form.definition.figures?.title)}
        </BarLink>
      )}
      {!isFull && (
        <BarLink to={searchPath(entry.paths)} icon="adjustments-horizontal">
          {t('search.title')}
        </BarLink>
      )}
      {!isFull && offers.upload && (
        <BarLink to={offers.upload} icon="file-spreadsheet">
          {t('upload.title')}
        </BarLink>
      )}
      {exportRecords && !isInMenu && (
        <ActButton icon="download" variant="outline" size="sm" aria-haspopup="dialog" onClick={exportRecords}>
          {t('list.export')}
        </ActButton>
      )}
      {isFull ? (
        <MoreMenu
          lists={related.slice(MOST_BESIDE)}
          upload={offers.upload}
          onExport={isInMenu ? exportRecords : undefined}
        />
      ) : (
        <PrintMenu />
      )}
      {create && (
        <BarLink to={create.to} icon="plus" primary>
          {create.label}
        </BarLink>
      )}
      {isExporting && <ExportDialog narrowed={narrowed} onClose={() => setExporting(false)} />}
    </>
  );
}

/** Returns true if a bar with the names of the first related lists has no room for all buttons. */
function isLong(related: readonly FormEntry[], label: string): boolean {
  return related.reduce((sum, { plural }) => sum + text(plural).length, label.length) > ROOM;
}

function PrintMenu() {
  const { t } = useTranslation();
  return (
    <DropMenu
      align="end"
      label={t('print.do')}
      trigger={(props) => (
        <ActButton icon="printer" {...props} variant="outline" size="sm">
          {t('print.do')}
        </ActButton>
      )}
    >
      <PrintItems />
    </DropMenu>
  );
}

interface MoreMenuProps {
  lists: readonly FormEntry[];
  upload: string | undefined;
  onExport: (() => void) | undefined;
}

function MoreMenu({ lists, upload, onExport }: MoreMenuProps) {
  const { t } = useTranslation();
  const { entry } = useRecordList();
  return (
    <DropMenu
      align="end"
      label={t('list.more')}
      trigger={(props) => (
        <ActButton icon="dots" {...props} variant="outline" size="sm" action="further">
          {t('list.more')}
        </ActButton>
      )}
    >
      {lists.map(({ form, paths, icon, plural }) => (
        <DropItem key={form} icon={icon ?? 'file'} to={paths.list}>
          {text(plural)}
        </DropItem>
      ))}
      {onExport && (
        <DropItem icon="download" onSelect={onExport}>
          {t('list.export')}
        </DropItem>
      )}
      <DropItem icon="adjustments-horizontal" to={searchPath(entry.paths)}>
        {t('search.title')}
      </DropItem>
      {upload && (
        <DropItem icon="file-spreadsheet" to={upload}>
          {t('upload.title')}
        </DropItem>
      )}
      <PrintItems />
    </DropMenu>
  );
}

function PrintItems() {
  const { t } = useTranslation();
  const { entry } = useRecordList();
  return (
    <>
      <DropItem icon="table" onSelect={() => window.print()}>
        {t('print.list')}
      </DropItem>
      {entry.may.create && (
        <DropItem icon="file-text" to={printPath(entry)}>
          {t('print.blank')}
        </DropItem>
      )}
    </>
  );
}
