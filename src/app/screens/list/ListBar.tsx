/** Search, filters and order of a list on phones and tablets, in one bar. The rest is in its menu. */
import { ActionIcon } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { number } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import classes from './Bar.module.css';
import { ListSearch } from './ListSearch.tsx';
import { ListMenu, MenuOnDemand, type ToolsProps } from './ListTools.tsx';
import { useRecordListContext } from './RecordListContext.ts';
import { SortSelect } from './SortSelect.tsx';

export function ListBar({ records, filters, matrix, create }: ToolsProps) {
  const { t } = useTranslation();
  const { columns, sort } = useRecordListContext();
  const isAway = useScrollsDown();
  const { state } = records;
  const filtered = new Set(state.filters.map((one) => one.field)).size;
  return (
    <div className={`${classes.bar} am-inline am-gap-1`} data-away={isAway || undefined} data-bar data-no-print>
      <ListSearch state={state} placeholder={t('list.search')} className="am-grow" />
      {filters && (
        <ActionIcon
          className={`${classes.button} am-holds am-whole`}
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
      <SortSelect columns={columns} sort={sort} onSort={(chosen) => state.set({ sort: chosen })} />
      <MenuOnDemand
        Menu={ListMenu}
        records={records}
        matrix={matrix}
        trigger={(props) => (
          <ActionIcon
            className={`${classes.button} am-holds am-whole`}
            aria-label={t('list.more')}
            data-action="more"
            {...props}
          >
            <Icon name="dots" />
          </ActionIcon>
        )}
      />
      {create && (
        <ActionIcon
          component={Link}
          to={create.to}
          className={`${classes.button} am-holds am-whole`}
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
