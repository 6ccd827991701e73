/** Lists the unfinished forms that are kept on this device, with a link to continue each. */
import { ActionIcon } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Draft } from '../../data/drafts.ts';
import { useForms, useSession } from '../../data/queries.ts';
import { instant, isolate, text } from '../../data/words.ts';
import { AskDialog } from '../../shell/AskDialog.tsx';
import { Icon } from '../../theme/Icon.tsx';
import classes from './Dashboard.module.css';
import { Panel, PanelLink, PanelRows } from './Panel.tsx';

export function LocalDrafts() {
  const { t } = useTranslation();
  const user = useSession().data?.user.id;
  const forms = useForms().data ?? [];
  const drafts = useQuery({
    queryKey: ['drafts', user],
    // Only this panel and the form screens load the local database.
    queryFn: async () => (await import('../../data/drafts.ts')).listDrafts(user as string),
    enabled: user !== undefined,
    staleTime: 0,
    refetchOnMount: 'always',
  });
  const [discarding, setDiscarding] = useState<Draft>();
  const discard = useMutation({
    mutationFn: async (draft: Draft) => (await import('../../data/drafts.ts')).removeDraft(draft.key),
    onSuccess: async () => {
      setDiscarding(undefined);
      await drafts.refetch();
    },
  });
  const nameOfDraft = (draft: Draft) => {
    const form = text(forms.find((one) => one.form === draft.form)?.title) || draft.form;
    return isolate(draft.label ? `${form} · ${draft.label}` : form);
  };
  if (!drafts.data) return null;
  return (
    <Panel icon="device-floppy" title={t('dashboard.drafts')} count={drafts.data.length}>
      <PanelRows none={t('dashboard.noDrafts')}>
        {drafts.data.map((draft) => (
          <li key={draft.key} className={classes.draft} data-draft={draft.path}>
            <PanelLink to={draft.path} side={<small>{instant(draft.at)}</small>}>
              <b>{text(forms.find((one) => one.form === draft.form)?.title) || draft.form}</b>
              <small>
                {draft.label && (
                  <>
                    <bdi>{draft.label}</bdi> ·{' '}
                  </>
                )}
                {t(draft.record_id ? 'dashboard.draftEdit' : 'dashboard.draftNew')}
              </small>
            </PanelLink>
            <ActionIcon
              size="lg"
              color="red"
              variant="subtle"
              aria-label={t('dashboard.discardDraft', { name: nameOfDraft(draft) })}
              title={t('dashboard.discard')}
              onClick={() => setDiscarding(draft)}
            >
              <Icon name="trash" />
            </ActionIcon>
          </li>
        ))}
      </PanelRows>
      {discarding && (
        <AskDialog
          title={t('dashboard.discardTitle')}
          question={t('dashboard.discardQuestion', { name: nameOfDraft(discarding) })}
          action={t('dashboard.discard')}
          isDangerous
          busy={discard.isPending}
          error={discard.error}
          onDo={() => discard.mutate(discarding)}
          onClose={() => setDiscarding(undefined)}
        />
      )}
    </Panel>
  );
}
