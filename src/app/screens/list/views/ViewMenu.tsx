/** The menu of saved views: opens one, and saves, renames, shares or deletes the one that is open. */

import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedView } from '../../../../core/generated/api.ts';
import { isolate } from '../../../../core/text/languages.ts';

import { ActButton } from '../../../shell/ActButton.tsx';
import AskDialog from '../../../shell/AskDialog.tsx';
import { DropItem, DropMenu } from '../../../shell/DropMenu.tsx';
import { useFailureText } from '../../../shell/FailureNote.tsx';
import { toast } from '../../../shell/toasts/toast.tsx';
import { useRecordList } from '../RecordListContext.ts';
import type { ListControl } from '../useListState.ts';
import { isChanged, isConflict, listStateOf, stateOf, useViewChanges, useViews } from './useViews.ts';
import { ViewDialog } from './ViewDialog.tsx';
import classes from './Views.module.css';

type Asked = 'new' | 'rename' | 'delete' | null;

export default function ViewMenu({ state }: { state: ListControl }) {
  const { t } = useTranslation('views');
  const { entry } = useRecordList();
  const views = useViews(entry.form);
  const [asked, ask] = useState<Asked>(null);
  const all = views.data?.data ?? [];
  const open = all.find(({ id }) => id === state.view);
  const own = all.filter((view) => view.own);
  const shared = all.filter((view) => !view.own);
  const { save, remove } = useViewActions(state, open, () => ask(null));
  useShortLink(state, open);
  const show = (view: SavedView) => state.set({ ...listStateOf(view), view: view.id, deleted: false });
  const item = (view: SavedView) => (
    <DropItem
      key={view.id}
      icon={view.id === open?.id ? 'check' : 'list-details'}
      why={view.own ? (view.shared ? t('shared') : undefined) : (view.owner.name ?? undefined)}
      onSelect={() => show(view)}
    >
      <bdi>{view.name}</bdi>
    </DropItem>
  );
  const changed = open !== undefined && isChanged(state, open);
  const nothing = { filters: [], text: '', sort: [], columns: null, per_page: null };
  return (
    <>
      <DropMenu
        label={t('title')}
        width={300}
        trigger={(props) => (
          <ActButton icon="list-details" variant={open ? 'light' : 'default'} action="views" {...props}>
            <span className={classes.name}>{open ? <bdi>{open.name}</bdi> : t('title')}</span>
            {changed && <span className={classes.changed} role="img" aria-label={t('changed')} />}
          </ActButton>
        )}
      >
        <DropItem
          icon={state.view || isChanged(state, nothing) ? 'list-details' : 'check'}
          onSelect={() => state.set({ ...listStateOf(nothing), view: undefined })}
        >
          {t('all')}
        </DropItem>
        {own.length > 0 && <Group label={t('own')}>{own.map(item)}</Group>}
        {shared.length > 0 && <Group label={t('shared')}>{shared.map(item)}</Group>}
        {views.isError && <p className={classes.trouble}>{t('trouble')}</p>}
        <Group label={open ? isolate(open.name) : t('here')}>
          {open?.may_change && changed && (
            <DropItem icon="device-floppy" action="save-view" onSelect={() => save.mutate(open)}>
              {t('save')}
            </DropItem>
          )}
          <DropItem icon="plus" action="new-view" onSelect={() => ask('new')}>
            {t(open ? 'saveAs' : 'saveNew')}
          </DropItem>
          {open?.may_change && (
            <>
              <DropItem icon="pencil" action="rename-view" onSelect={() => ask('rename')}>
                {entry.may.share ? t('renameOrShare') : t('rename')}
              </DropItem>
              <DropItem icon="trash" danger action="delete-view" onSelect={() => ask('delete')}>
                {t('delete')}
              </DropItem>
            </>
          )}
        </Group>
      </DropMenu>
      {(asked === 'new' || (asked === 'rename' && open)) && (
        <ViewDialog state={state} view={asked === 'rename' ? open : undefined} onClose={() => ask(null)} />
      )}
      {asked === 'delete' && open && <DeleteDialog view={open} remove={remove} onClose={() => ask(null)} />}
    </>
  );
}

interface DeleteProps {
  view: SavedView;
  remove: ReturnType<typeof useViewActions>['remove'];
  onClose: () => void;
}

function DeleteDialog({ view, remove, onClose }: DeleteProps) {
  const { t } = useTranslation('views');
  return (
    <AskDialog
      title={t('deleteTitle')}
      question={t(view.shared ? 'deleteShared' : 'deleteQuestion', { name: isolate(view.name) })}
      action={t('delete')}
      isDangerous
      busy={remove.isPending}
      error={remove.error}
      onDo={() => remove.mutate(view)}
      onClose={() => {
        remove.reset();
        onClose();
      }}
    />
  );
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a menu
    <div role="group" aria-label={label} className={classes.group}>
      <div className={classes.heading} aria-hidden>
        {label}
      </div>
      {children}
    </div>
  );
}

function useViewActions(state: ListControl, open: SavedView | undefined, onRemoved: () => void) {
  const { t } = useTranslation('views');
  const { entry } = useRecordList();
  const failure = useFailureText();
  const changes = useViewChanges(entry.form);
  const save = useMutation({
    mutationFn: (view: SavedView) => changes.save(view, stateOf(state)),
    onSuccess: (view) => {
      state.replace(listStateOf(view));
      toast('success', t('saved', { name: isolate(view.name) }));
    },
    onError: (error) => toast('error', isConflict(error) ? t('conflict') : failure(error)),
  });
  const remove = useMutation({
    mutationFn: changes.remove,
    onSuccess: () => {
      onRemoved();
      state.replace({ view: undefined });
      toast('info', t('deleted', { name: isolate(open?.name ?? '') }));
    },
  });
  return { save, remove };
}

/** A link that names only the view opens what it shows. */
function useShortLink(state: ListControl, open: SavedView | undefined): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current || !open) return;
    isDone.current = true;
    const { filters, text, sort, columns, per_page } = stateOf(state);
    const isBare = filters.length === 0 && text === '' && sort.length === 0 && columns === null && per_page === null;
    if (isBare && isChanged(state, open)) state.replace(listStateOf(open));
  }, [state, open]);
}
