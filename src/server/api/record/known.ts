/** What defaults of a form read of other records: answers of the parent, and of the last record of the form below it. */

import type { RecordData } from '../../../core/definitions/types.ts';
import { newestAnswers } from '../../../core/definitions/upgrade.ts';
import { type Known, knownNames } from '../../../core/form/defaults.ts';
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
export async function knownAnswers(call: Call, parent: RecordView | undefined): Promise<Known> {
  const [ofParent, ofLast] = [knownNames(call.form, 'parent'), knownNames(call.form, 'last')];
  const last = ofLast.length > 0 && (await lastAnswers(call, parent));
  return {
    ...(parent &&
      ofParent.length > 0 && { parent: only(newestAnswers(call.services.registry, parent.record), ofParent) }),
    ...(last && { last: only(last, ofLast) }),
  };
}

/** Returns the newest record's answers: of those below the parent, or without a parent of those that the caller made. */
async function lastAnswers(
  { services, form, actor }: Call,
  parent: RecordView | undefined,
): Promise<RecordData | undefined> {
  const below = parent
    ? { parent_id: parent.record.id, filters: [] }
    : { filters: [{ field: 'created_by', op: 'eq' as const, value: actor.id }] };
  const { rows } = await services.records.list({ form, ...below, sort: ['-date'], page: 1, per_page: 1 }, actor);
  return rows[0]?.record.data;
}

function only(data: RecordData, names: readonly string[]): RecordData {
  return Object.fromEntries(names.flatMap((name) => (data[name] === undefined ? [] : [[name, data[name]]])));
}
