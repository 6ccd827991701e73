/** What is to be made anew in the background after a thing got another name: rows, so that a stopped process forgets nothing. */
import { randomUUID } from 'node:crypto';
import type { Handle } from '../db/database.ts';
import type { PendingWorkTable } from '../db/referenceTables.ts';

export type PendingWork = Pick<PendingWorkTable, 'kind' | 'id'> & Partial<Pick<PendingWorkTable, 'list'>>;

/** Inside the write that makes it necessary. Asked for once more while it is being done, it is done once more. */
export async function addPendingWork(trx: Handle, { kind, list = '', id }: PendingWork): Promise<void> {
  const token = randomUUID();
  await trx
    .insertInto('pending_work')
    .values({ kind, list, id, token })
    .onConflict((conflict) => conflict.columns(['kind', 'list', 'id']).doUpdateSet({ token }))
    .execute();
}
