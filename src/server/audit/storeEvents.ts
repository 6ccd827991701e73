/** Events about the store as a whole: which kinds of rows are covered, and which seals were given up. */
import { sql } from 'kysely';
import type { Handle } from '../db/database.ts';

/** Rows of some kinds were taken in as they were. */
export const ROWS_ADOPTED = 'rows_adopted';
/** A backup was put back: later seals are gone. */
export const BACKUP_RESTORED = 'backup_restored';
/** Somebody accepted that seals are gone. */
export const LOSS_ACCEPTED = 'loss_accepted';
/** A new installation was begun beside files of an older one. */
export const STORE_BEGUN = 'store_begun';

/** The same list as that of the index. */
const ACTIONS = [ROWS_ADOPTED, BACKUP_RESTORED, LOSS_ACCEPTED, STORE_BEGUN];

export interface StoreEvent<Detail> {
  id: number;
  at: string;
  action: string;
  seal: number | null;
  detail: Detail;
}

/** Returns the events with these actions, oldest first. */
export async function storeEvents<Detail>(db: Handle, actions: readonly string[]): Promise<StoreEvent<Detail>[]> {
  // Literal values, so that SQLite uses the index.
  const rows = await db
    .selectFrom('events')
    .select(['id', 'at', 'action', 'seal', 'detail'])
    .where(sql<boolean>`action IN (${sql.join(ACTIONS.map((action) => sql.lit(action)))})`)
    .orderBy('id')
    .execute();
  return rows
    .filter(({ action }) => actions.includes(action))
    .map(({ detail, ...row }) => ({ ...row, detail: JSON.parse(detail ?? '{}') as Detail }));
}
