/** Changes the answers of a record. */

import type { CompiledForm } from '../../../core/definitions/types.ts';
import { planUpdate } from '../../../core/saving/plan.ts';
import type { RecordView, WriteContext } from '../../../core/saving/types.ts';
import { toStored } from '../../db/rows.ts';
import { changeRecord } from '../change.ts';
import type { RecordDeps } from '../context.ts';
import { withJudgedClock } from '../deviceClock.ts';
import type { ReadUpdate } from '../types.ts';
import { checkRejectedAnswers } from './notTaken.ts';

/** Replaces all answers. The record is read once; `read` is called again only if somebody else changes it meanwhile. */
export async function updateRecord(
  deps: RecordDeps,
  of: CompiledForm,
  id: string,
  read: ReadUpdate,
  given: WriteContext,
): Promise<RecordView> {
  const context = await withJudgedClock(deps, of, given);
  return changeRecord(deps, of, id, context, (record, scope) => {
    const sent = read({ record: toStored(record), scope, name: record.name });
    const { form, data, version, transition = null, notTaken } = sent;
    return {
      form,
      version,
      request: {
        ...{ do: 'update', form: form.form, id, version: version ?? null, data },
        ...(transition && { transition }),
        ...(notTaken && { notTaken }),
      },
      mine: data,
      plan: async () => ({
        ...(await planUpdate(deps, record, sent, context)),
        ...(notTaken && { notTaken: await checkRejectedAnswers(deps, record, sent, context) }),
      }),
    };
  });
}
