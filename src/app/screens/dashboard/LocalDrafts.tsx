/** Unfinished forms kept on this device, and the way back into each. */
import { ActionIcon, Button, Group } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Draft } from '../../data/drafts.ts';
import { useForms, useSession } from '../../data/queries.ts';
import { instant, isolate, text } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import { Dialog } from '../../widgets/controls/Dialog.tsx';
import classes from './Dashboard.module.css';
import { Panel, PanelLink } from './Panel.tsx';

export function LocalDrafts() {
  const { t } = useTranslation();
  const user = useSession().data?.user.id;
  const forms = useForms().data ?? [];
  const drafts = useQuery({
    queryKey: ['drafts', user],
    // The local database is only loaded here and on forms.
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
      {drafts.data.length === 0 ? (
        <p className={classes.none}>{t('dashboard.noDrafts')}</p>
      ) : (
        <ul className={classes.rows}>
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
        </ul>
      )}
      {discarding && (
        <Dialog title={t('dashboard.discardTitle')} onClose={() => setDiscarding(undefined)}>
          <p style={{ marginBlockStart: 0 }}>{t('dashboard.discardQuestion', { name: nameOfDraft(discarding) })}</p>
          {discard.error && <p role="alert">{t('error.unexpected')}</p>}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => setDiscarding(undefined)}>
              {t('cancel')}
            </Button>
            <Button color="red" loading={discard.isPending} onClick={() => discard.mutate(discarding)}>
              {t('dashboard.discard')}
            </Button>
          </Group>
        </Dialog>
      )}
    </Panel>
  );
}
