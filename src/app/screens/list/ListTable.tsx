/** The list as a table: sortable headings, checkboxes for bulk transitions, and the record's link in one column. */

import { ActionIcon } from '@mantine/core';
import { createColumnHelper, type Row, rowSelectionFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { type MouseEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { FIELD_TYPES } from '../../../core/form/types/index.ts';
import { propertyKindOf } from '../../../core/form/types/question.ts';
import type { RecordView } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { recordPath } from '../../../core/paths/screens.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { useNarrowRows } from '../../data/device/narrowRows.ts';
import { lazyComponent } from '../../data/onDemand.tsx';
import { text } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import type { ListColumn } from '../record/columns.ts';
import { recordTitle } from '../record/title.ts';
import { useListShortcuts } from './keys/useListKeys.ts';
import classes from './List.module.css';
import { useRecordListContext } from './RecordListContext.ts';
import { RowActions } from './RowActions.tsx';
import { useListCells } from './useCells.ts';
import { useRefusedEdit } from './useRefusedEdit.ts';

// Loaded when it is opened.
const KeysDialog = lazyComponent(() => import('./keys/KeysDialog.tsx'));

/** A table of so many columns gives each less room around its words. */
const MANY_COLUMNS = 8;
/** What would be broken at its hyphen, such as a number on a label. */
const ONE_WORD = /^\S{1,16}$/;

const features = tableFeatures({ rowSelectionFeature });
const helper = createColumnHelper<typeof features, RecordView>();

export default function ListTable() {
  const { t } = useTranslation();
  const { entry, columns, rows, marked, onMark, preview, onPreview } = useRecordListContext();
  const table = useTable({
    features,
    data: rows,
    getRowId: (record: RecordView) => record.id,
    columns: useMemo(
      () =>
        helper.columns(
          columns.map((column) => helper.accessor((record) => record, { id: column.key, header: column.label })),
        ),
      [columns],
    ),
    state: { rowSelection: marked },
    onRowSelectionChange: (update) => {
      const next = typeof update === 'function' ? update(marked) : update;
      onMark?.(
        Object.fromEntries(
          Object.keys(next)
            .filter((id) => next[id])
            .map((id) => [id, true as const]),
        ),
      );
    },
  });
  const frame = useFrame();
  const [helpOpen, setHelpOpen] = useState(false);
  const onHelp = useCallback(() => setHelpOpen(true), []);
  useListShortcuts(frame, { onHelp, onRefused: useRefusedEdit() });
  return (
    <div
      className={`am-surface ${classes.frame}`}
      data-table
      data-previews={(onPreview && preview !== undefined) || undefined}
      ref={frame}
    >
      <table
        className={classes.table}
        data-dense={columns.length >= MANY_COLUMNS || undefined}
        data-narrow={useNarrowRows() || undefined}
        data-marking={Object.keys(marked).length > 0 || undefined}
      >
        <caption className="am-visually-hidden">{text(entry.plural)}</caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {onMark && (
                <th scope="col" className={classes.mark}>
                  <input
                    type="checkbox"
                    aria-label={t('list.markAll')}
                    checked={table.getIsAllRowsSelected()}
                    ref={(box) => {
                      if (box) box.indeterminate = table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected();
                    }}
                    onChange={table.getToggleAllRowsSelectedHandler()}
                  />
                </th>
              )}
              {group.headers.map((header, i) => (
                <Heading key={header.id} column={columns[i] as ListColumn} />
              ))}
              <th scope="col" className={classes.acts}>
                <span className="am-visually-hidden">{t('list.actions')}</span>
              </th>
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row, index) => (
            <RecordRow key={row.id} row={row} index={index} />
          ))}
        </tbody>
        <TotalsRow />
      </table>
      {helpOpen && <KeysDialog onClose={() => setHelpOpen(false)} />}
    </div>
  );
}

/** The sums of the amounts below their columns. The words stand in the first column without a sum. */
function TotalsRow() {
  const { t } = useTranslation();
  const { columns, totals, onMark } = useRecordListContext();
  if (!totals || columns.every((column) => !totals.of(column))) return null;
  const labelled = columns.find((column) => !totals.of(column));
  return (
    <tfoot>
      <tr data-totals>
        {onMark && <td className={classes.mark} />}
        {columns.map((column) => (
          <td key={column.key} data-number={column.isNumber || undefined}>
            {column === labelled
              ? t('list.totals')
              : totals.of(column)?.map(({ total, unit }) => (
                  // Left to right in every language, so that the last digits stand below those of the rows.
                  <div key={unit} dir="ltr">
                    <bdi className="am-meta am-light">{unit}</bdi> {total}
                  </div>
                ))}
          </td>
        ))}
        <td />
      </tr>
    </tfoot>
  );
}

