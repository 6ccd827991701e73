/** What is due in the background after a thing got another name: rows of `settings`, so that a stopped process forgets nothing. */
import { randomUUID } from 'node:crypto';
import type { Handle } from '../db/database.ts';
import { writeSetting } from '../db/storedSettings.ts';

export const DUE = 'follow.';

/** Inside the write that changes an entry of a master table. */
export function followChoice(trx: Handle, list: string, id: string): Promise<void> {
  return writeSetting(trx, `${DUE}choice ${id} ${list}`, randomUUID());
}

/** Inside the write that changes a place. */
export function followPlace(trx: Handle, id: string): Promise<void> {
  return writeSetting(trx, `${DUE}place ${id}`, randomUUID());
}
