/** The measures of a block without rows, one card each. */
import { useTranslation } from 'react-i18next';
import type { ReportBlock, ReportBlockResult } from '../../../core/generated/api.ts';
import { text } from '../../data/words.ts';
import classes from './Report.module.css';
import { ReportNumber } from './ReportNumber.tsx';

export function NumberCards({ block, result }: { block: ReportBlock; result: ReportBlockResult }) {
  const { t } = useTranslation('reports');
  const row = result.rows[0];
  return (
    <ul className={`${classes.cards} am-cards am-stack am-gap-3 am-above-2`}>
      {result.columns.map((column, at) => {
        const measure = block.measures.find(({ id }) => id === column.measure);
        const value = row?.cells[at] ?? null;
        return (
          <li
            key={`${column.measure} ${column.across ?? ''}`}
            className="am-box am-column am-holds am-gap-1 am-pad-3"
            data-measure={column.measure}
            data-alarm={(measure?.alarm && value !== null && value > 0) || undefined}
          >
            <small>{column.name}</small>
            <strong className="am-figure">
              <ReportNumber
                value={value}
                measure={measure}
                number={{ block: block.id, measure: column.measure, across: column.across }}
                label={column.name}
                className="am-plain am-covers"
              />
            </strong>
            {value === null && <small>{t('noRate')}</small>}
            {measure?.help && <small>{text(measure.help)}</small>}
          </li>
        );
      })}
    </ul>
  );
}
