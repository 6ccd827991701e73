/** Prints the report. Charts that nobody scrolled to are drawn first. */
import { useTranslation } from 'react-i18next';
import { ActButton } from '../../shell/ActButton.tsx';
import { drawAll } from './useDrawn.ts';

/** Milliseconds in which the charts are drawn once their program is here. */
const DRAWING = 400;

export function PrintButton() {
  const { t } = useTranslation('reports');
  const print = async () => {
    await import('./ReportChart.tsx').catch(() => {});
    drawAll();
    await new Promise((done) => setTimeout(done, DRAWING));
    window.print();
  };
  return (
    <ActButton icon="printer" variant="outline" size="sm" action="print" onClick={() => void print()}>
      {t('print')}
    </ActButton>
  );
}
