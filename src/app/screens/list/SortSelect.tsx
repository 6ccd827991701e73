/** Sets the order of the cards, as the headings do in a table. */
import { useTranslation } from 'react-i18next';
import type { ListColumn } from '../record/columns.ts';
import classes from './List.module.css';

interface Props {
  columns: ListColumn[];
  sort: string | undefined;
  onSort: (sort: string) => void;
}

export function SortSelect({ columns, sort, onSort }: Props) {
  const { t } = useTranslation();
  const sortable = columns.filter((column) => column.sortable);
  if (sortable.length === 0) return null;
  const first = (sort ?? '').split(',')[0] ?? '';
  const known = sortable.some((column) => column.source === first.replace(/^-/, ''));
  return (
    <select
      className={classes.sortSelect}
      aria-label={t('list.order')}
      value={known ? first : ''}
      onChange={(event) => onSort(event.currentTarget.value)}
    >
      {!known && <option value="">{t('list.order')}</option>}
      {sortable.flatMap((column) =>
        (['', '-'] as const).map((mark) => (
          <option key={mark + column.source} value={mark + column.source}>
            {column.label} {mark ? '↓' : '↑'} {t(mark ? 'sort.desc' : 'sort.asc')}
          </option>
        )),
      )}
    </select>
  );
}
