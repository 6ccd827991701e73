/** Rows as they were read: a table with the column letters of the file, or cards on a phone. */

import { useTranslation } from 'react-i18next';
import type { SheetColumnView, SheetRowView } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { digits } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import classes from './Upload.module.css';

interface Props {
  columns: readonly SheetColumnView[];
  rows: readonly SheetRowView[];
}

export function RowTable({ columns, rows }: Props) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it has no focusable content, and arrow keys must scroll it
    <section className="am-scrolls-high am-box" aria-label={t('upload.rows')} tabIndex={0}>
      <table className={`${classes.table} am-frozen`}>
        <thead>
          <tr>
            <th scope="col">{t('upload.row')}</th>
            {columns.map(({ letter, property, title }) => (
              <th key={property} scope="col">
                <bdi dir="ltr" className="am-dimmed am-strong am-mono">
                  {letter}
                </bdi>{' '}
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.row} data-row={row.row} data-wrong={row.errors.length > 0 || undefined}>
              <th scope="row">{digits(row.row)}</th>
              {columns.map((column) => (
                <td key={column.property} data-wrong={errorsAt(row, column).length > 0 || undefined}>
                  <Cell row={row} column={column} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export function RowCards({ columns, rows }: Props) {
  const { t } = useTranslation();
  return (
    <ul className={`${classes.cards} am-above-3 am-below-3 am-stack`} aria-label={t('upload.rows')}>
      {rows.map((row) => (
        <li
          key={row.row}
          className="am-box am-pad-3"
          data-row={row.row}
          data-wrong={row.errors.length > 0 || undefined}
        >
          <h3>{t('upload.rowNumber', { number: digits(row.row) })}</h3>
          <dl className="am-facts">
            {columns
              .filter((column) => getOwn(row.cells, column.property)?.text || errorsAt(row, column).length > 0)
              .map((column) => (
                <div key={column.property} data-wrong={errorsAt(row, column).length > 0 || undefined}>
                  <dt>{column.title}</dt>
                  <dd>
                    <Cell row={row} column={column} />
                  </dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function errorsAt(row: SheetRowView, { letter }: SheetColumnView) {
  return row.errors.filter((error) => error.address === `${letter}${row.row}`);
}

/** Shows the value as read, the typed text if it differs, and the errors. */
function Cell({ row, column }: { row: SheetRowView; column: SheetColumnView }) {
  const { t } = useTranslation();
  const { text = '', typed } = getOwn(row.cells, column.property) ?? {};
  const errors = errorsAt(row, column);
  const shown = text || (errors.length > 0 ? typed : '');
  return (
    <>
      <bdi>{shown}</bdi>
      {typed && text && errors.length === 0 && (
        <small className="am-block am-dimmed am-small">
          {t('upload.typed')} <bdi>{typed}</bdi>
        </small>
      )}
      {errors.map(({ code, message }) => (
        <small key={code} className={`${classes.wrong} am-block am-small am-wrong`}>
          <Icon name="alert-triangle" size={14} /> {message}
        </small>
      ))}
    </>
  );
}
