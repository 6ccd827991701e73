/**
 * Finds records and people that cells name: by name, code, id, user name of an account, or name and code, as the template
 * writes equal names. It finds only records that the user's own lists show.
 */

import type { CompiledForm } from '../../../core/definitions/types.ts';
import { getOwn } from '../../../core/json.ts';
import type { Actor } from '../../../core/records/types.ts';
import { namesRecords, type SheetColumn } from '../../../core/spreadsheet/columns.ts';
import { entryNamesIn } from '../../../core/spreadsheet/readCell.ts';
import { foldText } from '../../../core/text/letters.ts';
import { usernameKey } from '../../accounts/usernames.ts';
import type { Services } from '../../http/services.ts';
import { everyListRow } from '../../records/list.ts';
import type { Filter, ListRow } from '../../records/types.ts';
import type { ColumnEntry } from './findEntry.ts';
import type { SheetRow } from './sheetRows.ts';

const TOGETHER = 100;
/** Most records read by one query. A name with more of them is ambiguous anyway. */
const MOST_FOUND = 20_000;

/** Returns, for each column that names records, the entries that its cells may mean. */
export async function recordEntriesInCells(
  services: Services,
  actor: Actor,
  columns: readonly SheetColumn[],
  rows: readonly SheetRow[],
): Promise<Map<string, ColumnEntry[]>> {
  const found = new Map<string, ColumnEntry[]>();
  for (const column of columns) {
    if (!namesRecords(column)) continue;
    const words = new Set(rows.flatMap(({ cells }) => entryNamesIn(column, getOwn(cells, column.property) ?? null)));
    // “Name (code)”
    const codes = [...words].flatMap((word) => /\(([^()]+)\)\s*$/.exec(word)?.[1]?.trim() ?? []);
    const asked = [...new Set([...words, ...codes])];
    const entries: ColumnEntry[] = [];
    for (const form of formsOf(services, column)) {
      const isPerson = form.definition.kind === 'person';
      for (let from = 0; from < asked.length; from += TOGETHER) {
        const part = asked.slice(from, from + TOGETHER);
        const accounts = isPerson ? await accountsNamed(services, part) : new Map<string, string>();
        const ways: Filter[] = [
          { field: 'id', op: 'in', value: [...part, ...accounts.keys()] },
          { field: 'code', op: 'in', value: part },
          { field: 'name', op: 'in', value: part },
        ];
        for (const way of ways)
          for await (const { record, name } of listed(services, actor, column, form, [way]))
            if (!entries.some(({ id }) => id === record.id))
              entries.push(entryOf(record, name, accounts.get(record.id)));
      }
    }
    found.set(column.property, entries);
  }
  return found;
}

/** Returns the records that a column offers, by name. Null if there are more than `most`. */
export async function recordEntries(
  services: Services,
  actor: Actor,
  column: SheetColumn,
  most: number,
): Promise<ColumnEntry[] | null> {
  const entries: ColumnEntry[] = [];
  for (const form of formsOf(services, column))
    for await (const { record, name } of listed(services, actor, column, form, [])) {
      if (entries.length === most) return null;
      entries.push(entryOf(record, name, undefined));
    }
  const seen = new Map<string, number>();
  for (const { name } of entries) seen.set(foldText(name.en), (seen.get(foldText(name.en)) ?? 0) + 1);
  return entries.map((entry) =>
    seen.get(foldText(entry.name.en)) === 1 ? entry : { ...entry, name: allThree(entry.also.at(-1) as string) },
  );
}

function entryOf({ id, code }: ListRow['record'], name: string, username: string | undefined): ColumnEntry {
  const also = [code, username, code ? `${name} (${code})` : name].filter((one) => typeof one === 'string');
  return { id, name: allThree(name), also };
}

const allThree = (name: string): ColumnEntry['name'] => ({ en: name, fa: name, ps: name });

function formsOf({ registry }: Services, { node }: SheetColumn): CompiledForm[] {
  const names: readonly string[] = (node.def.person ?? node.def.record)?.forms ?? [];
  return names.flatMap((name) => registry.form(name) ?? []);
}

async function* listed(
  { records }: Services,
  actor: Actor,
  { node }: SheetColumn,
  form: CompiledForm,
  filters: Filter[],
): AsyncGenerator<{ record: ListRow['record']; name: string }> {
  const where = Object.entries(node.def.record?.where ?? {}).map(
    ([field, value]): Filter => ({ field, op: 'eq', value }),
  );
  const query = { form, filters: [...where, ...filters], sort: ['name'] };
  for await (const { record, name } of everyListRow(records, query, actor, MOST_FOUND))
    yield { record, name: name || (record.code ?? record.id) };
}

/** Finds people by the user names of their accounts. Maps record id to user name. */
async function accountsNamed({ database }: Services, words: readonly string[]): Promise<Map<string, string>> {
  const rows = await database.read
    .selectFrom('users')
    .select(['person_id', 'username'])
    .where('username_key', 'in', words.map(usernameKey))
    .where('person_id', 'is not', null)
    .execute();
  return new Map(rows.map(({ person_id, username }) => [person_id as string, username]));
}
