/**
 * The database tables for Kysely, the same on both engines. Documents are JSON text, times are ISO text in UTC, flags are 0
 * or 1. Projection tables (`p_<form>`) are created from definitions and therefore not listed here.
 */

import type { Generated } from 'kysely';
import type { RecordMeta } from '../../core/records/types.ts';
import type { GrantsTable, LoginDevicesTable, SessionsTable, UserNewsTable, UsersTable } from './accountTables.ts';
import type {
  ChoicesTable,
  CommonVersionsTable,
  DefinitionDraftsTable,
  DefinitionMediaTable,
  DefinitionsTable,
  LiftedRestrictionsTable,
  PendingWorkTable,
  PlaceBordersTable,
  PlacesTable,
  RetiredFormsTable,
  TextStatesTable,
  VersionStartsTable,
  WithdrawnVersionsTable,
} from './referenceTables.ts';
import type { FormDraftsTable, ListViewsTable } from './viewTables.ts';

/** A record: the columns that permissions need, its name, the hash of its newest revision and its answers. */
export interface RecordsTable extends RecordMeta {
  /** Made from the answers that `name` in the definition lists. Shown in lists, pickers and breadcrumbs. */
  name: string;
  /** Hash of the newest revision. */
  hash: string;
  /** The answers as JSON. All other places that hold answers are derived from this. */
  data: string;
}

/** Columns of the table `records`. */
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
  'edited_by',
  'created_sent_by',
  'edited_sent_by',
  'updated_by',
  'updated_at',
  'started_at',
  'captured_at',
  'device_id',
  'deleted_at',
  'hash',
  'data',
] as const satisfies (keyof RecordsTable)[];

export interface RecordRevisionsTable {
  record_id: string;
  /** Starts at 1. Equals the record's version after the change. */
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
  /** Comments on single questions as JSON `[{field, comment}]`. */
  fields: string | null;
  /** JSON Patch from the previous answers to the new ones, in revisions without `answers`. Empty otherwise. */
  patch: string;
  previous_hash: string;
  hash: string;
  /** JSON by property name: `[value, salt]` if changed, null if removed, `{erased}` if a rule erased it. */
  answers: string | null;
  /** The record's columns besides its answers, as JSON (`RecordSnapshot`). */
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
  /** JSON by property name: the answers of the latest visit, without what is computed from the log. */
  answers: string;
  created_at: string;
  updated_at: string;
  /** Kinds of visits that it stands on (`problems/visits.ts`). Null while it has to be filled; then the places may be wrong. */
  visits: string | null;
  site_province_id: string;
  site_district_id: string;
  site_village_id: string;
  site_organization_id: string;
  /** What the visits that count say of it. No status: none of them tells of it. */
  counted_status: string;
  counted_open: number;
  counted_type_id: string;
  counted_identified: string;
  counted_solved: string | null;
}

/** Columns of a problem that are made of others, after its row was inserted. */
type MadeOfOthers =
  | 'visits'
  | `site_${'province' | 'district' | 'village' | 'organization'}_id`
  | `counted_${'status' | 'open' | 'type_id' | 'identified' | 'solved'}`;
export type NewProblem = Omit<ProblemsTable, MadeOfOthers>;

export interface ProblemLogsTable {
  id: Generated<number>;
  problem_id: string;
  /** Record of the visit in which the entry was made. */
  record_id: string;
  /** 1 identified, 2 solved, 3 advocated. */
  role: number;
  person_id: string | null;
  date: string;
  /** JSON: the visit's `answers` about the problem, its day (`seen`), and whether it gives the problem up (`dropped`). */
  entry: string;
  created_at: string;
}

export interface AttachmentsTable {
  id: string;
  /** SHA-256 of the content, which is also its name in the file store. */
  hash: string;
  name: string;
  media_type: string;
  size: number;
  width: number | null;
  height: number | null;
  /** Set when a record that names it is saved. Before that, only the person who uploaded it sees it. */
  record_id: string | null;
  form: string | null;
  field: string | null;
  created_by: string;
  created_at: string;
}

