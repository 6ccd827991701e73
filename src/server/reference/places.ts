/** Provinces, districts and villages. They are few and needed by every save and response, so they are kept in memory. */
import { changeCovered } from '../db/coveredRows.ts';
import type { Handle } from '../db/database.ts';
import type { PlacesTable } from '../db/referenceTables.ts';
import { splitInChunks } from '../db/rows.ts';
import { canonicalItem, withCanonicalNames } from './merged.ts';

/** Number of places that are read by their ids in one statement. */
const PLACES_AT_ONCE = 1000;

/** Columns that are optional for a new place. */
type Later = 'retired_at' | 'merged_into' | 'updated_at';

export interface Place extends Omit<PlacesTable, 'level' | 'aliases' | Later>, Partial<Pick<PlacesTable, Later>> {
  level: 'province' | 'district' | 'village';
  aliases: string[];
}

export async function loadPlaces(db: Handle): Promise<Map<string, Place>> {
  const rows = await db.selectFrom('places').selectAll().orderBy('id').execute();
  const places = new Map(
    rows.map((row): [string, Place] => [
      row.id,
      { ...row, level: row.level as Place['level'], aliases: row.aliases ? (JSON.parse(row.aliases) as string[]) : [] },
    ]),
  );
  return new Map([...places].map(([id, place]) => [id, withCanonicalNames(inCanonical(place, places), places)]));
}

/** Moves a place below a duplicate to the canonical place. */
function inCanonical(place: Place, places: ReadonlyMap<string, Place>): Place {
  const above = place.parent_id === null ? undefined : places.get(place.parent_id);
  const parent_id = above ? canonicalItem(above, places).id : place.parent_id;
  return parent_id === place.parent_id ? place : { ...place, parent_id };
}

/** Inserts places, or replaces existing ones with the same id. */
export async function savePlaces(trx: Handle, given: Iterable<Place>): Promise<void> {
  const places = [...given];
  const scopes = [...splitInChunks(places, PLACES_AT_ONCE)].map((some) => {
    return { kind: 'place', of: some.map(({ id }) => id) } as const;
  });
  await changeCovered(trx, scopes, () => writePlaces(trx, places));
}

async function writePlaces(trx: Handle, places: readonly Place[]): Promise<void> {
  for (const place of places) {
    const kept = { retired_at: null, merged_into: null, updated_at: null };
    const row = { ...kept, ...place, aliases: place.aliases.length > 0 ? JSON.stringify(place.aliases) : null };
    const { id: _id, ...rest } = row;
    await trx
      .insertInto('places')
      .values(row)
      .onConflict((c) => c.column('id').doUpdateSet(rest))
      .execute();
  }
}
