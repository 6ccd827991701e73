/** Grey rows while the first page is on the way. */
import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './List.module.css';

export function ListSkeleton({ columns, rows }: { columns: number; rows: number }) {
  const { t } = useTranslation();
  const places = (count: number) => Array.from({ length: count }, (_, i) => `s${i}`);
  return (
    <div className={classes.frame} role="status" aria-label={t('loading')}>
      {places(rows).map((row) => (
        <div key={row} className={classes.skeletonRow}>
          {places(Math.min(columns, 6)).map((column) => (
            <Skeleton key={column} height={14} radius="sm" />
          ))}
        </div>
      ))}
    </div>
  );
}
