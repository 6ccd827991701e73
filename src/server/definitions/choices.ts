/**
 * Master tables. Files seed them; administrators edit the rows afterwards, and what they changed is theirs: a newer file
 * only touches rows that still are as a file made them.
 */
import type { ChoiceList, CommonSources } from '../../core/definitions/types.ts';
import type { Database, Handle } from '../db/database.ts';

/** `updated_at` of a row that no person has edited. */
const FROM_FILE = '';

export interface Choice {
  list: string;
  id: string;
  code: string;
  name_en: string;
  name_fa: string;
  name_ps: string;
  category: string | null;
  parent: string | null;
  aliases: string[];
  extra: Record<string, unknown>;
  /** ISO days between which it may be chosen; null is open. */
  valid_from: string | null;
  valid_to: string | null;
}

export async function seedChoices(database: Database, lists: CommonSources['choices']): Promise<void> {
  await database.transaction(async (trx) => {
    const rows = await trx.selectFrom('choices').selectAll().execute();
    const known = new Map(rows.map((row) => [`${row.list} ${row.id}`, row]));
    for (const list of Object.values(lists)) {
      for (const [position, item] of list.items.entries()) {
        const before = known.get(`${list.list} ${item.id}`);
        const row = rowOf(list, item, position);
        if (!before) await trx.insertInto('choices').values(row).execute();
        else if (
          before.updated_at === FROM_FILE &&
          Object.entries(row).some(([key, value]) => before[key as keyof typeof before] !== value)
        ) {
          await trx.updateTable('choices').set(row).where('list', '=', row.list).where('id', '=', row.id).execute();
        }
      }
    }
  });
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
    valid_from: null,
    valid_to: null,
    updated_at: FROM_FILE,
  };
}

/** Every list, items in order. */
export async function loadChoices(db: Handle): Promise<Map<string, Choice[]>> {
  const rows = await db.selectFrom('choices').selectAll().orderBy('list').orderBy('position').orderBy('id').execute();
  const lists = new Map<string, Choice[]>();
  for (const row of rows) {
    const list = lists.get(row.list) ?? [];
    if (list.length === 0) lists.set(row.list, list);
    const { position: _position, updated_at: _updated, aliases, extra, ...rest } = row;
    list.push({ ...rest, aliases: aliases ? JSON.parse(aliases) : [], extra: extra ? JSON.parse(extra) : {} });
  }
  return lists;
}
