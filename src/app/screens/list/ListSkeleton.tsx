/** Grey placeholder rows in the shape of the coming rows, so that the layout does not jump. */
import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './List.module.css';

export function ListSkeleton({ columns, rows, cards }: { columns: number; rows: number; cards?: boolean }) {
  const { t } = useTranslation();
  const places = (count: number) => Array.from({ length: count }, (_, i) => `s${i}`);
  if (cards) {
    return (
      <div className={classes.cards} role="status" aria-label={t('loading')}>
        {places(rows).map((row) => (
          <div key={row} className={`am-surface ${classes.card}`}>
            <Skeleton height={20} width="60%" mt={12} radius="sm" />
            <Skeleton height={20} width="30%" mt={12} radius="xl" />
            <Skeleton height={14} width="85%" mt={14} radius="sm" />
            <Skeleton height={14} width="70%" mt={10} radius="sm" />
          </div>
        ))}
      </div>
    );
  }
  return (
    <div className={`am-surface ${classes.frame}`} role="status" aria-label={t('loading')}>
      <div className={classes.skeletonHead} />
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
