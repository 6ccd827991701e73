/**
 * Connects the encrypted stores with login, logout and drafts. The page loads this file at its start, and the stores themselves
 * (with the local database) only when somebody needs them.
 */
import { provideDrafts } from '../data/draftStore.ts';
import { token } from '../data/token.ts';
import type { AccountStore, LocalAccount } from './store/index.ts';
import { deviceHasStores, sessionMark } from './store/session.ts';

const stores = () => import('./store/index.ts');

/** A login that opens a store which already existed: drafts are asked of it, though it is not open yet. */
let isReopening = false;

/** Called once, when the page starts. */
export function wireStores(): void {
  provideDrafts(async () => (isReopening || sessionMark.get() ? (await stores()).readyStore() : undefined));
  token.subscribe(() => {
    // Logged out here or in another tab, or the session has ended.
    if (!token.get() && (isReopening || sessionMark.get())) void leaveStore();
  });
}

/**
 * Opens or creates the account's store after an online login, in the background: nobody waits for it. The token is stored in it,
 * for contact with the server after an offline login.
 */
export async function enterStore(account: LocalAccount, password: string): Promise<AccountStore | undefined> {
  isReopening = deviceHasStores();
  try {
    const { createStore } = await stores();
    const store = await createStore(account, password);
    await store.documents.put(TOKEN, token.get());
    return store;
  } catch (error) {
    console.warn('the store of the account was not opened', error);
    return undefined;
  } finally {
    isReopening = false;
  }
}

/** Key of the document with the token of the last session. */
export const TOKEN = 'account:token';

export async function leaveStore(): Promise<void> {
  await (await stores()).lockStore();
}
