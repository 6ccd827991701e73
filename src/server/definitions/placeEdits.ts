/**
 * What people do to places: each in one write with its entry in the activity log, the revision that tells the other
 * servers, and what has to follow in the background. Nothing is ever deleted: records may name it.
 */
import { Failure } from '../../core/errors/catalogue.ts';
import { fold } from '../../core/text/fold.ts';
import type { Database, Handle } from '../db/database.ts';
import { followPlace } from './due.ts';
import type { Place } from './places.ts';
import { raiseRevision } from './store.ts';

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

export interface PlaceEdit {
  database: Database;
  /** ISO 8601, UTC. */
  at: string;
  /** Id of who does it. */
  by: string;
}

export async function addPlace(
  edit: PlaceEdit,
  place: Pick<Place, 'id' | 'level' | 'parent_id'>,
  input: PlaceInput,
): Promise<void> {
  await write(edit, async (trx) => {
    const row = { ...place, ...columns(input), retired_at: null, merged_into: null, updated_at: edit.at };
    await trx.insertInto('places').values(row).execute();
    await log(trx, edit, 'place_added', place.id, { after: input });
  });
}

/** Changes a place that is still as the person saw it; `conflict` otherwise. */
export async function changePlace(edit: PlaceEdit, before: Place, input: PlaceInput): Promise<void> {
  await write(edit, async (trx) => {
    await update(trx, edit, before, columns(input));
    await log(trx, edit, 'place_changed', before.id, differences(before, input));
    await followPlace(trx, before.id);
  });
}

/** `day`: ISO day since when it is not offered any more; null offers it again. */
export async function retirePlace(edit: PlaceEdit, place: Place, day: string | null): Promise<void> {
  await write(edit, async (trx) => {
    await update(trx, edit, place, { retired_at: day });
    await log(trx, edit, day === null ? 'place_restored' : 'place_retired', place.id, {});
  });
}

/** From now on another place stands for this one; its names stay as spellings of that place. */
export async function mergePlace(edit: PlaceEdit, double: Place, into: Place): Promise<void> {
  await write(edit, async (trx) => {
    await update(trx, edit, double, { merged_into: into.id });
    await update(trx, edit, into, { aliases: textOf(namesTogether(into, double)) });
    await log(trx, edit, 'place_merged', double.id, { into: into.id });
    await followPlace(trx, double.id);
  });
}

/** Two places again. */
export async function separatePlace(edit: PlaceEdit, double: Place): Promise<void> {
  await write(edit, async (trx) => {
    await update(trx, edit, double, { merged_into: null });
    await log(trx, edit, 'place_separated', double.id, { from: double.merged_into ?? null });
    await followPlace(trx, double.id);
    if (double.merged_into) await followPlace(trx, double.merged_into);
  });
}

export interface PlaceEvent {
  at: string;
  by: { id: string; name: string };
  action: PlaceAction;
  id: string;
  detail: Record<string, unknown>;
}

/** Who changed what, newest first; of one place, or of all. */
export async function placeHistory(db: Handle, id: string | undefined, limit: number): Promise<PlaceEvent[]> {
  let query = db
    .selectFrom('events')
    .leftJoin('users', 'users.id', 'events.user_id')
    .select(['events.at', 'events.user_id', 'events.action', 'events.record_id', 'events.detail', 'users.name'])
    .where('events.action', 'like', 'place%');
  if (id !== undefined) query = query.where('events.record_id', '=', id);
  const rows = await query.orderBy('events.id', 'desc').limit(limit).execute();
  return rows.map((row) => ({
    at: row.at,
    by: { id: row.user_id, name: row.name ?? row.user_id },
    action: row.action as PlaceAction,
    id: row.record_id ?? '',
    detail: row.detail ? JSON.parse(row.detail) : {},
  }));
}

function namesTogether(into: Place, double: Place): string[] {
  const known = new Set([into.name_en, into.name_fa, into.name_ps, ...into.aliases].map(fold));
  const more = [double.name_en, double.name_fa, double.name_ps, ...double.aliases].filter((name) => {
    const key = fold(name);
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
  return [...into.aliases, ...more];
}

async function write(edit: PlaceEdit, work: (trx: Handle) => Promise<void>): Promise<void> {
  await edit.database.transaction(async (trx) => {
    await work(trx);
    await raiseRevision(trx);
  });
}

async function update(trx: Handle, { at }: PlaceEdit, before: Place, row: object): Promise<void> {
  const seen = before.updated_at ?? null;
  const done = await trx
    .updateTable('places')
    .set({ ...row, updated_at: at })
    .where('id', '=', before.id)
    .where('updated_at', seen === null ? 'is' : '=', seen)
    .executeTakeFirst();
  if (done.numUpdatedRows !== 1n) throw new Failure('conflict');
}

async function log(trx: Handle, { at, by }: PlaceEdit, action: PlaceAction, id: string, detail: object): Promise<void> {
  const row = { at, user_id: by, action, form: null, record_id: id, province_id: null };
  await trx
    .insertInto('events')
    .values({ ...row, detail: JSON.stringify(detail) })
    .execute();
}

function columns({ aliases, ...rest }: PlaceInput) {
  return { ...rest, aliases: textOf(aliases) };
}

function textOf(aliases: string[]): string | null {
  return aliases.length > 0 ? JSON.stringify(aliases) : null;
}

/** What is another now, each with both values. */
function differences(before: Place, input: PlaceInput): { before: object; after: object } {
  const differing = (Object.keys(input) as (keyof PlaceInput)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(input[key]),
  );
  return {
    before: Object.fromEntries(differing.map((key) => [key, before[key]])),
    after: Object.fromEntries(differing.map((key) => [key, input[key]])),
  };
}
