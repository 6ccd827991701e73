/** Shows why a record was returned for correction: the transition's comment, and its remarks per field. */

import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CompiledForm, Workflow } from '../../../core/definitions/types.ts';
import type { FormEntry, RecordView } from '../../../core/generated/api.ts';
import { isForCorrection } from '../../../core/records/forCorrection.ts';
import { isolate } from '../../../core/text/languages.ts';
import { useHistory } from '../../data/queries.ts';
import { stepInto } from '../../data/review.ts';
import { instant } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import { ReviewComments } from '../record/ReviewComments.tsx';

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
  const waits = workflow !== undefined && isForCorrection(workflow, here);
  const history = useHistory(entry.api, record.id, waits);
  const last = stepInto(here, history.data?.data ?? []);
  if (!waits || !last) return null;
  return (
    <Alert
      color="orange"
      variant="light"
      icon={<Icon name={state?.icon ?? 'message'} />}
      mb="md"
      data-return
      title={t('detail.returnedBy', { name: isolate(last.by.name), at: instant(last.at) })}
    >
      <ReviewComments change={last} form={form} />
    </Alert>
  );
}
