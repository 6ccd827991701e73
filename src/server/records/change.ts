/** Changes an existing record. The actor must see it, nobody may have changed it since, and it is written only once. */

import type { CompiledForm, RecordData } from '../../core/definitions/types.ts';
import { newestAnswers } from '../../core/definitions/versions/upgrade.ts';
import { Failure } from '../../core/errors/failure.ts';
import type { Scope } from '../../core/records/types.ts';
import type { ChangePlan, RecordWithScope, WriteContext } from '../../core/saving/types.ts';
import type { Handle } from '../db/database.ts';
import { findRecord, type RecordRow } from '../db/rows.ts';
import { commitChange, VersionConflict } from './commit.ts';
import type { RecordDeps } from './context.ts';
import { updateDescendants } from './descendants.ts';
import { replayWrite, runIdempotent, storedOutcome } from './operations.ts';
import { mustSeeRecord, recordAtVersion } from './read.ts';

const ATTEMPTS = 5;

/** The record after the change, with what its history says about the change. */
export type RecordChangePlan = ChangePlan<RecordRow>;

export interface ChangeRequest {
  /** The form in the version that the record is to have. */
  form: CompiledForm;
  /**
   * The version that the writer saw. Without it, answers are only taken while the newest version is the writer's own, and
   * other changes are applied to the current one.
   */
  version?: number | undefined;
  /** Everything that was asked for, to recognise a repeated request. */
  request: unknown;
  /** The answers that were sent, for the response to a conflict. */
  mine?: RecordData;
  /** Throws if the change is not allowed. */
  plan(): RecordChangePlan | Promise<RecordChangePlan>;
}

/** `ask` receives the current record. It is called again only if somebody else changes the record meanwhile. */
export async function changeRecord(
  deps: RecordDeps,
  of: CompiledForm,
  id: string,
  context: WriteContext,
  ask: (record: RecordRow, scope: Scope) => ChangeRequest,
): Promise<RecordWithScope> {
  for (let attempt = 1; ; attempt += 1) {
    let asked: ChangeRequest;
    let record: RecordRow;
    let seen: Scope;
    try {
      ({ record, scope: seen } = await mustSeeRecord(deps, of, id, context.actor));
      asked = ask(record, seen);
    } catch (error) {
      const done = await replayEarlier(deps, id, context, ask);
      if (done) return done;
      throw error;
    }
    const { form, version, request } = asked;
    const done = await replayWrite(deps, form, context, request);
    if (done) return done;
    if (version !== undefined && version !== record.version) {
      const earlier = await replayEarlier(deps, id, context, ask);
      if (earlier) return earlier;
      // Whoever may not change it any more has nothing to choose between.
      if (asked.mine) deps.permission.mustBeAllowed(seen, 'edit');
      throw await conflict(deps, asked, record);
    }
    const planned = await asked.plan();
    const isBlind = version === undefined && asked.mine !== undefined;
    if (isBlind && record.updated_by !== context.actor.id) throw await conflict(deps, asked, record);
    const at = deps.now().toISOString();
    try {
      const written = await runIdempotent(deps, form, context, request, async (trx) => {
        const after = await commitChange(deps, trx, { ...planned, form, before: record, context, at });
        await updateDependentRows(deps, trx, record, after, at);
        return after;
      });
      if (written.name !== record.name) deps.renames.start();
      return written;
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
      if (version === undefined && attempt < ATTEMPTS) continue;
      const theirs = await findRecord(deps.read, id);
      if (!theirs) throw new Failure('record_not_found');
      throw await conflict(deps, asked, theirs);
    }
  }
}

/**
 * Returns the first response if the same request was done before, as far as the record of now does not tell: the writer may not
 * see it any more because of that very change, or its answers are read in another version of the form since.
 */
async function replayEarlier(
  deps: RecordDeps,
  id: string,
  context: WriteContext,
  ask: (record: RecordRow, scope: Scope) => ChangeRequest,
): Promise<RecordWithScope | null> {
  const outcome = await storedOutcome(deps, context);
  if (outcome?.id !== id) return null;
  const before = await recordAtVersion(deps, { id, version: outcome.version - 1 });
  if (!before) return null;
  try {
    const { form, request } = ask(before, { allowed: {}, refused: {} });
    return await replayWrite(deps, form, context, request);
  } catch {
    // It was another request. The caller says what is wrong with it.
    return null;
  }
}

/** Makes the conflict failure with both sides: the version and answers of the writer, and the current ones. */
async function conflict({ read }: RecordDeps, { version, mine }: ChangeRequest, theirs: RecordRow): Promise<Failure> {
  const last = await read
    .selectFrom('record_revisions')
    .select(['by_id', 'by_name', 'at'])
    .where('record_id', '=', theirs.id)
    .where('seq', '=', theirs.version)
    .executeTakeFirst();
  return new Failure('conflict', {
    detail: {
      mine: { version: version ?? null, data: mine ?? null },
      theirs: {
        version: theirs.version,
        data: theirs.data,
        by: { id: last?.by_id ?? theirs.updated_by, name: last?.by_name ?? '' },
        at: last?.at ?? theirs.updated_at,
      },
    },
  });
}

/** Updates the places that show something of the record. Called inside the write. */
export async function updateDependentRows(
  deps: RecordDeps,
  trx: Handle,
  before: RecordRow,
  after: RecordRow,
  at: string,
): Promise<void> {
  if (showsBelow(deps, before, after)) await updateDescendants(trx, deps, [after], at);
  if (before.name !== after.name) await deps.renames.renamed(trx, after);
}

/** Columns that are copied to the records below. */
const PASSED_ON = ['name', 'site_id', 'province_id', 'district_id', 'village_id', 'organization_id'] as const;

/** Returns true if something changed that records below show: name, place, or an answer in their own lists. */
function showsBelow({ projector, registry }: RecordDeps, before: RecordRow, after: RecordRow): boolean {
  if (PASSED_ON.some((key) => before[key] !== after[key])) return true;
  const shown = projector.shownBelow(after.form);
  if (shown.length === 0 || before.data === after.data) return false;
  const [then, now] = [before, after].map((one) => newestAnswers(registry, one));
  return shown.some((name) => JSON.stringify(then?.[name]) !== JSON.stringify(now?.[name]));
}
