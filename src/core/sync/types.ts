/** Types of records and unsent changes on a device. Shared by the offline store, the synchronisation and its simulation. */
import type { RecordData } from '../definitions/types.ts';
import type { RecordErrors } from '../errors/recordErrors.ts';
import type { Refs } from '../form/types/fieldType.ts';
import type { ChangeView } from '../generated/api.ts';
import type { StoredRecord } from '../records/types.ts';

/** A record as a device has it. */
export interface LocalRecord {
  /** With the unsent changes of this device. */
  record: StoredRecord;
  name: string;
  /** Names of what the record and its answers refer to, by id. */
  refs: Refs;
  /** The last transition into the record's state, if a person wrote there what is to be corrected. */
  review?: ChangeView;
  /** As the server sent it last. Absent if the record was made on this device and not sent yet. */
  server?: StoredRecord;
}

export type OperationKind = 'create' | 'update' | 'transition' | 'remove' | 'restore';

/** One change that waits to be sent: one save, one transition. */
export interface Operation {
  /** UUIDv7, made on the device. It is also the Idempotency-Key of the request, however often that is repeated. */
  id: string;
  /** Order in which the person made the changes, from 1. It never depends on a clock. */
  seq: number;
  kind: OperationKind;
  form: string;
  record_id: string;
  /** The record above it, which must be on the server first. */
  parent_id: string | null;
  /** Body of the request, without `version`. Files that are not on the server yet stand in it as `local:` and an id. */
  body: Record<string, unknown>;
  /** Ids of the files in `body` that are not on the server yet. */
  files: string[];
  /**
   * The record as the person saw it before this change: with earlier unsent changes, and with the version of the server below
   * them. What differs from it in `body` is what the person changed. Null for a new record.
   */
  base: Pick<StoredRecord, 'version' | 'form_version' | 'state' | 'data'> | null;
  /** Questions that somebody else changed and that were merged into `body`. The receipt names them. */
  merged?: string[];
  /** Id of the earlier change of the record that was refused and that is sent with these answers. */
  within?: string;
  /** Time of the device, UTC, ISO 8601. */
  captured_at: string;
  state: OperationState;
}

/** `waiting` includes what is being sent: after a crash it is sent again with the same id. */
export type OperationState =
  | { is: 'waiting'; attempts: number }
  /** `asked`: when others were asked to open the record, and its state then. */
  | { is: 'failed'; failure: SyncFailure; asked?: { at: string; state: string } }
  | { is: 'conflict'; failure: SyncFailure; theirs: TheirVersion };

/** Reasons why a change was not taken. Each has a documented message. */
export type SyncReason =
  /** Another record with this id, code or unique answer exists. */
  | 'added_by_other'
  /** The record was changed by somebody else, and the same question was answered differently. */
  | 'changed_by_other'
  /** The record above it is not on the server, was removed, or its own change failed. */
  | 'parent'
  /** The transition is not allowed any more. */
  | 'transition'
  /** The record may not be removed. */
  | 'remove'
  /** The server found errors in the answers. */
  | 'invalid'
  /** The version of the form takes no new records any more. */
  | 'withdrawn'
  /** The form takes no new records any more. */
  | 'retired'
  | 'forbidden'
  /** A file is missing on this device or was refused. */
  | 'file'
  | 'other';

export interface SyncFailure {
  reason: SyncReason;
  /** Status and code of the response. */
  status: number;
  code: string;
  /** Message of the server, in the language of the person at that time. */
  message: string;
  errors?: RecordErrors;
  /** Time of the device, UTC. */
  at: string;
}

/** The record as somebody else left it on the server. */
export interface TheirVersion {
  version: number;
  state: string;
  form_version: number;
  data: RecordData;
  updated_at: string;
  updated_by: { id: string; name: string };
}

/** What the server confirmed. It stays on the device for 90 days, and the Sync screen lists it. */
export interface Receipt {
  /** Id of the operation. */
  id: string;
  kind: OperationKind;
  form: string;
  record_id: string;
  name: string;
  /** Code given by the server. */
  code: string | null;
  version: number;
  /** Time of the server, UTC. */
  at: string;
  /** Names of the questions that were merged with somebody else's change. */
  merged: string[];
}

/** A file on the device. */
export interface LocalFile {
  /** `local:` and a random id until the file is on the server, then the server's id. */
  id: string;
  name: string;
  type: string;
  size: number;
  /** The question that it answers. Its definition says which files it takes. */
  question?: { form: string; field: string };
  /** Address of the resumable upload that was begun. */
  upload?: string;
}
