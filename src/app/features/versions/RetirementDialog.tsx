/** Asks before a form takes no new records, from which day and why, or takes them again. */

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormEntry } from '../../../core/generated/api.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { deviceClock } from '../../data/deviceClock.ts';
import { date, text } from '../../data/words.ts';
import { DayInput } from '../../screens/list/filters/DayInput.tsx';
import { VersionDecisionDialog } from './DecisionDialog.tsx';

interface Props {
  entry: FormEntry;
  decision: 'retire' | 'resume';
  onClose: () => void;
}

export function RetirementDialog({ entry, decision, onClose }: Props) {
  const { t } = useTranslation('admin');
  const isRetire = decision === 'retire';
  const [from, setFrom] = useState(() => deviceClock.today());
  const names = { form: isolateName(text(entry.plural)), day: isolateName(date(from)) };
  return (
    <VersionDecisionDialog
      form={entry.form}
      path={decision}
      title={t(`versions.${decision}`)}
      question={t(isRetire ? 'versions.askRetire' : 'versions.askResume', names)}
      reasonLabel={t(isRetire ? 'versions.retireReason' : 'versions.resumeReason')}
      done={t(isRetire ? 'versions.nowRetired' : 'versions.nowResumed', names)}
      isDangerous={isRetire}
      isReady={from !== ''}
      {...(isRetire && { also: { from } })}
      onClose={onClose}
    >
      {isRetire && (
        <div className="am-after am-stack">
          <DayInput label={t('versions.from')} value={from} onChange={setFrom} />
        </div>
      )}
    </VersionDecisionDialog>
  );
}
