import { formatNumber } from '../../../core/text/digits.ts';
import { useSay, useWidgets, useWords } from '../environment.tsx';
import type { DisplayProps } from '../types.ts';
import { countsTotal, hasTotal } from './Input.tsx';

export function Display({ node, data }: DisplayProps) {
  const { language } = useWidgets();
  const { t } = useWords();
  const say = useSay();
  const rows = node.def.rows ?? [];
  const total = countsTotal(rows.map((row) => data[row.name]));
  const show = (value: unknown) => (typeof value === 'number' ? formatNumber(value, language) : '—');
  return (
    <table className="am-small-table">
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{say(row.label)}</th>
            <td>{show(data[row.name])}</td>
          </tr>
        ))}
        {hasTotal(node) && (
          <tr>
            <th scope="row">{t('counts.total')}</th>
            <td>{show(total)}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
