/** The numbers of a block as a table. Headings sort it; the first column stays while the others scroll. */
import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportBlock, ReportBlockResult, ReportRow } from '../../../core/generated/api.ts';
import { preferences } from '../../data/preferences.ts';
import type { RowOrder } from '../../data/reports/online.ts';
import { text } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import classes from './Report.module.css';
import { ReportNumber } from './ReportNumber.tsx';

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });
const helper = createColumnHelper<typeof features, ReportRow>();

/** Letters of a name that takes more width on a phone, for example a question. */
const LONG = 30;

interface Props {
  block: ReportBlock;
  result: ReportBlockResult;
  /** Given if the rows are a part of all, which the server orders. */
  order?: { now: RowOrder | undefined; set: (order: RowOrder | undefined) => void };
}

export function BlockTable({ block, result, order }: Props) {
  const { t } = useTranslation('reports');
  const { columns, rows, total } = result;
  const table = useRows(rows, columns);
  const title = block.title ? text(block.title) : columns.map(({ name }) => name).join(', ');
  const names = [block.by ?? '', ...columns.map(({ name }) => name)];
  const hasNone = [...rows, ...(total ? [total] : [])].some(({ cells }) => cells.includes(null));
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label={t('table', { title })}>
        <table
          className={`${classes.table} am-frozen`}
          data-long={rows.some(({ name }) => name.length > LONG) || undefined}
        >
          <thead>
            <tr>
              {table.getFlatHeaders().map(({ column, id }, at) =>
                block.by === null && at === 0 ? null : (
                  <Heading
                    key={id}
                    name={names[at] ?? ''}
                    {...(order
                      ? orderedBy(order, columns[at - 1])
                      : {
                          sorted: column.getIsSorted(),
                          onSort: rows.length > 1 ? column.getToggleSortingHandler() : undefined,
                        })}
                  />
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {table.getRowModel().rows.map(({ original: row, id }) => (
              <Cells
                key={id}
                block={block}
                columns={columns}
                row={row}
                rowKey={block.by === null ? undefined : row.key}
              />
            ))}
          </tbody>
          {total && (
            <tfoot>
              <Cells
                block={block}
                columns={columns}
                row={{ ...total, name: total.name || t('total') }}
                rowKey={undefined}
              />
            </tfoot>
          )}
        </table>
      </section>
      {hasNone && <p className="am-hint am-above-1 am-after">{t('noRateWhy')}</p>}
    </>
  );
}

function useRows(rows: ReportRow[], columns: ReportBlockResult['columns']) {
  return useTable({
    features,
    data: rows,
    columns: useMemo(
      () =>
        helper.columns([
          helper.accessor((row) => row.name, {
            id: 'name',
            sortFn: (a, b) => a.original.name.localeCompare(b.original.name, preferences().language),
          }),
          ...columns.map((_column, at) =>
            helper.accessor((row) => row.cells[at] ?? undefined, {
              id: String(at),
              sortFn: sortFn_basic,
              sortUndefined: 'last',
              sortDescFirst: true,
            }),
          ),
        ]),
      [columns],
    ),
  });
}

/** Numbers begin with the highest, names with the first; the third press returns to the order of the block. */
function orderedBy(
  { now, set }: NonNullable<Props['order']>,
  column: ReportBlockResult['columns'][number] | undefined,
): Omit<HeadingProps, 'name'> {
  const by = column?.measure ?? 'name';
  const across = column?.across === undefined ? {} : { across: column.across };
  const turns = column ? [`-${by}`, by] : [by, `-${by}`];
  const at = now?.across === across.across ? turns.indexOf(now?.order ?? '') : -1;
  const next = turns[at + 1];
  return {
    sorted: at < 0 ? false : turns[at]?.startsWith('-') ? 'desc' : 'asc',
    onSort: () => set(next === undefined ? undefined : { order: next, ...across }),
  };
}

interface HeadingProps {
  name: string;
  sorted: false | 'asc' | 'desc';
  /** Undefined if there is nothing to sort. */
  onSort: ((event: unknown) => void) | undefined;
}

function Heading({ name, sorted, onSort }: HeadingProps) {
  const { t } = useTranslation('reports');
  const icon = sorted === 'asc' ? 'arrow-up' : sorted === 'desc' ? 'arrow-down' : 'arrows-sort';
  return (
    <th scope="col" aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : 'none'}>
      {onSort ? (
        <button type="button" className="am-joined" onClick={onSort}>
          {name || t('group')}
          <Icon name={icon} size={14} />
        </button>
      ) : (
        name
      )}
    </th>
  );
}

interface CellsProps {
  block: ReportBlock;
  columns: ReportBlockResult['columns'];
  row: ReportRow;
  /** Undefined for a row that is not narrowed to a group. */
  rowKey: string | undefined;
}

function Cells({ block, columns, row, rowKey }: CellsProps) {
  return (
    <tr data-row={rowKey ?? 'all'}>
      {block.by !== null && (
        <th scope="row">
          <bdi>{row.name}</bdi>
        </th>
      )}
      {columns.map((column, at) => {
        const measure = block.measures.find(({ id }) => id === column.measure);
        const value = row.cells[at] ?? null;
        return (
          <td
            key={`${column.measure} ${column.across ?? ''}`}
            data-measure={column.measure}
            data-alarm={(measure?.alarm && value !== null && value > 0) || undefined}
          >
            <ReportNumber
              value={value}
              measure={measure}
              number={{ block: block.id, measure: column.measure, row: rowKey, across: column.across }}
              label={[row.name, column.name].filter(Boolean).join(', ')}
              className="am-target am-end am-strong"
            />
          </td>
        );
      })}
    </tr>
  );
}
