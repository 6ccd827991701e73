/** What is above a list in wide windows, in the line of its heading: search, filters, two menus and the new record. */
import { ActionIcon } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type LazyComponent, lazyComponent } from '../../data/onDemand.tsx';
import { number } from '../../data/words.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';
import type { TriggerProps } from '../../shell/DropMenu.tsx';
import { BarLink } from '../../shell/TopBar.tsx';
import { Icon } from '../../theme/Icon.tsx';
import classes from './List.module.css';
import { ListSearch } from './ListSearch.tsx';
import type { RecordListResult } from './useRecords.ts';

export interface PanelState {
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

export interface MenuProps {
  records: RecordListResult;
  matrix: PanelState;
  trigger: (props: Partial<TriggerProps>) => ReactNode;
}

const DisplayMenu = lazyComponent(() => import('./DisplayMenu.tsx'), { words: ['views'] });
export const ListMenu = lazyComponent(() => import('./ListMenu.tsx'), { words: ['views'] });

export interface ToolsProps extends Pick<MenuProps, 'records' | 'matrix'> {
  /** Undefined if the list has no filters. */
  filters: PanelState | undefined;
  create: { to: string; label: string } | undefined;
}

export function ListTools({ records, filters, matrix, create }: ToolsProps) {
  const { t } = useTranslation();
  const { state } = records;
  const filtered = new Set(state.filters.map((one) => one.field)).size;
  return (
    <>
      <ListSearch state={state} placeholder={t('list.searchPlaceholder')} className={`${classes.search} am-words`} />
      {filters && (
        <ActionButton
          icon="filter"
          variant={filters.isOpen ? 'light' : 'default'}
          aria-expanded={filters.isOpen}
          aria-controls="filters"
          onClick={() => filters.onOpen(!filters.isOpen)}
        >
          {t('filter.title')} {filtered > 0 && <span className="am-number-of">{number(filtered)}</span>}
        </ActionButton>
      )}
      <MenuOnDemand
        Menu={DisplayMenu}
        records={records}
        matrix={matrix}
        trigger={(props) => (
          <ActionButton icon="adjustments-horizontal" variant="default" action="display" {...props}>
            {t('list.display')}
          </ActionButton>
        )}
      />
      <MenuOnDemand
        Menu={ListMenu}
        records={records}
        matrix={matrix}
        trigger={(props) => (
          <ActionIcon
            variant="default"
            aria-label={t('list.more')}
            title={t('list.more')}
            data-action="more"
            {...props}
          >
            <Icon name="dots" />
          </ActionIcon>
        )}
      />
      {create && (
        <BarLink to={create.to} icon="plus" primary>
          {create.label}
        </BarLink>
      )}
    </>
  );
}

/** A button whose menu is loaded when it is first opened, as a list has no room for it before. */
export function MenuOnDemand({ Menu, ...menu }: MenuProps & { Menu: LazyComponent<MenuProps> }) {
  const [wasOpened, setOpened] = useState(false);
  if (wasOpened) return <Menu {...menu} waiting={menu.trigger({})} />;
  return menu.trigger({ onClick: () => setOpened(true), 'aria-haspopup': 'menu', 'aria-expanded': false });
}