function RecordRow({ row, index }: { row: Row<typeof features, RecordView>; index: number }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { entry, columns, onMark, preview } = useRecordListContext();
  const { linked, cellOf } = useListCells();
  const record = row.original;
  const path = recordPath(entry, row.id);
  return (
    <tr
      data-record={row.id}
      data-marked={row.getIsSelected() || undefined}
      data-previewed={preview === row.id || undefined}
      onClick={(event) => {
        if (opensRow(event)) navigate(path);
      }}
    >
      {onMark && (
        <td className={classes.mark}>
          <input
            type="checkbox"
            aria-label={t('list.mark', { name: recordTitle(record) })}
            checked={row.getIsSelected()}
            onChange={row.getToggleSelectedHandler()}
          />
        </td>
      )}
      {row.getAllCells().map((one, i) => {
        const column = columns[i] as ListColumn;
        const value = cellOf(column, record, index);
        return (
          <td
            key={one.id}
            data-column={column.key}
            data-kind={column.kind}
            data-number={column.isNumber || undefined}
            data-whole={isWhole(column, record) || undefined}
          >
            <div className={classes.cellWords}>
              {column === linked ? (
                <Link to={path} data-opens>
                  {value || recordTitle(record)}
                </Link>
              ) : (
                value
              )}
            </div>
          </td>
        );
      })}
      <td className={classes.acts}>
        <div className={`${classes.rowButtons} am-beside am-end`}>
          <PreviewButton record={record} />
          <RowActions record={record} />
        </div>
      </td>
    </tr>
  );
}

/** Shows the record beside the list, or takes it away again. */
function PreviewButton({ record }: { record: RecordView }) {
  const { t } = useTranslation();
  const { preview, onPreview } = useRecordListContext();
  if (!onPreview) return null;
  const isShown = preview === record.id;
  return (
    <ActionIcon
      variant={isShown ? 'light' : 'subtle'}
      aria-label={t('list.previewOf', { name: isolateName(recordTitle(record)) })}
      title={t('list.preview')}
      aria-pressed={isShown}
      data-preview
      onClick={() => onPreview(isShown ? undefined : record.id)}
    >
      <Icon name="eye" />
    </ActionIcon>
  );
}

/** True for dates and for what is written from left to right (codes, numbers to call), which are not read in two lines. */
function isWhole({ node }: ListColumn, { data }: RecordView): boolean {
  if (!node) return false;
  const answer = getOwn(data, node.properties[0] ?? node.name);
  const isOneWord = propertyKindOf(node) === 'text' && ONE_WORD.test(String(answer));
  return isOneWord || propertyKindOf(node) === 'day' || FIELD_TYPES[node.type].direction === 'ltr';
}

/** True for a plain click, unless it hit a control or ended a text selection. */
function opensRow(event: MouseEvent): boolean {
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  const acts = (event.target as Element).closest('a, button, input, label, select, [role=menu]');
  return isPlain && !acts && (window.getSelection()?.toString() ?? '') === '';
}

/** Marks a table wider than its frame, which then scrolls inside the frame. Otherwise the heading sticks to the page. */
function useFrame(): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => {
      const table = element.firstElementChild as HTMLElement;
      element.toggleAttribute('data-scrolls', table.scrollWidth > element.clientWidth + 1);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);
  return frame;
}

function Heading({ column }: { column: ListColumn }) {
  const { sort, onSort } = useRecordListContext();
  const keys = (sort ?? '').split(',').filter(Boolean);
  const order = keys.includes(column.source)
    ? 'ascending'
    : keys.includes(`-${column.source}`)
      ? 'descending'
      : undefined;
  if (!column.sortable) {
    return (
      <th scope="col" data-column={column.key} data-number={column.isNumber || undefined}>
        {column.label}
      </th>
    );
  }
  const next = order === undefined ? column.source : order === 'ascending' ? `-${column.source}` : undefined;
  return (
    <th scope="col" data-column={column.key} data-number={column.isNumber || undefined} aria-sort={order ?? 'none'}>
      <button type="button" className={`${classes.sort} am-joined am-gap-2`} onClick={() => onSort(next)}>
        {column.label}
        <Icon
          name={order === 'ascending' ? 'sort-ascending' : order === 'descending' ? 'sort-descending' : 'arrows-sort'}
          size={15}
        />
      </button>
    </th>
  );
}
