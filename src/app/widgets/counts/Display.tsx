import { formatNumber } from '../../../core/text/letters.ts';
import { useWidgets, useWidgetTexts } from '../environment.tsx';
import type { DisplayProps } from '../types.ts';
import { TextWithAnswers } from '../WithAnswers.tsx';
import { countsTotal, hasTotal } from './Input.tsx';

export function Display({ node, data }: DisplayProps) {
  const { language } = useWidgets();
  const { t } = useWidgetTexts();
  const rows = node.def.rows ?? [];
  const total = countsTotal(rows.map((row) => data[row.name]));
  const show = (value: unknown) => (typeof value === 'number' ? formatNumber(value, language) : '—');
  return (
    <ul className="am-figures am-flow">
      {rows.map((row) => (
        <li key={row.name}>
          <span className="am-dimmed">
            <TextWithAnswers of={row.label} />
          </span>{' '}
          <b>{show(data[row.name])}</b>
        </li>
      ))}
      {hasTotal(node) && (
        <li data-total>
          <span className="am-dimmed">{t('counts.total')}</span> <b>{show(total)}</b>
        </li>
      )}
    </ul>
  );
}
