/** Begins a new questionnaire. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyComponent } from '../../data/onDemand.tsx';
import { useForms } from '../../data/queries.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';

const NewQuestionnaire = lazyComponent(() => import('../designer/NewQuestionnaire.tsx'), { words: ['designer'] });

export function NewFormButton() {
  const { t } = useTranslation('admin');
  const forms = useForms().data;
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <ActionButton icon="plus" size="sm" action="new-questionnaire" onClick={() => setAsked(true)}>
        {t('versions.new')}
      </ActionButton>
      {isAsked && forms && <NewQuestionnaire forms={forms} onClose={() => setAsked(false)} />}
    </>
  );
}
