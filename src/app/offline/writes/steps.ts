/** Removal, restoration and workflow transitions on this device. */

import { refusalWords } from '../../../core/api/denials.ts';
import type { CompiledForm } from '../../../core/definitions/types.ts';
import { fieldErrors } from '../../../core/errors/body.ts';
import { Failure } from '../../../core/errors/failure.ts';
import type { RecordErrors } from '../../../core/errors/recordErrors.ts';
import type {
  FlaggedRecord,
  MessageResponse,
  Refused,
  TransitionBody,
  TransitionDone,
  TransitionResponse,
} from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/getOwn.ts';
import { refused as unallowed } from '../../../core/records/permission.ts';
import { bulkActions, formRefusal } from '../../../core/records/scope.ts';
import { planRemove, planRestore, planTransition, type TransitionSent } from '../../../core/saving/plan.ts';
import type { Plan } from '../../../core/saving/types.ts';
import type { LocalRecord, OperationKind } from '../../../core/sync/types.ts';
import { pick } from '../../../core/text/languages.ts';
import { recordView } from '../../../core/views/record/show.ts';
import type { Api } from '../../data/source.ts';
import { sentencesIn, serverWords } from '../failure.ts';
import { type Device, formOf, see } from '../reads/device.ts';
import { readsOf, seenRecord } from '../reads/reads.ts';
import { isDayDoubtful, review } from '../review.ts';
import { addOperation, mustBeSeen } from './save.ts';

/** Writes what a plan says about a record as an unsent change. */
async function write(
  device: Device,
  kind: OperationKind,
  local: LocalRecord,
  plan: Plan,
  body: Record<string, unknown>,
): Promise<LocalRecord> {
  const { name, ...after } = plan.after;
  const next = { ...local, name, record: { ...after, version: local.record.version + 1 } };
  await addOperation(device, { kind, before: local, next, body });
  return next;
}

const namedRecord = ({ record, name }: LocalRecord) => ({ ...record, name });

export async function remove(device: Device, api: Api, id: string, version?: number): Promise<MessageResponse> {
  const form = formOf(device, api);
  const { local } = await see(device, form, id);
  mustBeSeen(local, version);
  const plan = await planRemove(device, form, namedRecord(local), device);
  await write(device, 'remove', local, plan, {});
  const { title } = form.definition;
  return { message: serverWords(device.language, 'deleted', { title, code: local.record.code ?? '' }) };
}

export async function restore(device: Device, api: Api, id: string): Promise<MessageResponse> {
  const form = formOf(device, api);
  const { local } = await see(device, form, id);
  const plan = await planRestore(device, namedRecord(local), device);
  await write(device, 'restore', local, plan, {});
  const { title } = form.definition;
  return { message: serverWords(device.language, 'restored', { title, code: local.record.code ?? '' }) };
}

async function takeStep(
  device: Device,
  form: CompiledForm,
  id: string,
  step: TransitionSent,
  version: number | undefined,
): Promise<LocalRecord> {
  const { local } = await see(device, form, id);
  mustBeSeen(local, version);
  const plan = planTransition(device, form, namedRecord(local), step, device);
  const { action, comment, fields } = step;
  const body = { record_id: id, action, ...(comment && { comment }), ...(fields?.length && { fields }) };
  return write(device, 'transition', local, plan, body);
}

export async function transition(device: Device, api: Api, body: TransitionBody): Promise<TransitionResponse> {
  const form = formOf(device, api);
  const step = readStep(device, form, body);
  if (Array.isArray(body.record_id) && body.look) return lookAtMany(device, api, form, body.record_id, step);
  if (Array.isArray(body.record_id)) return takeSteps(device, form, body.record_id, step, body.versions ?? {});
  const next = await takeStep(device, form, body.record_id, step, body.version);
  const scope = device.permission.scope(form, next.record, device.actor);
  const taken = device.registry.workflow(form).transitions.find(({ action }) => action === step.action);
  return {
    message: taken ? pick(taken.done, device.language) : '',
    changes_record_status: taken?.changes_record_status === true,
    record: (await recordView(readsOf(device), seenRecord(next, scope))).record,
  };
}

function readStep(
  { registry }: Device,
  form: CompiledForm,
  { action, comment, fields }: TransitionBody,
): TransitionSent {
  const errors: RecordErrors = {};
  if (!registry.workflow(form).transitions.some((one) => one.action === action))
    errors['/action'] = [{ code: 'choice' }];
  const words = typeof comment === 'string' ? comment.trim() : undefined;
  if (words && words.length > 5000) errors['/comment'] = [{ code: 'max_length', params: { limit: 5000 } }];
  if (Object.keys(errors).length > 0) throw new Failure('validation_failed', { errors });
  return { action, ...(words && { comment: words }), ...(fields && { fields }) };
}

