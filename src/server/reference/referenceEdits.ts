/**
 * Edits of choices and places. Each edit is one transaction with its event in the activity log, pending work for the
 * background, and a new revision number for other servers. Nothing is ever deleted.
 */

import type { UpdateResult } from 'kysely';
import { Failure } from '../../core/errors/failure.ts';
import type { ReferenceEvent } from '../../core/generated/api.ts';
import { foldText } from '../../core/text/letters.ts';
import { type CoveredScope, changeCovered } from '../db/coveredRows.ts';
import type { Database, Handle } from '../db/database.ts';
import { logEvent } from '../db/events.ts';
import { raiseRevision } from '../db/storedSettings.ts';
import { orderChoices, type StoredChoice } from './choices.ts';
import { type Mergeable, NAME_COLUMNS, type Named } from './merged.ts';
import { addPendingWork } from './pendingWork.ts';
import type { Place } from './places.ts';

/** An edit: its time and the person who makes it. */
export interface ReferenceEdit {
  database: Database;
  /** ISO 8601, UTC. */
  at: string;
  /** User id. */
  by: string;
}

interface EditOfKind extends ReferenceEdit {
  kind: 'choice' | 'place';
  /** Name of the choice list. Null for places, which have their own table. */
  list: string | null;
}

/** An edit of a choice or place. */
interface KeptEdit<Item extends Mergeable> extends EditOfKind {
  /** Writes columns of an item. Throws `conflict` if it was changed since the person saw it. */
  update(trx: Handle, before: Item, row: object): Promise<void>;
}

interface EditEntry {
  action: string;
  /** Id of the edited item. Null if the edit is about the whole list. */
  id: string | null;
  detail: object;
  /** Ids of items that are shown differently after the edit. */
  shown?: string[];
  /** Rows that the edit writes. Without it: the whole list, or the places with `id` and `shown`. */
  rows?: CoveredScope;
}

/** Does the work in one transaction, with its event, pending work and revision. */
export async function writeEdit(
  { database, at, by, kind, list }: EditOfKind,
  { action, id: record_id, detail, shown = [], rows }: EditEntry,
  work: (trx: Handle) => Promise<void>,
): Promise<void> {
  const ids = record_id === null ? shown : [record_id, ...shown];
  const touched = rows ?? (list === null ? { kind: 'place', of: ids } : { kind: 'choice', of: [list] });
  await database.transaction(async (trx) => {
    await changeCovered(trx, [touched], () => work(trx));
    await logEvent(trx, { at, user_id: by, action, form: list, record_id, detail });
    for (const id of shown) await addPendingWork(trx, { kind, id, ...(list !== null && { list }) });
    await raiseRevision(trx);
  });
}

/** Changes an item, unless it was changed since the person saw it. */
export async function changeItem<Item extends Mergeable>(
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

/** Merges a duplicate into another item. Names of the duplicate become aliases of that item. */
export async function mergeItems<Item extends Mergeable>(
  edit: KeptEdit<Item>,
  double: Item,
  into: Item,
): Promise<void> {
  const { id } = double;
  const rows = edit.list === null ? ({ kind: 'place', of: [id, into.id] } as const) : undefined;
  const entry = { action: `${edit.kind}_merged`, id, detail: { into: into.id }, shown: [id], ...(rows && { rows }) };
  await writeEdit(edit, entry, async (trx) => {
    await edit.update(trx, double, { merged_into: into.id });
    await edit.update(trx, into, { aliases: aliasesText(namesTogether(into, double)) });
  });
}

/** Separates a duplicate that was merged. */
export async function separateItem<Item extends Mergeable>(edit: KeptEdit<Item>, double: Item): Promise<void> {
  const { id, merged_into: from = null } = double;
  const shown = from === null ? [id] : [id, from];
  await writeEdit(edit, { action: `${edit.kind}_separated`, id, detail: { from }, shown }, (trx) =>
    edit.update(trx, double, { merged_into: null }),
  );
}

/** Returns who changed what, newest first, for one kind of item. `list` and `id` narrow it down. */
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

/** Returns the aliases after a merge: those of `into`, and all names of the duplicate that it does not have. */
function namesTogether(into: Named, double: Named): string[] {
  const namesOf = (one: Named) => [...NAME_COLUMNS.map((name) => one[name]), ...one.aliases];
  const known = new Set(namesOf(into).map(foldText));
  const more = namesOf(double).filter((name) => {
    const key = foldText(name);
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
  return [...into.aliases, ...more];
}

/** Converts a person's input to columns. Only choices have `extra`. */
function columnsOf<Input extends { aliases: string[]; extra?: object }>({ aliases, extra, ...rest }: Input) {
  return { ...rest, aliases: aliasesText(aliases), ...(extra && { extra: extraText(extra) }) };
}

function extraText(extra: object): string | null {
  return Object.keys(extra).length > 0 ? JSON.stringify(extra) : null;
}

function aliasesText(aliases: string[]): string | null {
  return aliases.length > 0 ? JSON.stringify(aliases) : null;
}

/** Returns the properties that differ, with their old and new values. */
function differences<Item extends object>(before: Item, input: Partial<Item>): { before: object; after: object } {
  const differing = (Object.keys(input) as (keyof Item)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(input[key]),
  );
  return {
    before: Object.fromEntries(differing.map((key) => [key, before[key]])),
    after: Object.fromEntries(differing.map((key) => [key, input[key]])),
  };
}

/** What a person can enter for a choice. */
export type ChoiceInput = Pick<
  StoredChoice,
  'name_en' | 'name_fa' | 'name_ps' | 'aliases' | 'category' | 'parent' | 'extra' | 'valid_from' | 'valid_to'
>;

export interface ChoiceEdit extends KeptEdit<StoredChoice> {
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

/** Throws `conflict` if somebody else has changed the item meanwhile. */
function mustBeSeen({ numUpdatedRows }: UpdateResult): void {
  if (numUpdatedRows !== 1n) throw new Failure('conflict');
}

/** Adds a choice at the end of its list. */
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

export async function reorderChoices(edit: ChoiceEdit, ids: readonly string[]): Promise<void> {
  await writeEdit(edit, { action: 'choices_ordered', id: null, detail: { ids } }, (trx) =>
    orderChoices(trx, edit.list, ids),
  );
}

/** What a person can enter for a place. */
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

/** Retires a place. `day` is the ISO day from which it is no longer offered; null offers it again. */
export async function retirePlace(edit: PlaceEdit, place: Place, day: string | null): Promise<void> {
  const action = day === null ? 'place_restored' : 'place_retired';
  await writeEdit(edit, { action, id: place.id, detail: {} }, (trx) => edit.update(trx, place, { retired_at: day }));
}
