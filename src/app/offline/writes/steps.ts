/** Removal, restoration and workflow transitions on this device. */

import type { CompiledForm } from '../../../core/definitions/types.ts';
import { Failure } from '../../../core/errors/failure.ts';
import type { RecordErrors } from '../../../core/errors/recordErrors.ts';
import type { MessageResponse, SeenVersion, TransitionBody, TransitionResponse } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/json.ts';
import { readSeenVersion } from '../../../core/saving/envelope.ts';
import { type PlannedTransition, planRemoval, planRestore, planTransition } from '../../../core/saving/plan.ts';
import type { ChangePlan } from '../../../core/saving/types.ts';
import type { LocalRecord, OperationKind } from '../../../core/sync/types.ts';
import { type Language, pickText } from '../../../core/text/languages.ts';
import { cleanText } from '../../../core/text/letters.ts';
import { recordView } from '../../../core/views/record/show.ts';
import {
  applyBulkStep,
  findUndoTransition,
  mustBeBulkStep,
  mustHaveTrustedClock,
  previewBulkStep,
  recordsAllowingStep,
} from '../../../core/views/record/steps.ts';
import type { FormApi } from '../../data/source.ts';
import { serverSentence } from '../failure.ts';
import { formOfApi, type OfflineDevice, readVisibleRecord } from '../reads/device.ts';
import { isLocalDayDoubtful, localReviewFindings } from '../reads/flags.ts';
import { createLocalReads, toVisibleRecord } from '../reads/reads.ts';
import { addOperation, mustBeCurrentVersion } from './save.ts';

/** Writes what a plan says about a record as an unsent change. */
async function write(
  device: OfflineDevice,
  kind: OperationKind,
  local: LocalRecord,
  plan: ChangePlan,
  body: Record<string, unknown>,
): Promise<LocalRecord> {
  const { name, ...after } = plan.after;
  const next = { ...local, name, record: { ...after, version: local.record.version + 1 } };
  await addOperation(device, { kind, before: local, next, body });
  return next;
}

const namedRecord = ({ record, name }: LocalRecord) => ({ ...record, name });

export async function removeLocalRecord(
  device: OfflineDevice,
  api: FormApi,
  id: string,
  version?: number,
): Promise<MessageResponse> {
  const form = formOfApi(device, api);
  const { local } = await readVisibleRecord(device, form, id);
  mustBeCurrentVersion(local, version);
  const plan = await planRemoval(device, form, namedRecord(local), device);
  await write(device, 'remove', local, plan, {});
  const { title } = form.definition;
  return { message: serverSentence(device.language, 'deleted', { title, code: local.record.code ?? '' }) };
}

export async function restoreLocalRecord(device: OfflineDevice, api: FormApi, id: string): Promise<MessageResponse> {
  const form = formOfApi(device, api);
  const { local } = await readVisibleRecord(device, form, id);
  const plan = await planRestore(device, namedRecord(local), device);
  await write(device, 'restore', local, plan, {});
  const { title } = form.definition;
  return { message: serverSentence(device.language, 'restored', { title, code: local.record.code ?? '' }) };
}

async function takeStep(
  device: OfflineDevice,
  form: CompiledForm,
  id: string,
  step: PlannedTransition,
  version: SeenVersion | undefined,
): Promise<LocalRecord> {
  const { local } = await readVisibleRecord(device, form, id);
  mustBeCurrentVersion(local, readSeenVersion(version));
  const plan = planTransition(device, form, namedRecord(local), step, device);
  const { action, comment, fields } = step;
  const body = { record_id: id, action, ...(comment && { comment }), ...(fields?.length && { fields }) };
  return write(device, 'transition', local, plan, body);
}

export async function transitionLocalRecord(
  device: OfflineDevice,
  api: FormApi,
  body: TransitionBody,
): Promise<TransitionResponse> {
  const form = formOfApi(device, api);
  const step = readStep(device, form, body);
  if (Array.isArray(body.record_id) && body.look) return lookAtMany(device, form, body.record_id, step);
  if (Array.isArray(body.record_id)) return takeSteps(device, form, body.record_id, step, body.versions ?? {});
  const next = await takeStep(device, form, body.record_id, step, body.version);
  const scope = device.permission.scope(form, next.record, device.actor);
  const taken = device.registry.workflow(form).transitions.find(({ action }) => action === step.action);
  return {
    message: taken ? pickText(taken.done, device.language) : '',
    changes_record_status: taken?.changes_record_status === true,
    record: (await recordView(createLocalReads(device), toVisibleRecord(next, scope))).record,
  };
}

function readStep(
  { registry }: OfflineDevice,
  form: CompiledForm,
  { action, comment, fields }: TransitionBody,
): PlannedTransition {
  const errors: RecordErrors = {};
  if (!registry.workflow(form).transitions.some((one) => one.action === action))
    errors['/action'] = [{ code: 'choice' }];
  const words = cleanText(comment ?? '');
  if (words.length > 5000) errors['/comment'] = [{ code: 'max_length', params: { limit: 5000 } }];
  if (Object.keys(errors).length > 0) throw new Failure('validation_failed', { errors });
  return { action, ...(words && { comment: words }), ...(fields && { fields }) };
}

async function takeSteps(
  device: OfflineDevice,
  form: CompiledForm,
  ids: readonly string[],
  step: PlannedTransition,
  versions: Readonly<Record<string, SeenVersion>>,
): Promise<TransitionResponse> {
  const { permission, actor, store, language } = device;
  const { action } = step;
  const reads = createLocalReads(device);
  const { done, refused } = await applyBulkStep(reads, form, ids, async (id) => {
    await mustHaveTrustedClock(reads, form, { id, action }, async (of, seen) =>
      isLocalDayDoubtful(device, of, seen.record),
    );
    const before = (await store.records.get(id))?.record.state;
    const { record } = await takeStep(device, form, id, step, getOwn(versions, id));
    return {
      id,
      version: record.version,
      back: findUndoTransition(reads, form, before, permission.scope(form, record, actor)),
    };
  });
  const changed = done.length;
  return { message: changedWords(language, changed, refused.length), changed, refused, done };
}

const changedWords = (language: Language, changed: number, refused: number) =>
  serverSentence(language, 'changed', { changed, refused });

function lookAtMany(device: OfflineDevice, form: CompiledForm, ids: readonly string[], { action }: PlannedTransition) {
  const reads = createLocalReads(device);
  return previewBulkStep(
    reads,
    form,
    ids,
    action,
    async (of, seen) => (await localReviewFindings(device, of, seen.record)).flags,
  );
}

/** `found` are the records that the list shows with the filters of the request. */
export async function transitionLocalRecords(
  device: OfflineDevice,
  api: FormApi,
  body: { action: string; comment?: string; look?: boolean },
  found: readonly LocalRecord[],
): Promise<TransitionResponse> {
  const form = formOfApi(device, api);
  const step = readStep(device, form, { ...body, record_id: [] });
  const { permission, actor, language } = device;
  const reads = createLocalReads(device);
  mustBeBulkStep(reads, form, step.action);
  const rows = found.map(({ record, name }) => ({ record, name, scope: permission.scope(form, record, actor) }));
  const { ids, refused } = recordsAllowingStep(reads, form, rows, step.action);
  const answer = body.look ? await lookAtMany(device, form, ids, step) : await takeSteps(device, form, ids, step, {});
  const all = [...refused, ...(answer.refused ?? [])];
  const message = body.look ? '' : changedWords(language, ids.length, all.length);
  return { ...answer, message, refused: all, looked: found.length, next_cursor: null };
}
