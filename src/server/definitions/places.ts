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
}

export async function loadPlaces(db: Handle): Promise<Map<string, Place>> {
  const rows = await db.selectFrom('places').selectAll().orderBy('id').execute();
  return new Map(
    rows.map((row) => [
      row.id,
      { ...row, level: row.level as Place['level'], aliases: row.aliases ? (JSON.parse(row.aliases) as string[]) : [] },
    ]),
  );
}

/** Put places in or bring their names up to date; ids stay. */
export async function savePlaces(db: Handle, places: Iterable<Place>): Promise<void> {
  for (const place of places) {
    const row = { ...place, aliases: place.aliases.length > 0 ? JSON.stringify(place.aliases) : null };
    const { id: _id, ...rest } = row;
    await db
      .insertInto('places')
      .values(row)
      .onConflict((c) => c.column('id').doUpdateSet(rest))
      .execute();
  }
}
