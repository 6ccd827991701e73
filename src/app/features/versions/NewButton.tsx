/** Begins a new questionnaire. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormEntry } from '../../../core/generated/api.ts';
import { onDemand } from '../../data/onDemand.tsx';
import { ActButton } from '../../shell/ActButton.tsx';

const NewQuestionnaire = onDemand(() => import('../designer/NewQuestionnaire.tsx'), { words: ['designer'] });

export function NewButton({ forms }: { forms: readonly FormEntry[] }) {
  const { t } = useTranslation('admin');
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <ActButton icon="plus" size="sm" action="new-questionnaire" onClick={() => setAsked(true)}>
        {t('versions.new')}
      </ActButton>
      {isAsked && <NewQuestionnaire forms={forms} onClose={() => setAsked(false)} />}
    </>
  );
}
