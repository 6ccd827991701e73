/**
 * Changes several records, each on its own with its own rights: a step of the workflow, a deletion, or its undoing. Says
 * which were changed and why others were not.
 */

import type { CompiledForm } from '../../../core/definitions/types.ts';
import type { Refused, TransitionDone } from '../../../core/generated/api.ts';
import { mayActSystemWide } from '../../../core/records/scope.ts';
import type { WriteContext } from '../../../core/saving/types.ts';
import type { VisibleRecord } from '../../../core/views/reads.ts';
import {
  applyBulkStep,
  findUndoTransition,
  mustHaveTrustedClock,
  previewBulkStep,
} from '../../../core/views/record/steps.ts';
import { words } from '../../http/words.ts';
import { type ApiCall, writeContext } from '../call.ts';
import { createServerReads } from '../reads.ts';
import { isRecordDayDoubtful } from './flags.ts';
import { recordReviewFindings } from './show.ts';

export interface BulkStep {
  action: string;
  comment: string | undefined;
  fields: { field: string; comment: string }[] | undefined;
}

const DELETE = 'delete';
const RESTORE = 'restore';

/** What can be done to several records besides the steps of their workflow. */
export const BULK_EXTRA_ACTIONS: readonly string[] = [DELETE, RESTORE];

/** `refusedBefore` are told with those that are refused here. */
export async function changeManyRecords(
  call: ApiCall,
  ids: string[],
  step: BulkStep,
  refusedBefore: Refused[] = [],
  versions: ReadonlyMap<string, number | undefined> = new Map(),
): Promise<Record<string, unknown>> {
  const { language, services } = call;
  const context = writeContext(call);
  const rows = await services.records.recordsById(ids, call.actor);
  const before = new Map(rows.map(({ record }) => [record.id, record.state]));
  const { done, refused: others } = await applyBulkStep(createServerReads(call), call.form, ids, (id) => {
    const own = context.operation ? { ...context, operation: `${context.operation}:${id}` } : context;
    return changeOne(call, { id, seen: versions.get(id), state: before.get(id) }, step, own);
  });
  const refused = [...refusedBefore, ...others];
  const changed = done.length;
  return { message: words(language, 'server:changed', { changed, refused: refused.length }), changed, refused, done };
}

/** Changes nothing. `refusedBefore` as for `changeManyRecords`. */
export async function previewManyRecords(
  call: ApiCall,
  ids: readonly string[],
  { action }: BulkStep,
  refusedBefore: Refused[] = [],
): Promise<Record<string, unknown>> {
  const flagsOf = async (form: CompiledForm, seen: VisibleRecord) =>
    (await recordReviewFindings(call, form, seen)).flags;
  const looked = await previewBulkStep(createServerReads(call), call.form, ids, action, flagsOf);
  return { ...looked, refused: [...refusedBefore, ...looked.refused] };
}

async function changeOne(
  call: ApiCall,
  { id, seen, state }: { id: string; seen: number | undefined; state: string | undefined },
  { action, comment, fields }: BulkStep,
  context: WriteContext,
): Promise<TransitionDone> {
  const { services, form, actor } = call;
  if (action === DELETE) {
    const { version } = await services.records.remove(form, id, seen, context);
    return {
      id,
      version,
      back: mayActSystemWide(actor, RESTORE, services.registry.common().permissions) ? RESTORE : null,
    };
  }
  if (action === RESTORE) {
    const { record } = await services.records.restore(form, id, context);
    return { id, version: record.version, back: null };
  }
  const reads = createServerReads(call);
  await mustHaveTrustedClock(reads, form, { id, action }, (of, { record }) => isRecordDayDoubtful(call, of, record));
  const view = await services.records.transition(form, id, { action, comment, fields, version: seen }, context);
  return { id, version: view.record.version, back: findUndoTransition(reads, form, state, view.scope) };
}
