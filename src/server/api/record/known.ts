/** What defaults of a form read of other records: answers of the parent, and of the last record of the form below it. */

import { newestAnswers } from '../../../core/definitions/upgrade.ts';
import type { Known } from '../../../core/form/defaults.ts';
import { lastQuery } from '../../../core/query/last.ts';
import { knownOf } from '../../../core/saving/known.ts';
import type { RecordView, WriteContext } from '../../../core/saving/types.ts';
import { type Call, writeContext } from '../call.ts';
import { findOne } from './findOne.ts';

/** Returns the context of a create, with what the answers that are filled when the record is saved may read of others. */
export function createContext(call: Call, clientId?: string): WriteContext {
  return {
    ...writeContext(call, clientId),
    known: async (form, parentId) =>
      knownAnswers(
        { ...call, form },
        parentId ? await findOne(call, form.definition.parent?.forms ?? [], parentId) : undefined,
      ),
  };
}

/** Returns only answers that the form reads and that the caller may see, as the newest versions read them. */
export function knownAnswers({ services, form, actor }: Call, parent: RecordView | undefined): Promise<Known> {
  const above = parent && newestAnswers(services.registry, parent.record);
  return knownOf(form, above, async () => {
    const { rows } = await services.records.list(lastQuery(form, parent?.record.id, actor.id), actor);
    return rows[0]?.record.data;
  });
}
