/** Deleting stores of this device. Each asks the server first, because an empty store is of no use without it. */
import Dexie from 'dexie';
import { ApiError, isServerUnreachable } from '../../data/errors.ts';
import { call } from '../../data/http.ts';
import { storeUsernames } from './canary.ts';
import { type AccountRow, accountsDatabase, storeDatabase } from './database.ts';

/** The documented failures of a reset. Each prompts to try again. */
export type ResetFailure =
  /** The server refused the request. */
  | 'request'
  /** The server, or a gateway before it, says that it is not available. */
  | 'server'
  /** No response came. */
  | 'connection';

/** Returns why a reset failed. */
export function resetFailure(error: unknown): ResetFailure {
  if (!isServerUnreachable(error)) return 'request';
  return (error as ApiError).status === 0 ? 'connection' : 'server';
}

/** Throws an ApiError unless the server responds. */
export async function mustReachServer(): Promise<void> {
  await call('session', { anonymous: true, quiet: true, saysLoss: true }).catch((error: unknown) => {
    // It responds that nobody is logged in: that is all we want to know.
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
  });
}

/**
 * Deletes the stores of all accounts that have nothing unsent, from the login page. Returns how many stay because something is
 * unsent. Throws an ApiError if the server cannot be reached; nothing was deleted then.
 */
export async function resetDevice(): Promise<number> {
  await mustReachServer();
  const accounts = accountsDatabase();
  let left = 0;
  try {
    for (const row of await accounts.accounts.toArray()) {
      if (await hasUnsent(row)) left += 1;
      else {
        await Dexie.delete(row.database);
        await accounts.accounts.delete(row.id);
        storeUsernames.forget(row.name);
      }
    }
  } finally {
    accounts.close();
  }
  if (left === 0) storeUsernames.clear();
  return left;
}

/** Removes the drafts of an account whose store is locked, with their files. */
export async function removeLockedDrafts(account: string): Promise<void> {
  const row = await rowOf(account);
  if (!row) return;
  const db = storeDatabase(row.database);
  try {
    await db.transaction('rw', [db.drafts, db.files, db.contents], async () => {
      const files = await db.files.where('owner').notEqual('').primaryKeys();
      await db.contents.bulkDelete(files);
      await db.files.bulkDelete(files);
      await db.drafts.clear();
    });
  } finally {
    db.close();
  }
}

async function rowOf(account: string): Promise<AccountRow | undefined> {
  const accounts = accountsDatabase();
  try {
    return await accounts.accounts.get(account);
  } finally {
    accounts.close();
  }
}

/** Whether drafts or unsent changes are in a store. A store that cannot be read has none that anybody could get back. */
async function hasUnsent({ database }: AccountRow): Promise<boolean> {
  const db = storeDatabase(database);
  try {
    return (await db.operations.count()) + (await db.drafts.count()) > 0;
  } catch (error) {
    console.warn('a local database cannot be read', error);
    return false;
  } finally {
    db.close();
  }
}
