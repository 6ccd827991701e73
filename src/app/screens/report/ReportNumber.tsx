/** A number of a report. It opens the records that it counts, in the URL, so that Back closes them. */
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { ReportMeasure } from '../../../core/generated/api.ts';
import { drillDownParams, type ReportNumberKey } from '../../data/reports/reports.ts';
import { number as formatted, percent } from '../../data/words.ts';

interface Props {
  value: number | null;
  measure: ReportMeasure | undefined;
  number: ReportNumberKey;
  /** Names the number for screen readers: its row and column. */
  label: string;
  /** Of the link. */
  className: string;
}

export function ReportNumber({ value, measure, number, label, className }: Props) {
  const { t } = useTranslation('reports');
  const [params] = useSearchParams();
  if (value === null) {
    return (
      <>
        <span aria-hidden>—</span>
        <span className="am-visually-hidden">{t('noRate')}</span>
      </>
    );
  }
  const shown = formatMeasureNumber(value, measure);
  if (!measure?.opens || value === 0) return shown;
  return (
    <Link
      to={{ search: drillDownParams(params, number).toString() }}
      preventScrollReset
      className={className}
      aria-label={`${label}: ${shown}`}
      data-number
    >
      {shown}
    </Link>
  );
}

/** Formats a number with the decimals and the sign or word of its measure. */
export function formatMeasureNumber(value: number, measure: ReportMeasure | undefined): string {
  if (measure?.unit === 'percent') return percent(value, measure.digits ?? 0);
  const shown = formatted(value, measure?.digits ?? 0);
  return measure?.unit === 'days' ? i18next.t('reports:days', { shown }) : shown;
}
