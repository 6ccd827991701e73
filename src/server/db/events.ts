/** The activity log: what happened, who did it, and to what. Rows are only added; later only their seal is set. */
import type { Handle } from './database.ts';
import type { EventsTable } from './tables.ts';

/** Action of the event of a record whose parent or place moved, so that its columns follow. Its detail is `{version, …columns}`. */
export const PARENT_MOVED_ACTION = 'followed';

export interface NewEvent
  extends Pick<EventsTable, 'at' | 'user_id' | 'action'>,
    Partial<Pick<EventsTable, 'form' | 'record_id' | 'province_id'>> {
  detail: object;
}

/** Adds an event inside the write that it describes, so that both are stored or neither. */
export async function logEvent(trx: Handle, { detail, ...event }: NewEvent): Promise<void> {
  await trx
    .insertInto('events')
    .values({ ...event, detail: JSON.stringify(detail) })
    .execute();
}
