/** What people do to places besides what all kept things share (`referenceEdits.ts`). */
import { Failure } from '../../core/errors/failure.ts';
import type { Place } from './places.ts';
import { columnsOf, type KeptEdit, logEdit, type ReferenceEdit, writeEdit } from './referenceEdits.ts';

/** What a person may say about a place. */
export type PlaceInput = Pick<
  Place,
  'pcode' | 'name_en' | 'name_fa' | 'name_ps' | 'aliases' | 'latitude' | 'longitude'
>;

export type PlaceEdit = KeptEdit<Place>;

export function placeEdit(edit: ReferenceEdit): PlaceEdit {
  return {
    ...edit,
    kind: 'place',
    list: null,
    async update(trx, before, row) {
      const seen = before.updated_at ?? null;
      const done = await trx
        .updateTable('places')
        .set({ ...row, updated_at: edit.at })
        .where('id', '=', before.id)
        .where('updated_at', seen === null ? 'is' : '=', seen)
        .executeTakeFirst();
      if (done.numUpdatedRows !== 1n) throw new Failure('conflict');
    },
  };
}

export async function addPlace(
  edit: PlaceEdit,
  place: Pick<Place, 'id' | 'level' | 'parent_id'>,
  input: PlaceInput,
): Promise<void> {
  await writeEdit(edit, async (trx) => {
    await trx
      .insertInto('places')
      .values({ ...place, ...columnsOf(input), updated_at: edit.at })
      .execute();
    await logEdit(trx, edit, 'place_added', place.id, { after: input });
  });
}

/** `day`: ISO day since when it is not offered any more; null offers it again. */
export async function retirePlace(edit: PlaceEdit, place: Place, day: string | null): Promise<void> {
  await writeEdit(edit, async (trx) => {
    await edit.update(trx, place, { retired_at: day });
    await logEdit(trx, edit, day === null ? 'place_restored' : 'place_retired', place.id, {});
  });
}
