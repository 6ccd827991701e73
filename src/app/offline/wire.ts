/**
 * Connects the encrypted stores with login, logout and drafts. The page loads this file at its start, and the stores themselves
 * (with the local database) only when somebody needs them.
 */
import type { RescueKeyResponse } from '../../core/generated/api.ts';
import { closedStores, setOpenDraftStore } from '../data/drafts/store.ts';
import { call } from '../data/http.ts';
import { passwordNeeded } from '../data/signals.ts';
import { sessionToken } from '../data/token.ts';
import { createWatcherSet, watchedValue } from '../data/watchedValue.ts';
import type { LocalAccount, LocalAccountError, LocalAccountReason } from './store/index.ts';
import { deviceHasStores, sessionMark } from './store/session.ts';

const stores = () => import('./store/index.ts');

/** This page had a store open. Until it is closed here, drafts go there, though another tab has logged out. */
let hadStore = false;

/** Called once, when the page starts. */
export function connectStores(): void {
  setOpenDraftStore(async () => {
    hadStore ||= isReopening() || sessionMark.get() !== null;
    return hadStore ? (await stores()).readyStore() : undefined;
  });
  sessionToken.subscribe(() => {
    // Logged out here or in another tab, or the session has ended.
    if (!sessionToken.get() && (isReopening() || sessionMark.get())) void lockStoreAtLogout(false);
  });
  // The page was closed in the middle of a logout, or of the end of a session.
  if (!sessionToken.get() && sessionMark.get()) void lockStoreAtLogout(false);
  passwordNeeded.listen(() => {
    passwordWanted.set(true);
    sessionToken.clear();
  });
}

/** Set while the login page asks again for the password of somebody who did not log out. */
export const passwordWanted = watchedValue<true | undefined>(undefined);

const openings = createWatcherSet();

/** Calls back when a store was opened, and soon if the login of this page opened one before. Returns the end of it. */
export function onStoreOpen(watcher: () => void): () => void {
  const end = openings.subscribe(watcher);
  // After the first screen, which works without.
  const timer = sessionMark.get() ? setTimeout(watcher, AFTER_SCREEN) : undefined;
  return () => {
    clearTimeout(timer);
    end();
  };
}

const AFTER_SCREEN = 1500;

/** A store that cannot be opened with the password of the login, because it was closed with an earlier one. */
export interface LockedStore {
  account: LocalAccount;
  /** The password of now. */
  password: string;
}

export const lockedStoreOfLogin = watchedValue<LockedStore | undefined>(undefined);

/** Set while a login of this page creates the store of the account or opens it `again`, which takes a phone some seconds. */
export const storeBeingOpened = watchedValue<'first' | 'again' | undefined>(undefined);

/** Drafts are asked of a store that already existed, though it is not open yet. */
const isReopening = () => storeBeingOpened.get() === 'again';

/** Token of a person who logged in without the server. The server refuses it at the next contact, which asks for a login. */
const LOCAL_TOKEN = 'local';

/** Key of the document with the token of the last session. */
const TOKEN = 'account:token';

/**
 * Opens or creates the account's store after an online login, in the background: nobody waits for it. The token is stored in it,
 * for contact with the server after an offline login.
 */
export async function openStoreAfterLogin(account: LocalAccount, password: string): Promise<void> {
  storeBeingOpened.set(deviceHasStores() ? 'again' : 'first');
  closedStores.forget(account.id);
  try {
    const store = await (await stores()).createStore(account, password, officeKey());
    await store.documents.put(TOKEN, sessionToken.get());
    openings.tell();
  } catch (error) {
    if (accountErrorReason(error) === 'wrong_password') lockedStoreOfLogin.set({ account, password });
    else console.warn('the store of the account was not opened', error);
  } finally {
    storeBeingOpened.set(undefined);
  }
}

/** Milliseconds after which a login goes on without the rescue key. The next one asks again. */
const KEY_WAIT = 10_000;

/** Returns the public half of the organisation's rescue key. Null if there is none, or it cannot be had now. */
async function officeKey(): Promise<string | null> {
  const options = { quiet: true, saysLoss: true, signal: AbortSignal.timeout(KEY_WAIT) };
  return call<RescueKeyResponse>('rescue-key', options).then(
    ({ key }) => key,
    () => null,
  );
}

/** Opens the account's store without the server, and returns the token of the login. Throws LocalAccountError. */
export async function loginOffline(username: string, password: string): Promise<string> {
  const store = await (await stores()).openStore(username, password);
  openings.tell();
  return (await store.documents.get<string>(TOKEN)) ?? LOCAL_TOKEN;
}

/** Opens a store that was closed with an earlier password, which it has no more afterwards. Throws LocalAccountError. */
export async function openWithEarlierPassword({ account, password }: LockedStore, earlier: string): Promise<void> {
  const { changePassword } = await stores();
  await changePassword(account.id, earlier, password);
  await reopenStore({ account, password });
}

/** Opens a store that has the password of now. */
export async function reopenStore({ account, password }: LockedStore): Promise<void> {
  lockedStoreOfLogin.set(undefined);
  await openStoreAfterLogin(account, password);
}

/** Follows a change of the password that the server has made. */
export async function changeStorePassword(account: LocalAccount, before: string, after: string): Promise<void> {
  const { changePassword, currentStore } = await stores();
  try {
    await changePassword(account.id, before, after);
    if (currentStore()) return;
  } catch (error) {
    const reason = accountErrorReason(error);
    if (reason === 'wrong_password') return lockedStoreOfLogin.set({ account, password: after });
    if (reason !== 'unknown_user') return console.warn('the password of the store was not changed', error);
  }
  await openStoreAfterLogin(account, after);
}

/** Number of changes of the open store that were not sent. */
export async function countUnsentOperations(user: string): Promise<number> {
  if (!sessionMark.get()) return 0;
  const store = await (await stores()).readyStore();
  return store?.account.id === user ? (await store.operations.all()).length : 0;
}

/** Locks the store at logout. The token goes too if the server has ended its session. */
export async function lockStoreAtLogout(hasEnded: boolean): Promise<void> {
  lockedStoreOfLogin.set(undefined);
  if (!sessionMark.get() && !isReopening()) return;
  const { currentStore, lockStore } = await stores();
  if (hasEnded) await currentStore()?.documents.remove([TOKEN]);
  await lockStore();
}

/** Removes the drafts that a logged-out user left in the store. */
export async function removeDraftsOf(user: string): Promise<void> {
  if (deviceHasStores()) await (await stores()).removeLockedDrafts(user);
}

export function accountErrorReason(error: unknown): LocalAccountReason | undefined {
  return error instanceof Error && error.name === 'LocalAccountError' ? (error as LocalAccountError).reason : undefined;
}
