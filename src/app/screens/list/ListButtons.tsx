/** Links above a list: related lists, figures, search, upload, export and a new record. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { narrowedReview } from '../../data/listState.ts';
import { onDemand } from '../../data/onDemand.tsx';
import { printPath, searchPath, uploadPath } from '../../data/paths.ts';
import { useForms } from '../../data/queries.ts';
import { text } from '../../data/words.ts';
import { ActButton } from '../../shell/ActButton.tsx';
import { DropItem, DropMenu } from '../../shell/DropMenu.tsx';
import { BarLink } from '../../shell/TopBar.tsx';
import { useRecordList } from './RecordListContext.ts';
import type { Records } from './useRecords.ts';

const ExportDialog = onDemand(() => import('./ExportDialog.tsx'), { words: ['export'] });

interface Props {
  /** The list's search text and filters, which the export uses too. */
  narrowed: Records['narrowed'];
  create: { to: string; label: string } | undefined;
}

export function ListButtons({ narrowed, create }: Props) {
  const { t } = useTranslation();
  const forms = useForms();
  const { entry, form, rows, workflow } = useRecordList();
  const decides = workflow?.transitions.find(({ bulk }) => bulk);
  const mayReview = decides !== undefined && rows.some(({ recordScope }) => recordScope[decides.action]);
  return (
    <>
      {(form.definition.list.buttons ?? []).flatMap((button) => {
        const target = forms.data?.find((other) => other.form === button.form);
        return target ? (
          <BarLink key={button.form} to={target.paths.list} icon={target.icon ?? 'file'}>
            {text(target.plural)}
          </BarLink>
        ) : (
          []
        );
      })}
      {mayReview && (
        <BarLink to={narrowedReview(entry, narrowed.filters, narrowed.text, narrowed.sort)} icon="clipboard-check">
          {t('review.title')}
        </BarLink>
      )}
      {entry.paths.figures && (
        <BarLink to={entry.paths.figures} icon="chart-bar">
          {text(form.definition.figures?.title)}
        </BarLink>
      )}
      <BarLink to={searchPath(entry.paths)} icon="adjustments-horizontal">
        {t('search.title')}
      </BarLink>
      {((entry.import && entry.may.create) || (entry.may.correct && entry.may.export)) && (
        <BarLink to={uploadPath(entry)} icon="file-spreadsheet">
          {t('upload.title')}
        </BarLink>
      )}
      {entry.may.export && <ExportButton narrowed={narrowed} />}
      <PrintMenu />
      {create && (
        <BarLink to={create.to} icon="plus" primary>
          {create.label}
        </BarLink>
      )}
    </>
  );
}

function ExportButton({ narrowed }: Pick<Props, 'narrowed'>) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActButton icon="download" variant="outline" size="sm" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('list.export')}
      </ActButton>
      {isOpen && <ExportDialog narrowed={narrowed} onClose={() => setOpen(false)} />}
    </>
  );
}

function PrintMenu() {
  const { t } = useTranslation();
  const { entry } = useRecordList();
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
      <DropItem icon="table" onSelect={() => window.print()}>
        {t('print.list')}
      </DropItem>
      {entry.may.create && (
        <DropItem icon="file-text" to={printPath(entry)}>
          {t('print.blank')}
        </DropItem>
      )}
    </DropMenu>
  );
}
