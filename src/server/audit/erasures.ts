/**
 * Writes erasures to a file beside the anchors. An older backup still contains the erased values, so after a restore the
 * erasures are done again from this file. It names records and questions, never values.
 */
import type { Handle } from '../db/database.ts';
import { ERASED_ACTION, type ErasedDetail, PURGED_ACTION, type RecordEraser } from '../records/erase/erase.ts';
import { appendLines, readLines } from './jsonLines.ts';

export interface ErasureView {
  /** Id of the erasure's event. */
  event: number;
  at: string;
  action: string;
  form: string | null;
  record_id: string;
  detail: Partial<ErasedDetail> & { rule: string };
}

/** Counts the erasures in the activity log. This is fast, so the file is only read when there are new ones. */
export async function countErasures(db: Handle): Promise<number> {
  const { n } = await db
    .selectFrom('events')
    .select((eb) => eb.fn.countAll().as('n'))
    .where('action', 'in', [ERASED_ACTION, PURGED_ACTION])
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Adds to the file the erasures that it does not contain yet. Returns their number. */
export async function appendErasures(db: Handle, file: string): Promise<number> {
  const events = await db
    .selectFrom('events')
    .select(['id as event', 'at', 'action', 'form', 'record_id', 'detail'])
    .where('action', 'in', [ERASED_ACTION, PURGED_ACTION])
    .where('record_id', 'is not', null)
    .orderBy('id')
    .$narrowType<{ record_id: string }>()
    .execute();
  const known = new Set((await readErasures(file)).map(keyOf));
  const untold = events.filter((event) => !known.has(keyOf(event)));
  const told = untold.map((event): ErasureView => ({ ...event, detail: JSON.parse(event.detail ?? '{}') }));
  if (told.length > 0) await appendLines(file, told);
  return told.length;
}

function keyOf({ at, action, record_id }: Pick<ErasureView, 'at' | 'action' | 'record_id'>): string {
  return `${at} ${action} ${record_id}`;
}

export function readErasures(file: string): Promise<ErasureView[]> {
  return readLines(file);
}

/** Repeats the erasures that are missing in a restored store. Returns how many were missing. */
export async function repeatErasures(erase: RecordEraser, erasures: readonly ErasureView[]): Promise<number> {
  const actor = { id: '', name: 'Amanat' };
  let done = 0;
  for (const { action, record_id, detail } of erasures) {
    const { rule, names = [], within } = detail;
    const isDone =
      action === PURGED_ACTION
        ? await erase.record(record_id, { actor, rule })
        : await erase.answers(record_id, { names, ...(within && { within }) }, { actor, rule });
    if (isDone) done += 1;
  }
  return done;
}
