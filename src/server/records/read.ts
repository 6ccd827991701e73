/** Reads single records and what the checks of a save need of other things, and checks if a value is free. */
import type { CompiledForm, RecordData } from '../../core/definitions/types.ts';
import { Failure } from '../../core/errors/failure.ts';
import { PROBLEM_STATUS } from '../../core/problems/log.ts';
import { PERMISSION_COLUMNS } from '../../core/records/permission.ts';
import type { Actor, Scope } from '../../core/records/types.ts';
import type { RecordWithScope, SavingSource } from '../../core/saving/types.ts';
import { cleanText, foldAnswer } from '../../core/text/letters.ts';
import { findRecord, type RecordRow, rowsById, toStoredRecord, withoutNulIds } from '../db/rows.ts';
import { problemCodes, visibleAmongProblems } from '../problems/log.ts';
import { recordIdByCode } from './codes.ts';
import type { RecordDeps } from './context.ts';
import { applyRevision, revisionsOf } from './history/chain.ts';
import { findEqualRecords } from './likeAnswers.ts';

export function withScope(
  { permission }: RecordDeps,
  form: CompiledForm,
  record: RecordRow,
  actor: Actor,
): RecordWithScope {
  return { record: toStoredRecord(record), scope: permission.scope(form, record, actor), name: record.name };
}

/** Returns the record and its scope. Throws `record_not_found` if the actor does not see it. */
export async function mustSeeRecord(
  { read, permission }: RecordDeps,
  form: CompiledForm,
  id: string,
  actor: Actor,
): Promise<{ record: RecordRow; scope: Scope }> {
  const record = await findRecord(read, id);
  const scope = permission.mustSee(form, record, actor);
  return { record: record as RecordRow, scope };
}

/** What is stored about a write: the record and its version after the write. */
export interface WriteOutcome {
  id: string;
  version: number;
}

/** Returns the first response again: the record as it was after that write. */
export async function recordAfterWrite(
  deps: RecordDeps,
  form: CompiledForm,
  outcome: WriteOutcome,
  actor: Actor,
): Promise<RecordWithScope> {
  const record = await recordAtVersion(deps, outcome);
  if (!record) throw new Failure('record_not_found');
  return withScope(deps, form, record, actor);
}

/** Returns a record with the answers and the state that it had in an earlier version. */
export async function recordAtVersion(
  { read }: RecordDeps,
  { id, version }: WriteOutcome,
): Promise<RecordRow | undefined> {
  const record = await findRecord(read, id);
  if (!record || record.version === version) return record;
  const revisions = await revisionsOf(read, id, version);
  const last = revisions.at(-1);
  return (
    last && {
      ...record,
      version,
      data: revisions.reduce<RecordData>(applyRevision, {}),
      state: last.to_state ?? record.state,
      updated_at: last.at,
      updated_by: last.by_id,
      form_version: last.form_version,
    }
  );
}

export async function getRecord(
  deps: RecordDeps,
  form: CompiledForm,
  id: string,
  actor: Actor,
): Promise<RecordWithScope> {
  const { record } = await mustSeeRecord(deps, form, id, actor);
  return withScope(deps, form, record, actor);
}

/** Returns the scope of a record that does not exist yet, for create screens. */
export async function scopeForNew(
  { read, registry, permission }: RecordDeps,
  form: CompiledForm,
  parentId: string | null,
  actor: Actor,
): Promise<Scope> {
  const parent = parentId ? await findRecord(read, parentId) : undefined;
  if (parentId) {
    const parentForm = parent && registry.form(parent.form);
    if (!parentForm) throw new Failure('record_not_found');
    permission.mustSee(parentForm, parent, actor);
  }
  return permission.scopeForNew(form, parent ?? null, actor);
}

/** Returns those of the records, of any form, that the actor sees. Deleted ones are left out. */
export async function visibleIdsAmong(
  { read, permission }: RecordDeps,
  ids: readonly string[],
  actor: Actor,
): Promise<ReadonlySet<string>> {
  const rows = await rowsById(read, 'records', PERMISSION_COLUMNS, [...new Set(ids)]);
  return new Set(rows.filter((row) => permission.sees(row, actor)).map(({ id }) => id));
}

