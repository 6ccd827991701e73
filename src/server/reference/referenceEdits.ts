/**
 * What edits of kept lists (entries of master tables, places) have in common: each is one write with its entry in the
 * activity log and the revision that tells the other servers, and nothing is ever deleted.
 */
import { fold } from '../../core/text/fold.ts';
import type { Database, Handle } from '../db/database.ts';
import { raiseRevision } from '../db/storedSettings.ts';

export interface ReferenceEdit {
  database: Database;
  /** ISO 8601, UTC. */
  at: string;
  /** Id of who does it. */
  by: string;
}

/** What everything kept has: names in three languages and other names. */
export interface Named {
  name_en: string;
  name_fa: string;
  name_ps: string;
  aliases: string[];
}

export interface ReferenceEvent<Action extends string> {
  at: string;
  by: { id: string; name: string };
  action: Action;
  /** What it is about; null when it is about the whole list. */
  id: string | null;
  detail: Record<string, unknown>;
}

export async function writeEdit({ database }: ReferenceEdit, work: (trx: Handle) => Promise<void>): Promise<void> {
  await database.transaction(async (trx) => {
    await work(trx);
    await raiseRevision(trx);
  });
}

/** `list`: name of the master table; null for what stands in a table of its own. */
export async function logEdit(
  trx: Handle,
  { at, by }: ReferenceEdit,
  { action, list, id }: { action: string; list: string | null; id: string | null },
  detail: object,
): Promise<void> {
  await trx
    .insertInto('events')
    .values({
      at,
      user_id: by,
      action,
      form: list,
      record_id: id,
      province_id: null,
      detail: JSON.stringify(detail),
    })
    .execute();
}

/** Who changed what, newest first: of actions that begin with a word, narrowed to a list or to one thing. */
export async function editHistory<Action extends string>(
  db: Handle,
  { prefix, list, id }: { prefix: string; list?: string | undefined; id?: string | undefined },
  limit: number,
): Promise<ReferenceEvent<Action>[]> {
  let query = db
    .selectFrom('events')
    .leftJoin('users', 'users.id', 'events.user_id')
    .select(['events.at', 'events.user_id', 'events.action', 'events.record_id', 'events.detail', 'users.name'])
    .where('events.action', 'like', `${prefix}%`);
  if (list !== undefined) query = query.where('events.form', '=', list);
  if (id !== undefined) query = query.where('events.record_id', '=', id);
  const rows = await query.orderBy('events.id', 'desc').limit(limit).execute();
  return rows.map((row) => ({
    at: row.at,
    by: { id: row.user_id, name: row.name ?? row.user_id },
    action: row.action as Action,
    id: row.record_id,
    detail: row.detail ? JSON.parse(row.detail) : {},
  }));
}

/** Other names of what stays: its own, and every name of its double that it does not have. */
export function namesTogether(into: Named, double: Named): string[] {
  const known = new Set([into.name_en, into.name_fa, into.name_ps, ...into.aliases].map(fold));
  const more = [double.name_en, double.name_fa, double.name_ps, ...double.aliases].filter((name) => {
    const key = fold(name);
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
  return [...into.aliases, ...more];
}

/** What a person says, as the row keeps it. */
export function columnsOf<Input extends { aliases: string[] }>({ aliases, ...rest }: Input) {
  return { ...rest, aliases: aliasesText(aliases) };
}

export function aliasesText(aliases: string[]): string | null {
  return aliases.length > 0 ? JSON.stringify(aliases) : null;
}

/** What is another now, each with both values. */
export function differences<Input extends object>(before: Input, input: Input): { before: object; after: object } {
  const differing = (Object.keys(input) as (keyof Input)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(input[key]),
  );
  return {
    before: Object.fromEntries(differing.map((key) => [key, before[key]])),
    after: Object.fromEntries(differing.map((key) => [key, input[key]])),
  };
}
