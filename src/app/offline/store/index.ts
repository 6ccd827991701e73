/**
 * The encrypted stores of the accounts of this device. At most one is open: that of the person who is logged in.
 * It stays open over a reload, because its keys, which the page can use but not read, are in the accounts' database until logout.
 */
import Dexie from 'dexie';
import { draftsWritten, moveDrafts } from '../../data/drafts/drafts.ts';
import { closedStores } from '../../data/drafts/store.ts';
import { storeCloses, storeDropped } from '../../data/signals.ts';
import { within } from '../../data/within.ts';
import { type AccountStore, type LocalAccount, makeStore, type OpenStore } from './accountStore.ts';
import { canary } from './canary.ts';
import {
  type Bytes,
  hex,
  type Keys,
  keysOf,
  needSupport,
  newSecret,
  random,
  unwrapSecret,
  usernameHash,
  wrapSecret,
} from './crypto.ts';
import { type AccountRow, accountsDatabase, newDatabaseName, storeDatabase } from './database.ts';
import { LocalAccountError } from './errors.ts';
import { countLocked, makeLocked, secretOfOpening } from './locked.ts';
import { nameOfKey, wrapForOffice } from './officeKey.ts';
import { needServer } from './reset.ts';
import { sessionMark } from './session.ts';

export type { AccountStore, LocalAccount } from './accountStore.ts';
export { RescueError, type RescueReason } from './container.ts';
export { LocalAccountError, type LocalAccountReason } from './errors.ts';
export { keyOfLocked, makeOpening, type Opened, openLocked } from './locked.ts';
export { nameOfKey } from './officeKey.ts';
export { makeRescue, openRescue, type Rescued, takeRescue } from './rescue.ts';
export { type ResetFailure, removeLockedDrafts, resetDevice, resetFailure } from './reset.ts';
export { askPersistence, type StorageUse, storageUse } from './storage.ts';

let current: OpenStore | undefined;
/** An opening that runs. Whoever asks for the store waits for it. */
let opening: Promise<AccountStore> | undefined;
/** Number of logouts. An opening that one overtakes does not open. */
let logoutCount = 0;
const watchers = new Set<() => void>();

/** Logouts of other tabs. */
const logouts = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('amanat-stores');
if (logouts) logouts.onmessage = () => void closeWritten();

export const currentStore = (): AccountStore | undefined => current?.store;

/** Calls back when a store was opened or locked. */
export function watchStore(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
}

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
    const row = await rowNamed(username);
    if (!row) throw new LocalAccountError(canary.knows(await nameOf(username)) ? 'dropped' : 'unknown_user');
    return enter(login, row, username, await unwrapSecret(row.password, password));
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
    const row = await withAccounts((accounts) => accounts.get(id));
    if (row) return enter(login, row, username, await unwrapSecret(row.password, password), await officeKey);
    const secret = newSecret();
    const name = await nameOf(username);
    if (canary.knows(name)) storeDropped.say();
    const made: AccountRow = { id, name, database: newDatabaseName(), password: await wrapSecret(secret, password) };
    // Another tab may have created it meanwhile; then that one counts.
    const added = await withAccounts((accounts) => accounts.add(made).catch(() => undefined));
    if (added === undefined) {
      const other = await withAccounts((accounts) => accounts.get(id));
      if (!other) throw new LocalAccountError('damaged');
      return enter(login, other, username, await unwrapSecret(other.password, password), await officeKey);
    }
    return enter(login, made, username, secret, await officeKey);
  });
}

/** Encrypts the key of an account with a new password. Throws `unknown_user` and `wrong_password`. */
export async function changePassword(account: string, before: string, after: string): Promise<void> {
  needSupport();
  const row = await withAccounts((accounts) => accounts.get(account));
  if (!row) throw new LocalAccountError('unknown_user');
  const password = await wrapSecret(await unwrapSecret(row.password, before), after);
  await withAccounts((accounts) => accounts.put({ ...row, password }));
}

/** Returns the number of unsent changes of a closed store that the office could open, for a person who forgot the password. */
export async function countForOffice(username: string): Promise<number> {
  const row = await rowNamed(username);
  return row?.office ? countLocked(row) : 0;
}

/** Returns the unsent changes of a closed store as a file for the office. Throws `unknown_user` if it could not open them. */
export async function makeOfficeFile(username: string): Promise<Blob> {
  const row = await rowNamed(username);
  if (!row) throw new LocalAccountError('unknown_user');
  return makeLocked(row);
}

/** Encrypts the secret that the office sent with a new password. Throws `unknown_user` and RescueError. */
export async function takeOpening(username: string, file: Blob, code: string, after: string): Promise<void> {
  const row = await rowNamed(username);
  if (!row) throw new LocalAccountError('unknown_user');
  const password = await wrapSecret(await secretOfOpening(row, file, code), after);
  await withAccounts((accounts) => accounts.put({ ...row, password }));
}

async function rowNamed(username: string): Promise<AccountRow | undefined> {
  const name = await nameOf(username);
  return withAccounts((accounts) => accounts.where('name').equals(name).first());
}

