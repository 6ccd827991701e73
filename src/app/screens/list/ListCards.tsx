/** The list on a phone: one card a record, its name as a link, the rest as pairs of words. */
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { recordPath } from '../../data/paths.ts';
import { cell } from '../record/cell.tsx';
import { StatusBadge } from '../record/StatusBadge.tsx';
import { recordTitle } from '../record/title.ts';
import classes from './List.module.css';
import { linkColumn } from './linkColumn.ts';
import { RowActions } from './RowActions.tsx';
import type { RowsProps } from './rows.ts';

export function ListCards({
  entry,
  form,
  common,
  columns,
  rows,
  meta,
  steps,
  workflow,
  chosen = {},
  onChoose,
}: RowsProps) {
  const { t } = useTranslation();
  const named = form.definition.name?.[0];
  const linked = (named && columns.find((c) => c.source === named)) || linkColumn(columns);
  const context = {
    form,
    constants: common.constants,
    refs: meta?.refs ?? {},
    firstRow: ((meta?.current_page ?? 1) - 1) * (meta?.per_page ?? 0) + 1,
  };
  const rest = columns.filter((c) => c !== linked && c.kind !== 'status' && c.kind !== 'index' && c.phone);
  return (
    <ul className={classes.cards}>
      {rows.map((record, i) => (
        <li key={record.id} className={classes.card} data-record={record.id} data-marked={chosen[record.id]}>
          <div className={classes.cardHead}>
            {onChoose && (
              <label className={classes.cardMark}>
                <input
                  type="checkbox"
                  aria-label={t('list.mark', { name: recordTitle(record) })}
                  checked={chosen[record.id] === true}
                  onChange={(event) => {
                    const { [record.id]: _was, ...others } = chosen;
                    onChoose(event.currentTarget.checked ? { ...others, [record.id]: true } : others);
                  }}
                />
              </label>
            )}
            <Link to={recordPath(entry, record.id)} className={classes.cardLink}>
              {(linked && cell(linked, record, i, context)) || recordTitle(record)}
            </Link>
            <RowActions entry={entry} record={record} workflow={workflow} onDo={steps} />
          </div>
          {columns.some((c) => c.kind === 'status') && <StatusBadge state={record.current_state} />}
          <dl className={classes.pairs}>
            {rest.map((column) => {
              const words = cell(column, record, i, context);
              return words ? (
                <div key={column.key}>
                  <dt>{column.label}</dt>
                  <dd>{words}</dd>
                </div>
              ) : null;
            })}
          </dl>
        </li>
      ))}
    </ul>
  );
}
