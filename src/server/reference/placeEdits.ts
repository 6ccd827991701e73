/** What people do to places, and what has to follow in the background (`keptEdits.ts` says what all edits share). */
import { Failure } from '../../core/errors/failure.ts';
import type { Handle } from '../db/database.ts';
import { addPendingWork } from './pendingWork.ts';
import type { Place } from './places.ts';
import {
  aliasesText,
  columnsOf,
  differences,
  editHistory,
  logEdit,
  namesTogether,
  type ReferenceEdit,
  type ReferenceEvent,
  writeEdit,
} from './referenceEdits.ts';

export type PlaceAction =
  | 'place_added'
  | 'place_changed'
  | 'place_retired'
  | 'place_restored'
  | 'place_merged'
  | 'place_separated';

/** What a person may say about a place. */
export type PlaceInput = Pick<
  Place,
  'pcode' | 'name_en' | 'name_fa' | 'name_ps' | 'aliases' | 'latitude' | 'longitude'
>;

export async function addPlace(
  edit: ReferenceEdit,
  place: Pick<Place, 'id' | 'level' | 'parent_id'>,
  input: PlaceInput,
): Promise<void> {
  await writeEdit(edit, async (trx) => {
    const row = { ...place, ...columnsOf(input), retired_at: null, merged_into: null, updated_at: edit.at };
    await trx.insertInto('places').values(row).execute();
    await log(trx, edit, 'place_added', place.id, { after: input });
  });
}

/** Changes a place that is still as the person saw it; `conflict` otherwise. */
export async function changePlace(edit: ReferenceEdit, before: Place, input: PlaceInput): Promise<void> {
  await writeEdit(edit, async (trx) => {
    await update(trx, edit, before, columnsOf(input));
    await log(trx, edit, 'place_changed', before.id, differences(before, input));
    await addPendingWork(trx, { kind: 'place', id: before.id });
  });
}

/** `day`: ISO day since when it is not offered any more; null offers it again. */
export async function retirePlace(edit: ReferenceEdit, place: Place, day: string | null): Promise<void> {
  await writeEdit(edit, async (trx) => {
    await update(trx, edit, place, { retired_at: day });
    await log(trx, edit, day === null ? 'place_restored' : 'place_retired', place.id, {});
  });
}

/** From now on another place stands for this one; its names stay as spellings of that place. */
export async function mergePlace(edit: ReferenceEdit, double: Place, into: Place): Promise<void> {
  await writeEdit(edit, async (trx) => {
    await update(trx, edit, double, { merged_into: into.id });
    await update(trx, edit, into, { aliases: aliasesText(namesTogether(into, double)) });
    await log(trx, edit, 'place_merged', double.id, { into: into.id });
    await addPendingWork(trx, { kind: 'place', id: double.id });
  });
}

/** Two places again. */
export async function separatePlace(edit: ReferenceEdit, double: Place): Promise<void> {
  await writeEdit(edit, async (trx) => {
    await update(trx, edit, double, { merged_into: null });
    await log(trx, edit, 'place_separated', double.id, { from: double.merged_into ?? null });
    await addPendingWork(trx, { kind: 'place', id: double.id });
    if (double.merged_into) await addPendingWork(trx, { kind: 'place', id: double.merged_into });
  });
}

/** Who changed what, newest first; of one place, or of all. */
export function placeHistory(
  db: Handle,
  id: string | undefined,
  limit: number,
): Promise<ReferenceEvent<PlaceAction>[]> {
  return editHistory(db, { prefix: 'place', id }, limit);
}

async function update(trx: Handle, { at }: ReferenceEdit, before: Place, row: object): Promise<void> {
  const seen = before.updated_at ?? null;
  const done = await trx
    .updateTable('places')
    .set({ ...row, updated_at: at })
    .where('id', '=', before.id)
    .where('updated_at', seen === null ? 'is' : '=', seen)
    .executeTakeFirst();
  if (done.numUpdatedRows !== 1n) throw new Failure('conflict');
}

function log(trx: Handle, edit: ReferenceEdit, action: PlaceAction, id: string, detail: object): Promise<void> {
  return logEdit(trx, edit, { action, list: null, id }, detail);
}
