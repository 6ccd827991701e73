/**
 * Writes a change of a record's answers or state, which never change without a revision. In the caller's transaction it
 * writes the row, the revision, unique values, files, problems, the projection and an event.
 */

import type { CompiledForm, FieldNode, RecordData } from '../../core/definitions/types.ts';
import { Failure } from '../../core/errors/failure.ts';
import { addError, type RecordErrors } from '../../core/errors/recordErrors.ts';
import { fieldErrorParams } from '../../core/form/messages.ts';
import { problemCountingTest } from '../../core/records/counting.ts';
import type { Actor } from '../../core/records/types.ts';
import { uniqueValues } from '../../core/saving/identity.ts';
import { type AnswerReferences, referencesInAnswers } from '../../core/saving/references.ts';
import type { AcknowledgedWarning, NamedRecord, WriteContext } from '../../core/saving/types.ts';
import type { Handle } from '../db/database.ts';
import { insertTogether, type RowInsert, toRowInsert } from '../db/insert.ts';
import { type RecordRow, toRecordsTable } from '../db/rows.ts';
import { writeSheetProblems } from '../problems/log.ts';
import { fillVisitsOfSites } from '../problems/visits.ts';
import type { RecordDeps } from './context.ts';
import { fileHashes, nextRevision, type StoredRevision } from './history/chain.ts';

export interface CommittedChange {
  form: CompiledForm;
  before: RecordRow | null;
  /** The record after the change. Version and hash are set here. */
  after: Omit<RecordRow, 'version' | 'hash'>;
  action: string;
  comment?: string | null;
  fields?: { field: string; comment: string }[];
  /** Names and parent record that are already known. The projection reads missing ones. */
  names?: ReadonlyMap<string, string>;
  parent?: NamedRecord | null;
  /** Warnings that the writer was told and saved in spite of. */
  acknowledged?: readonly AcknowledgedWarning[];
  /** Answers that the writer gave up at a conflict. */
  notTaken?: RecordData;
  context: WriteContext;
  at: string;
  /** Further rows inserted together with a new record (`operations.ts`). */
  extraInserts?: readonly RowInsert[];
}

/** Somebody else changed the record since it was read. */
export class VersionConflict extends Error {}

export async function commitChange(
  { projector, registry, database: { dialect } }: RecordDeps,
  trx: Handle,
  change: CommittedChange,
): Promise<RecordRow> {
  const { form, before, after, context, at } = change;
  const { files } = referencesInAnswers(form, after.data);
  const ids = files.map(({ id }) => id);
  const entry = {
    action: change.action,
    at,
    by_id: context.actor.id,
    by_name: context.actor.name,
    device_id: context.device_id ?? null,
    captured_at: context.captured_at ?? null,
    comment: change.comment ?? null,
    fields: change.fields && change.fields.length > 0 ? JSON.stringify(change.fields) : null,
  };
  const revision = nextRevision(before, after, entry, await fileHashes(trx, ids), {
    ...(change.acknowledged && { acknowledged: change.acknowledged }),
    ...(change.notTaken && { notTaken: change.notTaken }),
    ...(context.clock_offset !== undefined && { clock_offset: context.clock_offset }),
    ...(context.device_clock && { device_clock: context.device_clock }),
    ...(context.actor.taken_in_by && { taken_in_by: context.actor.taken_in_by }),
  });
  const { seq, hash } = revision;
  const record: RecordRow = { ...after, version: seq, hash };

  const together = [
    toRowInsert('record_revisions', revision),
    toRowInsert('events', revisionEvent(record, revision, context.actor)),
  ];
  const known = {
    ...(change.parent && { parents: new Map([[change.parent.id, change.parent]]) }),
    ...(change.names && { names: change.names }),
  };
  if (before) {
    const { id: _id, ...row } = toRecordsTable(record);
    const done = await trx
      .updateTable('records')
      .set(row)
      .where('id', '=', record.id)
      .where('version', '=', before.version)
      .executeTakeFirst();
    if (done.numUpdatedRows !== 1n) throw new VersionConflict();
    await insertTogether(trx, dialect, together);
    await projector.project(trx, record.form, [record], known);
  } else {
    const extraInserts = [toRowInsert('records', toRecordsTable(record)), ...together, ...(change.extraInserts ?? [])];
    await projector.project(trx, record.form, [record], { ...known, isNew: true, extraInserts });
  }
  await writeUniqueValues(trx, form, before, record);
  await attachFiles(trx, form, files, before, record);
  const counts = problemCountingTest(registry);
  if (form.definition.problems) await writeProblems(trx, form, { before, record }, { now: at, counts });
  if (before && form.definition.kind === 'site') await fillVisitsOfSites(trx, [record.id], counts);
  return record;
}

