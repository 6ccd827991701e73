/** Finds out that the clock of the device was wrong when something was filled in, and tells it to those who look at the record. */

import type { CompiledForm } from '../../core/definitions/types.ts';
import { type CaptureTimes, CLOCK_TOLERANCE, isClockWrong } from '../../core/records/deviceClock.ts';
import type { StoredRecord } from '../../core/records/types.ts';
import type { WriteContext } from '../../core/saving/types.ts';
import type { RecordDeps } from './context.ts';
import { revisionAnswers, revisionNotesOf, revisionsOf } from './history/chain.ts';

/** Nothing was filled in before its form and the account of its writer were there. */
export async function withCheckedClock(
  { read, now }: Pick<RecordDeps, 'read' | 'now'>,
  { form, version }: CompiledForm,
  context: WriteContext,
): Promise<WriteContext> {
  const { captured_at, actor } = context;
  const at = now().toISOString();
  if (captured_at === undefined || Math.abs(Date.parse(captured_at) - Date.parse(at)) < CLOCK_TOLERANCE) return context;
  const [writer, published] = await Promise.all([
    read.selectFrom('users').select('created_at as at').where('id', '=', actor.id).executeTakeFirst(),
    read
      .selectFrom('definitions')
      .select('published_at as at')
      .where('form', '=', form)
      .where('version', '=', version)
      .executeTakeFirst(),
  ]);
  const since = [writer, published].flatMap((one) => one?.at ?? []);
  return isClockWrong({ ...context, captured_at, at }, { since }) ? { ...context, device_clock: 'wrong' } : context;
}

/** Returns how the day of a record was captured: the change that last answered it, or the first one. */
export async function captureTimesOfDay(
  { read }: Pick<RecordDeps, 'read'>,
  { definition }: CompiledForm,
  { id, captured_at, created_at }: StoredRecord,
): Promise<CaptureTimes> {
  const all = await revisionsOf(read, id);
  const found = all.findLast((one) => Object.hasOwn(revisionAnswers(one), definition.date ?? '')) ?? all[0];
  return found
    ? { ...revisionNotesOf(found), captured_at: found.captured_at, at: found.at }
    : { captured_at, at: created_at };
}
