/**
 * The encrypted stores of the accounts of this device. At most one is open: that of the person who is logged in.
 * It stays open over a reload (`savedSession`).
 */

import Dexie from 'dexie';
import { moveDrafts, untilDraftsWritten } from '../../data/drafts/drafts.ts';
import { closedStores } from '../../data/drafts/store.ts';
import { passwordNeeded, storeCloses, storeDropped } from '../../data/signals.ts';
import { waitAtMost } from '../../data/waitAtMost.ts';
import { createWatcherSet } from '../../data/watchedValue.ts';
import { type AccountStore, createAccountStore, type LocalAccount, type OpenStore } from './accountStore.ts';
import { accountRowByName, hashedUsername, replaceAccount, withAccounts } from './accounts.ts';
import { storeUsernames } from './canary.ts';
import {
  type Bytes,
  deriveStoreKeys,
  mustHaveSupport,
  newSecret,
  type StoreKeys,
  unwrapSecret,
  wrapSecret,
} from './crypto.ts';
import { type AccountRow, newDatabaseName, storeDatabase } from './database.ts';
import { LocalAccountError } from './errors.ts';
import { publicKeyName, wrapForOffice } from './officeKey.ts';
import { renewContent, withNewSecret } from './renewal.ts';
import { mustReachServer } from './reset.ts';
import { beginSession, endSession, savedSession, shareKeysWithTabs, stopSharingKeys } from './savedSession.ts';
import { sessionMark } from './session.ts';

export type { AccountStore, LocalAccount } from './accountStore.ts';
export { changePassword, countChangesForOffice, makeOfficeFile, unlockWithFile } from './accounts.ts';
export { RescueError, type RescueReason } from './container.ts';
export { LocalAccountError, type LocalAccountReason } from './errors.ts';
export { makeUnlockFile, type OpenedOfficeFile, openOfficeFile, rescueKeyNameOf } from './locked.ts';
export { publicKeyName } from './officeKey.ts';
export { importRescueFile, makeRescueFile, openRescueFile, type RescuedContent } from './rescue.ts';
export { type ResetFailure, removeLockedDrafts, resetDevice, resetFailure } from './reset.ts';
export { askPersistence, type StorageUse, storageUse } from './storage.ts';

let current: OpenStore | undefined;
/** An opening that runs. Whoever asks for the store waits for it. */
let opening: Promise<AccountStore> | undefined;
/** Number of logouts. An opening that one overtakes does not open. */
let logoutCount = 0;
const storeChanges = createWatcherSet();

/** Logouts of other tabs. */
const logouts = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('amanat-stores');
if (logouts) logouts.onmessage = () => void closeWritten();

export const currentStore = (): AccountStore | undefined => current?.store;

/** Calls back when a store was opened or locked. Returns the end of it. */
export const watchStore = storeChanges.subscribe;

/** Returns the open store, also one that is being opened or was open before a reload. */
export async function readyStore(): Promise<AccountStore | undefined> {
  if (opening) return opening.catch(() => currentStore());
  return currentStore() ?? restoreStore();
}

/**
 * Opens the store of an account without the server. Throws LocalAccountError with `unknown_user`, `dropped`,
 * `wrong_password` or `damaged`.
 */
export function openStore(username: string, password: string): Promise<AccountStore> {
  return open(async (login) => {
    const row = await accountRowByName(username);
    if (!row)
      throw new LocalAccountError(storeUsernames.knows(await hashedUsername(username)) ? 'dropped' : 'unknown_user');
    return enter(login, row, { username, password });
  });
}

/**
 * Opens the store of an account after an online login, or creates it. Throws `wrong_password` if there is one that was closed
 * with another password: `changePassword` then takes both. `officeKey` is the public half of the rescue key, if there is one.
 */
export function createStore(
  { id, username }: LocalAccount,
  password: string,
  officeKey: Promise<string | null> = Promise.resolve(null),
): Promise<AccountStore> {
  return open(async (login) => {
    const typed = { username, password, officeKey };
    const row = await withAccounts((accounts) => accounts.get(id));
    if (row) return enter(login, row, typed);
    const secret = newSecret();
    const name = await hashedUsername(username);
    if (storeUsernames.knows(name)) storeDropped.say();
    const wrapped = await wrapSecret(secret, password);
    const made: AccountRow = { id, name, database: newDatabaseName(), password: wrapped, renewal: {} };
    // Another tab may have created it meanwhile; then that one counts.
    const added = await withAccounts((accounts) => accounts.add(made).catch(() => undefined));
    if (added !== undefined) return enter(login, made, typed, secret);
    const other = await withAccounts((accounts) => accounts.get(id));
    if (!other) throw new LocalAccountError('damaged');
    return enter(login, other, typed);
  });
}

/** Closes the store and forgets its keys, in all tabs. What is not sent yet stays in it, encrypted. */
export async function lockStore(): Promise<void> {
  logoutCount += 1;
  logouts?.postMessage(null);
  const mark = sessionMark.get();
  await closeWritten();
  if (mark) await endSession(mark);
}

