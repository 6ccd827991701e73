/** Pending refresh work after a rename. It is stored as rows, so a stopped process loses none. */
import { randomUUID } from 'node:crypto';
import type { Handle } from '../db/database.ts';
import type { PendingWorkTable } from '../db/referenceTables.ts';

export type PendingWork = Pick<PendingWorkTable, 'kind' | 'id'> & Partial<Pick<PendingWorkTable, 'list'>>;

/** Called inside the write that makes the work necessary. If it is requested again while it runs, it runs again. */
export async function addPendingWork(trx: Handle, { kind, list = '', id }: PendingWork): Promise<void> {
  const token = randomUUID();
  await trx
    .insertInto('pending_work')
    .values({ kind, list, id, token })
    .onConflict((conflict) => conflict.columns(['kind', 'list', 'id']).doUpdateSet({ token }))
    .execute();
}