/** Makes the event of a revision. It also names who of the office sent the work of somebody else. */
export function revisionEvent(
  { form, id, province_id }: RecordRow,
  { at, by_id, action, seq, hash }: StoredRevision,
  { taken_in_by }: Pick<Actor, 'taken_in_by'> = {},
) {
  const detail = taken_in_by ? JSON.stringify({ taken_in_by }) : null;
  return { at, user_id: by_id, action, form, record_id: id, province_id, detail, seq, hash };
}

function taken(node: FieldNode): RecordErrors {
  const errors: RecordErrors = {};
  addError(errors, node.pointer, 'unique', fieldErrorParams(node, 'unique'));
  return errors;
}

async function writeUniqueValues(
  trx: Handle,
  form: CompiledForm,
  before: RecordRow | null,
  record: RecordRow,
): Promise<void> {
  const now = record.deleted_at === null ? uniqueValues(form, record.data) : [];
  const then = before && before.deleted_at === null ? uniqueValues(form, before.data) : [];
  const same = (a: typeof now, b: typeof now) =>
    a.length === b.length && a.every((one, i) => one.question === b[i]?.question && one.value === b[i]?.value);
  if (same(now, then)) return;
  if (then.length > 0) await trx.deleteFrom('unique_values').where('record_id', '=', record.id).execute();
  for (const { question, node, value } of now) {
    const written = await trx
      .insertInto('unique_values')
      .values({ form: form.form, question, value, record_id: record.id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('record_id')
      .execute();
    if (written.length === 0) throw new Failure('validation_failed', { errors: taken(node) });
  }
}

/** Attaches the files that the answers name to the record. A new upload may have been swept away since it was checked. */
async function attachFiles(
  trx: Handle,
  form: CompiledForm,
  files: AnswerReferences['files'],
  before: RecordRow | null,
  record: RecordRow,
): Promise<void> {
  if (files.length === 0) return;
  const known = new Set(before ? referencesInAnswers(form, before.data).files.map(({ id }) => id) : []);
  const errors: RecordErrors = {};
  for (const { at, id, field } of files) {
    const done = await trx
      .updateTable('attachments')
      .set({ record_id: record.id, form: form.form, field })
      .where('id', '=', id)
      .where((where) => where.or([where('record_id', 'is', null), where('record_id', '=', record.id)]))
      .executeTakeFirst();
    if (done.numUpdatedRows === 0n && !known.has(id)) addError(errors, at, 'file_missing');
  }
  if (Object.keys(errors).length > 0) throw new Failure('validation_failed', { errors });
}

/** Returns a record as a visit of the problem log, without its answers. */
export function problemSheetOf(form: CompiledForm, { id, data, site_id, province_id, created_at }: RecordRow) {
  const dated = form.definition.date ? data[form.definition.date] : undefined;
  const date = typeof dated === 'string' ? dated : created_at.slice(0, 10);
  return { id, form, site_id, province_id, date, person_id: null };
}

async function writeProblems(
  trx: Handle,
  form: CompiledForm,
  { before, record }: { before: RecordRow | null; record: RecordRow },
  written: Parameters<typeof writeSheetProblems>[3],
): Promise<void> {
  const sheet = { ...problemSheetOf(form, record), data: record.deleted_at === null ? record.data : null };
  await writeSheetProblems(trx, sheet, before && before.deleted_at === null ? before.data : null, written);
}
