/** Grey placeholder rows in the shape of the coming rows, so that the layout does not jump. */
import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './List.module.css';
import rowClasses from './Rows.module.css';

export function ListSkeleton({ columns, rows, narrow }: { columns: number; rows: number; narrow?: boolean }) {
  const { t } = useTranslation();
  const places = (count: number) => Array.from({ length: count }, (_, i) => `s${i}`);
  if (narrow) {
    return (
      <div className={`am-surface ${rowClasses.rows} am-clipped am-lined`} role="status" aria-label={t('loading')}>
        {places(rows).map((row) => (
          <div key={row} className={`${rowClasses.row} am-inline am-gap-1 am-holds am-pad-x-3`}>
            <div className={`${rowClasses.body} am-stack am-row-gap-0 am-grow`}>
              <Skeleton height={18} width={180} radius="sm" />
              <Skeleton height={16} width={90} radius="xl" />
            </div>
          </div>
        ))}
      </div>
    );
  }
  return (
    <div className={`am-surface ${classes.frame} am-lined`} role="status" aria-label={t('loading')}>
      <div className="am-tall am-sunken" />
      {places(rows).map((row) => (
        <div key={row} className="am-gap-4 am-pad-4 am-beside">
          {places(Math.min(columns, 6)).map((column) => (
            <Skeleton key={column} height={14} radius="sm" />
          ))}
        </div>
      ))}
    </div>
  );
}
