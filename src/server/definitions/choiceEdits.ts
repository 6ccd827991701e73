/**
 * What people do to the entries of a master table: each in one write with its entry in the activity log, the revision that
 * tells the other servers, and what has to follow in the background. Nothing is ever deleted: records may name it.
 */
import { Failure } from '../../core/errors/catalogue.ts';
import { fold } from '../../core/text/fold.ts';
import type { Database, Handle } from '../db/database.ts';
import { type Choice, orderChoices } from './choices.ts';
import { followChoice } from './due.ts';
import { raiseRevision } from './store.ts';

export type ChoiceAction =
  | 'choice_added'
  | 'choice_changed'
  | 'choice_retired'
  | 'choice_restored'
  | 'choice_merged'
  | 'choice_separated'
  | 'choices_ordered';

/** What a person may say about an entry. */
export interface ChoiceInput {
  name_en: string;
  name_fa: string;
  name_ps: string;
  aliases: string[];
  category: string | null;
  valid_from: string | null;
  valid_to: string | null;
}

export interface Edit {
  database: Database;
  list: string;
  /** ISO 8601, UTC. */
  at: string;
  /** Id of who does it. */
  by: string;
}

/** A new entry behind the others. */
export async function addChoice(edit: Edit, id: string, code: string, input: ChoiceInput): Promise<void> {
  await write(edit, async (trx) => {
    const { list, at } = edit;
    const last = await trx
      .selectFrom('choices')
      .select((query) => query.fn.max('position').as('position'))
      .where('list', '=', list)
      .executeTakeFirst();
    const position = last?.position === null || last?.position === undefined ? 0 : Number(last.position) + 1;
    const row = { list, id, position, code, parent: null, extra: null, merged_into: null, ...columns(input) };
    await trx
      .insertInto('choices')
      .values({ ...row, updated_at: at })
      .execute();
    await log(trx, edit, 'choice_added', id, { after: input });
  });
}

/** Changes an entry that is still as the person saw it; `conflict` otherwise. */
export async function changeChoice(
  edit: Edit,
  before: Choice,
  input: ChoiceInput,
  action: ChoiceAction = 'choice_changed',
): Promise<void> {
  await write(edit, async (trx) => {
    await update(trx, edit, before, columns(input));
    await log(trx, edit, action, before.id, changes(before, input));
    await followChoice(trx, edit.list, before.id);
  });
}

/** From now on another entry stands for this one; its names stay as other names of that entry. */
export async function mergeChoice(edit: Edit, double: Choice, into: Choice): Promise<void> {
  await write(edit, async (trx) => {
    await update(trx, edit, double, { merged_into: into.id });
    await update(trx, edit, into, { aliases: textOf(namesTogether(into, double)) });
    await log(trx, edit, 'choice_merged', double.id, { into: into.id });
    await followChoice(trx, edit.list, double.id);
  });
}

/** Two entries again. */
export async function separateChoice(edit: Edit, double: Choice): Promise<void> {
  await write(edit, async (trx) => {
    await update(trx, edit, double, { merged_into: null });
    await log(trx, edit, 'choice_separated', double.id, { from: double.merged_into });
    await followChoice(trx, edit.list, double.id);
    if (double.merged_into) await followChoice(trx, edit.list, double.merged_into);
  });
}

export async function putInOrder(edit: Edit, ids: readonly string[]): Promise<void> {
  await write(edit, async (trx) => {
    await orderChoices(trx, edit.list, ids);
    await log(trx, edit, 'choices_ordered', null, { ids });
  });
}

export interface ChoiceEvent {
  at: string;
  by: { id: string; name: string };
  action: ChoiceAction;
  /** Entry it is about; null for the order of all. */
  id: string | null;
  detail: Record<string, unknown>;
}

/** Who changed what in a list, newest first. */
export async function choiceHistory(db: Handle, list: string, limit: number): Promise<ChoiceEvent[]> {
  const rows = await db
    .selectFrom('events')
    .leftJoin('users', 'users.id', 'events.user_id')
    .select(['events.at', 'events.user_id', 'events.action', 'events.record_id', 'events.detail', 'users.name'])
    .where('events.form', '=', list)
    .where('events.action', 'like', 'choice%')
    .orderBy('events.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    at: row.at,
    by: { id: row.user_id, name: row.name ?? row.user_id },
    action: row.action as ChoiceAction,
    id: row.record_id,
    detail: row.detail ? JSON.parse(row.detail) : {},
  }));
}

function namesTogether(into: Choice, double: Choice): string[] {
  const known = new Set([into.name_en, into.name_fa, into.name_ps, ...into.aliases].map(fold));
  const more = [double.name_en, double.name_fa, double.name_ps, ...double.aliases].filter((name) => {
    const key = fold(name);
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
  return [...into.aliases, ...more];
}

async function write(edit: Edit, work: (trx: Handle) => Promise<void>): Promise<void> {
  await edit.database.transaction(async (trx) => {
    await work(trx);
    await raiseRevision(trx);
  });
}

async function update(trx: Handle, { list, at }: Edit, before: Choice, row: object): Promise<void> {
  const done = await trx
    .updateTable('choices')
    .set({ ...row, updated_at: at })
    .where('list', '=', list)
    .where('id', '=', before.id)
    .where('updated_at', '=', before.updated_at)
    .executeTakeFirst();
  if (done.numUpdatedRows !== 1n) throw new Failure('conflict');
}

async function log(
  trx: Handle,
  { list, at, by }: Edit,
  action: ChoiceAction,
  id: string | null,
  detail: object,
): Promise<void> {
  const row = { at, user_id: by, action, form: list, record_id: id, province_id: null };
  await trx
    .insertInto('events')
    .values({ ...row, detail: JSON.stringify(detail) })
    .execute();
}

function columns({ aliases, ...rest }: ChoiceInput) {
  return { ...rest, aliases: textOf(aliases) };
}

function textOf(aliases: string[]): string | null {
  return aliases.length > 0 ? JSON.stringify(aliases) : null;
}

/** What is another now, each with both values. */
function changes(before: Choice, input: ChoiceInput): { before: object; after: object } {
  const differing = (Object.keys(input) as (keyof ChoiceInput)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(input[key]),
  );
  return {
    before: Object.fromEntries(differing.map((key) => [key, before[key]])),
    after: Object.fromEntries(differing.map((key) => [key, input[key]])),
  };
}
