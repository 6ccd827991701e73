/** A step for several records, each on its own with its own rights, so that one refusal does not stop the others. */
import { type ResponseContext, refusalSentence } from '../../api/render.ts';
import type { CompiledForm } from '../../definitions/types.ts';
import { type ErrorSentences, fieldErrors } from '../../errors/body.ts';
import { Failure } from '../../errors/failure.ts';
import type { FlaggedRecord, Refused, ReviewFlag, TransitionResponse } from '../../generated/api.ts';
import { getOwn } from '../../json.ts';
import { refusalFailure } from '../../records/permission.ts';
import { bulkActions, formRefusal } from '../../records/scope.ts';
import type { Scope } from '../../records/types.ts';
import { lookUpRecordNames } from '../names.ts';
import type { NameSource, Reads, VisibleRecord, VisibleRow } from '../reads.ts';
import { formVersionOfRecord } from './show.ts';

interface Outcomes<Done> {
  done: Done[];
  refused: Refused[];
}

/** `take` throws a Failure for a record that it refuses. */
export async function applyBulkStep<Done>(
  reads: ResponseContext & NameSource,
  form: CompiledForm,
  ids: readonly string[],
  take: (id: string) => Promise<Done>,
): Promise<Outcomes<Done>> {
  const done: Done[] = [];
  const refused: Refused[] = [];
  for (const id of new Set(ids)) {
    try {
      done.push(await take(id));
    } catch (error) {
      if (!(error instanceof Failure) || error.status >= 500) throw error;
      const { code, errors } = error;
      const of: ErrorSentences['of'] = (one, params = {}) => reads.sentence(one, params);
      const said = errors && { errors: fieldErrors(errors, { of }) };
      refused.push({ id, code, message: refusalSentence(reads, form, error), ...said });
    }
  }
  return { done, refused: await namedRefusals(reads, refused) };
}

async function namedRefusals(reads: NameSource, refused: readonly Refused[]): Promise<Refused[]> {
  // What the person does not see has no name for them.
  const seen = refused.flatMap(({ id, code }) => (code === 'record_not_found' ? [] : [id]));
  const names = await lookUpRecordNames(reads, seen);
  return refused.map((one) => {
    const named = seen.includes(one.id) ? names[one.id] : undefined;
    return named ? { ...one, name: named.name ?? '', record_code: named.code ?? null } : one;
  });
}

/** Throws if the step is none for many, or if the person may take it with no record of the form, whatever a list finds. */
export function mustBeBulkStep(
  { registry, actor }: Pick<Reads, 'registry' | 'actor'>,
  form: CompiledForm,
  action: string,
) {
  const workflow = registry.workflow(form);
  const step = workflow.transitions.find((one) => one.action === action);
  if (!step?.bulk) throw new Failure('validation_failed', { errors: { '/action': [{ code: 'choice' }] } });
  const { permissions } = registry.common();
  if (bulkActions(actor, form, permissions, workflow).includes(action)) return;
  throw refusalFailure(
    action,
    formRefusal(actor, action, form, permissions, workflow, step.from[0]) ?? { code: 'forbidden' },
  );
}

/** Returns the ids of the rows of a list that the person may take the step with, and why not of those that refuse it. */
export function recordsAllowingStep(
  reads: ResponseContext,
  form: CompiledForm,
  rows: readonly Pick<VisibleRow, 'record' | 'name' | 'scope'>[],
  action: string,
): { ids: string[]; refused: Refused[] } {
  const ids: string[] = [];
  const refused: Refused[] = [];
  for (const { record, name, scope } of rows) {
    const { id, code } = record;
    const why = getOwn(scope.refused, action);
    if (getOwn(scope.allowed, action)) ids.push(id);
    else if (why)
      refused.push({
        id,
        code: why.code,
        message: refusalSentence(reads, form, why),
        name: name || (code ?? id),
        record_code: code,
      });
  }
  return { ids, refused };
}

/**
 * Changes nothing. Says which of these records have something that a reviewer should look at, and with which the person may take the
 * step at once. `flagsOf` finds what there is to look at in a record.
 */
export async function previewBulkStep(
  reads: Reads,
  form: CompiledForm,
  ids: readonly string[],
  action: string,
  flagsOf: (form: CompiledForm, seen: VisibleRecord) => Promise<readonly ReviewFlag[]>,
): Promise<TransitionResponse & { refused: Refused[] }> {
  const { done, refused } = await applyBulkStep(reads, form, ids, async (id): Promise<FlaggedRecord> => {
    const seen = await reads.one([form.form], id);
    const { allowed, refused: why } = seen.scope;
    if (!getOwn(allowed, action)) throw refusalFailure(action, getOwn(why, action) ?? { code: 'forbidden' });
    const flags = await flagsOf(formVersionOfRecord(reads, seen), seen);
    return { id, name: seen.name, record_code: seen.record.code, codes: flags.map(({ code }) => code) };
  });
  const flagged = done.filter(({ codes }) => codes.length > 0);
  const clear = done.filter(({ codes }) => codes.length === 0).map(({ id }) => id);
  return { message: '', changed: 0, refused, flagged, clear };
}

/**
 * Throws `clock_wrong` if a step that decides about many would pass over a day that nobody checked. Whether the person may take the
 * step is judged afterwards.
 */
export async function mustHaveTrustedClock(
  reads: Reads,
  form: CompiledForm,
  { id, action }: { id: string; action: string },
  isDoubtful: (form: CompiledForm, seen: VisibleRecord) => Promise<boolean>,
): Promise<void> {
  if (!reads.registry.workflow(form).transitions.some((one) => one.bulk && one.action === action)) return;
  const seen = await reads.one([form.form], id);
  if (getOwn(seen.scope.allowed, action) && (await isDoubtful(formVersionOfRecord(reads, seen), seen)))
    throw new Failure('clock_wrong');
}

/** Returns the step by which the person may take theirs back: the one that leads to the state before. Null if there is none. */
export function findUndoTransition(
  { registry }: Pick<Reads, 'registry'>,
  form: CompiledForm,
  before: string | undefined,
  { allowed }: Scope,
): string | null {
  const { transitions } = registry.workflow(form);
  return transitions.find((one) => getOwn(allowed, one.action) && one.to === before)?.action ?? null;
}
