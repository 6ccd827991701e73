/**
 * The revisions of a record and their hash chain. A revision says who did what and when, which answers changed, and the
 * record's other columns (`record`, with the hashes of its files). Its hash covers the previous hash, all of that, and a
 * commitment for each changed answer: the hash of the answer with its own salt. If a rule erases an answer, its salt goes
 * too and the commitment stays. So nobody can guess the answer, and the chain is still valid.
 */
import { hash, randomBytes } from 'node:crypto';
import type { RecordData } from '../../../core/definitions/types.ts';
import { canonicalJson } from '../../../core/json.ts';
import type { DeviceClockStatus } from '../../../core/records/deviceClock.ts';
import type { Actor } from '../../../core/records/types.ts';
import type { AcknowledgedWarning } from '../../../core/saving/types.ts';
import type { Handle } from '../../db/database.ts';
import { type RecordRow, rowsById } from '../../db/rows.ts';
import type { RecordRevisionsTable } from '../../db/tables.ts';
import { applyPatch } from './jsonPatch.ts';

/** The previous hash of the first revision. */
export const CHAIN_START = '0'.repeat(64);

export type StoredRevision = RecordRevisionsTable;

/** An answer with its salt, null for a removed answer, or the commitment of an answer that a rule erased. */
export type RevisedAnswer = [value: unknown, salt: string] | null | { erased: string };

/** Columns that change only with a revision. */
const OWN_COLUMNS = [
  'form',
  'code',
  'parent_id',
  'created_by',
  'created_at',
  'updated_by',
  'updated_at',
  'started_at',
  'captured_at',
  'device_id',
  'deleted_at',
] as const;
/** Columns that also change when a parent or place moves. An event (`PARENT_MOVED_ACTION`) records that. */
export const PLACE_COLUMNS = ['site_id', 'province_id', 'district_id', 'village_id', 'organization_id'] as const;

type OwnColumn = (typeof OWN_COLUMNS)[number];
type PlaceColumn = (typeof PLACE_COLUMNS)[number];

/** The record's columns in a revision, besides its answers. */
export type RecordSnapshot = Pick<RecordRow, OwnColumn | PlaceColumn> & {
  /** SHA-256 of the content of each file that the answers name, by attachment id. */
  files: Record<string, string>;
  /** Warnings that the writer was told and saved in spite of. */
  acknowledged?: readonly AcknowledgedWarning[];
  /** Seconds that the clock of the device was ahead of the server's. Absent if it was about right or not told. */
  clock_offset?: number;
  /** What the device said of its clock, or what the server found out. */
  device_clock?: DeviceClockStatus;
  /** Who of the office sent it from a rescue file of the writer. */
  taken_in_by?: NonNullable<Actor['taken_in_by']>;
};

/** What a revision says besides the record itself. */
export type RevisionNotes = Pick<RecordSnapshot, 'acknowledged' | 'clock_offset' | 'device_clock' | 'taken_in_by'> & {
  /** Answers that the writer gave up for what somebody else had saved. */
  notTaken?: RecordData;
};

export const SNAPSHOT_COLUMNS: readonly (OwnColumn | PlaceColumn)[] = [...OWN_COLUMNS, ...PLACE_COLUMNS];

/** What was done, by whom and from which device. */
export type RevisionEntry = Pick<
  StoredRevision,
  'action' | 'at' | 'by_id' | 'by_name' | 'device_id' | 'captured_at' | 'comment' | 'fields'
>;

/** Makes the revision from `before` (null for a new record) to `after`. `files` holds the hashes of files in `after`. */
export function nextRevision(
  before: Pick<RecordRow, 'version' | 'hash' | 'state' | 'data'> | null,
  after: Omit<RecordRow, 'version' | 'hash'>,
  entry: RevisionEntry,
  files: Record<string, string> = {},
  { acknowledged = [], clock_offset, device_clock, taken_in_by, notTaken = {} }: RevisionNotes = {},
): StoredRevision {
  const given = Object.entries(notTaken).map(([name, value]) => [NOT_TAKEN + name, value]);
  const answers = {
    ...revisedAnswers(before?.data ?? {}, after.data),
    ...revisedAnswers({}, Object.fromEntries(given)),
  };
  const snapshot = Object.fromEntries(SNAPSHOT_COLUMNS.map((name) => [name, after[name]]));
  const revision: Omit<StoredRevision, 'hash'> = {
    record_id: after.id,
    seq: (before?.version ?? 0) + 1,
    ...entry,
    form_version: after.form_version,
    from_state: before?.state ?? null,
    to_state: after.state,
    patch: '',
    previous_hash: before?.hash ?? CHAIN_START,
    answers: JSON.stringify(answers),
    record: canonicalJson({
      ...snapshot,
      files,
      ...(acknowledged.length > 0 && { acknowledged }),
      ...(clock_offset !== undefined && { clock_offset }),
      ...(device_clock && { device_clock }),
      ...(taken_in_by && { taken_in_by }),
    }),
  };
  return { ...revision, hash: revisionHash(revision, answers) };
}

/** Stands before the name of an answer in a revision that the writer gave up. No question has such a name. */
const NOT_TAKEN = '!';

