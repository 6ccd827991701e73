/** Returns how a list is shown, as the items of its menu, and the dialogs that they open: columns, figures, saved views. */

import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedView } from '../../../../core/generated/api.ts';
import { isolateName } from '../../../../core/text/languages.ts';
import { lazyComponent } from '../../../data/onDemand.tsx';
import { text } from '../../../data/words.ts';
import AskDialog from '../../../shell/AskDialog.tsx';
import { DropItem } from '../../../shell/DropMenu.tsx';
import { useFailureText } from '../../../shell/FailureNote.tsx';
import { toast } from '../../../shell/toasts/toast.tsx';
import type { MenuProps } from '../ListTools.tsx';
import { useRecordListContext } from '../RecordListContext.ts';
import type { ListControl } from '../useListState.ts';
import {
  isVersionConflict,
  isViewChanged,
  listStateOf,
  useLastColumns,
  useSavedViews,
  useViewChanges,
  viewStateOf,
} from './useViews.ts';
import { ViewDialog } from './ViewDialog.tsx';

// Loaded when it is opened.
const ColumnsDialog = lazyComponent(() => import('../ColumnsDialog.tsx'));

type Asked = 'columns' | 'new' | 'rename' | 'delete' | null;

export function useDisplayMenu({ records: { state }, matrix }: Pick<MenuProps, 'records' | 'matrix'>) {
  const { t } = useTranslation(['views', 'app']);
  const { entry, form } = useRecordListContext();
  const views = useSavedViews(entry.form);
  const last = useLastColumns(entry.form);
  const [asked, ask] = useState<Asked>(null);
  const close = () => ask(null);
  const all = views.data?.data ?? [];
  const open = all.find(({ id }) => id === state.view);
  const { save, remove } = useViewActions(state, open, close);
  const items = (
    <>
      <DropItem icon="table" action="columns" onSelect={() => ask('columns')}>
        {t('app:list.columns')}
      </DropItem>
      {form.definition.matrix && (
        <DropItem icon="table" checked={matrix.isOpen} action="matrix" onSelect={() => matrix.onOpen(!matrix.isOpen)}>
          {text(form.definition.matrix.title)}
        </DropItem>
      )}
      <ViewItems state={state} views={all} open={open} />
      {views.isError && <p className="am-pad-y-1 am-pad-x-3 am-meta">{t('trouble')}</p>}
      <Group label={open ? isolateName(open.name) : t('here')}>
        {open?.may_change && isViewChanged(state, open) && (
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
    </>
  );
  const chooseColumns = (columns: string[] | undefined) => {
    if (!state.view) last.choose(columns);
    state.set({ columns });
  };
  const dialogs = (
    <>
      {asked === 'columns' && <ColumnsDialog onChoose={chooseColumns} onClose={close} />}
      {(asked === 'new' || (asked === 'rename' && open)) && (
        <ViewDialog state={state} view={asked === 'rename' ? open : undefined} onClose={close} />
      )}
      {asked === 'delete' && open && <DeleteDialog view={open} remove={remove} onClose={close} />}
    </>
  );
  return { items, dialogs };
}

interface ViewItemsProps {
  state: ListControl;
  views: readonly SavedView[];
  open: SavedView | undefined;
}

/** All records, then the views of the person and those that others share. */
function ViewItems({ state, views, open }: ViewItemsProps) {
  const { t } = useTranslation('views');
  const nothing = { filters: [], text: '', sort: [], columns: null, per_page: null };
  const own = views.filter((view) => view.own);
  const shared = views.filter((view) => !view.own);
  const item = (view: SavedView) => (
    <DropItem
      key={view.id}
      icon={view.id === open?.id ? 'check' : 'list-details'}
      why={view.own ? (view.shared ? t('shared') : undefined) : (view.owner.name ?? undefined)}
      onSelect={() => state.set({ ...listStateOf(view), view: view.id, deleted: false })}
    >
      <bdi>{view.name}</bdi>
    </DropItem>
  );
  return (
    <>
      <Group label={t('title')}>
        <DropItem
          icon={state.view || isViewChanged(state, nothing) ? 'list-details' : 'check'}
          onSelect={() => state.set({ ...listStateOf(nothing), view: undefined })}
        >
          {t('all')}
        </DropItem>
      </Group>
      {own.length > 0 && <Group label={t('own')}>{own.map(item)}</Group>}
      {shared.length > 0 && <Group label={t('shared')}>{shared.map(item)}</Group>}
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
      question={t(view.shared ? 'deleteShared' : 'deleteQuestion', { name: isolateName(view.name) })}
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
    <div role="group" aria-label={label} className="am-above-1 am-pad-y-1 am-line-above">
      <div className="am-pad-y-1 am-pad-x-3 am-meta am-cut" aria-hidden>
        {label}
      </div>
      {children}
    </div>
  );
}

function useViewActions(state: ListControl, open: SavedView | undefined, onRemoved: () => void) {
  const { t } = useTranslation('views');
  const { entry } = useRecordListContext();
  const failure = useFailureText();
  const changes = useViewChanges(entry.form);
  const save = useMutation({
    mutationFn: (view: SavedView) => changes.save(view, viewStateOf(state)),
    onSuccess: (view) => {
      state.replace(listStateOf(view));
      toast('success', t('saved', { name: isolateName(view.name) }));
    },
    onError: (error) => toast('error', isVersionConflict(error) ? t('conflict') : failure(error)),
  });
  const remove = useMutation({
    mutationFn: changes.remove,
    onSuccess: () => {
      onRemoved();
      state.replace({ view: undefined });
      toast('info', t('deleted', { name: isolateName(open?.name ?? '') }));
    },
  });
  return { save, remove };
}
