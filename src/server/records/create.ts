/** Creates a record: checks it, gives it a code, and writes it only once however often the request is sent. */

import { v7 as uuid } from 'uuid';
import type { CompiledForm, RecordData } from '../../core/definitions/types.ts';
import { Failure } from '../../core/errors/failure.ts';
import { isReadOnlyQuestion } from '../../core/form/types/question.ts';
import { canonicalJson } from '../../core/json.ts';
import { leastFillMinutes } from '../../core/records/shortRule.ts';
import type { Actor } from '../../core/records/types.ts';
import {
  codeTakenFailure,
  mustNotBeWithdrawn,
  newStoredRecord,
  prepareNew,
  requireAcknowledgement,
  typedRecordCode,
} from '../../core/saving/plan.ts';
import { mapProblemRows, type PreparedRecord } from '../../core/saving/prepareRecord.ts';
import type { AcknowledgedWarning, RecordWithScope, WriteContext } from '../../core/saving/types.ts';
import type { Handle } from '../db/database.ts';
import { type RowInsert, toRowInsert } from '../db/insert.ts';
import { findRecord, type RecordRow } from '../db/rows.ts';
import { recordIdByCode } from './codes.ts';
import { commitChange } from './commit.ts';
import type { RecordDeps } from './context.ts';
import { withCheckedClock } from './deviceClock.ts';
import { applyRevision, revisionsOf } from './history/chain.ts';
import { replayWrite, runIdempotent } from './operations.ts';
import type { WriteOutcome } from './read.ts';

export async function createRecord(
  deps: RecordDeps,
  form: CompiledForm,
  data: RecordData,
  options: { id?: string; parent_id?: string },
  given: WriteContext,
): Promise<RecordWithScope> {
  const { codes, now } = deps;
  const at = now().toISOString();
  const context = await withCheckedClock(deps, form, given);
  const { actor } = context;
  const request = {
    do: 'create',
    form: form.form,
    id: options.id ?? null,
    parent_id: options.parent_id ?? null,
    data,
  };
  const id = options.id ?? uuid();
  let prepared: PreparedRecord;
  let acknowledged: AcknowledgedWarning[];
  try {
    mustNotBeWithdrawn(deps, form, context.captured_at ?? at);
    prepared = await prepareNew(deps, form, id, data, options.parent_id, context);
    acknowledged = await requireAcknowledgement(deps, form, { id, before: null, ...prepared }, context);
  } catch (error) {
    // A repeated request gets its first response even if the checks fail now, because the record was written.
    const done = await replayWrite(deps, form, context, request);
    if (done) return done;
    throw error;
  }
  const reserved = typedRecordCode(form, prepared.data) ? null : await codes.reserve(form, prepared.data);
  return runIdempotent(deps, form, context, request, async (trx, { attempt, remember }) => {
    // An id is nearly always new, so the first attempt does not look it up.
    if (options.id && attempt > 1) {
      const there = await findRecord(trx, id);
      if (there) return sameCreate(trx, form, there, prepared.data, actor);
    }
    const code = await assignCode(trx, form, prepared.data, () => codes.next(trx, form, prepared.data, reserved));
    return insertNewRecord(
      deps,
      trx,
      { form, id, prepared, code, acknowledged, context, at },
      remember({ id, version: 1 }),
    );
  });
}

/** Returns the typed code, which must be free, or else the next code. */
export async function assignCode(
  trx: Handle,
  form: CompiledForm,
  data: RecordData,
  next: () => Promise<string | null>,
): Promise<string | null> {
  const typed = typedRecordCode(form, data);
  if (typed) await mustBeFree(trx, form, typed);
  return typed ?? next();
}

async function mustBeFree(db: Handle, form: CompiledForm, code: string): Promise<void> {
  if (await recordIdByCode(db, form, code)) throw codeTakenFailure();
}

export interface RecordToInsert {
  form: CompiledForm;
  id: string;
  prepared: PreparedRecord;
  code: string | null;
  acknowledged?: readonly AcknowledgedWarning[];
  context: WriteContext;
  at: string;
}

/** Writes the first version of a record in the transaction `trx`. */
export async function insertNewRecord(
  deps: RecordDeps,
  trx: Handle,
  { form, id, prepared, code, acknowledged, context, at }: RecordToInsert,
  extraInserts: readonly RowInsert[] = [],
): Promise<RecordRow> {
  const after = { ...newStoredRecord(deps, form, { id, prepared, code, context, at }), hash: '' };
  const { names, parent } = prepared;
  const inserts = [...extraInserts, ...fillingInserts(deps, form, id, context, at)];
  return commitChange(deps, trx, {
    ...{ form, before: null, after, action: 'create', names, parent, acknowledged, context, at, extraInserts: inserts },
  });
}

function fillingInserts(
  { registry }: RecordDeps,
  form: CompiledForm,
  record_id: string,
  { filling, captured_at }: WriteContext,
  at: string,
): RowInsert[] {
  if (!filling || leastFillMinutes(form, registry.common().review) === undefined) return [];
  const ended_at = captured_at ?? at;
  return [
    toRowInsert('record_fillings', { record_id, started_at: filling.started_at, ended_at, seconds: filling.seconds }),
  ];
}

/** Handles an id from the caller that exists already. Throws `idempotency_mismatch` unless it is the same record. */
async function sameCreate(
  trx: Handle,
  form: CompiledForm,
  there: RecordRow,
  data: RecordData,
  actor: Actor,
): Promise<WriteOutcome> {
  const [first] = await revisionsOf(trx, there.id, 1);
  const { code: _code, ...stored } = first ? applyRevision({}, first) : {};
  const { code: _sent, ...sent } = data;
  // What the server fills itself is not compared: ids of new problems, and answers that nobody is asked for.
  const setOnce = [...form.fields.values()].filter(isReadOnlyQuestion).map(({ name }) => [name, undefined]);
  const said = (value: RecordData) =>
    canonicalJson(mapProblemRows(form, { ...value, ...Object.fromEntries(setOnce) }, ({ id: _id, ...row }) => row));
  const isSame = there.form === form.form && there.created_by === actor.id && said(stored) === said(sent);
  if (!isSame) throw new Failure('idempotency_mismatch');
  return { id: there.id, version: 1 };
}
