/** Shows a form's matrix as a table of coloured, labelled cells. The caller adds the content of each cell. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Matrix, MatrixCell } from '../../../core/figures/matrix.ts';
import { number, text } from '../../data/words.ts';
import classes from './Matrix.module.css';

interface Props {
  matrix: Matrix;
  /** Returns what a cell shows besides its level. */
  children: (cell: MatrixCell) => ReactNode;
  isHere?: (cell: MatrixCell) => boolean;
  small?: boolean;
}

export function MatrixTable({ matrix, children, isHere, small }: Props) {
  const { t } = useTranslation('figures');
  const { rows, columns, cells } = matrix;
  const [down, across] = [rows, columns].map(({ def }) => text(def.short ?? def.label));
  return (
    <table className={classes.matrix} data-small={small || undefined}>
      <caption className="am-visually-hidden">{t('matrix.caption', { rows: down, columns: across })}</caption>
      <thead>
        <tr>
          <td className={classes.corner} />
          <th scope="colgroup" colSpan={cells[0]?.length ?? 1} className={`${classes.axis} am-meta`}>
            {across}
          </th>
        </tr>
        <tr>
          <th scope="col" className={`${classes.axis} am-meta`}>
            {down}
          </th>
          {cells[0]?.map(({ column }) => (
            <th key={column.value} scope="col" className={classes.across}>
              <span>{text(column.label)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cells.map((line) => (
          <tr key={line[0]?.row.value}>
            <th scope="row" className={classes.down}>
              {line[0] && text(line[0].row.label)}
            </th>
            {line.map((cell) => (
              <td
                key={cell.column.value}
                className={`${classes.cell} am-shade am-holds am-center`}
                data-tone={cell.band?.variant}
                data-here={isHere?.(cell) || undefined}
                data-cell={`${cell.row.value}-${cell.column.value}`}
              >
                {children(cell)}
                <small className={classes.level}>
                  <span className={classes.word}>{cell.band && text(cell.band.label)} </span>
                  {number(cell.level)}
                </small>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
