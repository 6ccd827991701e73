/** The views of a list as a row of links: all, what waits for the person, saved views; then where else the list leads. */

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type ListState, listParams } from '../../../core/paths/listState.ts';
import { queries } from '../../data/queries.ts';
import { number } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import { useChosenInSight } from '../../theme/useChosenInSight.ts';
import classes from './ListTabs.module.css';
import { useRecordListContext } from './RecordListContext.ts';
import { useListLinks } from './useListLinks.ts';
import type { ListControl } from './useListState.ts';
import { isViewChanged, listStateOf, useSavedViews } from './views/useViews.ts';

const TAB = 'am-target am-code am-dimmed am-inset';

const NOTHING: ListState = { page: 1, sort: undefined, text: '', filters: [], deleted: false };

interface Props {
  state: ListControl;
  /** The bar of a phone has one line for all chips. */
  isInBar?: boolean;
}

export default function ListTabs({ state, isInBar }: Props) {
  const { t } = useTranslation('views');
  const row = useRef<HTMLElement>(null);
  useChosenInSight(row);
  const { entry } = useRecordListContext();
  const links = useListLinks();
  const views = useSavedViews(entry.form).data?.data ?? [];
  const open = views.find(({ id }) => id === state.view);
  const waits = useQuery(queries.waits(entry.api)).data ?? [];
  const isNarrowed = state.filters.length > 0 || state.text !== '' || state.deleted;
  const tab = (key: string, shown: Partial<ListState>, isHere: boolean, children: ReactNode) => (
    <li key={key}>
      <Link
        to={{ search: listParams({ ...NOTHING, ...shown }).toString() }}
        aria-current={isHere ? 'page' : undefined}
        className={isInBar ? 'am-chip am-code' : TAB}
        data-tab={key}
      >
        {children}
      </Link>
    </li>
  );
  return (
    <nav
      ref={row}
      aria-label={t('title')}
      className={isInBar ? classes.chips : `${classes.tabs} am-below-2 am-line-below`}
    >
      <ol className="am-beside am-gap-2" data-sideways={isInBar ? undefined : true}>
        {tab('all', {}, !state.view && !isNarrowed, t('app:list.all'))}
        {waits.map(({ key, total, filters }) =>
          tab(
            key,
            { filters },
            !state.view && JSON.stringify(state.filters) === JSON.stringify(filters),
            <>
              {t(`app:dashboard.${key}`)} <span>{number(total)}</span>
            </>,
          ),
        )}
        {views.map((view) =>
          tab(
            view.id,
            { ...listStateOf(view), view: view.id },
            view === open,
            <>
              <bdi>{view.name}</bdi>
              {view === open && isViewChanged(state, view) && (
                <span className="am-dot" role="img" aria-label={t('changed')} />
              )}
            </>,
          ),
        )}
        {links.map(({ to, icon, label }, at) => (
          <li key={to} data-end={at === 0 || undefined}>
            <Link to={to} className={TAB}>
              <Icon name={icon} size={16} /> {label}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
