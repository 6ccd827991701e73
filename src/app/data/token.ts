/** The bearer token. The user counts as logged in while there is one. Other tabs follow through the storage event. */
import { watchedItem } from './device/watchedItem.ts';

export const TOKEN_KEY = 'token';

export const sessionToken = watchedItem(TOKEN_KEY);

/**
 * A cookie that says only that somebody is logged in with this browser. The server then answers `/` with the app, and
 * otherwise with the page for visitors. It gives no access.
 */
function markBrowser(): void {
  const age = sessionToken.get() === null ? 0 : 400 * 86_400;
  const isSecure = location.protocol === 'https:';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari
  document.cookie = `account=1; path=/; max-age=${age}; samesite=lax${isSecure ? '; secure' : ''}`;
}

/** Sets the cookie now, and whenever somebody logs in or out. */
export function keepAccountCookie(): void {
  markBrowser();
  sessionToken.subscribe(markBrowser);
}

const DEVICE_KEY = 'device';

/** Token by which the server recognises this device at login. It stays after logout and gives no access. */
export const deviceToken = {
  get: (): string | undefined => localStorage.getItem(DEVICE_KEY) ?? undefined,
  set: (value: string): void => localStorage.setItem(DEVICE_KEY, value),
};
