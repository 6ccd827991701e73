/** Says why the server did not take an operation, in the terms of the documented messages. */

import { CONFIRMATION_CODES } from '../errors/catalogue.ts';
import type { RecordErrors } from '../errors/recordErrors.ts';
import { getOwn } from '../json.ts';
import type { SyncError } from './transport.ts';
import type { Operation, SyncFailure, SyncReason } from './types.ts';

export function syncFailureOf(operation: Operation, error: SyncError, at: string): SyncFailure {
  const { status, code, message, errors } = error;
  return { reason: reasonOf(operation, error), status, code, message, ...(errors && { errors }), at };
}

/** Reasons that end once the person changed the answers. */
const CORRECTABLE: ReadonlySet<SyncReason> = new Set(['added_by_other', 'invalid', 'withdrawn', 'file']);

/** Returns true if the person can correct a change that failed so, and so have it taken. */
export function isCorrectable({ kind }: Operation, { reason }: SyncFailure): boolean {
  return (kind === 'create' || kind === 'update') && CORRECTABLE.has(reason);
}

function reasonOf(operation: Operation, { status, code, errors = {} }: SyncError): SyncReason {
  const { kind } = operation;
  if (status === 417) return 'changed_by_other';
  if (kind === 'remove') return 'remove';
  if (code === 'version_withdrawn') return 'withdrawn';
  if (code === 'form_retired') return 'retired';
  if (kind === 'transition' || code === 'transition_not_possible') return 'transition';
  if (code === 'parent_required' || code === 'parent_deleted' || hasNoParent(operation, errors)) return 'parent';
  if (kind === 'create' && status === 404) return 'parent';
  if (code === 'idempotency_mismatch' || CONFIRMATION_CODES.has(code) || status === 409 || has(errors, 'unique'))
    return 'added_by_other';
  if (status === 413 || code.startsWith('file_') || areOnFiles(errors)) return 'file';
  if (status === 403 || status === 404) return 'forbidden';
  return status === 422 ? 'invalid' : 'other';
}

function has(errors: RecordErrors, code: string): boolean {
  return Object.values(errors).some((list) => list.some((error) => error.code === code));
}

/** Returns true if there are errors and all of them are about files. */
function areOnFiles(errors: RecordErrors): boolean {
  const all = Object.values(errors).flat();
  return all.length > 0 && all.every(({ code }) => code.startsWith('file_'));
}

/** Returns true if the answer that names the parent is refused, because the parent is not there or not visible. */
function hasNoParent({ body, parent_id }: Operation, errors: RecordErrors): boolean {
  if (parent_id === null) return false;
  const names = Object.keys(body).filter((name) => getOwn(body, name) === parent_id);
  return names.some((name) => errors[`/${name}`]?.some(({ code }) => code === 'record_missing'));
}
