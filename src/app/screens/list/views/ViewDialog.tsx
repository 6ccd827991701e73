/** Saves what the list shows as a new view, or gives a view another name and another audience. */

import { Button, Checkbox, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedView } from '../../../../core/generated/api.ts';
import { isolateName } from '../../../../core/text/languages.ts';
import { isBlankText } from '../../../../core/text/letters.ts';
import { isApiError } from '../../../data/errors.ts';
import { FailureNote } from '../../../shell/FailureNote.tsx';
import { toast } from '../../../shell/toasts/toast.tsx';
import { Dialog, DialogButtons } from '../../../widgets/controls/Dialog.tsx';
import { useRecordListContext } from '../RecordListContext.ts';
import type { ListControl } from '../useListState.ts';
import { isVersionConflict, listStateOf, useViewChanges, viewStateOf } from './useViews.ts';

const LONGEST = 80;

interface Props {
  state: ListControl;
  /** Undefined for a new one. */
  view: SavedView | undefined;
  onClose: () => void;
}

export function ViewDialog({ state, view, onClose }: Props) {
  const { t } = useTranslation(['views', 'app']);
  const { entry } = useRecordListContext();
  const changes = useViewChanges(entry.form);
  const form = useId();
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  const save = useMutation({
    mutationFn: () =>
      view ? changes.save(view, { name, shared }) : changes.create({ name, shared, ...viewStateOf(state) }),
    onSuccess: (saved) => {
      if (!view) state.replace({ ...listStateOf(saved), view: saved.id });
      toast('success', t('saved', { name: isolateName(saved.name) }));
      onClose();
    },
  });
  const errors = isApiError(save.error) ? save.error.errors?.['/name'] : undefined;
  const wrong = errors?.map(({ message }) => message).join(' ');
  return (
    <Dialog title={t(view ? 'renameTitle' : 'newTitle')} onClose={onClose}>
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBlankText(name)) save.mutate();
        }}
      >
        <TextInput
          label={t('name')}
          description={view ? undefined : t('nameHint')}
          value={name}
          maxLength={LONGEST}
          data-autofocus
          required
          error={wrong}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {(entry.may.share || view?.shared) && (
          <Checkbox
            mt="md"
            label={t('share')}
            description={t('shareHint')}
            checked={shared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
        )}
        {save.error && !wrong ? (
          isVersionConflict(save.error) ? (
            <p role="alert">{t('conflict')}</p>
          ) : (
            <FailureNote error={save.error} />
          )
        ) : null}
      </form>
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {t('app:cancel')}
        </Button>
        <Button type="submit" form={form} loading={save.isPending} disabled={isBlankText(name)}>
          {t('do')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
