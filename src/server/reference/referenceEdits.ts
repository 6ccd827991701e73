/**
 * Edits of what is kept (entries of master tables, places): each is one write with its entry in the activity log, what has
 * to follow in the background, and the revision that tells the other servers. Nothing is ever deleted.
 */

import type { UpdateResult } from 'kysely';
import { Failure } from '../../core/errors/failure.ts';
import type { ReferenceEvent } from '../../core/generated/api.ts';
import { fold } from '../../core/text/fold.ts';
import type { Database, Handle } from '../db/database.ts';
import { logEvent } from '../db/events.ts';
import { raiseRevision } from '../db/storedSettings.ts';
import { type Choice, orderChoices } from './choices.ts';
import { type Mergeable, NAMES, type Named } from './merged.ts';
import { addPendingWork } from './pendingWork.ts';
import type { Place } from './places.ts';

/** Who edits, and when. */
export interface ReferenceEdit {
  database: Database;
  /** ISO 8601, UTC. */
  at: string;
  /** Id of who does it. */
  by: string;
}

interface EditOfKind extends ReferenceEdit {
  kind: 'choice' | 'place';
  /** Name of the master table; null for places, which have a table of their own. */
  list: string | null;
}

/** An edit of one kind of things. */
interface KeptEdit<Item extends Mergeable> extends EditOfKind {
  /** Writes columns of a thing that is still as the person saw it; throws `conflict` otherwise. */
  update(trx: Handle, before: Item, row: object): Promise<void>;
}

interface EditEntry {
  action: string;
  /** What it is about; null when it is about the whole list. */
  id: string | null;
  detail: object;
  /** Things that are shown otherwise from now on. */
  shown?: string[];
}

/** One write: the work, its entry in the log, and what has to follow. */
async function writeEdit(
  { database, at, by, kind, list }: EditOfKind,
  { action, id: record_id, detail, shown = [] }: EditEntry,
  work: (trx: Handle) => Promise<void>,
): Promise<void> {
  await database.transaction(async (trx) => {
    await work(trx);
    await logEvent(trx, { at, user_id: by, action, form: list, record_id, detail });
    for (const id of shown) await addPendingWork(trx, { kind, id, ...(list !== null && { list }) });
    await raiseRevision(trx);
  });
}

/** Changes a thing that is still as the person saw it. */
export async function changeKept<Item extends Mergeable>(
  edit: KeptEdit<Item>,
  before: Item,
  input: Partial<Item> & { aliases: string[] },
  action = `${edit.kind}_changed`,
): Promise<void> {
  const { id } = before;
  await writeEdit(edit, { action, id, detail: differences(before, input), shown: [id] }, (trx) =>
    edit.update(trx, before, columnsOf(input)),
  );
}

/** From now on another one stands for this double; its names stay as other names of that one. */
export async function mergeKept<Item extends Mergeable>(edit: KeptEdit<Item>, double: Item, into: Item): Promise<void> {
  const { id } = double;
  await writeEdit(edit, { action: `${edit.kind}_merged`, id, detail: { into: into.id }, shown: [id] }, async (trx) => {
    await edit.update(trx, double, { merged_into: into.id });
    await edit.update(trx, into, { aliases: aliasesText(namesTogether(into, double)) });
  });
}

/** Two again. */
export async function separateKept<Item extends Mergeable>(edit: KeptEdit<Item>, double: Item): Promise<void> {
  const { id, merged_into: from = null } = double;
  const shown = from === null ? [id] : [id, from];
  await writeEdit(edit, { action: `${edit.kind}_separated`, id, detail: { from }, shown }, (trx) =>
    edit.update(trx, double, { merged_into: null }),
  );
}

/** Who changed what, newest first: of one kind, narrowed to a list or to one thing. */
export async function editHistory(
  db: Handle,
  { kind, list, id }: { kind: 'choice' | 'place'; list?: string; id?: string | undefined },
  limit: number,
): Promise<ReferenceEvent[]> {
  let query = db
    .selectFrom('events')
    .leftJoin('users', 'users.id', 'events.user_id')
    .select(['events.at', 'events.user_id', 'events.action', 'events.record_id', 'events.detail', 'users.name'])
    .where('events.action', 'like', `${kind}%`);
  if (list !== undefined) query = query.where('events.form', '=', list);
  if (id !== undefined) query = query.where('events.record_id', '=', id);
  const rows = await query.orderBy('events.id', 'desc').limit(limit).execute();
  return rows.map((row) => ({
    at: row.at,
    by: { id: row.user_id, name: row.name ?? row.user_id },
    action: row.action,
    id: row.record_id,
    detail: row.detail ? JSON.parse(row.detail) : {},
  }));
}

