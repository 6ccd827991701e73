/** Search, filters and order of a list on phones and tablets, in one bar. The rest of the list's buttons open below it. */
import { ActionIcon, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { number, text } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import classes from './Bar.module.css';
import type { Panel } from './ListTools.tsx';
import { useRecordList } from './RecordListContext.ts';
import { SortSelect } from './SortSelect.tsx';
import type { Records } from './useRecords.ts';

interface Props {
  state: Records['state'];
  filters: Panel | undefined;
  create: { to: string; label: string } | undefined;
  /** Buttons that are used less often. */
  children: ReactNode;
}

export function ListBar({ state, filters, create, children }: Props) {
  const { t } = useTranslation();
  const { entry, columns, sort } = useRecordList();
  const isAway = useScrollsDown();
  const [isOpen, setOpen] = useState(false);
  const filtered = new Set(state.filters.map((one) => one.field)).size;
  return (
    <>
      <div className={classes.bar} data-away={isAway || undefined} data-bar>
        <search className={classes.search}>
          <form
            key={state.text}
            onSubmit={(event) => {
              event.preventDefault();
              state.set({ text: String(new FormData(event.currentTarget).get('text') ?? '').trim() });
            }}
          >
            <TextInput
              name="text"
              type="search"
              enterKeyHint="search"
              aria-label={t('list.searchIn', { name: text(entry.plural) })}
              placeholder={t('list.search')}
              leftSection={<Icon name="search" size={16} />}
              defaultValue={state.text}
            />
          </form>
        </search>
        {filters && (
          <ActionIcon
            className={classes.button}
            variant={filters.isOpen ? 'light' : 'subtle'}
            aria-label={t('filter.title')}
            aria-expanded={filters.isOpen}
            aria-controls="filters"
            onClick={() => filters.onOpen(!filters.isOpen)}
          >
            <Icon name="filter" />
            {filtered > 0 && <span className={classes.badge}>{number(filtered)}</span>}
          </ActionIcon>
        )}
        <SortSelect columns={columns} sort={sort} onSort={(chosen) => state.set({ sort: chosen })} />
        <ActionIcon
          className={classes.button}
          variant={isOpen ? 'light' : 'subtle'}
          aria-label={t('list.more')}
          aria-expanded={isOpen}
          data-action="more"
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="dots" />
        </ActionIcon>
        {create && (
          <ActionIcon
            component={Link}
            to={create.to}
            className={classes.button}
            variant="filled"
            aria-label={create.label}
          >
            <Icon name="plus" />
          </ActionIcon>
        )}
      </div>
      {isOpen && <div className={`am-flow ${classes.more}`}>{children}</div>}
    </>
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
