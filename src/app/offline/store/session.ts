/** What is known of the stores before anything else of them is loaded. */

/** Marks that a store is open. Its value names the row with the keys. It ends with the login, in all tabs. */

const KEY = 'storeSession';

export const sessionMark = {
  get: (): string | null => localStorage.getItem(KEY),
  set: (id: string): void => localStorage.setItem(KEY, id),
  clear: (): void => localStorage.removeItem(KEY),
};

/** Whether the browser offers encryption and a database. */
export const canHaveStores = (): boolean => Boolean(globalThis.crypto?.subtle && globalThis.indexedDB);

/** Written by the canary: the salt and the hashes of the usernames that have a store. */
export const STORES_KEY = 'stores';

/** Whether somebody ever had a store in this browser. */
export const deviceHasStores = (): boolean => localStorage.getItem(STORES_KEY) !== null;
