/**
 * Forms that people have begun and not saved, so that they can go on with them on another device. Each write gives the draft a new
 * revision, and the next write or removal must name it: no clock of a device decides. What was saved or discarded stays as a row
 * without a body, which tells the other devices of the person so. Nobody but the owner reads a draft.
 *
 * Such traces are bounded in number and age. Those that go are summed up in one row under the nil id, whose revision is the last
 * of theirs. Revisions are in order of time (UUID 7). So a device that last saw an earlier one of a draft that is not here any more
 * hears that it was removed, and its copy does not come back as if nothing had happened.
 */
import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { NIL, v7 as uuid } from 'uuid';
import { Failure } from '../../core/errors/failure.ts';
import type { Database, Handle } from './database.ts';
import { lockPerson } from './lock.ts';
import type { FormDraftsTable } from './viewTables.ts';

export type StoredFormDraft = Selectable<FormDraftsTable>;
/** A draft without what was typed. */
export type FormDraftEntry = Omit<StoredFormDraft, 'body'> & { removed: boolean };

export interface FormDraftInput
  extends Pick<StoredFormDraft, 'form' | 'form_version' | 'record_id' | 'parent_id' | 'at'> {
  /** Answers and what else the form needs to go on, as JSON. */
  body: string;
}

/** Most drafts of one person that were neither saved nor discarded. */
export const MOST_DRAFTS = 50;
/** Days without a change after which a draft, or the trace of a removed one, goes. */
export const DRAFT_DAYS = 90;

/** Most traces of a person. If there are more, the oldest go until so many are left. */
export const MOST_DRAFT_TRACES = 200;
const LEFT_TRACES = 150;

const ENTRY = [
  'user_id',
  'id',
  'form',
  'form_version',
  'record_id',
  'parent_id',
  'at',
  'changed_at',
  'revision',
] as const;

/** Returns the drafts of a person, also removed ones, the last changed first. */
export async function draftsOfPerson(db: Handle, owner: string): Promise<FormDraftEntry[]> {
  const rows = await db
    .selectFrom('form_drafts')
    .select([...ENTRY, sql<number>`CASE WHEN body IS NULL THEN 1 ELSE 0 END`.as('gone')])
    .where('user_id', '=', owner)
    .orderBy('changed_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ gone, ...entry }) => ({ ...entry, removed: Number(gone) === 1 }));
}

/** Returns a text that changes with any of the person's drafts. Empty if there never was one. */
export async function draftsRevision(db: Handle, owner: string): Promise<string> {
  const rows = await db
    .selectFrom('form_drafts')
    .select('revision')
    .where('user_id', '=', owner)
    .orderBy('id')
    .execute();
  return revisionOfDrafts(rows);
}

export function revisionOfDrafts(drafts: readonly Pick<StoredFormDraft, 'revision'>[]): string {
  if (drafts.length === 0) return '';
  const all = drafts.map(({ revision }) => revision).sort();
  return createHash('sha256').update(all.join()).digest('hex').slice(0, 16);
}

export async function findFormDraft(db: Handle, owner: string, id: string): Promise<StoredFormDraft | undefined> {
  return db.selectFrom('form_drafts').selectAll().where('user_id', '=', owner).where('id', '=', id).executeTakeFirst();
}

/**
 * Writes a draft, if it is still at the revision that the device saw. Returns undefined if another device has written or removed
 * it since. Throws `validation_failed` if the person has too many.
 */
export async function writeFormDraft(
  database: Database,
  owner: string,
  id: string,
  seen: string | null,
  input: FormDraftInput,
  at: string,
): Promise<StoredFormDraft | undefined> {
  try {
    return await database.transaction(async (trx) => {
      const before = await findFormDraft(trx, owner, id);
      // One that is not there at all was swept, or the database comes from a backup. The device still has it.
      if (before && before.revision !== seen) return undefined;
      if (!before && seen !== null && seen < ((await findFormDraft(trx, owner, NIL))?.revision ?? '')) return undefined;
      if (!before?.body) await mustHaveRoom(database, trx, owner);
      const after = { ...input, user_id: owner, id, changed_at: at, revision: uuid() };
      if (!before) {
        await trx.insertInto('form_drafts').values(after).execute();
        return after;
      }
      const { numUpdatedRows } = await trx
        .updateTable('form_drafts')
        .set(after)
        .where('user_id', '=', owner)
        .where('id', '=', id)
        .where('revision', '=', before.revision)
        .executeTakeFirst();
      return numUpdatedRows === 1n ? after : undefined;
    });
  } catch (error) {
    // Two devices began it at the same moment.
    if (database.dialect.isUniqueViolation(error)) return undefined;
    throw error;
  }
}

/** Drafts that are begun at the same moment are counted one after the other. */
async function mustHaveRoom(database: Pick<Database, 'dialect'>, trx: Handle, owner: string): Promise<void> {
  await lockPerson(database, trx, owner);
  const { n } = await trx
    .selectFrom('form_drafts')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('user_id', '=', owner)
    .where('body', 'is not', null)
    .executeTakeFirstOrThrow();
  if (Number(n) >= MOST_DRAFTS)
    throw new Failure('validation_failed', {
      errors: { '/draft': [{ code: 'too_many', params: { limit: MOST_DRAFTS } }] },
    });
}

/** Removes what was typed, if the draft is still as it was seen. Returns undefined if another device has changed it since. */
export async function removeFormDraft(
  database: Database,
  { user_id, id, revision }: Pick<StoredFormDraft, 'user_id' | 'id' | 'revision'>,
  at: string,
): Promise<ReturnType<typeof emptied> | undefined> {
  const trace = emptied(at);
  return database.transaction(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('form_drafts')
      .set(trace)
      .where('user_id', '=', user_id)
      .where('id', '=', id)
      .where('revision', '=', revision)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return undefined;
    const traces = await tracesOf(trx, user_id);
    if (traces.length > MOST_DRAFT_TRACES) await sumUp(trx, user_id, traces.slice(LEFT_TRACES));
    return trace;
  });
}

