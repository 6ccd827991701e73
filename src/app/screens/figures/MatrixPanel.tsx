/** Shows a form's matrix with the number of records in each cell. Each number links to the list of exactly those records. */
import { Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { bandFilters, cellFilters, type Matrix, type MatrixCell, matrixOf } from '../../../core/figures/matrix.ts';
import { joinedFilters } from '../../../core/figures/where.ts';
import { bandBounds, bandOf, type NumberBand } from '../../../core/form/bands.ts';
import type { Filter, FormEntry } from '../../../core/generated/api.ts';
import { filteredListPath } from '../../../core/paths/listState.ts';
import { queryKeys } from '../../data/queries.ts';
import { source } from '../../data/source.ts';
import { number, text } from '../../data/words.ts';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { MatrixTable } from '../../widgets/derived/MatrixTable.tsx';
import { FigureDownload } from './FigureDownload.tsx';
import classes from './Figures.module.css';

interface Props {
  entry: FormEntry;
  form: CompiledForm;
  /** Filters of the list that the matrix is shown above. */
  filters?: Filter[];
}

export default function MatrixPanel({ entry, form, filters = [] }: Props) {
  const { t } = useTranslation('figures');
  const matrix = matrixOf(form);
  const query = { filters };
  const found = useQuery({
    queryKey: queryKeys.list(entry.api.base, 'matrix', query),
    queryFn: () => source.matrix(entry.api, query),
    placeholderData: keepPreviousData,
    refetchOnReconnect: true,
  });
  if (!matrix) return null;
  if (found.error) return <FailureNote error={found.error} />;
  if (!found.data) return <Skeleton height={320} radius="lg" mb="md" />;
  const { data, filters: counted } = found.data;
  const totalOf = ({ row, column }: MatrixCell) =>
    data.find((one) => one.row === row.value && one.column === column.value)?.total ?? 0;
  const to = (own: Filter[]) => filteredListPath(entry, joinedFilters(counted as never, own as never));
  const textsOf = (cell: MatrixCell) => ({
    rows: labelOf(matrix.rows),
    row: text(cell.row.label),
    columns: labelOf(matrix.columns),
    column: text(cell.column.label),
    level: `${text(cell.band?.label)} (${number(cell.level)})`,
    total: number(totalOf(cell)),
  });
  return (
    <section
      className="am-gap-4 am-sides am-card am-after am-stack"
      aria-label={text(form.definition.matrix?.title)}
      data-matrix
      aria-busy={found.isFetching}
    >
      <MatrixTable matrix={matrix} isHere={(cell) => isChosen(filters, matrix, cell)}>
        {(cell) => {
          const total = totalOf(cell);
          if (total === 0) return <span className={classes.zero}>{number(0)}</span>;
          return (
            <Link
              className={`${classes.number} am-plain am-title am-covers`}
              to={to(cellFilters(matrix, cell))}
              aria-label={t('matrix.cell', textsOf(cell))}
              aria-current={isChosen(filters, matrix, cell) || undefined}
            >
              {number(total)}
            </Link>
          );
        }}
      </MatrixTable>
      <div>
        <h2 className="am-below-2">{t('matrix.levels')}</h2>
        <ul className="am-after">
          {(matrix.level.def.bands ?? []).toReversed().map((band) => {
            const total = matrix.cells.flat().reduce((sum, cell) => sum + (cell.band === band ? totalOf(cell) : 0), 0);
            return (
              <li key={band.from} className="am-inline">
                <span className={classes.tone} data-tone={band.variant} aria-hidden="true" />
                <span className="am-grow">{bandText(matrix, band, t)}</span>
                {total === 0 ? (
                  number(0)
                ) : (
                  <Link to={to(bandFilters(matrix, band))} className="am-target am-strong">
                    {number(total)}
                  </Link>
                )}
              </li>
            );
          })}
        </ul>
        <FigureDownload entry={entry} which="matrix" query={query} />
      </div>
    </section>
  );
}

function labelOf({ def }: Matrix['rows']): string {
  return text(def.short ?? def.label);
}

function bandText({ level, cells }: Matrix, band: NumberBand, t: TFunction<'figures'>): string {
  const { from, to } = bandBounds(level.def, band);
  const highest = Math.max(
    ...cells.flat().flatMap((cell) => (bandOf(level.def, cell.level) === band ? cell.level : [])),
  );
  const last = to ?? highest;
  const values = { level: text(band.label), from: number(from), to: number(last) };
  return t(Number.isFinite(last) ? 'matrix.level' : 'matrix.levelAtLeast', values);
}

function isChosen(filters: readonly Filter[], { rows, columns }: Matrix, { row, column }: MatrixCell): boolean {
  const is = (field: string, value: string) =>
    filters.some((one) => one.field === field && [one.value].flat().length === 1 && [one.value].flat()[0] === value);
  return is(rows.name, row.value) && is(columns.name, column.value);
}
