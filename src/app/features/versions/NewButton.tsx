/** Begins a new questionnaire. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../../data/onDemand.tsx';
import { useForms } from '../../data/queries.ts';
import { ActButton } from '../../shell/ActButton.tsx';

const NewQuestionnaire = onDemand(() => import('../designer/NewQuestionnaire.tsx'), { words: ['designer'] });

export function NewButton() {
  const { t } = useTranslation('admin');
  const forms = useForms().data;
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <ActButton icon="plus" size="sm" action="new-questionnaire" onClick={() => setAsked(true)}>
        {t('versions.new')}
      </ActButton>
      {isAsked && forms && <NewQuestionnaire forms={forms} onClose={() => setAsked(false)} />}
    </>
  );
}
