/** Answers of a draft whose form cannot be opened: retired, not for this person any more, or its record is closed or gone. */
import { useTranslation } from 'react-i18next';
import type { Draft, DraftVersionAnswers } from '../../../data/drafts/drafts.ts';
import { instant } from '../../../data/words.ts';
import DraftAnswers from './DraftAnswers.tsx';
import { useDraftOfPage } from './useDraftOfPage.ts';

/** Shows nothing if there is no draft for this path. */
export default function DraftNotice() {
  const draft = useDraftOfPage().data;
  const { t } = useTranslation('form');
  if (!draft) return null;
  return (
    <section className="am-above-4 am-card" data-kept-draft={draft.form}>
      <h2>{t('draft.closed')}</h2>
      <p>{t('draft.closedText', { when: instant(draft.at) })}</p>
      <DraftAnswers form={draft.form} parts={partsOf(draft)} of={`${draft.key} ${draft.at}`} />
    </section>
  );
}

/** All that the draft holds: also answers of earlier versions, and those that another device gave. */
function partsOf({ earlier = [], other, form_version, data }: Draft): DraftVersionAnswers[] {
  return [{ form_version, data }, ...earlier, ...(other ? [other] : [])];
}
