/** What defaults of a form read of other records: answers of the parent, and of the last record of the form below it. */

import { newestAnswers } from '../../../core/definitions/upgrade.ts';
import { isObject } from '../../../core/errors/json.ts';
import type { Known } from '../../../core/form/defaults.ts';
import { lastQuery } from '../../../core/query/last.ts';
import { knownOf } from '../../../core/saving/known.ts';
import type { Filling, RecordView, WriteContext } from '../../../core/saving/types.ts';
import { type Call, writeContext } from '../call.ts';
import { findOne } from './findOne.ts';

/** Returns the context of a create, with what the answers that are filled when the record is saved may read of others. */
export function createContext(call: Call, clientId?: string): WriteContext {
  const filling = fillingOf(call.body.filling);
  return {
    ...writeContext(call, clientId),
    ...(filling && { filling }),
    known: async (form, parentId) =>
      knownAnswers(
        { ...call, form },
        parentId ? await findOne(call, form.definition.parent?.forms ?? [], parentId) : undefined,
      ),
  };
}

/** Longest time that a form may have been open, in seconds. */
const LONGEST = 366 * 24 * 3600;

/** Reads how long filling in took. What no device of ours sends is ignored, because no answer may be lost by it. */
function fillingOf(given: unknown): Filling | undefined {
  if (!isObject(given)) return undefined;
  const { started_at, seconds } = given;
  const began = typeof started_at === 'string' && started_at.length <= 40 ? Date.parse(started_at) : Number.NaN;
  if (Number.isNaN(began) || typeof seconds !== 'number' || !(seconds >= 0 && seconds <= LONGEST)) return undefined;
  return { started_at: new Date(began).toISOString(), seconds: Math.round(seconds) };
}

/** Returns only answers that the form reads and that the caller may see, as the newest versions read them. */
export function knownAnswers({ services, form, actor }: Call, parent: RecordView | undefined): Promise<Known> {
  const above = parent && newestAnswers(services.registry, parent.record);
  return knownOf(form, above, async () => {
    const { rows } = await services.records.list(lastQuery(form, parent?.record.id, actor.id), actor);
    return rows[0]?.record.data;
  });
}
