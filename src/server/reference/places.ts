/** Provinces, districts and villages: few enough to be held in memory, asked for at every save and every answer. */
import type { Handle } from '../db/database.ts';

export interface Place {
  id: string;
  level: 'province' | 'district' | 'village';
  pcode: string | null;
  parent_id: string | null;
  name_en: string;
  name_fa: string;
  name_ps: string;
  aliases: string[];
  latitude: number | null;
  longitude: number | null;
  /** ISO day since when it is no longer offered. */
  retired_at?: string | null;
  /** Place that stands for this double, whose names it carries. */
  merged_into?: string | null;
  /** Instant of the last edit by a person. */
  updated_at?: string | null;
}

export async function loadPlaces(db: Handle): Promise<Map<string, Place>> {
  const rows = await db.selectFrom('places').selectAll().orderBy('id').execute();
  const places = new Map(
    rows.map((row): [string, Place] => [
      row.id,
      { ...row, level: row.level as Place['level'], aliases: row.aliases ? (JSON.parse(row.aliases) as string[]) : [] },
    ]),
  );
  return new Map([...places].map(([id, place]) => [id, withCanonical(place, places)]));
}

/** A double carries the names of the place that stands for it; what lay in a double lies in that one. */
function withCanonical(place: Place, places: ReadonlyMap<string, Place>): Place {
  const canonical = canonicalOf(place, places);
  const above = place.parent_id === null ? undefined : places.get(place.parent_id);
  const parent_id = above ? canonicalOf(above, places).id : place.parent_id;
  if (canonical === place) return parent_id === place.parent_id ? place : { ...place, parent_id };
  const { id, name_en, name_fa, name_ps } = canonical;
  return { ...place, parent_id, name_en, name_fa, name_ps, merged_into: id };
}

function canonicalOf(place: Place, places: ReadonlyMap<string, Place>): Place {
  let at = place;
  for (let steps = 0; at.merged_into && steps < places.size; steps += 1) {
    const next = places.get(at.merged_into);
    if (!next) return at;
    at = next;
  }
  return at;
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
