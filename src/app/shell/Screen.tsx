/**
 * The frame of every screen: one `main` element with the stable attributes `data-screen` and `data-form`, and the
 * document title. When the path changes, the focus moves to the heading.
 */

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { dotSeparated, NAME_SEPARATOR } from '../../core/records/name.ts';
import { RecordName } from '../theme/RecordName.tsx';
import { useIsNarrowScreen } from '../theme/usePhone.ts';
import { useMenuCrumbs } from './navigation/crumbs.ts';
import classes from './Screen.module.css';
import { TaskBar, type TaskBarState, TaskSlot } from './TaskBar.tsx';
import { BackLink, Breadcrumbs, type Crumb, CrumbMenu, ScreenButtons } from './TopBar.tsx';

export interface ScreenProps {
  /** list, create, detail, edit, search, dashboard, report, menu, login, loading, error, not-found … */
  name: string;
  form?: string;
  title: string;
  /** The title is a code, left to right in every language. */
  isCode?: boolean;
  /** Content beside the heading: status, code. */
  badge?: ReactNode;
  crumbs?: Crumb[];
  /** Outline buttons in the line of the heading; below it on phones. */
  buttons?: ReactNode;
  /** narrow: forms with a few fields; wide: tables. */
  width?: 'narrow' | 'page' | 'wide';
  /** Only screen readers get the heading, because the screen shows the same text elsewhere. */
  quietTitle?: boolean;
  /** The screen is something to finish. On a phone its own bar takes the place of navbar, crumbs and heading. */
  task?: TaskBarState | undefined;
  children: ReactNode;
}

let lastPath: string | null = null;

export function Screen({
  name,
  form,
  title,
  isCode,
  badge,
  crumbs: own,
  buttons,
  width = 'page',
  quietTitle,
  task,
  children,
}: ScreenProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const crumbs = useMenuCrumbs(own);
  const heading = useRef<HTMLHeadingElement>(null);
  const isPhone = useIsNarrowScreen();
  const isTask = isPhone && task !== undefined;
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  useEffect(() => {
    document.title = dotSeparated([...title.split(NAME_SEPARATOR), t('product')]);
  }, [title, t]);
  useEffect(() => {
    // The first page keeps the browser's own focus. A loading screen leaves the focus to the screen that follows.
    if (name === 'loading') return;
    const isMoved = lastPath !== null && lastPath !== pathname;
    // Another screen may take the place of one that had the focus, under the same path.
    const isLost = lastPath === pathname && document.activeElement === document.body;
    if (isMoved || isLost) heading.current?.focus({ preventScroll: true });
    if (isMoved) window.scrollTo(0, 0);
    lastPath = pathname;
  }, [pathname, name]);
  const hasLine = !isPhone && (crumbs !== undefined || Boolean(buttons));
  const quiet = quietTitle && 'am-visually-hidden';
  const words = (
    <h1 ref={heading} tabIndex={-1} className={isTask ? undefined : quiet || classes.title}>
      {isCode ? <bdi dir="ltr">{title}</bdi> : <RecordName of={title} isBlock={!isTask} />}
    </h1>
  );
  return (
    <main id="main" tabIndex={-1} data-screen={name} data-form={form} data-width={width} className={classes.main}>
      {isTask ? (
        <TaskBar {...task} slotRef={setSlot}>
          {words}
        </TaskBar>
      ) : (
        <>
          <div className={(!hasLine && quiet) || `${classes.heading} am-cluster`}>
            {crumbs && (isPhone ? <BackLink crumbs={crumbs} /> : <Breadcrumbs crumbs={crumbs} isWhole={quietTitle} />)}
            {words}
            {isPhone && crumbs && <CrumbMenu crumbs={crumbs} />}
            {badge}
            {!isPhone && buttons && <ScreenButtons>{buttons}</ScreenButtons>}
          </div>
          {isPhone && buttons && <ScreenButtons>{buttons}</ScreenButtons>}
        </>
      )}
      <TaskSlot value={isTask ? slot : undefined}>{children}</TaskSlot>
    </main>
  );
}
