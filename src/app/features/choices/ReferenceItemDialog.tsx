/**
 * Dialog of a reference data item, which is a place or an entry of a choice list. Edits its name in three languages and its
 * other spellings, and retires, restores or merges it. `children` renders the other fields.
 */
import { Alert, Button, Textarea } from '@mantine/core';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../data/errors.ts';
import type { Named } from '../../data/types.ts';
import { nameOf } from '../../data/words.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { FailureNote } from '../../shell/FailureNote.tsx';
import { toast } from '../../shell/toasts/toast.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { Dialog, DialogButtons } from '../../widgets/controls/Dialog.tsx';
import { MergePanel } from './MergePanel.tsx';
import { TextInputs } from './TextInputs.tsx';

export interface ReferenceNames {
  name_en: string;
  name_fa: string;
  name_ps: string;
  aliases: string[];
}

export interface ReferenceItem extends Omit<Named, keyof ReferenceNames>, ReferenceNames {
  id: string;
  merged_into?: string | null;
}

type Done = Promise<{ message: string }>;

/** Actions on an existing item. */
interface ItemActions {
  retire: (id: string) => Done;
  restore: (id: string) => Done;
  merge: (id: string, into: string) => Done;
}

interface Props<T extends ReferenceItem> {
  /** Null for a new item. */
  item: T | null;
  /** Dialog title for a new item. */
  addTitle: string;
  aliasesLabel: string;
  /** Text shown for an item that was merged as a duplicate. */
  doubleNote: string;
  isOffered: boolean;
  /** Maximum length of a name in characters. */
  longest: number;
  /** Items that a duplicate can be merged into. */
  targets: readonly T[];
  /** Query to reload when somebody else saved first. */
  newest: QueryKey;
  save: (names: ReferenceNames) => Done;
  /** Undefined if items of this kind are never retired. */
  actions?: ItemActions;
  /** Renders the other fields. `errorOf` returns the server's error for a field. */
  children: (errorOf: (field: string) => string | undefined) => ReactNode;
  onClose: () => void;
}

export function ReferenceItemDialog<T extends ReferenceItem>(props: Props<T>) {
  const { item, isOffered, actions, onClose } = props;
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const [names, setNames] = useState(() => namesOf(item));
  const [merging, setMerging] = useState(false);
  const done = ({ message }: { message: string }) => {
    toast('success', message);
    // Pickers, lists and records show these names too.
    void client.invalidateQueries();
    onClose();
  };
  const save = useMutation({ mutationFn: props.save, onSuccess: done });
  const act = useMutation({ mutationFn: (action: () => Done) => action(), onSuccess: done });
  const error = save.error ?? act.error;
  const errors = isApiError(error) ? (error.errors ?? {}) : {};
  const errorOf = (field: string) => errors[`/${field}`]?.[0]?.message;
  const isDouble = Boolean(item?.merged_into);
  if (item && actions && merging)
    return (
      <Dialog title={t('tables.mergeTitle')} onClose={onClose}>
        <MergePanel
          entry={item}
          others={props.targets}
          busy={act.isPending}
          error={act.error}
          onMerge={(into) => act.mutate(() => actions.merge(item.id, into))}
          onBack={() => setMerging(false)}
        />
      </Dialog>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { aliases, ...own } = names;
    save.mutate({ ...own, aliases: aliases.split('\n').filter((name) => name.trim() !== '') });
  };
  return (
    <Dialog title={item ? nameOf(item) : props.addTitle} size="xl" onClose={onClose}>
      <form onSubmit={submit} noValidate>
        {error && Object.keys(errors).length === 0 && (
          <SaveFailure error={error} newest={props.newest} onClose={onClose} />
        )}
        {isDouble && (
          <Alert color="gray" variant="light" icon={<Icon name="info-circle" />} mb="md">
            {props.doubleNote}
          </Alert>
        )}
        <NameFields {...props} names={names} onChange={setNames} isDouble={isDouble} errorOf={errorOf} />
        {item && actions && (
          <ItemButtons
            {...{ isOffered, isDouble, busy: act.isPending }}
            onRetire={() => act.mutate(() => actions.retire(item.id))}
            onMerge={() => setMerging(true)}
            onRestore={() => act.mutate(() => actions.restore(item.id))}
          />
        )}
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {t('tables.cancel')}
          </Button>
          {!isDouble && (
            <Button type="submit" loading={save.isPending}>
              {t('tables.save')}
            </Button>
          )}
        </DialogButtons>
      </form>
    </Dialog>
  );
}

