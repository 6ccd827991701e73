/** Sets the order of the rows, as the headings do in a table. */
import { useTranslation } from 'react-i18next';
import { Icon } from '../../theme/Icon.tsx';
import type { ListColumn } from '../record/columns.ts';
import classes from './Bar.module.css';

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
    <span className={`${classes.sort} am-sign am-holds am-action`}>
      <Icon name={first.startsWith('-') ? 'sort-descending' : 'sort-ascending'} />
      <select
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
    </span>
  );
}
