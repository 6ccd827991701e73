/**
 * The rows as Kysely sees them, the same on both engines: documents are JSON text, instants are ISO text in UTC, flags
 * are 0 or 1. Projection tables (`p_<form>`) are made from definitions and therefore not listed here.
 */

import type { Generated } from 'kysely';
import type { RecordMeta } from '../../core/records/types.ts';
import type { GrantsTable, KnownDevicesTable, SessionsTable, UsersTable } from './accountTables.ts';
import type {
  ChoicesTable,
  DefinitionsTable,
  LiftedRestrictionsTable,
  PendingWorkTable,
  PlacesTable,
} from './referenceTables.ts';

/** A record's row: what permissions look at, its name, the newest link of its chain and the answers. */
export interface RecordsTable extends RecordMeta {
  /** Worked out from the definition's `name` fields; what lists, pickers and breadcrumbs show. */
  name: string;
  /** Hash of the newest revision. */
  hash: string;
  /** The answers, JSON: the truth. */
  data: string;
}

/** Columns of a record's row. */
export const RECORD_COLUMNS = [
  'id',
  'form',
  'form_version',
  'code',
  'state',
  'name',
  'parent_id',
  'site_id',
  'province_id',
  'district_id',
  'village_id',
  'organization_id',
  'version',
  'created_by',
  'created_at',
  'updated_by',
  'updated_at',
  'captured_at',
  'device_id',
  'deleted_at',
  'hash',
  'data',
] as const satisfies (keyof RecordsTable)[];

export interface RecordRevisionsTable {
  record_id: string;
  /** From 1; equals the record's version after the change. */
  seq: number;
  action: string;
  at: string;
  by_id: string;
  by_name: string;
  device_id: string | null;
  captured_at: string | null;
  form_version: number;
  from_state: string | null;
  to_state: string | null;
  comment: string | null;
  /** Comments on single questions, JSON `[{field, comment}]`. */
  fields: string | null;
  /** JSON Patch from the answers before to those after, in revisions that have no `answers`; else empty. */
  patch: string;
  previous_hash: string;
  hash: string;
  /** JSON by stored name: `[value, salt]` of a changed answer, null of a removed one, `{erased}` of one erased by rule. */
  answers: string | null;
  /** JSON: what the record was besides its answers (`RecordSnapshot`). */
  record: string | null;
}

export interface ProblemsTable {
  id: string;
  site_id: string | null;
  province_id: string | null;
  programme: string;
  type_id: string;
  status: string;
  open: number;
  date_identified: string;
  date_solved: string | null;
  /** JSON: what the latest sheet says of it, by stored name; without what its log is folded into. */
  answers: string;
  created_at: string;
  updated_at: string;
}

export interface ProblemLogsTable {
  id: Generated<number>;
  problem_id: string;
  /** The sheet the entry was made on. */
  record_id: string;
  /** 1 identified, 2 solved, 3 advocated. */
  role: number;
  person_id: string | null;
  date: string;
  /** JSON: what the sheet says of the problem (`answers`), the day of the sheet (`seen`), whether it gives it up (`dropped`). */
  entry: string;
  created_at: string;
}

export interface AttachmentsTable {
  id: string;
  /** SHA-256 of the content: its name in the store. */
  hash: string;
  name: string;
  media_type: string;
  size: number;
  width: number | null;
  height: number | null;
  /** Set when a record that names it was saved; until then only its maker sees it. */
  record_id: string | null;
  form: string | null;
  field: string | null;
  created_by: string;
  created_at: string;
}

export interface EventsTable {
  id: Generated<number>;
  at: string;
  user_id: string;
  action: string;
  form: string | null;
  record_id: string | null;
  province_id: string | null;
  /** JSON. */
  detail: string | null;
  /** Of an event that tells of a revision: its number and hash. */
  seq: number | null;
  hash: string | null;
  /** Number of the seal it stands in; null while it waits. */
  seal: number | null;
}

/** Events in one signed order: each seal holds those that were committed since the one before. */
export interface SealsTable {
  /** From 1, without gaps. */
  number: number;
  at: string;
  count: number;
  /** Ids of the events, JSON `[[first, last], …]`. */
  ids: string;
  /** Hashes of the events in the order of their ids, 16 bytes each, base64url. */
  leaves: string;
  previous_hash: string;
  hash: string;
  /** Fingerprint of the public key. */
  signer: string;
  /** Ed25519 over `hash`, base64url. */
  signature: string;
}

export interface Tables {
  users: UsersTable;
  grants: GrantsTable;
  sessions: SessionsTable;
  known_devices: KnownDevicesTable;
  records: RecordsTable;
  record_revisions: RecordRevisionsTable;
  problems: ProblemsTable;
  problem_logs: ProblemLogsTable;
  attachments: AttachmentsTable;
  definitions: DefinitionsTable;
  settings: { key: string; value: string };
  pending_work: PendingWorkTable;
  /** What lets the public ask for one record. */
  public_links: { token: string; record_id: string; created_at: string };
  choices: ChoicesTable;
  places: PlacesTable;
  operations: {
    key: string;
    /** Hash of who asked for what. */
    request_hash: string;
    user_id: string;
    /** JSON: what is needed to give the first answer again. */
    answer: string;
    at: string;
  };
  parked_writes: {
    id: string;
    key: string;
    user_id: string;
    at: string;
    /** The refused body, JSON. */
    body: string;
  };
  events: EventsTable;
  code_sequences: {
    /** Code pattern with `{seq}`. */
    pattern: string;
    next: number;
  };
  unique_values: {
    form: string;
    /** Question id, so that it holds across versions. */
    question: string;
    /** Folded. */
    value: string;
    record_id: string;
  };
  lifted_restrictions: LiftedRestrictionsTable;
  seals: SealsTable;
  migrations: { name: string; at: string };
}
