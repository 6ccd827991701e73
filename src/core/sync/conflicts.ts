/** Brings an unsent operation onto a newer state of its record, or makes it a conflict that a person decides. */
import type { CompiledForm, RecordData } from '../definitions/types.ts';
import type { StoredRecord } from '../records/types.ts';
import { answersOfBody, formVersionOf, operationBaseOf, replaceAnswers } from './body.ts';
import {
  changedByOther,
  hasConflict,
  type MergeChoices,
  mergedAnswers,
  mergeRecord,
  type RecordMerge,
  rejectedAnswers,
} from './merge.ts';
import { SyncError } from './transport.ts';
import type { Operation, SyncFailure, TheirVersion } from './types.ts';

/** Returns the versions of a form, from one number to another, that the device has. */
export type SyncForms = (form: string, from: number, to: number) => Promise<readonly CompiledForm[]>;

/** A state of a record on the server. */
export type ServerRecord = Pick<StoredRecord, 'version' | 'form_version' | 'state' | 'data'>;

/** Merges the answers of an operation with the record as it is now. */
export async function mergeOperation(
  operation: Operation,
  current: ServerRecord,
  forms: SyncForms,
): Promise<RecordMerge> {
  const { base } = operation;
  const mineVersion = formVersionOf(operation) ?? current.form_version;
  const baseVersion = base?.form_version ?? mineVersion;
  const numbers = [mineVersion, baseVersion, current.form_version];
  const versions = await forms(operation.form, Math.min(...numbers), Math.max(...numbers));
  const own = versions.find(({ version }) => version === mineVersion);
  if (!own) throw formMissing(operation.form, mineVersion);
  return mergeRecord(versions, {
    base: { form_version: baseVersion, data: base?.data ?? {} },
    mine: { form_version: mineVersion, data: answersOfBody(own, operation.body) },
    theirs: current,
    ...(operation.body.not_taken !== undefined && { given: operation.body.not_taken as RecordData }),
  });
}

/** Returns the operation as a change of `current`, with the merged answers. */
export function rebaseOperation(operation: Operation, current: ServerRecord, merge: RecordMerge): Operation {
  const body = bodyAfter(operation, merge, mergedAnswers(merge), merge.given);
  return { ...operation, body, base: operationBaseOf(current) };
}

/** Returns the operation as one that is sent again with the sides that the person chose, or asked for again as it is. */
export async function resolveConflict(
  operation: Operation,
  choices: MergeChoices,
  forms: SyncForms,
): Promise<Operation> {
  if (operation.state.is !== 'conflict' || operation.kind !== 'update') return askedAgain(operation);
  const merge = await mergeOperation(operation, operation.state.theirs, forms);
  const given = { ...merge.given, ...rejectedAnswers(merge, choices) };
  const body = bodyAfter(operation, merge, mergedAnswers(merge, choices), given);
  const merged = [...new Set([...(operation.merged ?? []), ...changedByOther(merge)])];
  return { ...askedAgain(operation), body, merged };
}

function bodyAfter({ body }: Operation, merge: RecordMerge, data: RecordData, given: RecordData): Operation['body'] {
  return {
    ...replaceAnswers(merge, body, data),
    form_version: merge.form.version,
    ...(Object.keys(given).length > 0 && { not_taken: given }),
  };
}

function askedAgain(operation: Operation): Operation {
  if (operation.state.is !== 'conflict') return operation;
  return { ...operation, base: operationBaseOf(operation.state.theirs), state: { is: 'waiting', attempts: 0 } };
}

/** Returns a record of the server as the other side of a conflict. */
export function theirSide(record: StoredRecord, updated_by: TheirVersion['updated_by']): TheirVersion {
  return { ...operationBaseOf(record), updated_at: record.updated_at, updated_by };
}

export function asConflict(operation: Operation, theirs: TheirVersion, failure: SyncFailure): Operation {
  return { ...operation, state: { is: 'conflict', failure, theirs } };
}

/**
 * Returns an operation as a change of what the server confirmed of the operation before it. Undefined if both the person and
 * somebody else changed the same question meanwhile.
 */
export async function rebaseOnServer(
  operation: Operation,
  confirmed: ServerRecord,
  forms: SyncForms,
): Promise<Operation | undefined> {
  if (operation.kind !== 'update') return { ...operation, base: operationBaseOf(confirmed) };
  const merge = await mergeOperation(operation, confirmed, forms);
  return hasConflict(merge) ? undefined : rebaseOperation(operation, confirmed, merge);
}

/** Returns the error for a definition that the device does not have yet. The operation waits until it comes. */
function formMissing(form: string, version: number): SyncError {
  return new SyncError(500, { code: 'form_missing', message: `${form}@${version}` });
}