/** The names as text in the fields. Other spellings are one per line. */
type TypedNames = Omit<ReferenceNames, 'aliases'> & { aliases: string };

function namesOf(item: ReferenceItem | null): TypedNames {
  const { name_en = '', name_fa = '', name_ps = '', aliases = [] } = item ?? {};
  return { name_en, name_fa, name_ps, aliases: aliases.join('\n') };
}

interface NameFieldsProps extends Pick<Props<ReferenceItem>, 'aliasesLabel' | 'longest' | 'children'> {
  names: TypedNames;
  onChange: (names: (now: TypedNames) => TypedNames) => void;
  isDouble: boolean;
  errorOf: (field: string) => string | undefined;
}

function NameFields({ names, onChange, isDouble, errorOf, aliasesLabel, longest, children }: NameFieldsProps) {
  const { t } = useTranslation('admin');
  const set = (patch: Partial<TypedNames>) => onChange((now) => ({ ...now, ...patch }));
  return (
    <>
      <TextInputs
        name="name"
        label={(language) => t('tables.nameIn', { language })}
        value={{ en: names.name_en, fa: names.name_fa, ps: names.name_ps }}
        isDisabled={isDouble}
        longest={longest}
        errorOf={(one) => errorOf(`name_${one}`)}
        onChange={({ en, fa, ps }) => set({ name_en: en, name_fa: fa, name_ps: ps })}
      />
      {!isDouble && (
        <>
          <Textarea
            mt="sm"
            name="aliases"
            label={aliasesLabel}
            description={t('tables.aliasesHint')}
            autosize
            minRows={2}
            maxRows={6}
            dir="auto"
            value={names.aliases}
            error={errorOf('aliases')}
            onChange={(event) => set({ aliases: event.currentTarget.value })}
          />
          {children(errorOf)}
        </>
      )}
    </>
  );
}

/** Shows an error that belongs to no field. After a conflict the newest version can be loaded. */
function SaveFailure({ error, newest, onClose }: { error: unknown; newest: QueryKey; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  return (
    <>
      <FailureNote error={error} />
      {isApiError(error) && error.code === 'conflict' && (
        <Button
          mb="md"
          variant="outline"
          onClick={() => void client.invalidateQueries({ queryKey: newest }).then(onClose)}
        >
          {t('tables.loadNewest')}
        </Button>
      )}
    </>
  );
}

interface ItemButtonsProps {
  isOffered: boolean;
  isDouble: boolean;
  busy: boolean;
  onRetire: () => void;
  onMerge: () => void;
  onRestore: () => void;
}

function ItemButtons({ isOffered, isDouble, busy, onRetire, onMerge, onRestore }: ItemButtonsProps) {
  const { t } = useTranslation('admin');
  return (
    <div className="am-above-4 am-cluster">
      {isOffered ? (
        <>
          <ActionButton icon="archive" variant="subtle" color="gray" loading={busy} onClick={onRetire} action="retire">
            {t('tables.retire')}
          </ActionButton>
          <ActionButton icon="copy" variant="subtle" color="gray" onClick={onMerge} action="merge">
            {t('tables.merge')}
          </ActionButton>
        </>
      ) : (
        <ActionButton icon="restore" variant="subtle" loading={busy} onClick={onRestore} action="restore">
          {t(isDouble ? 'tables.separate' : 'tables.restore')}
        </ActionButton>
      )}
    </div>
  );
}
