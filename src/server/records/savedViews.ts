/**
 * Saved views of lists: filters, search words, order, columns and page size under a name, for one person or for everybody
 * who sees the list. Every change names the version it saw. The columns that a person chose last without a view are a row
 * without a name.
 */
import { v7 as uuid } from 'uuid';
import { Failure } from '../../core/errors/failure.ts';
import { foldText } from '../../core/text/letters.ts';
import type { Database, Handle } from '../db/database.ts';
import { logEvent } from '../db/events.ts';
import type { ListViewsTable } from '../db/viewTables.ts';
import type { Filter } from './types.ts';

/** What a view shows. Names are those of the form version that it was saved with. */
export interface SavedViewState {
  filters: Filter[];
  text: string;
  sort: string[];
  /** Null for those of the form. */
  columns: string[] | null;
  per_page: number | null;
}

export interface SavedViewRow extends Omit<ListViewsTable, 'state' | 'shared' | 'name_key'> {
  state: SavedViewState;
  shared: boolean;
}

/** What a person gives a view. */
export interface SavedViewInput extends Pick<SavedViewRow, 'name' | 'shared' | 'state' | 'form_version'> {}

/** Most views of one person for one list. */
const MOST_VIEWS = 50;
/** Row of the remembered columns. No view has this name. */
const NAMELESS = '';

/** Returns the views that a person may use: their own by name, then the shared ones of others. */
export async function savedViewsOf(db: Handle, form: string, owner: string): Promise<SavedViewRow[]> {
  const rows = await db
    .selectFrom('list_views')
    .selectAll()
    .where('form', '=', form)
    .where('name_key', '<>', NAMELESS)
    .where((where) => where.or([where('owner_id', '=', owner), where('shared', '=', 1)]))
    .orderBy('name_key')
    .orderBy('id')
    .execute();
  const views = rows.map(parsed);
  return [...views.filter((view) => view.owner_id === owner), ...views.filter((view) => view.owner_id !== owner)];
}

/** Returns what changes with the views that a person may use, and with their remembered columns, by form. */
export async function savedViewVersions(db: Handle, owner: string): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('list_views')
    .select(['form', 'id', 'version', 'changed_at', 'shared'])
    .where((where) => where.or([where('owner_id', '=', owner), where('shared', '=', 1)]))
    .orderBy('id')
    .execute();
  const marks = new Map<string, string[]>();
  for (const { form, ...mark } of rows) marks.set(form, [...(marks.get(form) ?? []), Object.values(mark).join()]);
  return marks;
}

export async function findSavedView(db: Handle, form: string, id: string): Promise<SavedViewRow | undefined> {
  if (id.includes('\0')) return undefined;
  const row = await db
    .selectFrom('list_views')
    .selectAll()
    .where('id', '=', id)
    .where('form', '=', form)
    .where('name_key', '<>', NAMELESS)
    .executeTakeFirst();
  return row && parsed(row);
}

/** Throws `validation_failed` if the person has this name or too many views already. */
export function addSavedView(
  database: Database,
  form: string,
  input: SavedViewInput,
  by: string,
  at: string,
): Promise<SavedViewRow> {
  return unlessTaken(database, async (trx) => {
    const { n } = await trx
      .selectFrom('list_views')
      .select((select) => select.fn.countAll<number>().as('n'))
      .where('owner_id', '=', by)
      .where('form', '=', form)
      .where('name_key', '<>', NAMELESS)
      .executeTakeFirstOrThrow();
    if (Number(n) >= MOST_VIEWS)
      throw new Failure('validation_failed', {
        errors: { '/name': [{ code: 'too_many', params: { limit: MOST_VIEWS } }] },
      });
    const view = {
      ...input,
      id: uuid(),
      form,
      owner_id: by,
      version: 1,
      created_at: at,
      changed_at: at,
      changed_by: by,
    };
    await trx.insertInto('list_views').values(row(view)).execute();
    if (view.shared) await log(trx, 'list_view_shared', view, by, at);
    return view;
  });
}

/** Returns undefined if the view is not at this version any more. Throws `validation_failed` if its owner has the name. */
export function updateSavedView(
  database: Database,
  before: SavedViewRow,
  input: SavedViewInput,
  by: string,
  at: string,
): Promise<SavedViewRow | undefined> {
  const after = { ...before, ...input, version: before.version + 1, changed_at: at, changed_by: by };
  return unlessTaken(database, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('list_views')
      .set(row(after))
      .where('id', '=', before.id)
      .where('version', '=', before.version)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return undefined;
    if (before.shared || after.shared) await log(trx, 'list_view_shared', after, by, at);
    return after;
  });
}

/** Removes the view as it was seen. Returns false if somebody has changed it since. */
export function removeSavedView(database: Database, view: SavedViewRow, by: string, at: string): Promise<boolean> {
  return database.transaction(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('list_views')
      .where('id', '=', view.id)
      .where('version', '=', view.version)
      .executeTakeFirst();
    if (numDeletedRows !== 1n) return false;
    if (view.shared) await log(trx, 'list_view_deleted', view, by, at);
    return true;
  });
}

/** Returns what the person chose last without a view, and the form version whose names it has. */
export async function rememberedColumns(db: Handle, form: string, owner: string): Promise<SavedViewRow | undefined> {
  const found = await db
    .selectFrom('list_views')
    .selectAll()
    .where('owner_id', '=', owner)
    .where('form', '=', form)
    .where('name_key', '=', NAMELESS)
    .executeTakeFirst();
  return found && parsed(found);
}

/** Remembers columns for the person. The last choice holds, from whatever device. */
export async function rememberColumns(
  database: Database,
  form: string,
  { columns, form_version }: { columns: string[] | null; form_version: number },
  by: string,
  at: string,
): Promise<void> {
  const state: SavedViewState = { filters: [], text: '', sort: [], columns, per_page: null };
  const fresh = { name: '', shared: false, state, form_version, form, owner_id: by, version: 1 };
  const values = row({ ...fresh, id: uuid(), created_at: at, changed_at: at, changed_by: by });
  await database.transaction((trx) =>
    trx
      .insertInto('list_views')
      .values(values)
      .onConflict((conflict) =>
        conflict
          .columns(['owner_id', 'form', 'name_key'])
          .doUpdateSet({ state: values.state, form_version, changed_at: at }),
      )
      .execute(),
  );
}

async function unlessTaken<T>(database: Database, work: (trx: Handle) => Promise<T>): Promise<T> {
  try {
    return await database.transaction(work);
  } catch (error) {
    if (!database.dialect.isUniqueViolation(error)) throw error;
    throw new Failure('validation_failed', { errors: { '/name': [{ code: 'view_name_taken' }] } });
  }
}

function log(
  trx: Handle,
  action: string,
  { id, form, name }: SavedViewRow,
  user_id: string,
  at: string,
): Promise<void> {
  return logEvent(trx, { at, user_id, action, form, detail: { view: id, name } });
}

function row({ state, shared, ...view }: SavedViewRow): ListViewsTable {
  return { ...view, name_key: foldText(view.name), shared: shared ? 1 : 0, state: JSON.stringify(state) };
}

function parsed({ state, shared, name_key: _key, ...rest }: ListViewsTable): SavedViewRow {
  return { ...rest, state: JSON.parse(state), shared: shared === 1 };
}
