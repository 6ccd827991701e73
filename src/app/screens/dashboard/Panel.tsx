/** A titled box of the dashboard, with the number of things that wait in it. */
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { number } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import { useIsNarrowScreen } from '../../theme/usePhone.ts';
import classes from './Dashboard.module.css';

export function HomePanel({
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
    <section className={`am-surface am-titled am-bleeds ${classes.panel}`}>
      <h2 className="am-inline am-line-below">
        <Icon name={icon} size={20} /> {title}
        {count !== undefined && (
          <span className={`${classes.count} am-at-end am-light am-tag`} data-some={count > 0 || undefined}>
            {number(count)}
          </span>
        )}
      </h2>
      {children}
    </section>
  );
}

/** Rows of a box that a phone shows before the person asks for more. */
const ON_A_PHONE = 3;

/** The rows of a box, on a phone the first ones and the way to the others; or the text `none` if it has no rows. */
export function HomePanelRows({ none, children }: { none?: string; children: ReactNode[] }) {
  const { t } = useTranslation();
  const [isAll, setAll] = useState(false);
  const isShort = useIsNarrowScreen() && !isAll && children.length > ON_A_PHONE + 1;
  const shown = isShort ? children.slice(0, ON_A_PHONE) : children;
  if (none !== undefined && children.length === 0) return <p className="am-pad-4 am-dimmed">{none}</p>;
  return (
    <>
      <ul className="am-lined">{shown}</ul>
      {isShort && (
        <p className={`${classes.chips} am-flow am-pad-y-2 am-pad-x-4 am-line-above`}>
          <button type="button" className="am-chip am-hovers" onClick={() => setAll(true)}>
            {t('dashboard.more', { shown: number(children.length - ON_A_PHONE) })}
          </button>
        </p>
      )}
    </>
  );
}

interface RowProps {
  to: string;
  /** Shown at the end of the row, for example a time or a count. */
  side?: ReactNode;
  children: ReactNode;
}

/** The content of a row as a link. */
export function HomePanelLink({ to, side, children }: RowProps) {
  return (
    <Link to={to} className="am-between am-way am-grow">
      <span className={`am-column ${classes.main} am-wraps`}>{children}</span>
      {side && <span className={`${classes.side} am-column am-bottom am-whole am-gap-1`}>{side}</span>}
    </Link>
  );
}
