/** Opens an existing record with its answers, names, and the remarks it was returned with. */

import { useQuery } from '@tanstack/react-query';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { FormEntry, RecordView } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { captureVersion, recordPath } from '../../../core/paths/screens.ts';
import { useCompiledForm } from '../../data/definitions.ts';
import { lazyComponent } from '../../data/onDemand.tsx';
import { useCommon, useHistory, useRecord, useSession } from '../../data/queries.ts';
import { lastTransitionInto } from '../../data/review.ts';
import { useValidator } from '../../data/validator.ts';
import { Loading } from '../../shell/Loading.tsx';
import { stepAfterEdit } from '../record/actions.ts';
import { convertAnswers } from './draft/restoredDraft.ts';
import { evaluationContextOf } from './evaluationContext.ts';
import { FormLoader } from './FormLoader.tsx';
import { NotPrepared } from './NotOpened.tsx';

const RefusedEdit = lazyComponent(() => import('./RefusedEdit.tsx'));

const NO_PARAMS = {};

export function EditScreen({ entry, id }: { entry: FormEntry; id: string }) {
  const found = useRecord(entry.api, id);
  const record = found.data?.record;
  const user = useSession().data?.user;
  const version = found.data?.movesTo ?? record?.form_version ?? captureVersion(entry);
  const form = useCompiledForm(entry.form, version);
  const moved = useMoved(form.data, record);
  useValidator(entry, version);
  const workflow = getOwn(useCommon().data?.workflows, form.data?.definition.workflow ?? '');
  const history = useHistory(entry.api, id, record !== undefined);
  if (found.error) return <NotPrepared error={found.error} onRetry={() => void found.refetch()} />;
  if (moved.error) return <NotPrepared error={moved.error} onRetry={() => void moved.refetch()} />;
  if (!record || !form.data || !workflow || !user || history.isPending || moved.isLoading) {
    return form.error ? <NotPrepared error={form.error} onRetry={() => void form.refetch()} /> : <Loading />;
  }
  const back = recordPath(entry, id);
  if (!record.recordScope.edit) return <RefusedEdit {...{ entry, record, workflow }} />;
  const afterEdit = stepAfterEdit(workflow, record);
  const review = lastTransitionInto(record.current_state.id, history.data?.data ?? []);
  return (
    <FormLoader
      entry={entry}
      screen="edit"
      form={form.data}
      record={record}
      province={record.province?.id}
      moment={evaluationContextOf(user, entry.programme, record.current_state.id, record.province?.id)}
      opened={moved.data?.data ?? record.data}
      moved={moved.data}
      refs={{ ...found.data?.refs, ...(record.parent && { [record.parent.id]: { name: record.parent.name } }) }}
      params={NO_PARAMS}
      comments={Object.fromEntries((review?.fields ?? []).map(({ field, comment }) => [field, comment]))}
      {...{ review, afterEdit }}
      backTo={back}
    />
  );
}

/** Returns the answers of a record as another version of its form reads them. Undefined if the record is in that version. */
function useMoved(form: CompiledForm | undefined, record: RecordView | undefined) {
  return useQuery({
    queryKey: ['moved', record?.id, record?.version, form?.key],
    queryFn: () => convertAnswers(form as CompiledForm, record as RecordView),
    enabled: form !== undefined && record !== undefined && form.version !== record.form_version,
    networkMode: 'always',
    gcTime: 0,
  });
}
