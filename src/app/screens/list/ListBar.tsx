/** Search and filters of a list on phones and tablets, in one bar with its chips. The rest is in its menu and beside the title. */
import { ActionIcon } from '@mantine/core';
import { Children, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { number } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import classes from './Bar.module.css';
import { ListSearch } from './ListSearch.tsx';
import { ListMenu, MenuOnDemand, type ToolsProps } from './ListTools.tsx';
import { useRecordListContext } from './RecordListContext.ts';
import { SortSelect } from './SortSelect.tsx';

/** `children`: chips of the open view and of the filters. They take the room of the search until it gets the focus. */
export function ListBar({ records, filters, matrix, children }: ToolsProps & { children: ReactNode }) {
  const { t } = useTranslation();
  const isAway = useScrollsDown();
  const { state } = records;
  const hasChips = Children.toArray(children).length > 0;
  const filtered = new Set(state.filters.map((one) => one.field)).size;
  return (
    <div className={`${classes.bar} am-inline am-gap-1`} data-away={isAway || undefined} data-bar data-no-print>
      <ListSearch
        state={state}
        placeholder={t('list.search')}
        className={hasChips && !state.text ? `${classes.folded} am-grow` : 'am-grow'}
      />
      {hasChips && (
        <div className={`${classes.chips} am-inline`} data-sideways>
          {children}
        </div>
      )}
      {filters && (
        <ActionIcon
          className="am-holds am-whole"
          size="xl"
          variant={filters.isOpen ? 'light' : 'subtle'}
          aria-label={t('filter.title')}
          aria-expanded={filters.isOpen}
          aria-controls="filters"
          onClick={() => filters.onOpen(!filters.isOpen)}
        >
          <Icon name="filter" />
          {filtered > 0 && <span className="am-number-of am-corner">{number(filtered)}</span>}
        </ActionIcon>
      )}
      <MenuOnDemand
        Menu={ListMenu}
        records={records}
        matrix={matrix}
        trigger={(props) => (
          <ActionIcon className="am-holds am-whole" size="xl" aria-label={t('list.more')} data-action="more" {...props}>
            <Icon name="dots" />
          </ActionIcon>
        )}
      />
    </div>
  );
}

/** The order of the rows and the new record, in the line of the title. */
export function ListHeadTools({ records, create }: ToolsProps) {
  const { columns, sort } = useRecordListContext();
  return (
    <div className="am-inline am-gap-1" data-head-tools data-no-print>
      <SortSelect columns={columns} sort={sort} onSort={(chosen) => records.state.set({ sort: chosen })} />
      {create && (
        <ActionIcon
          component={Link}
          to={create.to}
          className="am-holds am-whole"
          size="xl"
          variant="filled"
          aria-label={create.label}
        >
          <Icon name="plus" />
        </ActionIcon>
      )}
    </div>
  );
}

/** Fewer pixels than this are a trembling finger. */
const STEP = 6;
/** Height of what stands above the bar, about. */
const TOP = 160;

/** Returns true after the user scrolled down, until they scroll up again. */
function useScrollsDown(): boolean {
  const [isDown, setDown] = useState(false);
  useEffect(() => {
    // To read the position before anything scrolls would lay the list out once more.
    let last: number | undefined;
    const follow = () => {
      const now = window.scrollY;
      if (last !== undefined && Math.abs(now - last) < STEP) return;
      if (last !== undefined) setDown(now > last && now > TOP);
      last = now;
    };
    window.addEventListener('scroll', follow, { passive: true });
    return () => window.removeEventListener('scroll', follow);
  }, []);
  return isDown;
}
