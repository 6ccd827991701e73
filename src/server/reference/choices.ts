/**
 * Choice lists. Files fill them first, then administrators edit the rows. A newer file changes only rows that nobody has
 * edited.
 */
import type { ChoiceList, CommonSources } from '../../core/definitions/types.ts';
import { changeCovered } from '../db/coveredRows.ts';
import type { Database, Handle } from '../db/database.ts';
import type { ChoicesTable } from '../db/referenceTables.ts';
import { groupIntoMap } from '../db/rows.ts';
import { readSetting, writeSetting } from '../db/storedSettings.ts';
import { withCanonicalNames } from './merged.ts';
import { addPendingWork } from './pendingWork.ts';

/** `updated_at` of a row that nobody has edited. */
const FROM_FILE = '';

export interface StoredChoice extends Omit<ChoicesTable, 'position' | 'aliases' | 'extra'> {
  aliases: string[];
  extra: Record<string, unknown>;
}

/** Setting of a list that a person has ordered. Files no longer change its order. */
const orderedKey = (list: string): string => `choices.ordered.${list}`;

export async function seedChoices(database: Database, lists: CommonSources['choices']): Promise<void> {
  await database.transaction((trx) => seedChoiceLists(trx, Object.values(lists)));
}

/** Adds the items that a list lacks and corrects those that nobody has edited. */
export async function seedChoiceLists(trx: Handle, lists: readonly ChoiceList[]): Promise<void> {
  const rows = await trx.selectFrom('choices').selectAll().execute();
  const known = new Map(rows.map((row) => [`${row.list} ${row.id}`, row]));
  for (const list of lists) {
    const own = rows.filter((row) => row.list === list.list);
    const isOrdered = own.length > 0 && (await readSetting(trx, orderedKey(list.list))) !== null;
    let next = Math.max(-1, ...own.map((row) => row.position)) + 1;
    const writes: (() => Promise<unknown>)[] = [];
    for (const [index, item] of list.items.entries()) {
      const before = known.get(`${list.list} ${item.id}`);
      const row = rowOf(list, item, isOrdered ? (before?.position ?? next++) : index);
      if (!before) writes.push(() => trx.insertInto('choices').values(row).execute());
      else if (
        before.updated_at === FROM_FILE &&
        Object.entries(row).some(([key, value]) => before[key as keyof typeof before] !== value)
      ) {
        writes.push(
          () => trx.updateTable('choices').set(row).where('list', '=', row.list).where('id', '=', row.id).execute(),
          () => addPendingWork(trx, { kind: 'choice', list: row.list, id: row.id }),
        );
      }
    }
    if (writes.length > 0)
      await changeCovered(trx, [{ kind: 'choice', of: [list.list] }], async () => {
        for (const write of writes) await write();
      });
  }
}

function rowOf(list: ChoiceList, item: ChoiceList['items'][number], position: number) {
  return {
    list: list.list,
    id: item.id,
    position,
    code: item.code ?? item.id,
    name_en: item.label.en,
    name_fa: item.label.fa,
    name_ps: item.label.ps,
    category: item.category ?? null,
    parent: item.parent ?? null,
    aliases: item.aliases ? JSON.stringify(item.aliases) : null,
    extra: item.extra ? JSON.stringify(item.extra) : null,
    valid_from: item.validFrom ?? null,
    valid_to: item.validTo ?? null,
    merged_into: item.mergedInto ?? null,
    updated_at: FROM_FILE,
  };
}

/** Returns the rows of each list that somebody added or edited, in order. */
export async function editedChoices(db: Handle): Promise<Map<string, ChoicesTable[]>> {
  const rows = await db
    .selectFrom('choices')
    .selectAll()
    .where('updated_at', '<>', FROM_FILE)
    .orderBy('list')
    .orderBy('position')
    .orderBy('id')
    .execute();
  return groupIntoMap(rows, ({ list }) => list);
}

/** Returns the list with what people added and edited, as its file would say it. Its own items stay before added ones. */
export function withEditedItems(list: ChoiceList, rows: readonly ChoicesTable[]): ChoiceList {
  const edited = new Map(rows.map((row) => [row.id, row]));
  const own = new Set(list.items.map(({ id }) => id));
  const items = list.items.map((item) => {
    const row = edited.get(item.id);
    return row ? itemOf(row, item.code) : item;
  });
  const added = rows
    .filter(({ id }) => !own.has(id))
    .map((row) => itemOf(row, row.code === row.id ? undefined : row.code));
  return { ...list, items: [...items, ...added] };
}

function itemOf(row: ChoicesTable, code: string | undefined): ChoiceList['items'][number] {
  return {
    id: row.id,
    ...(code !== undefined && { code }),
    label: { en: row.name_en, fa: row.name_fa, ps: row.name_ps },
    ...(row.category !== null && { category: row.category }),
    ...(row.parent !== null && { parent: row.parent }),
    ...(row.aliases !== null && { aliases: JSON.parse(row.aliases) }),
    ...(row.extra !== null && { extra: JSON.parse(row.extra) }),
    ...(row.valid_from !== null && { validFrom: row.valid_from }),
    ...(row.valid_to !== null && { validTo: row.valid_to }),
    ...(row.merged_into !== null && { mergedInto: row.merged_into }),
  };
}

/** Returns every list, with its items in order. */
export async function loadChoices(db: Handle): Promise<Map<string, StoredChoice[]>> {
  const rows = await db.selectFrom('choices').selectAll().orderBy('list').orderBy('position').orderBy('id').execute();
  const items = rows.map(({ position: _position, aliases, extra, ...row }): StoredChoice => {
    return { ...row, aliases: aliases ? JSON.parse(aliases) : [], extra: extra ? JSON.parse(extra) : {} };
  });
  const lists = groupIntoMap(items, ({ list }) => list);
  for (const [list, own] of lists) {
    const byId = new Map(own.map((item) => [item.id, item]));
    lists.set(
      list,
      own.map((item) => withCanonicalNames(item, byId)),
    );
  }
  return lists;
}

/**
 * Puts items in this order; items not named follow in their previous order. Files no longer change the order. The caller logs
 * the change of the rows.
 */
export async function orderChoices(trx: Handle, list: string, ids: readonly string[]): Promise<void> {
  const rows = await trx
    .selectFrom('choices')
    .select(['id', 'position'])
    .where('list', '=', list)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const known = new Map(rows.map((row) => [row.id, row.position]));
  const rest = rows.map(({ id }) => id).filter((id) => !ids.includes(id));
  for (const [position, id] of [...ids.filter((id) => known.has(id)), ...rest].entries()) {
    if (known.get(id) === position) continue;
    await trx.updateTable('choices').set({ position }).where('list', '=', list).where('id', '=', id).execute();
  }
  await writeSetting(trx, orderedKey(list), 'by people');
}
