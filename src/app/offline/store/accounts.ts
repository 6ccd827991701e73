/** The accounts that have a store on this device, and what can be done with a store that is closed. */
import { storeUsernames } from './canary.ts';
import { initializationVectorOf, mustHaveSupport, unwrapSecret, usernameHash, wrapSecret } from './crypto.ts';
import { type AccountRow, accountsDatabase } from './database.ts';
import { LocalAccountError } from './errors.ts';
import { countLockedChanges, packUnsentChanges, secretFromUnlockFile } from './locked.ts';

/** Encrypts the key of an account with a new password. Throws `unknown_user` and `wrong_password`. */
export async function changePassword(account: string, before: string, after: string): Promise<void> {
  mustHaveSupport();
  const row = await withAccounts((accounts) => accounts.get(account));
  if (!row) throw new LocalAccountError('unknown_user');
  const password = await wrapSecret(await unwrapSecret(row.password, before), after);
  if (!(await replaceAccount(row, { ...row, password }))) await changePassword(account, before, after);
}

/** Returns the number of unsent changes of a closed store that the office could open, for a person who forgot the password. */
export async function countChangesForOffice(username: string): Promise<number> {
  const row = await accountRowByName(username);
  return row?.office ? countLockedChanges(row) : 0;
}

/** Returns the unsent changes of a closed store as a file for the office. Throws `unknown_user` if it could not open them. */
export async function makeOfficeFile(username: string): Promise<Blob> {
  const row = await accountRowByName(username);
  if (!row) throw new LocalAccountError('unknown_user');
  return packUnsentChanges(row);
}

/** Encrypts the secret that the office sent with a new password. Throws `unknown_user` and RescueError. */
export async function unlockWithFile(username: string, file: Blob, code: string, after: string): Promise<void> {
  const row = await accountRowByName(username);
  if (!row) throw new LocalAccountError('unknown_user');
  const password = await wrapSecret(await secretFromUnlockFile(row, file, code), after);
  if (!(await replaceAccount(row, { ...row, password }))) throw new LocalAccountError('locked');
}

/** Stores a changed account. Returns false if another tab changed its password or its secret meanwhile: that counts. */
export function replaceAccount(before: AccountRow, after: AccountRow): Promise<boolean> {
  return withAccountsDatabase((db) =>
    db.transaction('rw', db.accounts, async () => {
      const now = await db.accounts.get(before.id);
      if (!now || initializationVectorOf(now.password.secret) !== initializationVectorOf(before.password.secret))
        return false;
      await db.accounts.put(after);
      return true;
    }),
  );
}

export async function accountRowByName(username: string): Promise<AccountRow | undefined> {
  const name = await hashedUsername(username);
  return withAccounts((accounts) => accounts.where('name').equals(name).first());
}

export async function hashedUsername(username: string): Promise<string> {
  return usernameHash(storeUsernames.salt(), username);
}

export async function withAccountsDatabase<T>(
  work: (db: ReturnType<typeof accountsDatabase>) => PromiseLike<T>,
): Promise<T> {
  const db = accountsDatabase();
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

export const withAccounts = <T>(work: (accounts: ReturnType<typeof accountsDatabase>['accounts']) => PromiseLike<T>) =>
  withAccountsDatabase((db) => work(db.accounts));
