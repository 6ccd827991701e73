/** Opens an existing record with its answers, names, and the remarks it was returned with. */
import type { FormEntry } from '../../../core/generated/api.ts';
import { useForm } from '../../data/definitions.ts';
import { recordPath } from '../../data/paths.ts';
import { useCommon, useHistory, useRecord, useSession } from '../../data/queries.ts';
import { stepInto } from '../../data/review.ts';
import { useValidator } from '../../data/validator.ts';
import { Loading } from '../../shell/Loading.tsx';
import { stepAfterEdit } from '../record/actions.ts';
import { momentOf } from './moment.ts';
import { NotPrepared, Refused } from './NotOpened.tsx';
import { Opening } from './Opening.tsx';

const NO_PARAMS = {};

export function EditScreen({ entry, id }: { entry: FormEntry; id: string }) {
  const found = useRecord(entry.api, id);
  const record = found.data?.record;
  const user = useSession().data?.user;
  const version = record?.form_version ?? entry.version;
  const form = useForm(entry.form, version);
  useValidator(entry, version);
  const workflow = useCommon().data?.workflows[form.data?.definition.workflow ?? ''];
  const history = useHistory(entry.api, id, record !== undefined);
  if (found.error) return <NotPrepared error={found.error} onRetry={() => void found.refetch()} />;
  if (!record || !form.data || !workflow || !user || history.isPending) {
    return form.error ? <NotPrepared error={form.error} onRetry={() => void form.refetch()} /> : <Loading />;
  }
  const back = recordPath(entry, id);
  if (!record.recordScope.edit)
    return <Refused entry={entry} screen="edit" why={record.why_not?.edit?.message} back={back} />;
  const afterEdit = stepAfterEdit(workflow, record);
  const review = stepInto(record.current_state.id, history.data?.data ?? []);
  return (
    <Opening
      entry={entry}
      screen="edit"
      form={form.data}
      record={record}
      province={record.province?.id}
      moment={momentOf(user, entry.programme, record.current_state.id, record.province?.id)}
      opened={record.data}
      refs={{ ...found.data?.refs, ...(record.parent && { [record.parent.id]: { name: record.parent.name } }) }}
      params={NO_PARAMS}
      comments={Object.fromEntries((review?.fields ?? []).map(({ field, comment }) => [field, comment]))}
      {...{ review, afterEdit }}
      backTo={back}
    />
  );
}
