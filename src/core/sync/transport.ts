/** What the synchronisation asks of the server. The app implements it over HTTP, the simulation also loses and repeats requests. */
import type { RecordErrors } from '../errors/recordErrors.ts';
import type { Refs } from '../form/types/fieldType.ts';
import type { ChangeView, RecordView, SyncDone } from '../generated/api.ts';
import type { StoredRecord } from '../records/types.ts';
import type { LocalFile, Operation } from './types.ts';

/** Each method throws a SyncError if the server refused or did not respond. */
export interface SyncTransport {
  /**
   * Sends one change with the operation's id as Idempotency-Key and the version of its `base`. It sends nothing that is not
   * in the operation, so that a repeated request is the same request.
   */
  send(operation: Operation, signal?: AbortSignal): Promise<SyncResponse>;
  /**
   * Uploads a file, continuing at `file.upload` if that is there, and returns the server's id. `onStarted` receives the address
   * of a new upload and is awaited before any content is sent.
   */
  sendFile(
    file: LocalFile & { blob: Blob },
    onStarted: (upload: string) => Promise<void>,
    signal?: AbortSignal,
  ): Promise<string>;
  /**
   * Receives records page by page; `take` is awaited before the next page. If the response is cut, the pages that arrived whole
   * are taken before it throws.
   */
  records(query: RecordsQuery, take: (page: RecordsPage) => Promise<void>, signal?: AbortSignal): Promise<void>;
  /** Compares records of the device with the server's. */
  check(held: readonly { id: string; version: number }[], signal?: AbortSignal): Promise<CheckResult>;
  /** Returns those of the account's operations that the server has taken, from wherever they were sent. */
  done(ids: readonly string[], signal?: AbortSignal): Promise<readonly SyncDone[]>;
  /** Returns the requests whose responses a device needs besides records, each with a hash of its response. */
  reference(signal?: AbortSignal): Promise<{ entries: readonly ReferenceEntry[] }>;
  /** Returns the response to one of these requests. Lines are returned as a list. */
  read(path: string, signal?: AbortSignal): Promise<unknown>;
}

export interface SyncResponse {
  /** The record after the change. Absent after a removal. */
  record?: RecordView;
  refs?: Refs;
  /** Time of the server, UTC. */
  at: string;
}

/** Which records to get: those of some forms in a place, or some records by id. */
export interface RecordsQuery {
  forms?: readonly string[];
  province?: string;
  ids?: readonly string[];
  /** Filters of a list, as its address has them. */
  filters?: string;
  /** Search words of a list. */
  text?: string;
  /** Cursor of the page before. */
  after?: string;
}

export interface AcceptedRecord {
  record: StoredRecord;
  name: string;
  refs: Refs;
  /** What a reviewer wrote, if the record waits for its correction. */
  review?: ChangeView;
}

export interface RecordsPage {
  records: AcceptedRecord[];
  /** Where the next page begins, now or at the next synchronisation. Null if records were asked for by id. */
  cursor: string | null;
  /** True if there are more records now than those of this response. */
  more: boolean;
}

export interface CheckResult {
  /** Ids of records that were removed or that the person does not see any more. */
  gone: readonly string[];
  /** Records that have another version. */
  changed: readonly { id: string; version: number }[];
}

export interface ReferenceEntry {
  /** Path of a GET request below /api. */
  path: string;
  hash: string;
  /** An earlier version of a form, which only records captured with it need. */
  earlier?: boolean;
}

/** The server refused a request. Status 0 means that no response came. */
export class SyncError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: RecordErrors | undefined;
  /** Name of the person who made the change that a 417 response is about. */
  readonly by: string | undefined;

  constructor(
    status: number,
    { code, message, errors, by }: { code: string; message?: string; errors?: RecordErrors; by?: string | undefined },
  ) {
    super(message ?? code);
    this.name = 'SyncError';
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.by = by;
  }
}

/** Codes of refusals that are about the account or the app, so that every other request would be refused as well. */
const EVERYTHING: ReadonlySet<string> = new Set([
  'account_disabled',
  'app_outdated',
  'password_change_required',
  'password_expired',
  'server_outdated',
]);

/** Returns true if the run must stop and leave everything waiting: no connection, no session, a server that is busy. */
export function stopsSync({ status, code }: SyncError): boolean {
  return status === 0 || status === 401 || status === 429 || (status > 501 && status < 505) || EVERYTHING.has(code);
}
