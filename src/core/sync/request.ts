/** Says which request of the API an operation is, and reads its response. The same operation is always the same request. */

import type { RecordErrors } from '../errors/recordErrors.ts';
import type { RecordView, Refs } from '../generated/api.ts';
import { getOwn, isObject } from '../json.ts';
import { SyncError, type SyncResponse } from './transport.ts';
import type { Operation } from './types.ts';

export interface SyncRequest {
  method: 'POST' | 'PUT' | 'DELETE';
  /** Below the base path of the form. */
  path: string;
  query?: { version: number };
  body?: Record<string, unknown>;
}

export function syncRequestOf({ kind, record_id, body, base, captured_at }: Operation): SyncRequest {
  const id = encodeURIComponent(record_id);
  const version = base?.version;
  switch (kind) {
    case 'create':
      return { method: 'POST', path: 'store', body: { ...body, client_id: record_id, captured_at } };
    case 'update':
      return { method: 'PUT', path: id, body: { ...body, version, captured_at } };
    case 'transition':
      return { method: 'POST', path: 'change-record-status', body: { ...body, record_id, version, captured_at } };
    case 'remove':
      return { method: 'DELETE', path: id, ...(version !== undefined && { query: { version } }) };
    case 'restore':
      return { method: 'POST', path: `${id}/restore`, body: {} };
  }
}

/** Reads the response to a write. `key` is the one under which the form's responses have the record. */
export function syncResponseOf({ kind }: Operation, body: unknown, key: string, at: string): SyncResponse {
  if (kind === 'remove') return { at };
  const record = isObject(body) ? (getOwn(body, key) ?? body.record) : undefined;
  if (!isObject(record) || typeof record.id !== 'string') throw new SyncError(0, { code: 'invalid_response' });
  const view = record as unknown as RecordView;
  const refs = isObject(body) && isObject(body.refs) ? (body.refs as Refs) : {};
  return { record: view, refs, at: view.updated_at };
}

/** Reads the body of a refusal. */
export function syncErrorOf(status: number, body: Record<string, unknown>): SyncError {
  const by = isObject(body.theirs) && isObject(body.theirs.by) ? body.theirs.by.name : undefined;
  return new SyncError(status, {
    code: typeof body.code === 'string' ? body.code : 'http_error',
    message: typeof body.message === 'string' ? body.message : '',
    ...(isObject(body.errors) && { errors: body.errors as RecordErrors }),
    ...(typeof by === 'string' && { by }),
  });
}
