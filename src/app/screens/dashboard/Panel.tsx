/** A titled box of the dashboard, with the number of things that wait in it. */
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
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

/** The rows of a box, or the text `none` if it has no rows. */
export function PanelRows({ none, children }: { none: string; children: ReactNode[] }) {
  return children.length === 0 ? <p className={classes.none}>{none}</p> : <ul className={classes.rows}>{children}</ul>;
}

interface RowProps {
  to: string;
  /** Shown at the end of the row, for example a time or a count. */
  side?: ReactNode;
  children: ReactNode;
}

/** The content of a row as a link. */
export function PanelLink({ to, side, children }: RowProps) {
  return (
    <Link to={to}>
      <span className={`am-column ${classes.main}`}>{children}</span>
      {side && <span className={classes.side}>{side}</span>}
    </Link>
  );
}
