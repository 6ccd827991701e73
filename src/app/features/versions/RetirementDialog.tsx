/** Asks before a form takes no new records, from which day and why, or takes them again. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormEntry, RetireBody } from '../../../core/generated/api.ts';
import { kabulDay } from '../../../core/text/dates.ts';
import { call } from '../../data/http.ts';
import { keys } from '../../data/queries.ts';
import { date, isolate, text } from '../../data/words.ts';
import { DayInput } from '../../screens/list/filters/DayInput.tsx';
import { toast } from '../../shell/toasts/toast.tsx';
import { ReasonDialog } from '../personal-data/ReasonDialog.tsx';
import classes from './Versions.module.css';

interface Props {
  entry: FormEntry;
  decision: 'retire' | 'resume';
  onClose: () => void;
}

export function RetirementDialog({ entry, decision, onClose }: Props) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const isRetire = decision === 'retire';
  const [from, setFrom] = useState(() => kabulDay(new Date()));
  const names = { form: isolate(text(entry.plural)), day: isolate(date(from)) };
  const decide = useMutation({
    mutationFn: (reason: string) => {
      const body: RetireBody = { reason, ...(isRetire && { from }) };
      return call<unknown>(`definitions/${encodeURIComponent(entry.form)}/${decision}`, { method: 'POST', body });
    },
    onSuccess: async () => {
      toast('success', t(isRetire ? 'versions.nowRetired' : 'versions.nowResumed', names));
      onClose();
      const outdated = [['definition', entry.form], keys.forms, keys.allRecords, keys.dashboard];
      await Promise.all(outdated.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
  return (
    <ReasonDialog
      title={t(`versions.${decision}`)}
      reasonLabel={t(isRetire ? 'versions.retireReason' : 'versions.resumeReason')}
      reasonHint={t('versions.reasonHint')}
      action={{ label: t(`versions.${decision}`), name: `do-${decision}`, isDangerous: isRetire }}
      isReady={from !== ''}
      work={decide}
      onDo={decide.mutate}
      onClose={onClose}
    >
      <p className={classes.first}>{t(isRetire ? 'versions.askRetire' : 'versions.askResume', names)}</p>
      {isRetire && (
        <div className={classes.day}>
          <DayInput label={t('versions.from')} value={from} onChange={setFrom} />
        </div>
      )}
    </ReasonDialog>
  );
}