/**
 * Returns true if no other record of the form has this code, and no other undeleted one this unique value (folded). Throws
 * a denial reason if the actor may not edit `exceptId` (or without it create), `record_not_found` if it is not visible.
 */
export async function isValueUnique(
  deps: RecordDeps,
  form: CompiledForm,
  field: string,
  value: string,
  exceptId: string | undefined,
  actor: Actor,
): Promise<boolean> {
  const { permission } = deps;
  // The result reveals values of records the actor may not see, so only people who may write such a value get it.
  if (exceptId) permission.mustBeAllowed((await mustSeeRecord(deps, form, exceptId, actor)).scope, 'edit');
  else permission.mustBeAllowed(permission.scopeForNew(form, null, actor), 'create');
  return isValueFree(deps, form, field, value, exceptId);
}

/** Returns true if no other record of the form has this code or this value of a unique question. */
export async function isValueFree(
  { read }: RecordDeps,
  form: CompiledForm,
  field: string,
  value: string,
  exceptId: string | undefined,
): Promise<boolean> {
  if (field === 'code' && form.definition.code) {
    const holder = await recordIdByCode(read, form, cleanText(value));
    if (holder && holder !== exceptId) return false;
  }
  const node = form.byProperty.get(field) ?? form.fields.get(field);
  if (!node) return true;
  const holder = await read
    .selectFrom('unique_values')
    .select('record_id')
    .where('form', '=', form.form)
    .where('question', '=', node.id)
    .where('value', '=', foldAnswer(value).replaceAll('\0', ''))
    .executeTakeFirst();
  return !holder || holder.record_id === exceptId;
}

const ANSWERED = ['id', 'form', 'form_version', 'data', 'code', 'state', 'province_id'] as const;
/** Most open problems that a question names. */
const MOST_OPEN = 50;
const UPLOAD = ['id', 'record_id', 'created_by', 'media_type'] as const;

/** `deps` is read at the time of each call. */
export function savingSource(deps: () => RecordDeps): SavingSource {
  const read = () => deps().read;
  return {
    isPartial: false,
    record: (id) => findRecord(read(), id),
    judged: (ids) => rowsById(read(), 'records', PERMISSION_COLUMNS, ids),
    async answered(ids) {
      const rows = await rowsById(read(), 'records', ANSWERED, ids);
      return rows.map((row) => ({ ...row, data: JSON.parse(row.data) }));
    },
    uploads: (ids) => rowsById(read(), 'attachments', UPLOAD, ids),
    async problems(ids) {
      const rows = await rowsById(read(), 'problems', ['id', 'status', 'answers'], ids);
      return rows.map(({ id, status, answers }) => ({ ...JSON.parse(answers), id, [PROBLEM_STATUS]: status }));
    },
    async openProblems(site, types, actor) {
      const open = await read()
        .selectFrom('problems')
        .selectAll()
        .where('site_id', '=', site)
        .where('type_id', 'in', types)
        .where('open', '=', 1)
        .orderBy('date_identified')
        .orderBy('id')
        .limit(MOST_OPEN)
        .execute();
      const seen = await visibleAmongProblems(read(), open, (ids) => visibleIdsAmong(deps(), ids, actor));
      const codes = await problemCodes(
        read(),
        seen.map(({ problem }) => problem.id),
      );
      return seen
        .filter(({ problem }) => problem.open === 1)
        .map(({ problem: { id, type_id, date_identified }, data }) => {
          return { id, type_id, date_identified, data, code: codes.get(id) ?? null };
        });
    },
    async loggedPeople(ids) {
      const asked = withoutNulIds(ids);
      if (asked.length === 0) return [];
      const logs = await read()
        .selectFrom('problem_logs')
        .select('person_id')
        .where('problem_id', 'in', asked)
        .execute();
      return logs.flatMap(({ person_id }) => person_id ?? []);
    },
    async hasChildren(id) {
      const child = await read()
        .selectFrom('records')
        .select('id')
        .where('parent_id', '=', id)
        .where('deleted_at', 'is', null)
        .limit(1)
        .executeTakeFirst();
      return child !== undefined;
    },
    isCodeFree: async (form, code) => !(await recordIdByCode(read(), form, code)),
    same: (form, record, actor) => findEqualRecords(deps(), form, record, actor),
  };
}
