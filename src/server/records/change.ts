/** A change of a record that exists: seen, unchanged since, written once. */
import type { CompiledForm, RecordData } from '../../core/definitions/types.ts';
import { Failure } from '../../core/errors/failure.ts';
import type { Scope } from '../../core/records/types.ts';
import type { Handle } from '../db/database.ts';
import { findRecord, type RecordRow } from '../db/records.ts';
import { newestAnswers } from '../definitions/upgrade.ts';
import { type Change, commit, VersionConflict } from './commit.ts';
import type { RecordDeps } from './context.ts';
import { updateDescendants } from './descendants.ts';
import { idempotent, replay } from './operations.ts';
import { see } from './read.ts';
import type { RecordView, WriteContext } from './types.ts';

const ATTEMPTS = 5;

/** What becomes of a record and how that is told in its history. */
export type Plan = Omit<Change, 'form' | 'before' | 'context' | 'at'>;

export interface ChangeRequest {
  /** Of the version the record is to be of. */
  form: CompiledForm;
  /** The one the writer saw; without it the change is tried on whatever is there. */
  version?: number | undefined;
  /** Everything that was asked for, for exactly-once. */
  request: unknown;
  /** The writer's side, for the answer to a conflict. */
  mine?: RecordData;
  /** Throws when it may not be. */
  plan(): Plan | Promise<Plan>;
}

/** `ask` is given the record as it is: the one time it is read, unless somebody else writes it meanwhile. */
export async function change(
  deps: RecordDeps,
  of: CompiledForm,
  id: string,
  context: WriteContext,
  ask: (record: RecordRow, scope: Scope) => ChangeRequest,
): Promise<RecordView> {
  for (let attempt = 1; ; attempt += 1) {
    const { record, scope } = await see(deps, of, id, context.actor);
    const asked = ask(record, scope);
    const { form, version, request } = asked;
    const done = await replay(deps, form, context, request);
    if (done) return done;
    if (version !== undefined && version !== record.version) throw await conflict(deps, asked, record);
    const planned = await asked.plan();
    const at = deps.now().toISOString();
    try {
      const written = await idempotent(deps, form, context, request, async (trx) => {
        const after = await commit(deps, trx, { ...planned, form, before: record, context, at });
        await afterChange(deps, trx, record, after, at);
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

/** Both sides: what the writer saw and meant, and what is there. */
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

/** Inside the write: what shows something of a record elsewhere follows it. */
export async function afterChange(
  deps: RecordDeps,
  trx: Handle,
  before: RecordRow,
  after: RecordRow,
  at: string,
): Promise<void> {
  if (showsBelow(deps, before, after)) await updateDescendants(trx, deps, [after], at);
  if (before.name !== after.name) await deps.renames.renamed(trx, after);
}

/** Columns that records below copy. */
const PASSED_ON = ['name', 'site_id', 'province_id', 'district_id', 'village_id', 'organization_id'] as const;

/** Whether records below show something that changed: name, place, or an answer in their own lists. */
function showsBelow({ projector, registry }: RecordDeps, before: RecordRow, after: RecordRow): boolean {
  if (PASSED_ON.some((key) => before[key] !== after[key])) return true;
  const shown = projector.shownBelow(after.form);
  if (shown.length === 0 || before.data === after.data) return false;
  const [then, now] = [before, after].map((one) => newestAnswers(registry, one));
  return shown.some((name) => JSON.stringify(then?.[name]) !== JSON.stringify(now?.[name]));
}
