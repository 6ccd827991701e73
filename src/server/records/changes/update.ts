/** Changes the answers of a record. */

import type { CompiledForm } from '../../../core/definitions/types.ts';
import { planUpdate } from '../../../core/saving/plan.ts';
import type { RecordWithScope, WriteContext } from '../../../core/saving/types.ts';
import { toStoredRecord } from '../../db/rows.ts';
import { changeRecord } from '../change.ts';
import type { RecordDeps } from '../context.ts';
import { withCheckedClock } from '../deviceClock.ts';
import type { UpdateReader } from '../types.ts';
import { checkRejectedAnswers } from './notTaken.ts';

/** Replaces all answers. The record is read once; `read` is called again only if somebody else changes it meanwhile. */
export async function updateRecord(
  deps: RecordDeps,
  of: CompiledForm,
  id: string,
  read: UpdateReader,
  given: WriteContext,
): Promise<RecordWithScope> {
  const context = await withCheckedClock(deps, of, given);
  return changeRecord(deps, of, id, context, (record, scope) => {
    const sent = read({ record: toStoredRecord(record), scope, name: record.name });
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
