/** What defaults of a form read of other records: answers of the parent, and of the last record of the form below it. */
import type { RecordData } from '../../../core/definitions/types.ts';
import { isObject } from '../../../core/errors/json.ts';
import { type Known, knownNames } from '../../../core/form/defaults.ts';
import { newestAnswers } from '../../definitions/upgrade.ts';
import type { Filling, RecordView, WriteContext } from '../../records/types.ts';
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
