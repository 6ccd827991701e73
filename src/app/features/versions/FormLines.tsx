/** One line of the list of forms: a form with its newest version, or a draft with what can be done with it. */

import { ActionIcon, Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DefinitionDraftEntry, FormEntry } from '../../../core/generated/api.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { date, instant, number } from '../../data/words.ts';
import { saveFileToDevice } from '../../screens/record/save.ts';
import AskDialog from '../../shell/AskDialog.tsx';
import { DropItem, DropMenu } from '../../shell/DropMenu.tsx';
import { useFailureText } from '../../shell/FailureNote.tsx';
import { toast } from '../../shell/toasts/toast.tsx';
import { DefinitionText } from '../../theme/DefinitionText.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { changedBy, definitionDraftName, draftKeys, draftsApi } from './drafts.ts';
import classes from './FormsList.module.css';
import type { DraftRow, FormRow, FormState } from './formsList.ts';
import { PublishDialog } from './PublishDialog.tsx';
import { UploadFailure, useDraftUpload } from './UploadDraft.tsx';

const ICONS: Readonly<Record<FormState, string>> = {
  draft: 'pencil',
  published: 'circle-check',
  planned: 'calendar-event',
  withdrawn: 'arrow-back-up',
  retired: 'circle-off',
};

export function FormLine({ row: { entry, state } }: { row: FormRow }) {
  const { t } = useTranslation('admin');
  const { details, version } = entry;
  return (
    <li data-form={entry.form} data-state={state}>
      <Link to={`/admin/forms/${entry.form}`} className={`${classes.name} am-pad-y-1 am-wraps`}>
        <DefinitionText of={entry.plural} />
      </Link>
      <State state={state}>{moreOf(entry, state, t)}</State>
      <span className={`${classes.version} am-meta`}>{t('versions.version', { version: number(version) })}</span>
      <span className={`${classes.records} am-meta`}>
        {details && t('versions.records', { count: details.records, number: number(details.records) })}
      </span>
      <span className={`${classes.change} am-meta`}>
        {details?.changed_at &&
          t('definitionDrafts.changedBy', {
            name: isolateName(details.changed_by?.name ?? '–'),
            at: instant(details.changed_at),
          })}
      </span>
    </li>
  );
}

/** Says more of a state than its name. Undefined if there is no more. */
function moreOf(
  { captured_with: captured, details, retired }: FormEntry,
  state: FormState,
  t: TFunction<'admin'>,
): string | undefined {
  if (retired) return t('versions.retired', { day: isolateName(date(retired)) });
  const next = details?.next;
  if (next) return t('versions.usedFrom', { day: isolateName(date(next.from)) });
  return state === 'withdrawn' && captured ? t('versions.capturedWith', { version: number(captured) }) : undefined;
}

function State({ state, children }: { state: FormState; children?: ReactNode }) {
  const { t } = useTranslation('admin');
  return (
    <span className={`${classes.state} am-meta`} data-state={state}>
      <Icon name={ICONS[state]} size={16} /> <span>{children || t(`versions.states.${state}`)}</span>
    </span>
  );
}

type Asked = 'publish' | 'delete';

export function DraftLine({ row: { draft } }: { row: DraftRow }) {
  const { t } = useTranslation('admin');
  const [asked, setAsked] = useState<Asked>();
  const upload = useDraftUpload(draft);
  const { form_version: version } = draft;
  return (
    <li data-draft={draft.form ?? ''} data-state="draft">
      <Link to={`/admin/form-drafts/${draft.id}`} className={`${classes.name} am-pad-y-1 am-wraps`} data-action="edit">
        <bdi>{definitionDraftName(draft, t)}</bdi>
      </Link>
      <State state="draft" />
      <span className={`${classes.version} am-meta`}>
        {version !== null && t('versions.version', { version: number(version) })}
      </span>
      <span className={`${classes.change} am-meta`}>{changedBy(draft, t)}</span>
      <span className={`${classes.acts} am-inline`}>
        <Button variant="default" size="sm" data-action="check" onClick={() => setAsked('publish')}>
          {t('definitionDrafts.check')}
        </Button>
        <DraftMenu draft={draft} onUpload={upload.choose} onDelete={() => setAsked('delete')} />
        {upload.input}
      </span>
      {upload.error && (
        <div className="am-wide am-pad-y-2">
          <UploadFailure error={upload.error} />
        </div>
      )}
      {asked === 'publish' && <PublishDialog draft={draft} onClose={() => setAsked(undefined)} />}
      {asked === 'delete' && <DeleteDialog draft={draft} onClose={() => setAsked(undefined)} />}
    </li>
  );
}

interface MenuProps {
  draft: DefinitionDraftEntry;
  onUpload: () => void;
  onDelete: () => void;
}

function DraftMenu({ draft, onUpload, onDelete }: MenuProps) {
  const { t } = useTranslation('admin');
  const failureText = useFailureText();
  const label = t('list.actionsOf', { ns: 'app', name: isolateName(definitionDraftName(draft, t)) });
  const download = async () => {
    try {
      const { definition, schema } = await draftsApi.get(draft);
      const blob = new Blob([JSON.stringify({ definition, schema }, null, 2)], { type: 'application/json' });
      saveFileToDevice({ blob, name: null }, `${draft.form ?? 'draft'}.json`);
    } catch (error) {
      toast('error', failureText(error));
    }
  };
  return (
    <DropMenu
      label={label}
      align="end"
      trigger={(props) => (
        <ActionIcon {...props} size="lg" aria-label={label} data-action="more">
          <Icon name="dots" />
        </ActionIcon>
      )}
    >
      <DropItem icon="eye" action="preview" to={`/preview/${draft.id}`}>
        {t('definitionDrafts.preview')}
      </DropItem>
      <DropItem icon="language" action="words" to={`/admin/drafts/${draft.id}/words`}>
        {t('words.title')}
      </DropItem>
      <DropItem icon="download" action="download" onSelect={() => void download()}>
        {t('definitionDrafts.download')}
      </DropItem>
      <DropItem icon="arrow-bar-to-up" action="upload" onSelect={onUpload}>
        {t('definitionDrafts.replace')}
      </DropItem>
      <DropItem icon="trash" action="delete" danger onSelect={onDelete}>
        {t('definitionDrafts.delete')}
      </DropItem>
    </DropMenu>
  );
}

function DeleteDialog({ draft, onClose }: { draft: DefinitionDraftEntry; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => draftsApi.remove(draft),
    onSuccess: async ({ message }) => {
      toast('success', message);
      onClose();
      await client.invalidateQueries({ queryKey: draftKeys.list });
    },
  });
  return (
    <AskDialog
      title={t('definitionDrafts.delete')}
      question={t('definitionDrafts.askDelete', { form: isolateName(definitionDraftName(draft, t)) })}
      action={t('definitionDrafts.delete')}
      isDangerous
      busy={remove.isPending}
      error={remove.error}
      onDo={remove.mutate}
      onClose={onClose}
    />
  );
}