/** An upload that arrives in parts (`files/uploads.ts`). It becomes the attachment with the same id. */
export interface UploadsTable {
  id: string;
  created_by: string;
  created_at: string;
  name: string;
  /** Bytes of the whole file, and of what is on the disk. */
  length: number;
  received: number;
  /** The question that it answers. */
  form: string | null;
  field: string | null;
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
  /** Number and hash of the revision that the event is about. */
  seq: number | null;
  hash: string | null;
  /** Number of the seal that contains it. Null until it is sealed. */
  seal: number | null;
}

/** The first filling in of a record, only of forms whose review asks how long it took. */
export interface RecordFillingsTable {
  record_id: string;
  /** Times of the device, which may be wrong. */
  started_at: string;
  ended_at: string;
  /** How long the form was open, over all sittings, by a clock that nobody can set. */
  seconds: number;
}

/** Signed seals put events into one order. Each seal contains the events committed since the previous one. */
export interface SealsTable {
  /** Starts at 1, without gaps. */
  number: number;
  at: string;
  count: number;
  /** Ids of the events as JSON `[[first, last], …]`. */
  ids: string;
  /** Hashes of the events in the order of their ids, 16 bytes each, base64url, separated by spaces. */
  leaves: string;
  previous_hash: string;
  hash: string;
  /** Fingerprint of the public key. */
  signer: string;
  /** Ed25519 signature of `hash`, base64url. */
  signature: string;
}

export interface Tables {
  users: UsersTable;
  grants: GrantsTable;
  sessions: SessionsTable;
  known_devices: LoginDevicesTable;
  user_news: UserNewsTable;
  records: RecordsTable;
  record_revisions: RecordRevisionsTable;
  problems: NewProblem & { [Column in MadeOfOthers]: Generated<ProblemsTable[Column]> };
  problem_logs: ProblemLogsTable;
  /** What a problem is called at its site: P-17. */
  problem_numbers: { problem_id: string; site_id: string; number: number };
  record_fillings: RecordFillingsTable;
  attachments: AttachmentsTable;
  uploads: UploadsTable;
  definitions: DefinitionsTable;
  settings: { key: string; value: string };
  pending_work: PendingWorkTable;
  /** Tokens that let the public see one record. */
  public_links: { token: string; record_id: string; created_at: string };
  /** What was published on a day in Kabul: dimensions and cells as JSON. */
  public_figures: { day: string; measure: string; dimensions: string; cells: string };
  choices: ChoicesTable;
  places: PlacesTable;
  place_borders: PlaceBordersTable;
  operations: {
    key: string;
    /** Hash of the request. */
    request_hash: string;
    user_id: string;
    /** JSON with what is needed to give the first response again. */
    answer: string;
    at: string;
  };
  parked_writes: {
    id: string;
    key: string;
    user_id: string;
    at: string;
    /** The refused body as JSON. */
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
    /** Question id, so that the value is unique across versions. */
    question: string;
    /** Folded text. */
    value: string;
    record_id: string;
  };
  lifted_restrictions: LiftedRestrictionsTable;
  retired_forms: RetiredFormsTable;
  withdrawn_versions: WithdrawnVersionsTable;
  version_starts: VersionStartsTable;
  definition_drafts: DefinitionDraftsTable;
  text_states: TextStatesTable;
  list_views: ListViewsTable;
  form_drafts: FormDraftsTable;
  definition_media: DefinitionMediaTable;
  common_versions: CommonVersionsTable;
  seals: SealsTable;
  /** The order in which records last changed (`0030-record-changes`). Triggers write it. */
  record_changes: { record_id: string; change: number };
  /** Random name of this database. Numbers of `record_changes` of another epoch mean nothing here. */
  change_epoch: { id: string };
  /** Eras of the order of changes (`0090-change-eras`). `first`: the lowest number that a change of the era may have. */
  change_eras: { number: Generated<number>; id: string; first: number };
  migrations: { name: string; at: string };
}
