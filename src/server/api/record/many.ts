/**
 * Changes several records, each on its own with its own rights: a step of the workflow, a deletion, or its undoing. Says
 * which were changed and why others were not.
 */

import { refusalWords } from '../../../core/api/denials.ts';
import { Failure } from '../../../core/errors/failure.ts';
import type { FlaggedRecord, Refused, TransitionDone } from '../../../core/generated/api.ts';
import { getOwn } from '../../../core/getOwn.ts';
import { mayEngine } from '../../../core/records/scope.ts';
import type { Refusal } from '../../../core/records/types.ts';
import type { RecordView, WriteContext } from '../../../core/saving/types.ts';
import { capturedForm } from '../../../core/views/record/show.ts';
import { fieldErrors } from '../../http/errors.ts';
import { words } from '../../http/words.ts';
import { type Call, writeContext } from '../call.ts';
import { recordNames } from '../names.ts';
import { readerOf } from '../reader.ts';
import { isDayDoubtful } from './flags.ts';
import { lookAt } from './review.ts';

export interface Step {
  action: string;
  comment: string | undefined;
  fields: { field: string; comment: string }[] | undefined;
}

const DELETE = 'delete';
const RESTORE = 'restore';

/** What can be done to several records besides the steps of their workflow. */
export const FURTHER: readonly string[] = [DELETE, RESTORE];

/** Changes each record on its own, so that one refusal does not stop the others. */
export async function changeMany(
  call: Call,
  ids: string[],
  step: Step,
  refusedBefore: Refused[] = [],
  versions: ReadonlyMap<string, number> = new Map(),
): Promise<Record<string, unknown>> {
  const { language, services } = call;
  const context = writeContext(call);
  const refused: Refused[] = [...refusedBefore];
  const done: TransitionDone[] = [];
  const rows = await services.records.recordsById(ids, call.actor);
  const before = new Map(rows.map(({ record }) => [record.id, record.state]));
  for (const id of new Set(ids)) {
    try {
      const own = context.operation ? { ...context, operation: `${context.operation}:${id}` } : context;
      const seen = versions.get(id);
      done.push(await changeOne(call, { id, seen, state: before.get(id) }, step, own));
    } catch (error) {
      if (!(error instanceof Failure) || error.status >= 500) throw error;
      refused.push({
        id,
        code: error.code,
        message: refusalWords(readerOf(call), call.form, error),
        ...(error.errors && { errors: fieldErrors(error.errors, language) }),
      });
    }
  }
  await nameRefused(call, refused, refusedBefore);
  const changed = done.length;
  return { message: words(language, 'server:changed', { changed, refused: refused.length }), changed, refused, done };
}

/**
 * Changes nothing. Says which of these records have something that a reviewer should look at, and which the person may take the
 * step with at once.
 */
export async function lookAtMany(
  call: Call,
  ids: readonly string[],
  { action }: Step,
  refusedBefore: Refused[] = [],
): Promise<Record<string, unknown>> {
  const { services, form, actor } = call;
  const refused: Refused[] = [...refusedBefore];
  const flagged: FlaggedRecord[] = [];
  const clear: string[] = [];
  const refuse = (id: string, why: Refusal) =>
    refused.push({ id, code: why.code, message: refusalWords(readerOf(call), form, why) });
  for (const id of new Set(ids)) {
    try {
      const view = await services.records.get(form, id, actor);
      const why = getOwn(view.scope.refused, action);
      if (!getOwn(view.scope.allowed, action)) refuse(id, why ?? { code: 'forbidden' });
      else {
        const { flags } = await lookAt(call, capturedForm(call.services, view), view);
        const codes = flags.map(({ code }) => code);
        if (codes.length > 0) flagged.push({ id, name: view.name, record_code: view.record.code, codes });
        else clear.push(id);
      }
    } catch (error) {
      if (!(error instanceof Failure) || error.status >= 500) throw error;
      refuse(id, error);
    }
  }
  await nameRefused(call, refused, refusedBefore);
  return { message: '', changed: 0, refused, flagged, clear };
}

/** Names the records, except those that do not exist for the caller. */
async function nameRefused({ services }: Call, refused: readonly Refused[], refusedBefore: readonly Refused[]) {
  const names = await recordNames(
    services,
    refused.map(({ id }) => id),
  );
  for (const one of refused) {
    const named = refusedBefore.includes(one) || one.code !== 'record_not_found' ? names[one.id] : undefined;
    if (named) Object.assign(one, { name: named.name, record_code: named.code ?? null });
  }
}

async function changeOne(
  call: Call,
  { id, seen, state }: { id: string; seen: number | undefined; state: string | undefined },
  { action, comment, fields }: Step,
  context: WriteContext,
): Promise<TransitionDone> {
  const { services, form, actor } = call;
  if (action === DELETE) {
    const { version } = await services.records.remove(form, id, seen, context);
    return { id, version, back: mayEngine(actor, RESTORE, services.registry.common().permissions) ? RESTORE : null };
  }
  if (action === RESTORE) {
    const { record } = await services.records.restore(form, id, context);
    return { id, version: record.version, back: null };
  }
  await dayMustBeSure(call, id, action);
  const view = await services.records.transition(form, id, { action, comment, fields, version: seen }, context);
  return { id, version: view.record.version, back: wayBack(call, state, view) };
}

/**
 * Throws if a step that decides about many would pass over a day that nobody checked. Whether the person may take the step is
 * judged afterwards.
 */
async function dayMustBeSure(call: Call, id: string, action: string): Promise<void> {
  const { services, form, actor } = call;
  const isMass = services.registry.workflow(form).transitions.some((one) => one.bulk && one.action === action);
  if (!isMass) return;
  const view = await services.records.get(form, id, actor);
  if (!getOwn(view.scope.allowed, action)) return;
  if (await isDayDoubtful(call, capturedForm(call.services, view), view.record)) throw new Failure('clock_wrong');
}

/** Returns the step by which the person may take theirs back: the one that leads to the state before. Null if there is none. */
function wayBack({ services, form }: Call, before: string | undefined, { scope }: RecordView): string | null {
  const { transitions } = services.registry.workflow(form);
  return transitions.find((one) => getOwn(scope.allowed, one.action) && one.to === before)?.action ?? null;
}