/** Other names of what stays: its own, and every name of its double that it does not have. */
function namesTogether(into: Named, double: Named): string[] {
  const namesOf = (one: Named) => [...NAMES.map((name) => one[name]), ...one.aliases];
  const known = new Set(namesOf(into).map(fold));
  const more = namesOf(double).filter((name) => {
    const key = fold(name);
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
  return [...into.aliases, ...more];
}

/** What a person says, as the row keeps it. */
function columnsOf<Input extends { aliases: string[] }>({ aliases, ...rest }: Input) {
  return { ...rest, aliases: aliasesText(aliases) };
}

function aliasesText(aliases: string[]): string | null {
  return aliases.length > 0 ? JSON.stringify(aliases) : null;
}

/** What is another now, each with both values. */
function differences<Item extends object>(before: Item, input: Partial<Item>): { before: object; after: object } {
  const differing = (Object.keys(input) as (keyof Item)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(input[key]),
  );
  return {
    before: Object.fromEntries(differing.map((key) => [key, before[key]])),
    after: Object.fromEntries(differing.map((key) => [key, input[key]])),
  };
}

/** What a person may say about an entry. */
export type ChoiceInput = Pick<
  Choice,
  'name_en' | 'name_fa' | 'name_ps' | 'aliases' | 'category' | 'valid_from' | 'valid_to'
>;

export interface ChoiceEdit extends KeptEdit<Choice> {
  list: string;
}

export function choiceEdit(edit: ReferenceEdit, list: string): ChoiceEdit {
  return {
    ...edit,
    kind: 'choice',
    list,
    async update(trx, before, row) {
      const query = trx.updateTable('choices').where('list', '=', list).where('id', '=', before.id);
      const seen = query.where('updated_at', '=', before.updated_at);
      mustBeSeen(await seen.set({ ...row, updated_at: edit.at }).executeTakeFirst());
    },
  };
}

/** Writes nothing when somebody else has changed the thing since. */
function mustBeSeen({ numUpdatedRows }: UpdateResult): void {
  if (numUpdatedRows !== 1n) throw new Failure('conflict');
}

/** A new entry behind the others. */
export async function addChoice(edit: ChoiceEdit, id: string, code: string, input: ChoiceInput): Promise<void> {
  await writeEdit(edit, { action: 'choice_added', id, detail: { after: input } }, async (trx) => {
    const { list, at } = edit;
    const last = await trx
      .selectFrom('choices')
      .select((query) => query.fn.max('position').as('position'))
      .where('list', '=', list)
      .executeTakeFirst();
    const position = Number(last?.position ?? -1) + 1;
    await trx
      .insertInto('choices')
      .values({ list, id, position, code, ...columnsOf(input), updated_at: at })
      .execute();
  });
}

export async function putInOrder(edit: ChoiceEdit, ids: readonly string[]): Promise<void> {
  await writeEdit(edit, { action: 'choices_ordered', id: null, detail: { ids } }, (trx) =>
    orderChoices(trx, edit.list, ids),
  );
}

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
      const at = before.updated_at ?? null;
      const query = trx.updateTable('places').where('id', '=', before.id);
      const seen = query.where('updated_at', at === null ? 'is' : '=', at);
      mustBeSeen(await seen.set({ ...row, updated_at: edit.at }).executeTakeFirst());
    },
  };
}

export async function addPlace(
  edit: PlaceEdit,
  place: Pick<Place, 'id' | 'level' | 'parent_id'>,
  input: PlaceInput,
): Promise<void> {
  const row = { ...place, ...columnsOf(input), updated_at: edit.at };
  await writeEdit(edit, { action: 'place_added', id: place.id, detail: { after: input } }, async (trx) => {
    await trx.insertInto('places').values(row).execute();
  });
}

/** `day`: ISO day since when it is not offered any more; null offers it again. */
export async function retirePlace(edit: PlaceEdit, place: Place, day: string | null): Promise<void> {
  const action = day === null ? 'place_restored' : 'place_retired';
  await writeEdit(edit, { action, id: place.id, detail: {} }, (trx) => edit.update(trx, place, { retired_at: day }));
}