type Trace = Pick<StoredFormDraft, 'id' | 'changed_at' | 'revision'>;

/** Returns the traces of a person, the last first. */
function tracesOf(trx: Handle, owner: string): Promise<Trace[]> {
  return trx
    .selectFrom('form_drafts')
    .select(['id', 'changed_at', 'revision'])
    .where('user_id', '=', owner)
    .where('body', 'is', null)
    .where('id', '!=', NIL)
    .orderBy('revision', 'desc')
    .execute();
}

/** Puts the row under the nil id in the place of these traces. */
async function sumUp(trx: Handle, owner: string, [last, ...others]: readonly Trace[]): Promise<void> {
  if (!last) return;
  const ids = [last, ...others].map(({ id }) => id);
  const { changed_at, revision } = last;
  await trx.deleteFrom('form_drafts').where('user_id', '=', owner).where('id', 'in', ids).execute();
  const nothing = { form: '', form_version: 1, record_id: null, parent_id: null, at: changed_at, body: null };
  const row = { ...nothing, user_id: owner, id: NIL, changed_at, revision };
  await trx
    .insertInto('form_drafts')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doUpdateSet({ at: changed_at, changed_at, revision }))
    .execute();
}

/** Sums up the traces of before a moment. */
export async function sweepDraftTraces(database: Database, before: string, signal: AbortSignal): Promise<void> {
  const owners = await database.read
    .selectFrom('form_drafts')
    .select('user_id')
    .distinct()
    .where('body', 'is', null)
    .where('id', '!=', NIL)
    .where('changed_at', '<', before)
    .execute();
  for (const { user_id } of owners) {
    if (signal.aborted) return;
    await database.transaction(async (trx) => {
      const old = (await tracesOf(trx, user_id)).filter(({ changed_at }) => changed_at < before);
      await sumUp(trx, user_id, old);
    });
  }
}

/**
 * Removes what people have typed and not saved about a record whose answers are erased, and, if it is that of a person, what that
 * person's account has. The devices that hold such a draft as it was sent remove it too.
 */
export async function eraseDraftsAbout(trx: Handle, record: string, at: string): Promise<void> {
  const own = trx.selectFrom('users').select('id').where('person_id', '=', record);
  const rows = await trx
    .selectFrom('form_drafts')
    .select(['user_id', 'id'])
    .where('body', 'is not', null)
    .where((where) => where.or([where('record_id', '=', record), where('user_id', 'in', own)]))
    .execute();
  for (const { user_id, id } of rows)
    await trx.updateTable('form_drafts').set(emptied(at)).where('user_id', '=', user_id).where('id', '=', id).execute();
}

const emptied = (at: string) => ({ body: null, changed_at: at, revision: uuid() });

export interface DraftCount {
  drafts: number;
  people: number;
}

/** Counts the drafts of a form that wait to be saved, for whoever publishes its next version. */
export async function countFormDrafts({ read }: Pick<Database, 'read'>, form: string): Promise<DraftCount> {
  const { drafts, people } = await read
    .selectFrom('form_drafts')
    .select((select) => [
      select.fn.countAll<number>().as('drafts'),
      select.fn.count<number>('user_id').distinct().as('people'),
    ])
    .where('form', '=', form)
    .where('body', 'is not', null)
    .executeTakeFirstOrThrow();
  return { drafts: Number(drafts), people: Number(people) };
}
