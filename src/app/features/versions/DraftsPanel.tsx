/** Lists the form versions that are still written: try, take along, upload again, check and publish, delete. */

import { Button, FileButton, Group, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DefinitionDraftEntry } from '../../../core/generated/api.ts';
import { isolate } from '../../../core/text/languages.ts';
import { number } from '../../data/words.ts';
import { saveFile } from '../../screens/record/save.ts';
import AskDialog from '../../shell/AskDialog.tsx';
import { FailureNote, useFailureText } from '../../shell/FailureNote.tsx';
import { toast } from '../../shell/toasts/toast.tsx';
import { changedBy, draftKeys, draftName, draftsApi, NoDefinition } from './drafts.ts';
import { Refusal } from './Findings.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import classes from './Versions.module.css';

export function DraftsPanel() {
  const { t } = useTranslation('admin');
  const drafts = useQuery({ queryKey: draftKeys.list, queryFn: draftsApi.list, staleTime: 0 });
  return (
    <section className={classes.drafts} aria-labelledby="definition-drafts">
      <h2 id="definition-drafts">{t('definitionDrafts.title')}</h2>
      <p className={classes.lead}>{t('definitionDrafts.lead')}</p>
      {drafts.error && (
        <>
          <FailureNote error={drafts.error} />
          <Button variant="default" onClick={() => void drafts.refetch()} mb="md">
            {t('retry', { ns: 'app' })}
          </Button>
        </>
      )}
      {drafts.isPending && <Skeleton height={72} radius="lg" mb="md" />}
      {drafts.data?.length === 0 && <p className={classes.none}>{t('definitionDrafts.none')}</p>}
      {drafts.data?.map((draft) => (
        <DraftCard key={draft.id} draft={draft} />
      ))}
      <Upload label={t('definitionDrafts.upload')} />
      <p className="am-hint">{t('definitionDrafts.uploadHint')}</p>
    </section>
  );
}

function DraftCard({ draft }: { draft: DefinitionDraftEntry }) {
  const { t } = useTranslation('admin');
  const [asked, setAsked] = useState<'publish' | 'delete'>();
  const name = draftName(draft, t);
  const failureText = useFailureText();
  const download = async () => {
    try {
      const { definition, schema } = await draftsApi.get(draft);
      const blob = new Blob([JSON.stringify({ definition, schema }, null, 2)], { type: 'application/json' });
      saveFile({ blob, name: null }, `${draft.form ?? 'draft'}.json`);
    } catch (error) {
      toast('error', failureText(error));
    }
  };
  return (
    <article className={`am-surface ${classes.version}`} data-draft={draft.form ?? ''}>
      <h3>
        <bdi>{name}</bdi>
        {draft.form_version !== null && ` · ${t('versions.version', { version: number(draft.form_version) })}`}
      </h3>
      {draft.note && (
        <p className={classes.note}>
          <bdi>{draft.note}</bdi>
        </p>
      )}
      <p className="am-hint">{changedBy(draft, t)}</p>
      <Group gap="xs" mt="sm">
        <Button component={Link} to={`/admin/form-drafts/${draft.id}`} size="sm" data-action="edit">
          {t('definitionDrafts.edit')}
        </Button>
        <Button component={Link} to={`/preview/${draft.id}`} variant="default" size="sm" data-action="preview">
          {t('definitionDrafts.preview')}
        </Button>
        <Button component={Link} to={`/admin/drafts/${draft.id}/words`} variant="default" size="sm" data-action="words">
          {t('words.title')}
        </Button>
        <Button variant="default" size="sm" onClick={() => setAsked('publish')} data-action="check">
          {t('definitionDrafts.check')}
        </Button>
        <Button variant="default" size="sm" onClick={() => void download()} data-action="download">
          {t('definitionDrafts.download')}
        </Button>
        <Upload label={t('definitionDrafts.replace')} draft={draft} />
        <Button variant="default" color="red" size="sm" onClick={() => setAsked('delete')} data-action="delete">
          {t('definitionDrafts.delete')}
        </Button>
      </Group>
      {asked === 'publish' && <PublishDialog draft={draft} onClose={() => setAsked(undefined)} />}
      {asked === 'delete' && <DeleteDialog draft={draft} onClose={() => setAsked(undefined)} />}
    </article>
  );
}

/** A button that takes a file: a new draft, or the next state of one. */
function Upload({ label, draft }: { label: string; draft?: DefinitionDraftEntry }) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const upload = useMutation({
    mutationFn: (file: File) => draftsApi.upload(file, draft),
    onSuccess: () => toast('success', t('definitionDrafts.nowSaved')),
    onSettled: () => client.invalidateQueries({ queryKey: draftKeys.all }),
  });
  return (
    <>
      <FileButton accept="application/json,.json" onChange={(file) => file && upload.mutate(file)}>
        {(props) => (
          <Button {...props} variant="default" size="sm" loading={upload.isPending} data-action="upload">
            {label}
          </Button>
        )}
      </FileButton>
      {upload.error instanceof NoDefinition ? (
        <p role="alert">{t('definitionDrafts.badFile')}</p>
      ) : (
        upload.error && <Refusal error={upload.error} />
      )}
    </>
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
      question={t('definitionDrafts.askDelete', { form: isolate(draftName(draft, t)) })}
      action={t('definitionDrafts.delete')}
      isDangerous
      busy={remove.isPending}
      error={remove.error}
      onDo={remove.mutate}
      onClose={onClose}
    />
  );
}
