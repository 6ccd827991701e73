/** Downloads the numbers of a report as a workbook or CSV file. */
import { useTranslation } from 'react-i18next';
import { source } from '../../data/source.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { DropItem, DropMenu } from '../../shell/DropMenu.tsx';
import { useFailureText } from '../../shell/FailureNote.tsx';
import { downloadWithProgress } from '../record/save.ts';

export function ReportDownload({ report, filters }: { report: string; filters: URLSearchParams }) {
  const { t } = useTranslation('reports');
  const failure = useFailureText();
  const take = (format: 'xlsx' | 'csv') =>
    downloadWithProgress(
      (onProgress) => source.reportFile(report, format, filters, onProgress),
      `${report}.${format}`,
      failure,
    );
  return (
    <DropMenu
      label={t('download')}
      trigger={(props) => (
        <ActionButton icon="download" {...props} variant="outline" size="sm" action="download">
          {t('download')}
        </ActionButton>
      )}
    >
      <DropItem icon="file-spreadsheet" onSelect={() => void take('xlsx')}>
        {t('excel')}
      </DropItem>
      <DropItem icon="file-text" onSelect={() => void take('csv')}>
        {t('csv')}
      </DropItem>
    </DropMenu>
  );
}