/** Takes the step for each record on its own, so that one refusal does not stop the others. */
async function takeSteps(
  device: Device,
  form: CompiledForm,
  ids: readonly string[],
  step: TransitionSent,
  versions: Readonly<Record<string, number>>,
): Promise<TransitionResponse> {
  const { language } = device;
  const refused: Refused[] = [];
  const done: TransitionDone[] = [];
  for (const id of new Set(ids)) {
    try {
      await dayMustBeSure(device, form, id, step.action);
      const { record } = await takeStep(device, form, id, step, getOwn(versions, id));
      done.push({ id, version: record.version, back: wayBack(device, form, step.action, record) });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const local = error.code === 'record_not_found' ? undefined : await device.store.records.get(id);
      refused.push({
        id,
        code: error.code,
        message: refusalWords(device, form, error),
        ...(error.errors && { errors: fieldErrors(error.errors, sentencesIn(language)) }),
        ...(local && { name: local.name, record_code: local.record.code }),
      });
    }
  }
  const message = serverWords(language, 'changed', { changed: done.length, refused: refused.length });
  return { message, changed: done.length, refused, done };
}

/**
 * Throws if a step that decides about many would pass over a day that nobody checked. Whether the person may take the step is
 * judged afterwards.
 */
async function dayMustBeSure(device: Device, form: CompiledForm, id: string, action: string): Promise<void> {
  if (!device.registry.workflow(form).transitions.some((one) => one.bulk && one.action === action)) return;
  const local = await device.store.records.get(id);
  const { allowed = {} } = local ? device.permission.scope(form, local.record, device.actor) : {};
  if (local && getOwn(allowed, action) && isDayDoubtful(device, local)) throw new Failure('clock_wrong');
}

/** Changes nothing. Says which of these records have something that a reviewer should look at. */
async function lookAtMany(
  device: Device,
  api: Api,
  form: CompiledForm,
  ids: readonly string[],
  { action }: TransitionSent,
): Promise<TransitionResponse> {
  const refused: Refused[] = [];
  const flagged: FlaggedRecord[] = [];
  const clear: string[] = [];
  for (const id of new Set(ids)) {
    const local = await device.store.records.get(id);
    const scope = local && device.permission.scope(form, local.record, device.actor);
    if (!local || !getOwn(scope?.allowed, action)) {
      const why = getOwn(scope?.refused, action) ?? { code: 'record_not_found' };
      const named = local && { name: local.name, record_code: local.record.code };
      refused.push({ id, code: why.code, message: refusalWords(device, form, why), ...named });
      continue;
    }
    const codes = (await review(device, api, id)).flags.map(({ code }) => code);
    if (codes.length > 0) flagged.push({ id, name: local.name, record_code: local.record.code, codes });
    else clear.push(id);
  }
  return { message: '', changed: 0, refused, flagged, clear };
}

/** Returns the step by which the person may take theirs back, if the workflow has one to the state it started from. */
function wayBack(
  { registry, permission, actor }: Device,
  form: CompiledForm,
  action: string,
  record: LocalRecord['record'],
) {
  const { transitions } = registry.workflow(form);
  const starts = new Set(transitions.filter((one) => one.action === action).flatMap(({ from }) => from));
  if (starts.size !== 1) return null;
  const { allowed } = permission.scope(form, record, actor);
  return transitions.find((one) => getOwn(allowed, one.action) && starts.has(one.to))?.action ?? null;
}

/** `found` are the records that the list shows with the filters of the request. */
export async function transitionAll(
  device: Device,
  api: Api,
  body: { action: string; comment?: string; look?: boolean },
  found: readonly LocalRecord[],
): Promise<TransitionResponse> {
  const { registry, permission, actor, language } = device;
  const form = formOf(device, api);
  const step = readStep(device, form, { ...body, record_id: [] });
  const workflow = registry.workflow(form);
  const taken = workflow.transitions.find(({ action }) => action === step.action);
  if (!taken?.bulk) throw new Failure('validation_failed', { errors: { '/action': [{ code: 'choice' }] } });
  const { permissions } = registry.common();
  if (!bulkActions(actor, form, permissions, workflow).includes(step.action)) {
    const why = formRefusal(actor, step.action, form, permissions, workflow, taken.from[0]);
    throw unallowed(step.action, why ?? { code: 'forbidden' });
  }
  const ids: string[] = [];
  const refused: Refused[] = [];
  for (const { record, name } of found) {
    const scope = permission.scope(form, record, actor);
    const why = getOwn(scope.refused, step.action);
    if (getOwn(scope.allowed, step.action)) ids.push(record.id);
    else if (why)
      refused.push({
        ...{ id: record.id, code: why.code, message: refusalWords(device, form, why) },
        ...{ name, record_code: record.code },
      });
  }
  const answer = body.look
    ? await lookAtMany(device, api, form, ids, step)
    : await takeSteps(device, form, ids, step, {});
  const all = [...refused, ...(answer.refused ?? [])];
  const message = body.look ? '' : serverWords(language, 'changed', { changed: ids.length, refused: all.length });
  return { ...answer, message, refused: all, looked: found.length, next_cursor: null };
}
