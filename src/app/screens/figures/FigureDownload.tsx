/** Downloads the numbers of the figures or the matrix as a file for spreadsheets. */
import { useTranslation } from 'react-i18next';
import type { FormEntry } from '../../../core/generated/api.ts';
import { source } from '../../data/source.ts';
import type { FiguresQuery } from '../../data/types.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { DropItem, DropMenu } from '../../shell/DropMenu.tsx';
import { useFailureText } from '../../shell/FailureNote.tsx';
import { downloadWithProgress } from '../record/save.ts';

interface Props {
  entry: FormEntry;
  which: 'matrix' | 'figures';
  query: FiguresQuery;
}

export function FigureDownload({ entry, which, query }: Props) {
  const { t } = useTranslation('figures');
  const failure = useFailureText();
  const take = (format: 'xlsx' | 'csv') =>
    downloadWithProgress(
      (onProgress) => source.figuresFile(entry.api, which, { ...query, format }, onProgress),
      `${entry.form}-${which}.${format}`,
      failure,
    );
  return (
    <DropMenu
      label={t('matrix.download')}
      trigger={(props) => (
        <ActionButton icon="download" {...props} variant="outline" size="sm">
          {t('matrix.download')}
        </ActionButton>
      )}
    >
      <DropItem icon="file-spreadsheet" onSelect={() => void take('xlsx')}>
        {t('figures.excel')}
      </DropItem>
      <DropItem icon="file-text" onSelect={() => void take('csv')}>
        {t('figures.csv')}
      </DropItem>
    </DropMenu>
  );
}
