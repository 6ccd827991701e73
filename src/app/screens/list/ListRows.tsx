/**
 * The list on phones and tablets: a row per record with its name as a link, its state, and what tells it from the others. A long
 * touch selects a record; what is done with one record stands on its screen.
 */

import { useLongPress } from '@mantine/hooks';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { propertyKindOf } from '../../../core/form/types/question.ts';
import type { RecordView } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { recordPath } from '../../../core/paths/screens.ts';
import { NAME_SEPARATOR } from '../../../core/records/name.ts';
import { date } from '../../data/words.ts';
import type { ListColumn } from '../record/columns.ts';
import { StatusBadge } from '../record/StatusBadge.tsx';
import { recordTitle } from '../record/title.ts';
import { useRecordListContext } from './RecordListContext.ts';
import classes from './Rows.module.css';
import { useListCells } from './useCells.ts';

/** A shorter touch opens the record. */
const LONG_PRESS_MS = 500;

export function ListRows() {
  const { rows } = useRecordListContext();
  const told = useTelling();
  return (
    <>
      <PhoneTotals />
      <ul className={`am-surface ${classes.rows} am-clipped am-lined`}>
        {rows.map((record, i) => (
          <RecordRow key={record.id} record={record} index={i} told={told(record)} />
        ))}
      </ul>
    </>
  );
}

interface RowProps {
  record: RecordView;
  index: number;
  told: ListColumn[];
}

function RecordRow({ record, index, told }: RowProps) {
  const { t } = useTranslation();
  const { entry, form, columns, isMarking } = useRecordListContext();
  const { cellOf } = useListCells();
  const { isMarked, toggle, presses } = useMark(record.id);
  const { date: dated, name = [] } = form.definition;
  // Where the name has the month, the day in figures takes its place.
  const dayOf = ({ source }: ListColumn, { data }: RecordView) => {
    const day = source === dated && name.includes(dated) ? getOwn(data, dated) : undefined;
    return typeof day === 'string' ? date(day, 'short') : undefined;
  };
  const fact = (column: ListColumn) => {
    const value = dayOf(column, record) ?? cellOf(column, record, index);
    return value ? (
      <div key={column.key}>
        {/* A figure means nothing without its label. */}
        <dt className={column.isNumber ? undefined : 'am-visually-hidden'}>{column.label}</dt>
        <dd>{value}</dd>
      </div>
    ) : null;
  };
  const isDated = dated !== undefined && name.at(-1) === dated && columns.some(({ source }) => source === dated);
  const bars = columns.find((column) => column.kind === 'ratings');
  return (
    <li
      className={`${classes.row} am-inline am-gap-1 am-holds am-pad-x-3`}
      data-record={record.id}
      data-marked={isMarked || undefined}
      {...presses}
    >
      {isMarking && (
        <label className={`${classes.mark} am-beside am-amid am-whole am-covers`}>
          <input
            type="checkbox"
            aria-label={t('list.mark', { name: recordTitle(record) })}
            checked={isMarked}
            onChange={toggle}
          />
        </label>
      )}
      <div className={`${classes.body} am-stack am-row-gap-0 am-grow`}>
        {/* Stays the same element, so that it hears of the end of the touch that began the selection. */}
        <Link
          to={recordPath(entry, record.id)}
          className={`${classes.link} am-wide am-beside am-shrinks am-strong ${isMarking ? '' : 'am-covers'}`}
        >
          <Title title={recordTitle(record)} isDated={isDated} />
        </Link>
        {columns.some((column) => column.kind === 'status') && <StatusBadge isPlain state={record.current_state} />}
        <dl className={`${classes.facts} am-meta`}>{told.filter((column) => !isDay(column)).map(fact)}</dl>
        {/* Of its own: on a narrow screen, the others give way to it. */}
        <dl className={`${classes.day} am-meta am-end`} data-day>
          {told.filter(isDay).slice(0, 1).map(fact)}
        </dl>
        {bars && <span className={`${classes.bars} am-beside am-end am-bottom`}>{cellOf(bars, record, index)}</span>}
      </div>
    </li>
  );
}