/** Returns the name of the question of an answer in a revision. */
export const questionName = (name: string): string =>
  name.startsWith(NOT_TAKEN) ? name.slice(NOT_TAKEN.length) : name;

const SALT_BYTES = 12;

function revisedAnswers(before: RecordData, after: RecordData): Record<string, RevisedAnswer> {
  const names = Object.keys(after).filter((name) => after[name] !== undefined && !isSame(before[name], after[name]));
  const salts = randomBytes(SALT_BYTES * names.length);
  const answers: Record<string, RevisedAnswer> = {};
  for (const [index, name] of names.entries()) {
    const salt = salts.subarray(index * SALT_BYTES, (index + 1) * SALT_BYTES).toString('base64url');
    answers[name] = [after[name], salt];
  }
  for (const name of Object.keys(before))
    if (before[name] !== undefined && after[name] === undefined) answers[name] = null;
  return answers;
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && typeof b === 'object' && canonicalJson(a) === canonicalJson(b));
}

/** Returns what a revision's hash includes for one answer. Null if the answer was removed. */
export function commitmentOf(answer: RevisedAnswer): string | null {
  if (answer === null) return null;
  return Array.isArray(answer) ? hash('sha256', `${answer[1]}\n${canonicalJson(answer[0])}`) : answer.erased;
}

/** Returns what a revision says besides the record. */
export function revisionNotesOf({ record }: Pick<StoredRevision, 'record'>): Omit<
  RevisionNotes,
  'notTaken' | 'acknowledged'
> & {
  acknowledged: AcknowledgedWarning[];
} {
  const snapshot: Partial<RecordSnapshot> = JSON.parse(record ?? '{}');
  const { acknowledged = [], clock_offset, device_clock, taken_in_by } = snapshot;
  return {
    acknowledged: [...acknowledged],
    ...(clock_offset !== undefined && { clock_offset }),
    ...(device_clock && { device_clock }),
    ...(taken_in_by && { taken_in_by }),
  };
}

export function revisionAnswers({ answers }: Pick<StoredRevision, 'answers'>): Record<string, RevisedAnswer> {
  return JSON.parse(answers ?? '{}') as Record<string, RevisedAnswer>;
}

function revisionHash(revision: Omit<StoredRevision, 'hash'>, answers: Record<string, RevisedAnswer>): string {
  const commitments = Object.fromEntries(Object.entries(answers).map(([name, one]) => [name, commitmentOf(one)]));
  return hash('sha256', canonicalJson({ ...revision, answers: commitments }));
}

/** Returns true if the hash of a revision is right. `data` holds the answers after the revision. */
export function isRevisionHashValid({ hash: stated, ...revision }: StoredRevision, data: RecordData): boolean {
  if (revision.answers !== null) return revisionHash(revision, revisionAnswers(revision)) === stated;
  // Made before answers had commitments: the hash covers the answers themselves.
  const { answers: _answers, record: _record, ...patched } = revision;
  return hash('sha256', `${revision.previous_hash}\n${canonicalJson(patched)}\n${canonicalJson(data)}`) === stated;
}

export async function revisionsOf(db: Handle, recordId: string, upTo?: number): Promise<StoredRevision[]> {
  let query = db.selectFrom('record_revisions').selectAll().where('record_id', '=', recordId).orderBy('seq');
  if (upTo !== undefined) query = query.where('seq', '<=', upTo);
  return query.execute();
}

/** Returns the answers after a revision, without those that were erased. Throws if an old patch does not fit. */
export function applyRevision(data: RecordData, revision: Pick<StoredRevision, 'patch' | 'answers'>): RecordData {
  if (revision.answers === null) return applyPatch(data, revision.patch);
  const next = { ...data };
  for (const [name, answer] of Object.entries(revisionAnswers(revision))) {
    if (name.startsWith(NOT_TAKEN)) continue;
    if (Array.isArray(answer)) next[name] = answer[0];
    else delete next[name];
  }
  return next;
}

/** Returns the property names of answers that a revision changed and that were erased later. */
export function erasedAnswersIn(revision: Pick<StoredRevision, 'answers'>): string[] {
  const names = Object.entries(revisionAnswers(revision)).flatMap(([name, answer]) =>
    answer !== null && !Array.isArray(answer) ? [questionName(name)] : [],
  );
  return [...new Set(names)];
}

/** Returns the answers that the writer gave up, without those that were erased later. */
export function rejectedAnswersIn(revision: Pick<StoredRevision, 'answers'>): { field: string; value: unknown }[] {
  return Object.entries(revisionAnswers(revision)).flatMap(([name, answer]) =>
    name.startsWith(NOT_TAKEN) && Array.isArray(answer) ? [{ field: questionName(name), value: answer[0] }] : [],
  );
}

/** Returns the SHA-256 of the content of these attachments, by id. */
export async function fileHashes(db: Handle, ids: readonly string[]): Promise<Record<string, string>> {
  const rows = await rowsById(db, 'attachments', ['id', 'hash'], ids);
  return Object.fromEntries(rows.map(({ id, hash }) => [id, hash]));
}
