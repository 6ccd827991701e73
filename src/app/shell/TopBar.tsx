/** Breadcrumbs and outline buttons. A crumb without a link is the current page. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Icon } from '../theme/Icon.tsx';
import { DropItem, DropMenu } from './DropMenu.tsx';
import classes from './TopBar.module.css';

export interface Crumb {
  label: string;
  to?: string;
  /** The label is a code, left to right in every language. */
  code?: boolean;
}

/** Stands before the heading, which says the last of them. Where the heading is not seen, it is whole. */
export function Breadcrumbs({ crumbs, isWhole }: { crumbs: Crumb[]; isWhole: boolean | undefined }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t('breadcrumbs')} className={`${classes.crumbs} am-shrinks`}>
      <ol className="am-cluster am-gap-1 am-row-gap-0 am-small">
        <li className="am-joined">
          <Link to="/" className="am-joined" aria-label={t('dashboard.title')}>
            <Icon name="home" size={16} />
          </Link>
        </li>
        {crumbs.map((crumb, index) => {
          const label = crumb.code ? <bdi dir="ltr">{crumb.label}</bdi> : crumb.label;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: crumbs are a path, their place is their identity
            <li key={index} className="am-joined am-dimmed">
              <Icon name="chevron-right" size={14} />
              {crumb.to ? (
                <Link to={crumb.to}>{label}</Link>
              ) : (
                <span aria-current="page" className={isWhole ? undefined : 'am-visually-hidden'}>
                  {label}
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** Outline button of the top bar that links to a route. */
export function BarLink({
  to,
  icon,
  children,
  primary,
}: {
  to: string;
  icon?: string;
  children: ReactNode;
  primary?: boolean;
}) {
  return (
    <Button
      component={Link}
      to={to}
      variant={primary ? 'filled' : 'outline'}
      size="sm"
      {...(icon && { leftSection: <Icon name={icon} size={16} /> })}
    >
      {children}
    </Button>
  );
}

export function ScreenButtons({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('screenActions')} className={`am-flow ${classes.buttons}`} data-no-print>
      {children}
    </section>
  );
}

/** The crumbs of a phone: an arrow to the nearest one above, before the heading. */
export function BackLink({ crumbs }: { crumbs: Crumb[] }) {
  const { t } = useTranslation();
  const above = crumbs.findLast(({ to }) => to);
  return (
    <Link
      to={above?.to ?? '/'}
      className={`${classes.back} am-sign`}
      aria-label={above?.label ?? t('dashboard.title')}
      data-back
    >
      <Icon name="arrow-left" size={22} />
    </Link>
  );
}

/** All crumbs, where the arrow does not lead to each of them. */
export function CrumbMenu({ crumbs }: { crumbs: Crumb[] }) {
  const { t } = useTranslation();
  const above = crumbs.filter(({ to }) => to);
  if (above.length < 2) return null;
  return (
    <DropMenu
      align="end"
      width={260}
      label={t('breadcrumbs')}
      trigger={(props) => (
        <button
          type="button"
          {...props}
          className={`${classes.back} am-sign`}
          aria-label={t('breadcrumbs')}
          data-crumbs
        >
          <Icon name="chevron-down" size={20} />
        </button>
      )}
    >
      <DropItem icon="home" to="/">
        {t('dashboard.title')}
      </DropItem>
      {above.map(({ label, to = '/' }) => (
        <DropItem key={to} icon="chevron-right" to={to}>
          {label}
        </DropItem>
      ))}
    </DropMenu>
  );
}