/** Returns whether a row is selected, and how it becomes so: by a long touch, then by a tap. */
function useMark(id: string) {
  const { marked, onMark } = useRecordListContext();
  const isMarked = getOwn(marked, id) === true;
  const toggle = () => {
    const { [id]: _was, ...others } = marked;
    onMark?.(isMarked ? others : { ...others, [id]: true });
  };
  const touches = useLongPress(toggle, {
    threshold: LONG_PRESS_MS,
    events: ['touch'],
    cancelOnMove: true,
    // Otherwise the finger that lets go would press what stands there now.
    onFinish: (event) => event.cancelable && event.preventDefault(),
  });
  // A long touch on a link would also open the browser's own menu.
  const onContextMenu = ({ nativeEvent }: MouseEvent) => {
    if (nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch') nativeEvent.preventDefault();
  };
  return { isMarked, toggle, presses: onMark && { ...touches, onContextMenu } };
}

interface TitleProps {
  title: string;
  /** The day stands beside it, so that its month is left out. */
  isDated: boolean;
}

/** A name in one line: its last part stays, the one before is cut. */
function Title({ title, isDated }: TitleProps) {
  const end = title.lastIndexOf(NAME_SEPARATOR);
  if (end <= 0) return <bdi>{title}</bdi>;
  if (isDated) return <bdi>{title.slice(0, end)}</bdi>;
  return (
    <>
      <bdi>{title.slice(0, end)}</bdi>
      <span>{title.slice(end)}</span>
    </>
  );
}

/** The sums of the amounts that the list shows. */
function PhoneTotals() {
  const { t } = useTranslation();
  const { columns, totals } = useRecordListContext();
  const sums = columns.flatMap((column) => {
    const words = totals?.of(column);
    return words?.length ? [{ column, words }] : [];
  });
  if (totals?.isPartial) return <p className="am-hint">{t('list.totalsPartial')}</p>;
  if (sums.length === 0) return null;
  return (
    <dl className="am-flow am-gap-4 am-row-gap-1 am-below-2" data-totals>
      {sums.map(({ column, words }) => (
        <div key={column.key} className="am-flow am-row-gap-0">
          <dt>{t('list.totalOf', { name: column.label })}</dt>
          {words.map(({ total, unit }) => (
            <dd key={unit} className="am-strong">
              <bdi>
                {total} {unit}
              </bdi>
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

/**
 * Returns a function that gives the columns which tell a record from the others on the page. Left out is what is the same
 * in all rows, and what the record's name says.
 */
function useTelling(): (record: RecordView) => ListColumn[] {
  const { form, columns, rows } = useRecordListContext();
  const { name = [], parent, date } = form.definition;
  const inName = new Set([...name, 'name', ...(parent && name.includes(parent.field) ? ['parent.name'] : [])]);
  const stored = ({ source, kind, node }: ListColumn, record: RecordView): unknown => {
    if (kind === 'date') return date ? getOwn(record.data, date) : record.created_at;
    if (node) return node.properties.map((property) => getOwn(record.data, property));
    if (source === 'parent.name' && record.parent) return record.parent.name;
    return getOwn(record.columns, source) ?? getOwn<unknown>({ ...record }, source);
  };
  const isSame = (column: ListColumn) =>
    rows.length > 1 && new Set(rows.map((record) => JSON.stringify(stored(column, record)))).size === 1;
  const telling = columns.filter(
    (column) =>
      column.kind !== 'index' &&
      column.kind !== 'status' &&
      column.kind !== 'ratings' &&
      column.phone &&
      (!inName.has(column.source) || isDay(column)),
  );
  const shown = telling.filter((column) => column.kind === 'code' || !isSame(column));
  return (record) => shown.filter(({ kind }) => kind !== 'code' || record.code !== recordTitle(record));
}

/** A name has the month of its day, not the day itself. */
function isDay({ kind, node }: ListColumn): boolean {
  return kind === 'date' || (node !== undefined && propertyKindOf(node) === 'day');
}