/**
 * Deletes everything in the open store, unsent work too, and opens an empty one with the same password. Throws an ApiError if
 * the server cannot be reached (`resetFailure` says why); nothing was deleted then.
 */
export function resetStore(): Promise<AccountStore> {
  return open(async (login) => {
    const mark = sessionMark.get();
    const { row, username, keys } = await savedSession(mark ?? '').catch((error: unknown) => {
      throw new LocalAccountError('locked', error);
    });
    await mustReachServer();
    needLogin(login);
    const database = newDatabaseName();
    if (!(await replaceAccount(row, { ...row, database }))) throw new LocalAccountError('locked');
    closeCurrent();
    await Dexie.delete(row.database);
    return start(login, { ...row, database }, username, keys);
  });
}

/** Opens the store again that was open before the page was loaded. */
function restoreStore(): Promise<AccountStore | undefined> {
  const mark = sessionMark.get();
  if (!mark) return Promise.resolve(undefined);
  const login = logoutCount;
  return open(async () => {
    const { row, username, keys } = await savedSession(mark);
    return start(login, row, username, keys);
  }).catch(async (error: unknown) => {
    // Another tab logged out meanwhile, and perhaps in again.
    if (sessionMark.get() !== mark) return restoreStore();
    await endSession(mark);
    if (!(error instanceof LocalAccountError)) throw error;
    if (error.reason === 'dropped') storeDropped.say();
    if (error.reason === 'locked' && login === logoutCount) passwordNeeded.say();
    return undefined;
  });
}

function open(work: (login: number) => Promise<AccountStore>): Promise<AccountStore> {
  const before = opening;
  const login = logoutCount;
  const running = (async () => {
    mustHaveSupport();
    await before?.catch(() => undefined);
    return work(login);
  })().finally(() => {
    if (opening === running) opening = undefined;
  });
  opening = running;
  return running;
}

/** What a login has. */
interface Typed {
  username: string;
  password: string;
  officeKey?: Promise<string | null>;
}

/** Opens a store with the password, and keeps its secret for a reload. `known`: its secret, if it was made just now. */
async function enter(login: number, row: AccountRow, typed: Typed, known?: Bytes): Promise<AccountStore> {
  const { username, password } = typed;
  const opened = known ?? (await unwrapSecret(row.password, password));
  const officeKey = (await typed.officeKey) ?? null;
  const { row: next, secret } = await withNewSecret(row, opened, password, officeKey);
  const office = await forOffice(next, secret, officeKey);
  const keys = await deriveStoreKeys(secret, next.renewal?.earlier);
  const name = await hashedUsername(username);
  needLogin(login);
  // It was renamed, the salt of the device or its secret is new, or the organisation has a new rescue key.
  if (next !== row || row.name !== name || row.office !== office) {
    const isStored = await replaceAccount(row, { ...next, name, ...(office && { office }) });
    const now = isStored ? undefined : await withAccounts((accounts) => accounts.get(row.id));
    if (!isStored && !now) throw new LocalAccountError('damaged');
    if (now) return enter(login, now, typed);
  }
  const session = await beginSession(row.id, username, secret, () => needLogin(login));
  storeUsernames.remember(name);
  const store = await start(login, next, username, keys);
  shareKeysWithTabs(session, keys);
  return store;
}

/** A key that this browser cannot use must not keep the person from their store. */
async function forOffice({ id, office }: AccountRow, secret: Bytes, publicKey: string | null) {
  try {
    if (!publicKey || (await publicKeyName(publicKey)) === office?.key) return office;
    return await wrapForOffice(secret, publicKey, id);
  } catch (error) {
    console.warn('the rescue key was not used', error);
    return office;
  }
}

async function start(login: number, row: AccountRow, username: string, keys: StoreKeys): Promise<AccountStore> {
  const db = storeDatabase(row.database);
  await db.open().catch((error: unknown) => {
    throw new LocalAccountError('damaged', error);
  });
  needLogin(login);
  closeCurrent();
  closedStores.forget(row.id);
  current = createAccountStore(db, keys, { id: row.id, username });
  const { store } = current;
  storeChanges.tell();
  moveDrafts(row.id, store.drafts).catch((error: unknown) => console.warn('drafts were not moved', error));
  renewContent(db, keys, row).catch((error: unknown) => {
    // A logout closes the store in the middle. The next login goes on.
    if (store === currentStore()) console.warn('not everything was encrypted anew', error);
  });
  return store;
}

/** Throws if the person logged out since the opening began. */
function needLogin(login: number): void {
  if (login !== logoutCount) throw new LocalAccountError('locked');
}

/** Closes the store that is open now, after open forms have written what was typed last, for which they have a second. */
async function closeWritten(): Promise<void> {
  const closing = current;
  if (!closing) return;
  storeCloses.say();
  await waitAtMost(1000, untilDraftsWritten());
  if (current === closing) closeCurrent();
}

function closeCurrent(): void {
  if (!current) return;
  closedStores.add(current.store.account.id);
  current.close();
  current = undefined;
  stopSharingKeys();
  storeChanges.tell();
}
