/**
 * Erases by rule. Answers: their values and salts are removed from the record and every revision. Their commitments stay,
 * so the hash chain is still valid, and the log says that a rule erased them. Records deleted long ago: everything is
 * removed except their events. Files that only erased answers named are left to the sweep of unattached uploads.
 */
import { sql } from 'kysely';
import type { CompiledForm, RecordData } from '../../../core/definitions/types.ts';
import { canonicalJson } from '../../../core/json.ts';
import { hasNoRestrictions, type RestrictedNames, withoutRestricted } from '../../../core/records/restricted.ts';
import type { Actor } from '../../../core/records/types.ts';
import { currentRecordName, recordIdsInName } from '../../../core/saving/identity.ts';
import { referencesInAnswers } from '../../../core/saving/references.ts';
import type { Handle } from '../../db/database.ts';
import { logEvent } from '../../db/events.ts';
import { eraseDraftsAbout } from '../../db/formDrafts.ts';
import { findRecord, findRecordNames, type RecordRow } from '../../db/rows.ts';
import { updateDependentRows } from '../change.ts';
import { commitChange, VersionConflict } from '../commit.ts';
import type { RecordDeps } from '../context.ts';
import { likeText } from '../filters.ts';
import {
  applyRevision,
  commitmentOf,
  questionName,
  type RevisedAnswer,
  revisionAnswers,
  revisionsOf,
  type StoredRevision,
} from '../history/chain.ts';
import { patchWithout } from '../history/jsonPatch.ts';

/** Actions of erasure events. The detail of an `erased` event says what was removed (`ErasedDetail`). */
export const ERASED_ACTION = 'erased';
export const PURGED_ACTION = 'purged';

/** The erased answers by property name. `within` holds the property names inside rows of tables. */
export interface ErasedNames {
  names: string[];
  within?: Record<string, string[]>;
}

export interface ErasedDetail extends ErasedNames {
  /** The rule, or the reason that somebody gave. */
  rule: string;
  /** Attachments that only the erased answers named. */
  files: string[];
  /** True for revisions made before commitments: their hashes covered the values, so they cannot be checked any more. */
  isUnhashed?: boolean;
}

export interface EraseContext {
  actor: Pick<Actor, 'id' | 'name'>;
  rule: string;
}

export type RecordEraser = ReturnType<typeof createRecordEraser>;

const ATTEMPTS = 5;

export function createRecordEraser(deps: RecordDeps) {
  const { database } = deps;
  const attempt = async (work: (trx: Handle) => Promise<boolean>): Promise<boolean> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await database.transaction((trx) => database.dialect.overwriting(trx, () => work(trx)));
      } catch (error) {
        // Somebody changed the record meanwhile. Read it again.
        if (!(error instanceof VersionConflict) || tries === ATTEMPTS) throw error;
      }
    }
  };
  return {
    /** Returns false if the record does not exist, or neither it nor its revisions hold such an answer. */
    async answers(id: string, what: ErasedNames, context: EraseContext): Promise<boolean> {
      const isDone = await attempt((trx) => eraseAnswers(deps, trx, id, what, context));
      if (isDone) deps.renames.start();
      return isDone;
    },
    /** Removes a deleted record for good. Returns false if it does not exist, is not deleted, or has records or problems. */
    record: (id: string, context: EraseContext): Promise<boolean> => attempt((trx) => purge(deps, trx, id, context)),
  };
}

async function eraseAnswers(
  deps: RecordDeps,
  trx: Handle,
  id: string,
  what: ErasedNames,
  { actor, rule }: EraseContext,
): Promise<boolean> {
  const { registry, now } = deps;
  const record = await findRecord(trx, id);
  const form = record && registry.form(record.form, record.form_version);
  if (!record || !form) return false;
  const hidden = asRestricted(what);
  const at = now().toISOString();
  const revisions = await revisionsOf(trx, id);
  const before = filesOf(form, revisions);
  let isUnhashed = false;
  let isChanged = false;
  for (const revision of revisions) {
    const left = withoutAnswers(revision, hidden);
    if (!left) continue;
    isChanged = true;
    isUnhashed ||= revision.answers === null;
    await trx
      .updateTable('record_revisions')
      .set(left)
      .where('record_id', '=', id)
      .where('seq', '=', revision.seq)
      .execute();
  }
  const data = withoutRestricted(record.data, hidden);
  const isAnswered = canonicalJson(data) !== canonicalJson(record.data);
  if (!isChanged && !isAnswered) return false;
  if (isAnswered) {
    const name = await nameWith(deps, trx, form, record, data);
    const after = { ...record, name, data, updated_by: actor.id, updated_at: at };
    const context = { actor: { ...actor, username: '', grants: [], language: 'en' as const } };
    const written = await commitChange(deps, trx, { form, before: record, after, action: 'erase', context, at });
    await updateDependentRows(deps, trx, record, written, at);
  }
  const still = new Set(filesOf(form, await revisionsOf(trx, id)));
  const files = before.filter((file) => !still.has(file));
  if (files.length > 0)
    await trx
      .updateTable('attachments')
      .set({ record_id: null, form: null, field: null })
      .where('id', 'in', files)
      .where('record_id', '=', id)
      .execute();
  await forgetRequests(trx, id);
  await eraseDraftsAbout(trx, id, at);
  const detail: ErasedDetail = { ...what, rule, files, ...(isUnhashed && { isUnhashed }) };
  await logEvent(trx, { at, user_id: actor.id, action: ERASED_ACTION, ...eventSubject(record), detail });
  return true;
}

