/** Provinces, districts and villages: few enough to be held in memory, asked for at every save and every answer. */
import type { Handle } from '../db/database.ts';
import type { PlacesTable } from '../db/referenceTables.ts';
import { canonicalOf, withCanonicalNames } from './merged.ts';

/** What a place does not have when it is put in. */
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

/** What lay in a double lies in the place that stands for it. */
function inCanonical(place: Place, places: ReadonlyMap<string, Place>): Place {
  const above = place.parent_id === null ? undefined : places.get(place.parent_id);
  const parent_id = above ? canonicalOf(above, places).id : place.parent_id;
  return parent_id === place.parent_id ? place : { ...place, parent_id };
}

/** Neither retired nor a double: what new records may name. */
export function isOffered({ retired_at, merged_into }: Pick<Place, 'retired_at' | 'merged_into'>): boolean {
  return !retired_at && !merged_into;
}

/** Put places in or bring their names up to date; ids stay. */
export async function savePlaces(db: Handle, places: Iterable<Place>): Promise<void> {
  for (const place of places) {
    const kept = { retired_at: null, merged_into: null, updated_at: null };
    const row = { ...kept, ...place, aliases: place.aliases.length > 0 ? JSON.stringify(place.aliases) : null };
    const { id: _id, ...rest } = row;
    await db
      .insertInto('places')
      .values(row)
      .onConflict((c) => c.column('id').doUpdateSet(rest))
      .execute();
  }
}
