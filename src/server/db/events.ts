/** The activity log: what happened, who did it, and to what. Its rows are only ever added. */
import type { Handle } from './database.ts';
import type { EventsTable } from './tables.ts';

export interface NewEvent
  extends Pick<EventsTable, 'at' | 'user_id' | 'action'>,
    Partial<Pick<EventsTable, 'form' | 'record_id' | 'province_id'>> {
  detail: object;
}

/** Inside the write that does it, so that neither is there without the other. */
export async function logEvent(trx: Handle, { detail, ...event }: NewEvent): Promise<void> {
  await trx
    .insertInto('events')
    .values({ ...event, detail: JSON.stringify(detail) })
    .execute();
}
