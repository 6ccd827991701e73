/** Prints the report. Charts that nobody scrolled to are drawn first. */
import { useTranslation } from 'react-i18next';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { drawAllCharts } from './useIsNearScreen.ts';

/** Milliseconds in which the charts are drawn once their program is here. */
const DRAWING = 400;

export function PrintButton() {
  const { t } = useTranslation('reports');
  const print = async () => {
    await import('./ReportChart.tsx').catch(() => {});
    drawAllCharts();
    await new Promise((done) => setTimeout(done, DRAWING));
    window.print();
  };
  return (
    <ActionButton icon="printer" variant="outline" size="sm" action="print" onClick={() => void print()}>
      {t('print')}
    </ActionButton>
  );
}
