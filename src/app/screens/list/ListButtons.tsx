/** Links above a list: related lists, figures, search, upload, export and a new record. */
import { useTranslation } from 'react-i18next';
import { everyNode } from '../../../core/records/restricted.ts';
import { narrowedReview } from '../../data/listState.ts';
import { searchPath } from '../../data/paths.ts';
import { useForms } from '../../data/queries.ts';
import { source } from '../../data/source.ts';
import { number, text } from '../../data/words.ts';
import { ActButton } from '../../shell/ActButton.tsx';
import { DropItem, DropMenu } from '../../shell/DropMenu.tsx';
import { useFailureText } from '../../shell/FailureNote.tsx';
import { BarLink } from '../../shell/TopBar.tsx';
import { downloadWithProgress } from '../record/save.ts';
import classes from './List.module.css';
import { useRecordList } from './RecordListContext.ts';
import type { Records } from './useRecords.ts';

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
      {entry.import && entry.may.create && (
        <BarLink to={entry.import.path} icon="file-spreadsheet">
          {t('upload.title')}
        </BarLink>
      )}
      {entry.may.export && <ExportMenu narrowed={narrowed} />}
      {create && (
        <BarLink to={create.to} icon="plus" primary>
          {create.label}
        </BarLink>
      )}
    </>
  );
}

function ExportMenu({ narrowed }: Pick<Props, 'narrowed'>) {
  const { t } = useTranslation();
  const failure = useFailureText();
  const { entry, form, meta } = useRecordList();
  const tables = [...everyNode(form.fields.values())].filter(({ def }) => def.columns);
  const exportAs = (format: 'xlsx' | 'csv', rows?: string) =>
    void downloadWithProgress(
      (onProgress) => source.exportList(entry.api, { ...narrowed, format, ...(rows && { rows }) }, onProgress),
      `${entry.form}.${format}`,
      failure,
    );
  return (
    <DropMenu
      align="end"
      width={280}
      label={t('list.export')}
      trigger={(props) => (
        <ActButton icon="download" {...props} variant="outline" size="sm">
          {t('list.export')}
        </ActButton>
      )}
    >
      {meta && (
        <p className={classes.exportNote}>
          {t(meta.capped ? 'list.exportMany' : 'list.exportRows', { total: number(meta.total) })}
        </p>
      )}
      <DropItem icon="file-spreadsheet" onSelect={() => exportAs('xlsx')}>
        {t('list.exportExcel')}
      </DropItem>
      <DropItem icon="file-text" onSelect={() => exportAs('csv')}>
        {t('list.exportCsv')}
      </DropItem>
      {tables.map(({ path, def }) => (
        <DropItem key={path} icon="file-spreadsheet" onSelect={() => exportAs('xlsx', path)}>
          {t('list.exportTable', { table: text(def.label) })}
        </DropItem>
      ))}
    </DropMenu>
  );
}
