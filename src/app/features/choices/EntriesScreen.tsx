/** Entries of one choice list: search, add, edit and sort. Retired and merged entries are marked, and hidden by default. */
import { Button, Checkbox, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import type { ChoiceItem } from '../../../core/generated/api.ts';
import { foldText } from '../../../core/text/letters.ts';
import { moveItem } from '../../data/order.ts';
import { nameOf, number, text } from '../../data/words.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { Failed } from '../../shell/Failed.tsx';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { Screen } from '../../shell/Screen.tsx';
import { SearchField } from '../../shell/SearchBox.tsx';
import { toast } from '../../shell/toasts/toast.tsx';
import { useFocusAfterReorder } from '../../shell/useFocusAfterReorder.ts';
import { choiceListKeys, choiceListsApi, isItemOffered } from './api.ts';
import { EntryDialog } from './EntryDialog.tsx';
import { EntryHistory } from './EntryHistory.tsx';
import { EntryRow } from './EntryRow.tsx';

export default function ChoiceListScreen() {
  const { list = '' } = useParams();
  const { t } = useTranslation('admin');
  const tables = useQuery({ queryKey: choiceListKeys.tables, queryFn: choiceListsApi.tables });
  const entries = useQuery({ queryKey: choiceListKeys.entries(list), queryFn: () => choiceListsApi.entries(list) });
  const [searched, setSearched] = useState('');
  const [all, setAll] = useState(false);
  const [open, setOpen] = useState<ChoiceItem | 'new' | 'history' | null>(null);
  const { order, setOrder, move, save } = useOrder(list);
  const error = entries.error ?? tables.error;
  if (error) return <Failed error={error} onRetry={() => void Promise.all([entries.refetch(), tables.refetch()])} />;
  const table = tables.data?.find((one) => one.list === list);
  const title = text(table?.title) || list;
  const mayEdit = table?.may.edit === true;
  const known = entries.data ?? [];
  const byId = new Map(known.map((entry) => [entry.id, entry]));
  const folded = foldText(searched);
  const shown = order
    ? order.flatMap((id) => byId.get(id) ?? [])
    : known.filter((entry) => (all || isItemOffered(entry)) && matches(entry, folded));
  const hidden = known.filter((entry) => !isItemOffered(entry)).length;
  return (
    <Screen
      name="master-table"
      title={title}
      crumbs={[{ label: t('tables.title'), to: '/admin/master-tables' }, { label: title }]}
      buttons={
        mayEdit && (
          <ActionButton icon="plus" onClick={() => setOpen('new')} action="add">
            {t('tables.add')}
          </ActionButton>
        )
      }
    >
      {order ? (
        <OrderBar busy={save.isPending} onCancel={() => setOrder(null)} onSave={() => save.mutate(order)} />
      ) : (
        <Tools
          searched={searched}
          onSearch={setSearched}
          mayEdit={mayEdit}
          {...(known.length > 1 && { onOrder: () => setOrder(known.filter(isItemOffered).map(({ id }) => id)) })}
          onHistory={() => setOpen('history')}
        />
      )}
      {save.error && <FailureNote error={save.error} />}
      {hidden > 0 && !order && (
        <Checkbox
          className="am-after"
          label={t('tables.withRetired', { number: number(hidden) })}
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
      )}
      {entries.isPending && <Skeleton height={240} radius="lg" />}
      {entries.data && shown.length === 0 && (
        <p className="am-nothing">{t(known.length === 0 ? 'tables.empty' : 'tables.nothingFound')}</p>
      )}
      <ol className="am-surface am-clipped am-lined">
        {shown.map((entry, index) => (
          <EntryRow
            key={entry.id}
            entry={entry}
            mergedInto={entry.merged_into ? nameOf(byId.get(entry.merged_into)) : null}
            {...(mayEdit && !order && { onOpen: () => setOpen(entry) })}
            {...(order && {
              onMove: (by: number) => move(entry.id, by),
              isFirst: index === 0,
              isLast: index === shown.length - 1,
            })}
          />
        ))}
      </ol>
      {open === 'history' && <EntryHistory list={list} entries={byId} onClose={() => setOpen(null)} />}
      {table && open && open !== 'history' && (
        <EntryDialog table={table} entry={open === 'new' ? null : open} others={known} onClose={() => setOpen(null)} />
      )}
    </Screen>
  );
}

/** Holds the new order while the user sorts. `order` is null otherwise. */
function useOrder(list: string) {
  const client = useQueryClient();
  const [order, setOrder] = useState<readonly string[] | null>(null);
  const hold = useFocusAfterReorder(order);
  const save = useMutation({
    mutationFn: (ids: readonly string[]) => choiceListsApi.order(list, [...ids]),
    onSuccess: ({ message }) => {
      toast('success', message);
      void client.invalidateQueries({ queryKey: choiceListKeys.entries(list) }).then(() => setOrder(null));
    },
  });
  const move = (id: string, by: number) => {
    hold();
    setOrder((now) => now && moveItem(now, id, now.indexOf(id) + by));
  };
  return { order, setOrder, move, save };
}

function OrderBar({ busy, onCancel, onSave }: { busy: boolean; onCancel: () => void; onSave: () => void }) {
  const { t } = useTranslation('admin');
  return (
    <div className="am-surface am-sticks am-pad-3 am-after am-cluster" role="status">
      <span className="am-grow">{t('tables.orderHint')}</span>
      <Button variant="default" onClick={onCancel}>
        {t('tables.cancel')}
      </Button>
      <Button loading={busy} onClick={onSave} data-action="save-order">
        {t('tables.saveOrder')}
      </Button>
    </div>
  );
}

interface ToolsProps {
  searched: string;
  onSearch: (searched: string) => void;
  mayEdit: boolean;
  /** Undefined if there are too few entries to sort. */
  onOrder?: () => void;
  onHistory: () => void;
}

function Tools({ searched, onSearch, mayEdit, onOrder, onHistory }: ToolsProps) {
  const { t } = useTranslation('admin');
  return (
    <div className="am-after am-cluster">
      <SearchField label={t('tables.search')} words={searched} onType={onSearch} />
      {mayEdit && onOrder && (
        <ActionButton icon="arrows-sort" variant="outline" onClick={onOrder} action="order">
          {t('tables.order')}
        </ActionButton>
      )}
      {mayEdit && (
        <ActionButton icon="history" variant="outline" onClick={onHistory} action="history">
          {t('tables.history')}
        </ActionButton>
      )}
    </div>
  );
}

function matches(entry: ChoiceItem, folded: string): boolean {
  if (folded === '') return true;
  const all = [entry.name_en, entry.name_fa, entry.name_ps, entry.code, ...entry.aliases];
  return all.some((name) => foldText(name).includes(folded));
}