/** Returns the name that a record has with other answers. */
async function nameWith(
  deps: RecordDeps,
  trx: Handle,
  form: CompiledForm,
  record: RecordRow,
  data: RecordData,
): Promise<string> {
  const names = await findRecordNames(trx, recordIdsInName(deps.registry.form(form.form) ?? form, data));
  return currentRecordName(deps.registry, form, data, record.code, names);
}

/** Converts restricted names to the shape of an erasure. */
export function toErasedNames({ names, within }: RestrictedNames): ErasedNames {
  const inside = [...within].map(([table, columns]): [string, string[]] => [table, [...columns.names]]);
  return { names: [...names], ...(inside.length > 0 && { within: Object.fromEntries(inside) }) };
}

function asRestricted({ names, within = {} }: ErasedNames): RestrictedNames {
  const inside = Object.entries(within).map(([table, columns]): [string, RestrictedNames] => [
    table,
    { names: new Set(columns), within: new Map() },
  ]);
  return { names: new Set(names), within: new Map(inside) };
}

/** Returns the columns of a revision without the values of erased answers. Null if it holds none. */
function withoutAnswers(
  revision: StoredRevision,
  hidden: RestrictedNames,
): Pick<StoredRevision, 'patch' | 'answers'> | null {
  if (revision.answers === null) {
    // An old patch may change any part of a table, so all operations on the table are removed.
    const gone = new Set([...hidden.names, ...hidden.within.keys()]);
    const patch = patchWithout(revision.patch, gone);
    return patch === revision.patch ? null : { patch, answers: null };
  }
  const answers = revisionAnswers(revision);
  let isChanged = false;
  for (const [name, answer] of Object.entries(answers)) {
    if (!Array.isArray(answer) || !holds(questionName(name), answer, hidden)) continue;
    answers[name] = { erased: commitmentOf(answer) as string };
    isChanged = true;
  }
  return isChanged ? { patch: revision.patch, answers: JSON.stringify(answers) } : null;
}

function holds(name: string, [value]: Extract<RevisedAnswer, unknown[]>, hidden: RestrictedNames): boolean {
  if (hidden.names.has(name)) return true;
  const inside = hidden.within.get(name);
  if (!inside || hasNoRestrictions(inside)) return false;
  return canonicalJson(withoutRestricted({ [name]: value }, hidden)) !== canonicalJson({ [name]: value });
}

/** Returns the ids of attachments that any revision names. */
function filesOf(form: CompiledForm, revisions: readonly StoredRevision[]): string[] {
  const found = new Set<string>();
  let data: RecordData = {};
  for (const revision of revisions) {
    data = applyRevision(data, revision);
    for (const { id } of referencesInAnswers(form, data).files) found.add(id);
  }
  return [...found];
}

async function purge(
  { registry, projector, now }: RecordDeps,
  trx: Handle,
  id: string,
  { actor, rule }: EraseContext,
): Promise<boolean> {
  const record = await findRecord(trx, id);
  if (!record || record.deleted_at === null || !registry.form(record.form)) return false;
  const below = await trx
    .selectFrom('records')
    .select('id')
    .where((where) => where.or([where('parent_id', '=', id), where('site_id', '=', id)]))
    .where('id', '!=', id)
    .limit(1)
    .execute();
  const problems = await trx.selectFrom('problems').select('id').where('site_id', '=', id).limit(1).execute();
  if (below.length > 0 || problems.length > 0) return false;
  await projector.remove(trx, record.form, [id]);
  await trx
    .updateTable('attachments')
    .set({ record_id: null, form: null, field: null })
    .where('record_id', '=', id)
    .execute();
  for (const table of ['unique_values', 'public_links', 'problem_logs', 'record_fillings', 'record_revisions'] as const)
    await trx.deleteFrom(table).where('record_id', '=', id).execute();
  await trx.deleteFrom('records').where('id', '=', id).execute();
  await forgetRequests(trx, id);
  const at = now().toISOString();
  await eraseDraftsAbout(trx, id, at);
  await logEvent(trx, { at, user_id: actor.id, action: PURGED_ACTION, ...eventSubject(record), detail: { rule } });
  return true;
}

/** Removes stored requests about the record. Their hashes and bodies reveal answers. */
async function forgetRequests(trx: Handle, id: string): Promise<void> {
  const named = `%${likeText(JSON.stringify(id))}%`;
  await trx.deleteFrom('operations').where(sql<boolean>`answer LIKE ${named} ESCAPE '\\'`).execute();
  await trx.deleteFrom('parked_writes').where(sql<boolean>`body LIKE ${named} ESCAPE '\\'`).execute();
}

function eventSubject({ id, form, province_id }: RecordRow) {
  return { form, record_id: id, province_id };
}
