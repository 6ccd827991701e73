/** The list on a phone: one card per record with its name as a link, then pairs of column heading and value. */
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { recordPath } from '../../data/paths.ts';
import { StatusBadge } from '../record/StatusBadge.tsx';
import { recordTitle } from '../record/title.ts';
import classes from './List.module.css';
import { useRecordList } from './RecordListContext.ts';
import { RowActions } from './RowActions.tsx';
import { useCells } from './useCells.ts';

export function ListCards() {
  const { t } = useTranslation();
  const { entry, columns, rows, marked, onMark } = useRecordList();
  const { linked, cellOf } = useCells();
  const rest = columns.filter((c) => c !== linked && c.kind !== 'status' && c.kind !== 'index' && c.phone);
  return (
    <ul className={classes.cards}>
      {rows.map((record, i) => (
        <li
          key={record.id}
          className={`am-surface ${classes.card}`}
          data-record={record.id}
          data-marked={marked[record.id]}
        >
          <div className={classes.cardHead}>
            {onMark && (
              <label className={classes.cardMark}>
                <input
                  type="checkbox"
                  aria-label={t('list.mark', { name: recordTitle(record) })}
                  checked={marked[record.id] === true}
                  onChange={(event) => {
                    const { [record.id]: _was, ...others } = marked;
                    onMark(event.currentTarget.checked ? { ...others, [record.id]: true } : others);
                  }}
                />
              </label>
            )}
            <Link to={recordPath(entry, record.id)} className={classes.cardLink}>
              {(linked && cellOf(linked, record, i)) || recordTitle(record)}
            </Link>
            <RowActions record={record} />
          </div>
          {columns.some((c) => c.kind === 'status') && <StatusBadge state={record.current_state} />}
          <dl className={classes.pairs}>
            {rest.map((column) => {
              const value = cellOf(column, record, i);
              return value ? (
                <div key={column.key}>
                  <dt>{column.label}</dt>
                  <dd>{value}</dd>
                </div>
              ) : null;
            })}
          </dl>
        </li>
      ))}
    </ul>
  );
}
