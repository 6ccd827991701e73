/** Checks a draft, shows what publishing would change, and publishes it. */

import { Alert } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DefinitionDraftEntry, DryRunResponse } from '../../../core/generated/api.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { cleanText, isBlankText } from '../../../core/text/letters.ts';
import { queryKeys, useCommon, useForms } from '../../data/queries.ts';
import { date, number } from '../../data/words.ts';
import { useFailureText } from '../../shell/FailureNote.tsx';
import { departmentName } from '../../shell/navigation/menu.ts';
import { SelectWithAny } from '../../shell/SelectWithAny.tsx';
import { toast } from '../../shell/toasts/toast.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { PublishFrame } from '../drafting/PublishFrame.tsx';
import { DifferenceList } from './Differences.tsx';
import { definitionDraftName, draftKeys, draftsApi } from './drafts.ts';
import { FindingList } from './Findings.tsx';
import { PublishImpactList } from './Impact.tsx';
import { StartDayField } from './StartDay.tsx';
import { UnfinishedWordsNotice } from './UnfinishedWordsNotice.tsx';

interface Props {
  draft: DefinitionDraftEntry;
  /** Called instead of `onClose` once it is published. */
  onDone?: (form: string) => void;
  onClose: () => void;
  /** Told when publishing begins, and when it was refused: the draft is gone in between, and nothing should ask for it. */
  onWork?: (isPublishing: boolean) => void;
}

export function PublishDialog({ draft, onDone, onClose, onWork }: Props) {
  const { t, i18n } = useTranslation('admin');
  const client = useQueryClient();
  const check = useQuery({
    queryKey: draftKeys.check(draft, i18n.language),
    queryFn: () => draftsApi.check(draft),
    // The records and the other forms may have changed.
    staleTime: 0,
    gcTime: 0,
  });
  const departments = useCommon().data?.navigation.departments ?? [];
  const isInMenu = departments.some(({ items }) => items.some(({ form }) => form === draft.form));
  const [department, setDepartment] = useState('');
  const [waiver, setWaiver] = useState('');
  const isKnown = useForms().data?.some(({ form }) => form === draft.form);
  const [from, setFrom] = useState<string>();
  const unfinished = check.data?.unfinished ?? [];
  const failureText = useFailureText();
  const publish = useMutation({
    mutationFn: async (note: string) => {
      onWork?.(true);
      await client.cancelQueries({ queryKey: draftKeys.of(draft) });
      return draftsApi.publish(draft, { note, ...(!isBlankText(waiver) && { waiver: cleanText(waiver) }), from });
    },
    onError: () => onWork?.(false),
    onSuccess: async ({ form, version }) => {
      const names = { form: isolateName(definitionDraftName(draft, t)), version: number(version) };
      const later = from && t('versions.start.now', { ...names, day: isolateName(date(from)) });
      toast('success', [t('definitionDrafts.nowPublished', names), later].filter(Boolean).join(' '));
      if (onDone) onDone(form);
      else onClose();
      // The form is published whatever becomes of its line.
      if (department)
        await draftsApi.addToMenu(department, form).catch((error: unknown) => toast('error', failureText(error)));
      const outdated = [draftKeys.list, queryKeys.forms, queryKeys.common, ['definition', form]];
      await Promise.all(outdated.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
  return (
    <PublishFrame
      {...{ check, publish }}
      given={check.data?.note ?? undefined}
      isReady={check.data?.locked === null && from !== '' && (unfinished.length === 0 || !isBlankText(waiver))}
      onClose={() => {
        // Somebody may have published its number meanwhile.
        if (check.error ?? publish.error) void client.invalidateQueries({ queryKey: queryKeys.forms });
        onClose();
      }}
    >
      {check.data?.locked && (
        <Alert color="yellow" variant="light" icon={<Icon name="lock" />} role="alert" mb="md" data-locked>
          {check.data.locked}
        </Alert>
      )}
      {check.data && <Sound form={draft.form} told={check.data} from={from} />}
      {unfinished.length > 0 && <UnfinishedWordsNotice {...{ draft, unfinished, waiver }} onWaive={setWaiver} />}
      {check.data && !isInMenu && (
        <SelectWithAny
          label={t('definitionDrafts.menu')}
          any={t('definitionDrafts.noMenu')}
          options={departments.map((one) => ({ value: one.id, label: departmentName(one) }))}
          value={department}
          onChange={setDepartment}
        />
      )}
      {check.data && isKnown && <StartDayField value={from} onChange={setFrom} planned={check.data.impact.planned} />}
    </PublishFrame>
  );
}

function Sound({
  form,
  told: { differences, impact, advice, missing_texts, unfinished, locked },
  from,
}: {
  form: string | null;
  told: DryRunResponse;
  from: string | undefined;
}) {
  const { t } = useTranslation('admin');
  return (
    <div data-sound>
      {locked === null && <p className="am-wraps">{t('definitionDrafts.sound')}</p>}
      {differences.length > 0 && <DifferenceList found={differences} />}
      <PublishImpactList form={form} from={from} impact={impact} missing={unfinished.length > 0 ? [] : missing_texts} />
      <FindingList issues={advice} />
    </div>
  );
}
