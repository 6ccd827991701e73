/** Lists the unfinished forms of the person, also those begun on another device, with a link to continue each. */

import { ActionIcon } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dotSeparated } from '../../../core/records/name.ts';
import type { Draft } from '../../data/drafts/drafts.ts';
import { lazyComponent } from '../../data/onDemand.tsx';
import { useForms } from '../../data/queries.ts';
import { instant, text } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import { HomePanel, HomePanelLink } from './Panel.tsx';
import { useLocalDrafts } from './useLocalDrafts.ts';

const AskDialog = lazyComponent(() => import('../../shell/AskDialog.tsx'));

export function LocalDrafts() {
  const { t } = useTranslation();
  const forms = useForms().data ?? [];
  const drafts = useLocalDrafts();
  const [discarding, setDiscarding] = useState<Draft>();
  const discard = useMutation({
    mutationFn: async (draft: Draft) => (await import('../../data/drafts/sending.ts')).discardDraft(draft.key),
    onSuccess: async () => {
      setDiscarding(undefined);
      await drafts.refetch();
    },
  });
  const nameOfDraft = (draft: Draft) => {
    const form = text(forms.find((one) => one.form === draft.form)?.title) || draft.form;
    return dotSeparated([form, draft.label]);
  };
  if (!drafts.data?.length) return null;
  return (
    <HomePanel icon="device-floppy" title={t('dashboard.drafts')} count={drafts.data.length}>
      <ul className="am-lined">
        {drafts.data.map((draft) => (
          <li key={draft.key} className="am-inline am-gap-0" data-draft={draft.path}>
            <HomePanelLink to={draft.path} side={<small>{instant(draft.at)}</small>}>
              <b>{text(forms.find((one) => one.form === draft.form)?.title) || draft.form}</b>
              <small>
                {draft.label && (
                  <>
                    <bdi>{draft.label}</bdi> ·{' '}
                  </>
                )}
                {t(draft.record_id ? 'dashboard.draftEdit' : 'dashboard.draftNew')}
              </small>
            </HomePanelLink>
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
    </HomePanel>
  );
}
