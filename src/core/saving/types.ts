/** Types of a save: what is sent, and what its checks read. The server and the device share them. */
import type { CompiledForm, RecordData } from '../definitions/types.ts';
import type { DefaultSources } from '../form/defaults.ts';
import type { DuplicateRecord } from '../generated/api.ts';
import type { DeviceClockStatus } from '../records/deviceClock.ts';
import type { PERMISSION_COLUMNS, Permission } from '../records/permission.ts';
import type { Registry } from '../records/registry.ts';
import type { Actor, Scope, StoredRecord } from '../records/types.ts';

/** A record with its name in lists and breadcrumbs. */
export interface NamedRecord extends StoredRecord {
  name: string;
}

export interface RecordWithScope {
  record: StoredRecord;
  scope: Scope;
  /** Name of the record in lists and breadcrumbs. */
  name: string;
}

/** The sittings in which a form was filled in, as the device tells them. */
export interface FillTime {
  /** Instant of the device's corrected clock. */
  started_at: string;
  seconds: number;
}

/** Who makes a write, and from where. */
export interface WriteContext {
  actor: Actor;
  /** Idempotency-Key header or `client_id`. The first response is kept and returned again. */
  operation?: string;
  device_id?: string;
  captured_at?: string;
  /** What the device says of its clock, or what the server found out. */
  device_clock?: DeviceClockStatus;
  /** Seconds that the clock of the device is ahead of the server's, if it is wrong by minutes. */
  clock_offset?: number;
  /** When filling in a new record began. How long it took is stored only if the form's review asks for it. */
  filling?: FillTime;
  /**
   * What to do if another record says the same (`sameAs`): `ask` throws `record_same`, `save` writes it all the same and says
   * so in the revision. Without it nothing is looked for.
   */
  same?: 'ask' | 'save';
  /**
   * New problems that are not the open ones of their type at the site. Of any other new one `problem_same` is thrown; `unasked`
   * writes them all the same and says so in the revision. Without it nothing is looked for.
   */
  other_problems?: readonly string[] | 'unasked';
  /**
   * The answers of an update about which the writer was asked before. By default those of the record. A device whose change was
   * refused has not been asked about it: null if the server has no answers yet.
   */
  askedAbout?: RecordData | null;
  /** Returns what the defaults of a new record below this parent may read. Without it they read no other record. */
  known?(form: CompiledForm, parentId: string | undefined): Promise<DefaultSources>;
}

/** The answers of an update. */
export interface UpdateBody {
  /** The form in the version that the answers are of. */
  form: CompiledForm;
  data: RecordData;
  /** The version that the writer saw. If it is not the current one, the response is 417 with both sides. */
  version?: number | undefined;
  /** Transition to take together with the update. It must have `after_edit`. */
  transition?: string | undefined;
  /** Property names that the update omits. They keep the record's answers. */
  keep?: readonly string[];
  /** Answers that the writer gave up for what somebody else had saved meanwhile. Only the history has them. */
  notTaken?: RecordData;
}

/** Other records with the same answers. */
export interface EqualRecords {
  /** Those that the actor sees. */
  records: DuplicateRecord[];
  /** True if there are some that the actor does not see. */
  hidden: boolean;
}

/** An open problem of a site, as the visits that somebody sees tell it. */
export interface OpenProblem {
  id: string;
  type_id: string;
  /** Null until the server has numbered it. */
  code: string | null;
  date_identified: string;
  data: RecordData;
}

/**
 * Warnings that the writer was told and saved in spite of: that another record says the same, or that a problem of the type is
 * open already. `unasked`: such a problem is there, and the writer was not told.
 */
export type AcknowledgedWarning = 'same' | 'problem' | 'unasked';

export type PermissionRecord = Pick<NamedRecord, (typeof PERMISSION_COLUMNS)[number]>;

export type RecordWithAnswers = Pick<
  StoredRecord,
  'id' | 'form' | 'form_version' | 'data' | 'code' | 'state' | 'province_id'
>;

/** An uploaded file. */
export interface Upload {
  id: string;
  /** The record that has it. Null while it is of none. */
  record_id: string | null;
  created_by: string;
  media_type: string;
}

/** Other things that the checks of a record read. Ids that do not exist are left out. */
export interface SavingSource {
  /** True if it has only some of the records, so that an id it does not know may be of one that the server has. */
  isPartial: boolean;
  /** Also finds deleted records. */
  record(id: string): Promise<NamedRecord | undefined>;
  judged(ids: readonly string[]): Promise<PermissionRecord[]>;
  answered(ids: readonly string[]): Promise<RecordWithAnswers[]>;
  uploads(ids: readonly string[]): Promise<Upload[]>;
  /** Problems as their log says, with id and status. */
  problems(ids: readonly string[]): Promise<RecordData[]>;
  /** Returns the open problems of a site of these types, as far as the actor sees them. */
  openProblems(site: string, types: readonly string[], actor: Actor): Promise<OpenProblem[]>;
  /** Returns people whom the log names beside the answers of the problems. */
  loggedPeople(ids: readonly string[]): Promise<string[]>;
  /** Returns true if an undeleted record is below this one. */
  hasChildren(id: string): Promise<boolean>;
  /** Returns true if no other record of the form has the code. */
  isCodeFree(form: CompiledForm, code: string): Promise<boolean>;
  /** Returns the other records with the same answers. */
  same(form: CompiledForm, record: { id: string; data: RecordData }, actor: Actor): Promise<EqualRecords>;
}

export interface SavingDeps {
  registry: Registry;
  permission: Permission;
  source: SavingSource;
  now: () => Date;
  /** Makes the id of a new problem. */
  newId: () => string;
}

/** The record after a change, with what its history says about the change. */
export interface ChangePlan<R extends NamedRecord = NamedRecord> {
  after: Omit<R, 'version'>;
  action: string;
  comment?: string | null;
  fields?: { field: string; comment: string }[];
  /** Names of the records that the answers name. */
  names?: ReadonlyMap<string, string>;
  parent?: NamedRecord | null;
  acknowledged?: readonly AcknowledgedWarning[];
  notTaken?: RecordData;
}
