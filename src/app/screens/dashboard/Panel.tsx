/** A titled box of the dashboard, with how many things wait in it. */
import type { ReactNode } from 'react';
import { number } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import classes from './Dashboard.module.css';

export function Panel({
  icon,
  title,
  count,
  children,
}: {
  icon: string;
  title: string;
  count?: number;
  children: ReactNode;
}) {
  return (
    <section className={`am-surface ${classes.panel}`}>
      <h2>
        <Icon name={icon} size={20} /> {title}
        {count !== undefined && (
          <span className={classes.count} data-some={count > 0 || undefined}>
            {number(count)}
          </span>
        )}
      </h2>
      {children}
    </section>
  );
}
