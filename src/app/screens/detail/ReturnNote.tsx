/** Shows why a record was returned for correction: the transition's comment, and its remarks per field. */

import { useTranslation } from 'react-i18next';
import type { CompiledForm, Workflow } from '../../../core/definitions/types.ts';
import type { FormEntry, RecordView } from '../../../core/generated/api.ts';
import { isCorrectionState } from '../../../core/records/steps.ts';
import { isolateName } from '../../../core/text/languages.ts';
import { useHistory } from '../../data/queries.ts';
import { lastTransitionInto } from '../../data/review.ts';
import { instant } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import { useIsNarrowScreen } from '../../theme/usePhone.ts';
import { ReviewComments } from '../record/ReviewComments.tsx';
import classes from './Detail.module.css';

interface Props {
  entry: FormEntry;
  record: RecordView;
  form: CompiledForm;
  workflow: Workflow | undefined;
}

export function ReturnNote({ entry, record, form, workflow }: Props) {
  const { t } = useTranslation();
  const here = record.current_state.id;
  const state = workflow?.states.find((one) => one.id === here);
  const waits = workflow !== undefined && isCorrectionState(workflow, here);
  const history = useHistory(entry.api, record.id, waits);
  const last = lastTransitionInto(here, history.data?.data ?? []);
  const isPhone = useIsNarrowScreen();
  if (!waits || !last) return null;
  return (
    <details
      className={`am-fold am-shade ${classes.returned} am-bleeds`}
      data-tone="orange"
      open={!isPhone}
      data-return
    >
      <summary>
        <Icon name={state?.icon ?? 'message'} />
        <span data-closed>{last.comment ? <bdi>{last.comment}</bdi> : t('form:comment')}</span>
        <span data-opened>{t('detail.returnedBy', { name: isolateName(last.by.name), at: instant(last.at) })}</span>
        <Icon name="chevron-down" size={18} />
      </summary>
      <ReviewComments change={last} form={form} />
    </details>
  );
}