/** Closes the store and forgets its keys, in all tabs. What is not sent yet stays in it, encrypted. */
export async function lockStore(): Promise<void> {
  logoutCount += 1;
  logouts?.postMessage(null);
  await closeWritten();
  sessionMark.clear();
  await withDatabase((db) => db.sessions.clear()).catch((error: unknown) => {
    // Without the mark the keys are not used, and the next login replaces them.
    console.warn('the keys of the session were not removed', error);
  });
}

/**
 * Deletes everything in the open store, unsent work too, and opens an empty one with the same password. Throws an ApiError if
 * the server cannot be reached (`resetFailure` says why); nothing was deleted then.
 */
export function resetStore(): Promise<AccountStore> {
  return open(async (login) => {
    const mark = sessionMark.get();
    const session = mark === null ? undefined : await withDatabase((db) => db.sessions.get(mark));
    const row = session && (await withAccounts((accounts) => accounts.get(session.account)));
    if (!row) throw new LocalAccountError('locked');
    await needServer();
    needLogin(login);
    const database = newDatabaseName();
    await withAccounts((accounts) => accounts.put({ ...row, database }));
    closeCurrent();
    await Dexie.delete(row.database);
    return start(login, { ...row, database }, session.username, session.keys);
  });
}

/** Opens the store again that was open before the page was loaded. */
function restoreStore(): Promise<AccountStore | undefined> {
  const mark = sessionMark.get();
  if (!mark) return Promise.resolve(undefined);
  return open(async (login) => {
    const found = await withDatabase(async (db) => {
      const session = await db.sessions.get(mark);
      const row = session && (await db.accounts.get(session.account));
      return row && { row, session };
    });
    if (!found) {
      needLogin(login);
      storeDropped.say();
      throw new LocalAccountError('dropped');
    }
    return start(login, found.row, found.session.username, found.session.keys);
  }).catch((error: unknown) => {
    sessionMark.clear();
    if (!(error instanceof LocalAccountError)) throw error;
    return undefined;
  });
}

function open(work: (login: number) => Promise<AccountStore>): Promise<AccountStore> {
  const before = opening;
  const login = logoutCount;
  const running = (async () => {
    needSupport();
    await before?.catch(() => undefined);
    return work(login);
  })().finally(() => {
    if (opening === running) opening = undefined;
  });
  opening = running;
  return running;
}

/** Opens a store whose secret is known, and keeps its keys for a reload. */
async function enter(
  login: number,
  row: AccountRow,
  username: string,
  secret: Bytes,
  officeKey: string | null = null,
): Promise<AccountStore> {
  const keys = await keysOf(secret);
  const office = await forOffice(row, secret, officeKey);
  const session = { id: hex(random(16)), account: row.id, username, keys };
  const name = await nameOf(username);
  needLogin(login);
  await withDatabase((db) =>
    db.transaction('rw', db.accounts, db.sessions, async () => {
      // It was renamed, the salt of the device is new, or the organisation has a new rescue key.
      if (row.name !== name || row.office !== office)
        await db.accounts.put({ ...row, name, ...(office && { office }) });
      await db.sessions.clear();
      await db.sessions.add(session);
    }),
  );
  needLogin(login);
  sessionMark.set(session.id);
  canary.remember(name);
  return start(login, row, username, keys);
}

/** A key that this browser cannot use must not keep the person from their store. */
async function forOffice({ id, office }: AccountRow, secret: Bytes, publicKey: string | null) {
  try {
    if (!publicKey || (await nameOfKey(publicKey)) === office?.key) return office;
    return await wrapForOffice(secret, publicKey, id);
  } catch (error) {
    console.warn('the rescue key was not used', error);
    return office;
  }
}

async function start(login: number, row: AccountRow, username: string, keys: Keys): Promise<AccountStore> {
  const db = storeDatabase(row.database);
  await db.open().catch((error: unknown) => {
    throw new LocalAccountError('damaged', error);
  });
  needLogin(login);
  closeCurrent();
  closedStores.forget(row.id);
  current = makeStore(db, keys, { id: row.id, username });
  const { store } = current;
  for (const watcher of watchers) watcher();
  moveDrafts(row.id, store.drafts).catch((error: unknown) => console.warn('drafts were not moved', error));
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
  await within(1000, draftsWritten());
  if (current === closing) closeCurrent();
}

function closeCurrent(): void {
  if (!current) return;
  closedStores.add(current.store.account.id);
  current.close();
  current = undefined;
  for (const watcher of watchers) watcher();
}

async function nameOf(username: string): Promise<string> {
  return usernameHash(canary.salt(), username);
}

async function withDatabase<T>(work: (db: ReturnType<typeof accountsDatabase>) => PromiseLike<T>): Promise<T> {
  const db = accountsDatabase();
  try {
    return await work(db);
  } finally {
    db.close();
  }
}

const withAccounts = <T>(work: (accounts: ReturnType<typeof accountsDatabase>['accounts']) => PromiseLike<T>) =>
  withDatabase((db) => work(db.accounts));
